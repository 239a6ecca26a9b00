"""Tests of scripts/build-wheels.py. They need the command bcv on PATH and run in the clone."""

import base64
import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

from packaging import tags
from packaging.utils import parse_wheel_filename

FILES = {"LICENSE": b"free", "licences/go/LICENSE": b"go", "README.md": b"read", "bcv-research": b"other"}
VERSION = "v0.1.0"
TAGS = {"linux-amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
        "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
        "darwin-amd64": "macosx_12_0_x86_64", "darwin-arm64": "macosx_12_0_arm64",
        "windows-amd64": "win_amd64", "windows-arm64": "win_arm64"}
HERE = sys.platform + "-" + {"x86_64": "amd64", "aarch64": "arm64"}.get(os.uname().machine, "arm64")


def archive(folder, system, program=b"\x7fprogram", version=VERSION):
    """An archive as make release writes it, with little inside."""
    name = f"bcv-{version}-{system}"
    files = {**FILES, "bcv.exe" if system.startswith("windows") else "bcv": program}
    path = folder / (name + (".zip" if system.startswith("windows") else ".tar.gz"))
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as packed:
            for file, text in files.items():
                packed.writestr(f"{name}/{file}", text)
        return path
    with tarfile.open(path, "w:gz") as packed:
        for file, text in files.items():
            member = tarfile.TarInfo(f"{name}/{file}")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text))
    return path


def build(out, *archives, check=True):
    return subprocess.run([sys.executable, "-B", "scripts/build-wheels.py", "--out", out, *archives], check=check, capture_output=True, text=True)


