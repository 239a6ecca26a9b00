#!/usr/bin/env python3
"""Random taggings with the chunk counts of seqeval's mode strict and of conlleval.

    python3 taggings.py > taggings.tsv

Written from the definitions, without their code and without ours. Strict, of seqeval
1.2.2: a scheme is three relations between neighbouring tags: what may begin a chunk, what
goes on inside of one, and what may follow the last tag of one. conlleval: the boundaries
of chunks of conlleval.pl (2004), walked through as the evaluation of the shared tasks
does, tag by tag with one flag; B and S always begin and E and S always end a chunk where
the scheme has S, as seqeval's default mode has it. schemes bmes and bilou are iobes by
other letters; bb2b3mes is not in seqeval: its strict words are B [B2 [B3 M...]] E and S.

Columns: scheme, gold tags, predicted tags, strict counts, conlleval counts: a count is
type:gold,predicted,correct.
"""
import random

# Pairs of prefixes with = (same type), ! (other type) or ? (any).
RULES = {
    "iob1": ("IOB", "OI? II! BI? IB= BB=", "BI= II=", "II! IO? IB? BO? BI! BB="),
    "iob2": ("IOB", "IB? OB? BB?", "BI= II=", "IO? II! IB? BO? BI! BB?"),
    "ioe1": ("IOE", "OI? II! EI? EE=", "II= IE=", "II! IO? IE! EI= EE="),
    "ioe2": ("IOE", "OI? OE? EI? EE? II! IE!", "IE= II=", "EI? EO? EE?"),
    "iobes": ("IOBES", " ".join(p + s + "?" for p in "IOBES" for s in "BS"), "BI= BE= II= IE=",
              " ".join(p + s + "?" for p in "SE" for s in "IOBES")),
}
OTHER = {"bmes": {"I": "M"}, "bilou": {"E": "L", "S": "U"}}
KINDS = ["PER", "ORG", "B-2"]


def cut(tag):
    prefix, _, kind = tag.partition("-")
    return prefix, kind


def fits(rules, before, after):
    return any(r[0] == before[0] and r[1] == after[0] and (r[2] == "?" or (r[2] == "=") == (before[1] == after[1]))
               for r in rules.split())


def strict(scheme, tags):
    if scheme == "bb2b3mes":
        return six(tags)
    _, begins, inside, follows = RULES[scheme]
    tags = [("O", "")] + [cut(t) for t in tags] + [("O", "")]
    chunks, i = set(), 1
    while i < len(tags) - 1:
        j = i + 1
        while fits(inside, tags[j - 1], tags[j]):  # the longest run of tags that go on
            j += 1
        heads = [k for k in range(i, j) if fits(begins, tags[k - 1], tags[k])]
        if heads and fits(follows, tags[j - 1], tags[j]):
            chunks.add((tags[heads[0]][1], heads[0] - 1, j - 1))
        i = j
    return chunks


def six(tags):
    """All spans that are a word by its definition."""
    chunks = set()
    for i in range(len(tags)):
        for j in range(i + 1, len(tags) + 1):
            word, n = [cut(t) for t in tags[i:j]], j - i
            want = ["S"] if n == 1 else (["B", "B2", "B3"] + ["M"] * n)[:n - 1] + ["E"]
            if [p for p, _ in word] == want and len({k for _, k in word}) == 1:
                chunks.add((word[0][1], i, j))
    return chunks


def strict_counts(scheme, gold, predicted):
    g, p = strict(scheme, gold), strict(scheme, predicted)
    return {k: (sum(c[0] == k for c in g), sum(c[0] == k for c in p), sum(c[0] == k for c in g & p))
            for k in {c[0] for c in g | p}}


def end_of_chunk(before, after):
    (p, kp), (t, kt) = before, after
    if p == "O":
        return False
    return p in "ES" or t in "OBS" or kp != kt


def start_of_chunk(before, after):
    (p, kp), (t, kt) = before, after
    if t == "O":
        return False
    return t in "BS" or p in "OES" or kp != kt


def conlleval_counts(gold, predicted):
    counts, matching, last = {}, False, (("O", ""), ("O", ""))

    def count(kind, which):
        counts.setdefault(kind, [0, 0, 0])[which] += 1

    for now in list(zip(map(cut, gold), map(cut, predicted))) + [(("O", ""), ("O", ""))]:
        ended = [end_of_chunk(b, a) for b, a in zip(last, now)]
        if matching and all(ended):
            count(last[0][1], 2)
        if any(ended):
            matching = False
        started = [start_of_chunk(b, a) for b, a in zip(last, now)]
        for which in range(2):
            if started[which]:
                count(now[which][1], which)
        if all(started) and now[0][1] == now[1][1]:
            matching = True
        elif any(started):
            matching = False
        last = now
    return {k: tuple(c) for k, c in counts.items()}


def loosely(scheme, tags):
    """Prefixes as conlleval_counts knows them."""
    back = {"B2": "I", "B3": "I", "M": "I"} if scheme == "bb2b3mes" else {}
    return [back.get(p, p) + ("-" + k if k else "") for p, k in map(cut, tags)]


def draw(rng, letters, kinds, n):
    """Any tags: half of the time the type of the tag before."""
    out, kind = [], kinds[0]
    for _ in range(n):
        kind = kind if rng.random() < 0.6 else rng.choice(kinds)
        prefix = rng.choice(letters)
        out.append("O" if prefix == "O" else prefix + ("-" + kind if kind else ""))
    return out


def proper(rng, scheme, letters, kinds, n):
    """A tagging that strict semantics take for chunks, mostly."""
    best = draw(rng, letters, kinds, n)
    for _ in range(40):
        other = draw(rng, letters, kinds, n)
        if len(strict(scheme, other)) > len(strict(scheme, best)):
            best = other
    return best


def main():
    rng = random.Random(16)
    for scheme in ["iob1", "iob2", "ioe1", "ioe2", "iobes", "bmes", "bilou", "bb2b3mes"]:
        base = "iobes" if scheme in OTHER else scheme
        letters = list(RULES[base][0]) if base in RULES else ["O", "B", "B2", "B3", "M", "E", "S"]
        for i in range(200):
            kinds = [""] if base in ("iobes", "bb2b3mes") and i % 4 == 0 else KINDS
            n = rng.randint(1, 14)
            gold = (proper if i % 3 else lambda r, s, l, k, n: draw(r, l, k, n))(rng, base, letters, kinds, n)
            predicted = draw(rng, letters, kinds, n)
            keep = rng.choice([0, 0.5, 0.8, 0.95])
            predicted = [g if rng.random() < keep else p for g, p in zip(gold, predicted)]
            s = strict_counts(base, gold, predicted)
            c = conlleval_counts(loosely(base, gold), loosely(base, predicted))
            other = OTHER.get(scheme, {})
            write = lambda tags: " ".join(other.get(t[0], t[0]) + t[1:] for t in tags)
            print(scheme, write(gold), write(predicted), *(" ".join(f"{k}:{a},{b},{d}" for k, (a, b, d) in sorted(x.items())) for x in (s, c)), sep="\t")


if __name__ == "__main__":
    main()
