#!/usr/bin/env python3
"""Makes data/corpora from the open corpora that are named in data/corpora/README.md.

    scripts/make-corpora.py FOLDER

FOLDER holds en_ewt-uner-{dev,test}.iob2.gz, en_ewt-up-{dev,test}.conllu.gz and
zh_gsdsimp-ud-{dev,test}.conllu.gz. The output does not depend on the date.
"""
import gzip
import pathlib
import sys

PARTS = ["dev", "test"]


def sentences(path):
    """The lines of each sentence, with the id of the sentence."""
    name, rows = None, []
    with gzip.open(path, "rt", encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            if line.startswith("# sent_id = "):
                name = line.split(" = ", 1)[1]
            elif not line.strip():
                if rows:
                    yield name, rows
                name, rows = None, []
            elif not line.startswith("#"):
                rows.append(line.split("\t"))
    if rows:
        yield name, rows


def write(path, text):
    with open(path, "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=9, mtime=0) as f:
        f.write(text.encode("utf-8"))


def entities(folder, out):
    """Words and entity tags of Universal NER, with the parts of speech of the same sentences."""
    kept = left = 0
    lines = []
    for part in PARTS:
        speech = {}
        for name, rows in sentences(folder / f"en_ewt-up-{part}.conllu.gz"):
            speech[name] = [(r[1], r[4]) for r in rows if r[0].isdigit()]
        for name, rows in sentences(folder / f"en_ewt-uner-{part}.iob2.gz"):
            words = [r[1] for r in rows]
            if [w for w, _ in speech.get(name, [])] != words or any(" " in w for w in words):
                left += 1
                continue
            kept += 1
            lines.append(f"# sent_id = {name}")
            lines += [f"{w}\t{pos}\t{r[2]}" for (w, pos), r in zip(speech[name], rows)]
            lines.append("")
    write(out / "en_ewt-ner.iob2.gz", "\n".join(lines) + "\n")
    print(f"en_ewt-ner: {kept} sentences, {left} left out")


def roles(folder, out):
    """The sentences of Universal PropBank with what roles and their chunks need."""
    lines, kept, predicates = [], 0, 0
    for part in PARTS:
        for name, rows in sentences(folder / f"en_ewt-up-{part}.conllu.gz"):
            rows = [r for r in rows if r[0].isdigit()]
            if all(r[10] in ("_", "") for r in rows):
                continue
            kept += 1
            predicates += sum(r[10] not in ("_", "") for r in rows)
            lines.append(f"# sent_id = {name}")
            lines += ["\t".join(r[:3] + ["_", r[4], "_", r[6], "_", "_", "_"] + r[10:]) for r in rows]
            lines.append("")
    write(out / "en_ewt-roles.conllu.gz", "\n".join(lines) + "\n")
    print(f"en_ewt-roles: {kept} sentences with {predicates} predicates")


def words(folder, out):
    """The words of UD Chinese GSD, simplified: one sentence per line."""
    lines = [" ".join("".join(r[1].split()) for r in rows if r[0].isdigit())
             for part in PARTS for _, rows in sentences(folder / f"zh_gsdsimp-ud-{part}.conllu.gz")]
    write(out / "zh_gsdsimp.words.gz", "\n".join(lines) + "\n")
    print(f"zh_gsdsimp: {len(lines)} sentences")


def main():
    folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent.parent / "data" / "corpora"
    entities(folder, out)
    roles(folder, out)
    words(folder, out)


main()
