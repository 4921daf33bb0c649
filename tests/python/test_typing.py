"""Stubs and annotations, and the examples for Python."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import cgt

ROOT = pathlib.Path(os.environ.get("CGT_SOURCE", pathlib.Path(__file__).parents[2]))
EXAMPLES = sorted((ROOT / "examples" / "python").glob("*.py"))


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False, **options
    )


def test_stubs_are_shipped():
    folder = pathlib.Path(cgt.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_cgt.pyi").exists()


def test_stubs_have_docstrings():
    """Every method of the compiled classes but those with names of operators."""
    text = (pathlib.Path(cgt.__file__).parent / "_cgt.pyi").read_text()
    silent = [
        name for name, body in re.findall(r"^    def ([a-z]\w+)\(.*?(: \.\.\.$|:\n +\"\"\")", text, flags=re.M | re.S)
        if "..." in body
    ]
    assert silent == [] and text.count('"""') > 700


def test_rulesets_are_names_that_checkers_know(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from cgt import rulesets\nx: str = rulesets.Domineering.summary\nrulesets.Domineerign\n")
    found = run("-m", "mypy", "--cache-dir", tmp_path, script)
    assert 'error: Module has no attribute "Domineerign"' in found.stdout and "Found 1 error" in found.stdout


def test_stubs_fit(tmp_path):
    allowed = tmp_path / "allowed"
    # Classes without a constructor take anything and refuse; what this mypy says of the library of Python.
    allowed.write_text(
        r"cgt\.(\w+\.)*(PrintKey|Thermograph|Endgame|Region|Result|Ruleset|Score|SumMove|Game|Number)"
        "\\.__init__\n"
        r"cgt\.(\w+\.)*(Colour|Comparison|Outcome|Player|Relation|_Side|_Text)\.__new__" "\n"
        # Classes that are made of those of a library when it is asked for.
        r"cgt\.adapters\._\w+\.\w+@\d+" "\n"
        r"cgt(\.\w+)+\.Fraction\.__new__" "\n"
        r"cgt(\.\w+)+\.(Any|Hashable|Iterable|Iterator|Mapping|NamedTuple|Sequence)" "\n"
    )
    found = run(
        "-m", "mypy.stubtest", "--concise", "--ignore-unused-allowlist", "--allowlist", allowed, "cgt",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(pathlib.Path(cgt.__file__).resolve().parents[1])},
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_stubtest_sees_a_missing_name(tmp_path):
    """The check above can fail: a stub without one of the names."""
    import shutil

    folder = tmp_path / "cgt"
    shutil.copytree(pathlib.Path(cgt.__file__).parent, folder)
    stub = folder / "_cgt.pyi"
    text = stub.read_text()
    assert "    def birthday(" in text
    stub.write_text(text.replace("    def birthday(", "    def birthyear("))
    found = run("-m", "mypy.stubtest", "--concise", "cgt._cgt", cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(tmp_path), "MYPYPATH": str(tmp_path)})
    assert "birthyear" in found.stdout


def test_examples_are_typed(tmp_path):
    found = run("-m", "mypy", "--strict", "--cache-dir", tmp_path, *EXAMPLES)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=[e.stem for e in EXAMPLES])
def test_example(example):
    ran = run(example)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == example.with_suffix(".out").read_text()
