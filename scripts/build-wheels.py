#!/usr/bin/env python3
"""Builds wheels of clients/python with the program inside, one for each archive of make release.

    scripts/build-wheels.py [--out DIR] ARCHIVE...

The same archives and sources give the same bytes. Needs Python 3.11 or later, and no other package.
"""

import argparse
import base64
import hashlib
import pathlib
import re
import sys
import tarfile
import tomllib
import zipfile

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "clients" / "python"
PROJECT = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# The programs are static: on Linux they need no C library, and Go 1.26 asks for macOS 12.
TAGS = {
    "linux-amd64": ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    "linux-arm64": ["manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"],
    "darwin-amd64": ["macosx_12_0_x86_64"],
    "darwin-arm64": ["macosx_12_0_arm64"],
    "windows-amd64": ["win_amd64"],
    "windows-arm64": ["win_arm64"],
}

ARCHIVE = re.compile(r"bcv-v(.+)-([a-z]+-[a-z0-9]+)\.(?:tar\.gz|zip)")
VERSION = re.compile(r"(\d+\.\d+\.\d+)(?:-(?:(rc)\.(\d+)|(?:0\.)?(\d{14})-([0-9a-f]{12})))?(?:\+dirty)?")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=".build/wheels", help="write wheels to this folder")
    parser.add_argument("archives", nargs="+", type=pathlib.Path, help="files bcv-VERSION-SYSTEM.tar.gz")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for archive in args.archives:
        path = args.out / wheel(archive, args.out)
        print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")


def wheel(archive, out):
    """Writes the wheel of an archive into a folder; returns its name."""
    found = ARCHIVE.fullmatch(archive.name)
    if not found or found[2] not in TAGS:
        sys.exit(f"build-wheels: {archive} has another name than the archives of make release, such as "
                 "bcv-v0.1.0-linux-amd64.tar.gz")
    version, tags = python_version(found[1]), TAGS[found[2]]
    name = "bcv.exe" if found[2].startswith("windows") else "bcv"
    inside = dict(contents(archive))
    if name not in inside:
        sys.exit(f"build-wheels: {archive} has no program {name}")
    root = f"{PROJECT['name'].replace('-', '_')}-{version}"
    sources = [path for path in (PACKAGE / "src" / "bcv").iterdir() if path.suffix in (".py", ".typed")]
    files = {f"bcv/{path.name}": path.read_bytes() for path in sources}
    files[f"{root}.data/scripts/{name}"] = inside[name]
    for path, text in inside.items():
        if path == "LICENSE" or path.startswith("licences/"):
            files[f"{root}.dist-info/licenses/{path}"] = text
    files[f"{root}.dist-info/METADATA"] = metadata(version).encode()
    lines = ["Wheel-Version: 1.0", "Generator: build-wheels", "Root-Is-Purelib: false"]
    lines += [f"Tag: py3-none-{tag}" for tag in tags]
    files[f"{root}.dist-info/WHEEL"] = "".join(f"{line}\n" for line in lines).encode()
    record = f"{root}.dist-info/RECORD"
    rows = [f"{path},{digest(text)},{len(text)}\n" for path, text in sorted(files.items())]
    files[record] = "".join([*rows, record + ",,\n"]).encode()
    name = f"{root}-py3-none-{'.'.join(tags)}.whl"
    pack(out / name, files)
    return name


def contents(archive):
    """The names, below the folder of the archive, and the bytes of all files in it."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as packed:
            for path in packed.namelist():
                yield path.partition("/")[2], packed.read(path)
        return
    with tarfile.open(archive) as packed:
        for member in packed:
            if member.isfile():
                yield member.name.partition("/")[2], packed.extractfile(member).read()


def python_version(version):
    """The version of Go as Python writes it: 0.1.0-rc.1 is 0.1.0rc1, a commit without a tag a development release."""
    found = VERSION.fullmatch(version)
    if not found:
        sys.exit(f"build-wheels: version {version}; write one such as 0.1.0, 0.1.0-rc.1 or "
                 "0.1.0-0.20260102030405-0123456789ab")
    number, rc, n, when, commit = found.groups()
    return number + (f"rc{n}" if rc else "") + (f".dev{when}+{commit}" if when else "")


def metadata(version):
    """What pip reads of the package, of pyproject.toml."""
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {version}"]
    lines += [f"Summary: {PROJECT['description']}"]
    lines += [f"Project-URL: {name}, {url}" for name, url in PROJECT["urls"].items()]
    lines += [f"Requires-Python: {PROJECT['requires-python']}"]
    lines += [f"Requires-Dist: {needs}" for needs in PROJECT["dependencies"]]
    for extra, all_needs in PROJECT["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"] + [f'Requires-Dist: {needs}; extra == "{extra}"' for needs in all_needs]
    lines += ["Description-Content-Type: text/markdown", "", (PACKAGE / PROJECT["readme"]).read_text(encoding="utf-8")]
    return "\n".join(lines)


def digest(text):
    """The sum of a file as RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()


def pack(path, files):
    """Writes files in order, without the time and the machine; RECORD, in .dist-info, comes last."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in sorted(files, key=lambda name: (".dist-info/" in name, name.endswith("/RECORD"), name)):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.compress_type = 3, zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if ".data/scripts/" in name else 0o100644) << 16
            packed.writestr(info, files[name])


if __name__ == "__main__":
    main()
