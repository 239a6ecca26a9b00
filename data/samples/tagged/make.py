#!/usr/bin/env python3
"""Writes data/samples/tagged: made-up sentences with people and places, tagged by two made-up taggers on the folds of a partition set.

    bcv split --n 60 --m 3 --seed 1 --out folds.csv
    python3 data/samples/tagged/make.py folds.csv data/samples/tagged
"""
import csv, os, random, sys

FIRST = "Ada Ben Cleo Dan Eva Finn Gus Hana Ivo June".split()
LAST = "Arden Birk Cole Dorn Elm Frey".split()
PLACES = ["Lorne", "Port Vale", "Osk", "New Harrow", "Tiba", "Saint Orla Bay"]
FRAMES = ["{p} went to {l} .", "In {l} , {p} met {p} .", "{p} writes about {l} .", "Nobody in {l} knows {p} .",
          "{p} and {p} left {l} for {l} .", "Rain is rare here .", "{p} sold {n} boats ."]


def sentence(rng):
    words, tags = [], []
    for w in rng.choice(FRAMES).split():
        chunk = {"{p}": [rng.choice(FIRST)] + ([rng.choice(LAST)] if rng.random() < 0.6 else []),
                 "{l}": rng.choice(PLACES).split(), "{n}": [str(rng.randint(2, 99))]}.get(w, [w])
        kind = {"{p}": "PER", "{l}": "LOC"}.get(w)
        words += chunk
        tags += [("I-" if k else "B-") + kind if kind else "O" for k in range(len(chunk))]
    return words, tags


def tagger(rng, tags, errs):
    out = []
    for t in tags:
        if rng.random() >= errs:
            out.append(t)
        elif t == "O":
            out.append(rng.choice(["O", "B-PER", "B-LOC"]))
        else:
            out.append(rng.choice(["O", t[:2] + ("LOC" if t.endswith("PER") else "PER"), "B" + t[1:]]))
    return out


def main(folds, folder):
    rng = random.Random(3)
    corpus = []
    while len(corpus) < 60:
        s = sentence(rng)
        if s not in corpus:
            corpus.append(s)
    valid = {}
    for row in csv.DictReader(open(folds)):
        if row["role"] == "valid":
            valid.setdefault((row["replication"], row["fold"]), []).append(int(row["record"]))
    for model, errs in ("crf", 0.10), ("rules", 0.22):
        os.makedirs(f"{folder}/{model}", exist_ok=True)
        for (r, f), records in sorted(valid.items()):
            with open(f"{folder}/{model}/{r}.{f}.txt", "w") as out:
                for i in records:
                    words, gold = corpus[i]
                    for line in zip(words, gold, tagger(rng, gold, errs)):
                        print(*line, file=out)
                    print(file=out)


main(*sys.argv[1:])