class Wheels(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_pip_takes_the_wheel_of_its_system(self):
        """By package packaging, which has the rules of PEP 425 and PEP 600 that pip goes by."""
        build(self.folder / "a", *(archive(self.folder, system) for system in TAGS))
        wheels = {path.name: parse_wheel_filename(path.name) for path in (self.folder / "a").iterdir()}
        for name, version, _, _ in wheels.values():
            self.assertEqual((name, str(version)), ("bcv-compare", "0.1.0"))
        for system, platforms in {
            "linux-amd64": ["musllinux_1_1_x86_64"], "linux-arm64": ["manylinux_2_17_aarch64"],
            "darwin-amd64": [*tags.mac_platforms((12, 0), "x86_64")], "darwin-arm64": [*tags.mac_platforms((15, 0), "arm64")],
            "windows-amd64": ["win_amd64"], "windows-arm64": ["win_arm64"],
        }.items():
            for version in (3, 9), (3, 14):
                self.assertEqual(self.taken(wheels, tags.compatible_tags(version, f"cp{version[0]}{version[1]}", platforms)),
                                 [f"bcv_compare-0.1.0-py3-none-{TAGS[system]}.whl"])
        self.assertEqual(self.taken(wheels, tags.sys_tags()), [f"bcv_compare-0.1.0-py3-none-{TAGS[HERE]}.whl"])
        self.assertEqual(self.taken(wheels, tags.compatible_tags((3, 12), "cp312", tags.mac_platforms((11, 0), "arm64"))), [])

    def taken(self, wheels, supported):
        supported = set(supported)
        return [name for name, (_, _, _, own) in wheels.items() if own & supported]

    def test_of_all_systems(self):
        archives = [archive(self.folder, system) for system in TAGS]
        build(self.folder / "a", *archives)
        build(self.folder / "b", *reversed(archives))
        names = sorted(path.name for path in (self.folder / "a").iterdir())
        self.assertEqual(names, sorted(f"bcv_compare-0.1.0-py3-none-{tag}.whl" for tag in TAGS.values()))
        for name in names:
            self.assertEqual((self.folder / "a" / name).read_bytes(), (self.folder / "b" / name).read_bytes(), name)
            self.check(self.folder / "a" / name)

    def check(self, path):
        with zipfile.ZipFile(path) as packed:
            files = {info.filename: packed.read(info) for info in packed.infolist()}
            program = "bcv_compare-0.1.0.data/scripts/bcv" + (".exe" if "-win_" in path.name else "")
            self.assertEqual({info.filename for info in packed.infolist() if info.external_attr >> 16 & 0o111}, {program})
        sources = {f"bcv/{p.name}": p.read_bytes() for p in pathlib.Path("clients/python/src/bcv").glob("*.*")}
        info = "bcv_compare-0.1.0.dist-info/"
        want = {*sources, program, *(info + name for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE", "licenses/licences/go/LICENSE"))}
        self.assertEqual(set(files), want)
        self.assertEqual({name: files[name] for name in sources}, sources)
        rows = [row.split(",") for row in files[info + "RECORD"].decode().splitlines()]
        self.assertEqual({row[0] for row in rows}, want)
        for name, digest, size in rows:
            if not name.endswith("RECORD"):
                sum256 = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip("=")
                self.assertEqual((digest, size), ("sha256=" + sum256, str(len(files[name]))), name)
        tags = path.stem.split("-")[-1].split(".")
        self.assertEqual(files[info + "WHEEL"].decode().splitlines()[3:], [f"Tag: py3-none-{tag}" for tag in tags])
        for line in "Name: bcv-compare", "Version: 0.1.0", "Requires-Python: >=3.9", "Requires-Dist: pandas>=1.5":
            self.assertIn(line, files[info + "METADATA"].decode().split("\n\n")[0].splitlines())

    def test_versions(self):
        for version, want in (("v0.1.0-rc.1", "0.1.0rc1"), ("v0.1.1-0.20260102030405-0123456789ab", "0.1.1.dev20260102030405+0123456789ab"),
                              ("v0.0.0-20260102030405-0123456789ab", "0.0.0.dev20260102030405+0123456789ab")):
            build(self.folder / want, archive(self.folder, "darwin-arm64", version=version))
            self.assertEqual([p.name for p in (self.folder / want).iterdir()], [f"bcv_compare-{want}-py3-none-macosx_12_0_arm64.whl"])

    def test_refuses(self):
        other, odd = self.folder / "bcv-v0.1.0-plan9-amd64.tar.gz", archive(self.folder, "linux-amd64", version="vnext")
        shutil.copy(odd, other)
        empty = self.folder / "bcv-v0.1.0-linux-amd64.tar.gz"
        with tarfile.open(empty, "w:gz"):
            pass
        for path, line in (
            (other, f"build-wheels: {other} has another name than the archives of make release, such as bcv-v0.1.0-linux-amd64.tar.gz\n"),
            (odd, "build-wheels: version next; write one such as 0.1.0, 0.1.0-rc.1 or 0.1.0-0.20260102030405-0123456789ab\n"),
            (empty, f"build-wheels: {empty} has no program bcv\n"),
        ):
            done = build(self.folder / "out", path, check=False)
            self.assertEqual((done.returncode, done.stderr), (1, line))

    def test_is_installed_and_found_without_activation(self):
        program = pathlib.Path(shutil.which("bcv")).read_bytes()
        build(self.folder, archive(self.folder, HERE, program))
        (wheel,) = self.folder.glob("*.whl")
        venv = self.folder / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", venv], check=True)
        python = venv / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel], check=True, capture_output=True)
        plain = {"PATH": "/usr/bin:/bin", "HOME": os.fspath(self.folder), "LC_ALL": "C.UTF-8"}
        run = subprocess.run([python, "-B", "-c", "import bcv; print(bcv.__file__, bcv.folds(8))"], env=plain, cwd=self.folder,
                             check=True, capture_output=True, text=True)
        self.assertTrue(run.stdout.startswith(f"{venv}/lib/python3"), run.stdout)
        self.assertIn("6 folds of 8 records", run.stdout)
        tests = pathlib.Path("clients/python/tests").resolve()
        work = self.folder / "work"
        shutil.copytree("data/samples", work / "data" / "samples")
        shutil.copytree("data/counts", work / "data" / "counts")
        subprocess.run([python, "-B", tests / "test_splitter.py", "--quiet", "Compare"], cwd=work, env={**plain, "PATH": f"{os.path.dirname(shutil.which('bcv'))}:/usr/bin:/bin"}, check=True)
        version = subprocess.run([venv / "bin" / "bcv", "--version"], check=True, capture_output=True, text=True)
        self.assertTrue(version.stdout.startswith("bcv"), version.stdout)


if __name__ == "__main__":
    unittest.main()
