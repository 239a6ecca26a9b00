#!/usr/bin/env python3
"""Makes data/samples/tokens.csv: the capitalized words of blogs and newsgroups, and whether each is part of a name.

    scripts/make-tokens.py

The words are those of data/corpora/en_ewt-ner.iob2.gz; a name is of a person, a place or an organization. What each column
holds is in data/samples/README.md.
"""
import collections
import csv
import gzip
import pathlib

DATA = pathlib.Path(__file__).parent.parent / "data"
KINDS = "weblog", "newsgroup"
ENDINGS = 12  # the most frequent endings have levels of their own
SPEECH = {"noun": "NN", "verb": "VB MD", "adjective": "JJ RB", "function": "DT IN PRP TO CC WP WDT WRB"}
COLUMNS = ("length,capitals,vowels,ending,position,words,before,capital_before,after,capital_after,same,lower,"
           "document,name").split(",")


def documents():
    """The sentences of each document, a sentence as a list of (word, part of speech, entity)."""
    found = {}
    with gzip.open(DATA / "corpora" / "en_ewt-ner.iob2.gz", "rt", encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            if line.startswith("# sent_id = "):
                name, sentence = line.split(" = ", 1)[1].rsplit("-", 1)[0], []
                found.setdefault(name, []).append(sentence)
            elif line:
                sentence.append(line.split("\t"))
    return [sentences for name, sentences in found.items() if name.split("-")[0] in KINDS]


def capital(word):
    return word[:1].isupper()


def group(speech):
    """The group of a part of speech of the Penn Treebank; proper nouns are nouns like any other."""
    for name, starts in SPEECH.items():
        if speech.startswith(tuple(starts.split())):
            return name
    return "other" if speech[:1].isalpha() else "mark"


def neighbour(sentence, i):
    """The group of word i, or whether the sentence starts or ends there, and whether it begins with a capital letter."""
    if i < 0:
        return "start", 0
    if i == len(sentence):
        return "end", 0
    word, speech, _ = sentence[i]
    return group(speech), int(capital(word))


def rows(found):
    endings = collections.Counter(w.lower()[-2:] for d in found for s in d for w, _, _ in s if capital(w))
    common = {e for e, _ in endings.most_common(ENDINGS)}
    for k, document in enumerate(found, 1):
        same = collections.Counter(w for s in document for w, _, _ in s)
        for s in document:
            for i, (word, _, entity) in enumerate(s):
                if not capital(word):
                    continue
                ending, lower = word.lower()[-2:], word.lower()
                yield [len(word), sum(c.isupper() for c in word), sum(c in "aeiou" for c in lower),
                       ending if ending in common else "rest", i + 1, len(s), *neighbour(s, i - 1), *neighbour(s, i + 1),
                       same[word], same[lower], f"d{k:02}", "no" if entity == "O" else "yes"]


def main():
    with open(DATA / "samples" / "tokens.csv", "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(COLUMNS)
        out.writerows(rows(documents()))


main()
