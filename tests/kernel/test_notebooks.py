"""The notebooks of examples/notebooks: stored without outputs, run, and compared with the prompt."""

import json
import os
import subprocess

import nbformat
import pytest
from conftest import BUILD, SOURCE, prompt

NOTEBOOKS = sorted((SOURCE / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 6


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
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
         "--output-dir", tmp_path, *NOTEBOOKS],
        check=True,
        env={**os.environ, "JUPYTER_PATH": str(BUILD / "share" / "jupyter")},
    )
    seen = set()
    for path in NOTEBOOKS:
        book = nbformat.read(tmp_path / path.name, as_version=4)
        outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
        assert outputs and all(output.output_type != "error" for output in outputs)
        seen |= {form for output in outputs for form in output.get("data", {})}
    assert {"text/plain", "text/latex", "image/svg+xml", "text/html"} <= seen
