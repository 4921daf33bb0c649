"""The notebooks of examples/notebooks: stored without outputs, run, and compared with the prompt."""

import json
import os
import subprocess

import nbformat
import pytest
from conftest import BUILD, SOURCE, prompt

NOTEBOOKS = sorted((SOURCE / "examples" / "notebooks").glob("*.ipynb"))
LESSONS = sorted((SOURCE / "examples" / "notebooks" / "lessons").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 6 and len(LESSONS) == 8


@pytest.mark.parametrize("path", NOTEBOOKS + LESSONS, ids=lambda path: path.stem)
def test_notebook(kernel, path):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert book.metadata.kernelspec.name == "cgt"
    info = kernel.ask(kernel.client.kernel_info())["language_info"]
    assert book.metadata.language_info.items() <= info.items()
    codes = [cell for cell in book.cells if cell.cell_type == "code"]
    assert len(codes) >= 4
    assert all(cell.outputs == [] and cell.execution_count is None for cell in codes)
    # As it would be saved: nothing to change.
    assert path.read_text() == json.dumps(json.loads(path.read_text()), indent=1, ensure_ascii=False) + "\n"
    kernel.restart()
    said = ""
    for cell in codes:
        done = kernel.run(cell.source)
        assert done.ok, (cell.source, done.reply)
        said += done.text
    assert said == prompt("\n".join(cell.source for cell in codes) + "\n")


def test_nbconvert(tmp_path):
    subprocess.run(
        ["/usr/bin/python3", "-m", "nbconvert", "--to", "notebook", "--execute", "--log-level", "ERROR",
         "--output-dir", tmp_path, *NOTEBOOKS, *LESSONS],
        check=True,
        env={**os.environ, "JUPYTER_PATH": str(BUILD / "share" / "jupyter")},
    )
    seen = set()
    for path in NOTEBOOKS + LESSONS:
        book = nbformat.read(tmp_path / path.name, as_version=4)
        outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
        assert outputs and all(output.output_type != "error" for output in outputs)
        forms = {form for output in outputs for form in output.get("data", {})}
        assert path not in LESSONS or {"image/svg+xml", "text/latex"} <= forms
        seen |= forms
    assert {"text/plain", "text/latex", "image/svg+xml", "text/html"} <= seen


VERDICTS = {"open": "No answer yet", "wrong": "Not yet. ", "solution": "Right!"}


def verdicts(book, answer):
    """What the lesson says to each exercise if it is left open, or answered as the cell's metadata tell: by the prompt."""
    said = []
    for cell in book.cells:
        if cell.cell_type != "code":
            continue
        source = cell.metadata.get("exercise", {}).get(answer, cell.source)
        said.append(f'Print("=== {cell.id}");\n{source}\n')
    checks = [cell.id for cell in book.cells if cell.cell_type == "code" and cell.source.startswith("Check(")]
    found = dict(part.split("\n", 1) for part in prompt("".join(said)).split("=== ")[1:])
    return [found[check].strip() for check in checks]


@pytest.mark.parametrize("answer", VERDICTS)
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_exercises_are_marked(path, answer):
    book = nbformat.read(path, as_version=4)
    exercises = [cell.metadata.exercise for cell in book.cells if "exercise" in cell.metadata]
    said = verdicts(book, answer)
    assert len(said) == len(exercises) >= 4
    assert all(one.startswith(VERDICTS[answer]) and "\n" not in one for one in said), said


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_checks_hold_no_solution(path):
    """They try an answer out: none stands in the cell that marks it."""
    cells = nbformat.read(path, as_version=4).cells
    for cell, check in zip(cells, cells[1:]):
        if "exercise" in cell.metadata:
            assert check.source.startswith("Check(" + cell.source.split(" :=")[0] + ",")
            solution = cell.metadata.exercise.solution.split(":=")[1].strip(" ;")
            assert "== " + solution not in check.source
