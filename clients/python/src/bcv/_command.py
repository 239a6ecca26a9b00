"""The command bcv: where it is, and how it is run."""

from __future__ import annotations

import functools
import importlib.metadata
import os
import re
import shutil
import subprocess
import sysconfig
import warnings
from typing import Any, Iterator, Mapping, Optional


class Error(RuntimeError):
    """What bcv refuses, in one line: what is wrong, where, and what to do."""


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Options as flags of the command; what is None or False is left out."""
    out = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            out.append(flag)
            continue
        if not isinstance(value, (str, os.PathLike)) and hasattr(value, "__iter__"):
            value = ",".join(str(x) for x in value)
        out.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return out


def _find(command: Optional[str]) -> str:
    wanted = command or os.environ.get("BCV") or "bcv"
    for place in _places() if wanted == "bcv" else [wanted]:
        found = shutil.which(place)
        if found:
            return found
    where = "argument command" if command else "environment variable BCV" if os.environ.get("BCV") else ""
    raise Error((f"{wanted}, which the {where} names, is not a program; correct it" if where else "no program bcv beside Python, on PATH or in ~/go/bin; install it")
                + ", with `go install ./pkg/cmd/bcv` in a clone of https://github.com/block-regularized/bcv, or set BCV to its path")


def _places() -> Iterator[str]:
    """Where pip puts the program, also of an environment that is not activated, then PATH, then where go install
    puts it; notebooks often do not have the PATH of the shell."""
    yield os.path.join(sysconfig.get_path("scripts"), "bcv")
    user = f"{os.name}_user"  # of pip install --user
    if user in sysconfig.get_scheme_names():
        yield os.path.join(sysconfig.get_path("scripts", user), "bcv")
    yield "bcv"
    for folder in os.environ.get("GOBIN"), os.path.join(os.environ.get("GOPATH") or os.path.expanduser("~/go"), "bin"):
        if folder:
            yield os.path.join(folder, "bcv")


_CHOOSE = "choose another one by the argument command or the environment variable BCV"


def _own() -> str:
    """The version of this package, empty for one that is no release."""
    try:
        version = importlib.metadata.version("bcv-compare")
    except importlib.metadata.PackageNotFoundError:
        return ""
    return "" if version == "0.0.0" or "dev" in version else version


@functools.lru_cache(maxsize=None)
def _version(found: str) -> str:
    """What the program calls its version, asked once: bcv v0.1.0, for instance."""
    try:
        said = subprocess.run([found, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        said = b""
    version = re.match(r"bcv \S+", said.decode(errors="replace"))
    return version.group().rstrip(",") if version else "of unknown version"


def _same(found: str) -> Optional[bool]:
    """Whether program and package are of one release; None where one of them is no release, such as one of a clone."""
    own = _own()
    release = re.fullmatch(r"bcv v(\d+\.\d+\.\d+)(?:-rc\.(\d+))?", _version(found)) if own else None
    if not own or not release and _version(found) != "of unknown version":
        return None
    return release is not None and own == release[1] + (f"rc{release[2]}" if release[2] else "")


@functools.lru_cache(maxsize=None)
def _warn(found: str) -> None:
    warnings.warn(f"the program {found} is {_version(found)}, this package is of version {_own()}; {_CHOOSE}", stacklevel=2)


def _run(command: Optional[str], args: list[str], text: str) -> tuple[str, list[str]]:
    """Runs the command; returns what it prints, and its notes."""
    found = _find(command)
    if _same(found) is False:
        _warn(found)
    done = subprocess.run([found, *args], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors="replace").strip().splitlines()
    prefix = f"bcv {args[0]}: "
    said = [line[len(prefix):] if line.startswith(prefix) else line for line in said]
    if done.returncode != 0:
        wrong = "; ".join(line for line in said if not line.startswith("note: ")) or f"bcv {args[0]} ended with status {done.returncode}"
        # A flag or command that it lacks may be one of another version.
        lacks = re.search("no flag |unknown (flag|command)|flag provided but not defined", wrong) and "did you mean" not in wrong
        raise Error(wrong + (f"; the program is {_version(found)}, {found}; {_CHOOSE}" if lacks and not _same(found) else ""))
    return done.stdout.decode(), [line[len("note: "):] for line in said if line.startswith("note: ")]
