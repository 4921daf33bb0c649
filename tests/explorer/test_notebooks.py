"""Texts of worksheets, and notebooks: what is saved is what Jupyter would have saved, and nothing is lost."""

import copy
import json
import os
import pathlib
import tempfile

import nbformat
import pytest
from conftest import SOURCE

BUILD = pathlib.Path(os.environ["CGT_BUILD"])
NOTEBOOKS = sorted((SOURCE / "examples" / "notebooks").glob("*.ipynb"))
KERNEL = BUILD / "share" / "jupyter" / "kernels" / "cgt" / "kernel.json"

SHEET = """
    const {restore} = await T.state();
    restore({view: 'sheet', sheet: arguments_[0]});
    await T.until(() => document.documentElement.dataset.ready === 'sheet' && document.querySelectorAll('.cell-block').length === arguments_[0].length, 'the cells');
"""
OPEN = """
    const {openSheet} = await import('/sheet/sheet.js');
    delete document.documentElement.dataset.ready;
    await openSheet({name: 'x.ipynb', text: arguments_[0]});
    await T.until(() => document.documentElement.dataset.ready === 'sheet', 'the cells');
"""
SAVE = """
    const saved = T.saved();
    [...document.querySelectorAll('#view-sheet button')].find((b) => b.textContent === 'Save .ipynb').click();
    return saved;
"""
RUN_ALL = """
    const blocks = [...document.querySelectorAll('.cell-block.code')];
    [...document.querySelectorAll('#view-sheet button')].find((b) => b.textContent === 'Run all').click();
    const end = (block) => block.dataset.runs && !document.querySelector('.cell-block.running');
    await T.until(() => end(blocks.at(-1)) || (!document.querySelector('.cell-block.running') && document.querySelector('.failure')), 'the run');
"""


def text_cell(source):
    return {"type": "markdown", "source": source}


def rendered(page, source):
    """A text as the page shows it: elements as [name, attributes, children], formulas as ["$", TeX, on lines of its own]."""
    page.run(SHEET, [text_cell(source)])
    return page.run("""
        const root = await T.until(() => document.querySelector('.rendered:not([hidden]) > .markdown-text'), 'the text');
        const tree = (node) => {
          if (node.nodeType === Node.TEXT_NODE) return node.data;
          const tex = node.matches('.formula') && node.querySelector('annotation');
          if (tex) return ['$', tex.textContent, node.querySelector('.katex-display') !== null];
          return [node.localName, Object.fromEntries([...node.attributes].map(({name, value}) => [name, value])), ...[...node.childNodes].map(tree)];
        };
        return [...root.childNodes].map(tree);""")


def test_texts_are_rendered(page):
    assert rendered(page, "# Sums\nA *b* **c** `{1|2}`, \\*2 &alpha; a\n\n> q\n\n---") == [
        ["h2", {}, "Sums"],
        ["p", {}, "A ", ["em", {}, "b"], " ", ["strong", {}, "c"], " ", ["code", {}, "{1|2}"], ", ", "*", "2 α a"],
        ["blockquote", {}, ["p", {}, "q"]], ["hr", {}]]
    assert rendered(page, "- one\n- two\n  1. `a`\n\n3. x\n4. y\n\n```\nx < y && \"z\"\n```") == [
        ["ul", {}, ["li", {}, "one"], ["li", {}, "two", ["ol", {}, ["li", {}, ["code", {}, "a"]]]]],
        ["ol", {"start": "3"}, ["li", {}, "x"], ["li", {}, "y"]],
        ["pre", {}, ["code", {}, "x < y && \"z\""]]]
    table = rendered(page, "|a|b|\n|-|-:|\n|1|$x$|")
    assert table[0][2] == ["table", {}, ["thead", {}, ["tr", {}, ["th", {"scope": "col"}, "a"], ["th", {"scope": "col", "class": "to-right"}, "b"]]],
                           ["tbody", {}, ["tr", {}, ["td", {}, "1"], ["td", {"class": "to-right"}, ["$", "x", False]]]]]
    link = {"rel": "noopener noreferrer", "target": "_blank"}
    assert rendered(page, "[a](https://example.org/?x=1&y=2 \"t\") <mailto:a@b.org>") == [
        ["p", {}, ["a", {"href": "https://example.org/?x=1&y=2", **link}, "a"], " ", ["a", {"href": "mailto:a@b.org", **link}, "mailto:a@b.org"]]]


def test_formulas_stand_between_dollars(page):
    # Not what costs $5, nor what code holds; emphasis does not reach into them.
    assert rendered(page, "$a_1$ and $b_2$: $5 or $6, `$x$`, \\$y$ *e $p*q$ f* *2 and $a*b$") == [
        ["p", {}, ["$", "a_1", False], " and ", ["$", "b_2", False], ": $5 or $6, ", ["code", {}, "$x$"], ", ", "$", "y$ ",
         ["em", {}, "e ", ["$", "p*q", False], " f"], " *2 and ", ["$", "a*b", False]]]
    assert rendered(page, "text\n$$\n\\frac12\n$$\n\\begin{align}\na &= b\n\\end{align}\nand $$x$$ there") == [
        ["p", {}, "text"],
        ["p", {"class": "displayed"}, ["$", "\\frac12", True]],
        ["p", {"class": "displayed"}, ["$", "\\begin{align}\na &= b\n\\end{align}", True]],
        ["p", {}, "and ", ["$", "x", True], " there"]]
    # One that is none is shown as it was written.
    broken = rendered(page, "$\\frac{1$ end")
    assert broken == [["p", {}, ["span", {"class": "formula plain"}, "$\\frac{1$"], " end"]]


HOSTILE = [
    "<script>window.__evil = 1</script>", "<img src=x onerror='window.__evil=1'>", "<b onclick=\"window.__evil=1\">b</b>",
    "<svg onload=window.__evil=1></svg>", "<iframe src='https://evil.example/'></iframe>", "<style>body{display:none}</style>",
    "[a](javascript:window.__evil=1)", "[a](JaVaScRiPt&colon;window.__evil=1)", "[a](&#106;avascript:window.__evil=1)", "[a](data:text/html,x)",
    "[a](vbscript:x) [b](file:///etc/passwd) [c](//evil.example/)", "<javascript:window.__evil=1>", "![x](https://evil.example/x.png)",
    "![x](x\"onerror=\"window.__evil=1)", "![x](javascript:window.__evil=1)", "[![x](https://evil.example/y.png)](javascript:window.__evil=1)",
    "$\\href{javascript:window.__evil=1}{x}$", "$\\includegraphics{https://evil.example/z.png}$", "$\\htmlStyle{color: red}{x}$",
    "[x]: javascript:window.__evil=1\n\n[x]", "`<img src=x onerror=window.__evil=1>`", "&lt;script&gt;window.__evil=1&lt;/script&gt;",
    "<div><img src='https://evil.example/q.png' onerror=window.__evil=1><form action=https://evil.example/><input></form></div>",
    "| <img src=x onerror=window.__evil=1> |\n|-|\n| <a href='javascript:window.__evil=1'>x</a> |", "> " * 5000 + "x", "[" * 5000, "*a" * 3000,
    "![x](attachment:__proto__) ![y](attachment:constructor)",
]


def test_texts_are_harmless(page):
    """Nothing of them runs, restyles or loads, and they lead nowhere but to http, https and mailto."""
    for source in HOSTILE:
        page.run(SHEET, [text_cell(source)])
        found = page.run("""
            const root = await T.until(() => document.querySelector('.rendered'), 'the text');
            const all = [...root.querySelectorAll('*:not(.katex *)')];
            return {evil: window.__evil, text: root.textContent.trim(), links: [...root.querySelectorAll('[href], [src], [action]')].map((e) => e.href ?? e.src ?? e.action),
              names: [...new Set(all.map((e) => e.localName))],
              attributes: [...new Set(all.flatMap((e) => e.getAttributeNames()))]};""")
        assert found["evil"] is None and all(link.startswith(("https://", "http://", "mailto:")) for link in found["links"]), source
        assert not {"script", "img", "iframe", "svg", "style", "form", "input", "object", "embed", "link", "base", "meta"} & set(found["names"]), source
        assert set(found["attributes"]) <= {"class", "href", "rel", "target", "title", "scope", "start", "role", "aria-label"}, source
    page.drain()
    assert not [url for url in page.requests if "evil.example" in url]
    assert not [entry for entry in page.complaints if "Content Security Policy" in entry["message"]]


def test_texts_are_edited_by_mouse_and_keyboard(page):
    page.run(SHEET, [text_cell("*one*"), {"type": "code", "source": "1"}])
    state = """
        const cell = document.querySelector('.cell-block.markdown');
        return {shown: !cell.querySelector('.rendered').hidden, edited: !cell.querySelector('.source-code').hidden, text: cell.querySelector('.rendered').textContent,
                at: document.activeElement.closest('.rendered') ? 'text' : document.activeElement.closest('.cell-block.code') ? 'code' : document.activeElement.closest('.CodeMirror') ? 'editor' : document.activeElement.textContent};"""
    assert page.run(state)["shown"]
    x, y = page.run("return T.middle(document.querySelector('.rendered em'));")
    for clicks in (1, 2):
        at = {"x": x, "y": y, "button": "left", "clickCount": clicks}
        page.cdp("Input.dispatchMouseEvent", {**at, "type": "mousePressed"})
        page.cdp("Input.dispatchMouseEvent", {**at, "type": "mouseReleased"})
    found = page.run(state)
    assert found["edited"] and not found["shown"] and found["at"] == "editor"
    page.run("document.querySelector('.cell-block.markdown .CodeMirror').CodeMirror.setValue('two **2**');")
    page.key("Enter", modifiers=8)  # Shift: shows it and goes on
    found = page.run(state)
    assert (found["shown"], found["text"], found["at"]) == (True, "two 2", "code")
    # By keys alone: to the text, into it, out by Escape, by Tab.
    page.run("document.querySelector('.cell-block.markdown .rendered').focus();")
    page.key("Enter")
    found = page.run(state)
    assert found["edited"] and found["at"] == "editor"
    page.run("document.querySelector('.cell-block.markdown .CodeMirror').CodeMirror.setValue('three');")
    page.key("Escape")
    found = page.run(state)
    assert (found["shown"], found["text"], found["at"]) == (True, "three", "text")
    page.key("Enter")
    page.run("document.querySelector('.cell-block.markdown .CodeMirror').CodeMirror.setValue('four');")
    page.key("Tab")
    page.run("await T.until(() => !document.querySelector('.rendered').hidden, 'the text');")
    assert page.run(state)["text"] == "four"
    # A click elsewhere shows it, too, and reaches what it points at.
    page.key("Tab", modifiers=8)
    page.run("document.querySelector('.cell-block.markdown .cell-tools button').click();")
    assert page.run(state)["edited"]
    page.click_at(page.run("return T.middle([...document.querySelectorAll('#view-sheet .bar button')].find((b) => b.textContent === 'Add a text'));"))
    page.run("await T.until(() => document.querySelectorAll('.cell-block').length === 3 && !document.querySelector('.rendered').hidden, 'a new text');")
    names = [node["name"]["value"] for node in page.cdp("Accessibility.getFullAXTree")["nodes"]
             if not node.get("ignored") and node.get("name", {}).get("value", "").startswith("Text 1")]
    assert "Text 1: Enter edits" in names


def joined(outputs):
    """With whole texts, and what is written to a stream in pieces as one output."""
    found = []
    for output in outputs:
        one = dict(output)
        if "data" in one:
            one["data"] = {kind: "".join(text) for kind, text in one["data"].items()}
        if "text" in one:
            one["text"] = "".join(one["text"])
            if found and found[-1].get("name") == one["name"]:
                found[-1]["text"] += one["text"]
                continue
        found.append(one)
    return found


def run_by_jupyter(notebook):
    """Its outputs after nbclient has run it with cgt-kernel."""
    with tempfile.TemporaryDirectory() as private:
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
            os.environ[name] = os.path.join(private, name)
        os.environ["JUPYTER_PATH"] = str(BUILD / "share" / "jupyter")
        from nbclient import NotebookClient
        NotebookClient(notebook, timeout=600, kernel_name="cgt", allow_errors=True).execute()
    return [joined(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"]


CELLS = [text_cell("A *text*"), {"type": "code", "source": "G := {3||2|1}\n[G.Mean, G.Temperature]"},
         {"type": "code", "source": "G.Thermograph\n:plot G"}, {"type": "code", "source": "for i from 1 to 3 do Print(i) end;\n{1 => 2, 3 => 4}"},
         {"type": "code", "source": "game.grid.Domineering(\"..|..\")\n\"ünï <b>\""}, {"type": "code", "source": ""},
         {"type": "raw", "source": "raw\n"}, {"type": "code", "source": "foo(1)"}]


@pytest.mark.skipif(not KERNEL.exists(), reason="cgt-kernel was left out of this build")
def test_outputs_are_saved_as_jupyter_saves_them(page):
    page.run(SHEET, CELLS)
    page.run("[...document.querySelectorAll('#view-sheet button')].find((b) => b.textContent === 'New session').click(); await T.until(() => /new session/i.test(document.querySelector('#message').textContent));")
    page.run(RUN_ALL)
    text = page.run(SAVE)
    saved = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    nbformat.validate(saved)
    assert [(cell.cell_type, cell.source) for cell in saved.cells] == [(cell["type"], cell["source"]) for cell in CELLS]
    assert len({cell.id for cell in saved.cells}) == len(CELLS)
    # As Jupyter lays out a file.
    assert json.loads(text) == json.loads(nbformat.writes(saved))
    ours = [joined(cell.outputs) for cell in saved.cells if cell.cell_type == "code"]
    kinds = {output["output_type"] for outputs in ours for output in outputs}
    assert kinds == {"stream", "execute_result", "display_data", "error"}
    types = {kind for outputs in ours for output in outputs for kind in output.get("data", {})}
    assert types == {"text/plain", "text/latex", "image/svg+xml", "text/html"}
    bare = copy.deepcopy(saved)
    for cell in bare.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    assert run_by_jupyter(bare) == ours
    from nbconvert import HTMLExporter
    page_of_it = HTMLExporter().from_notebook_node(saved)[0]
    assert "<svg" in page_of_it and "unknown name" in page_of_it.replace("&#39;", "'")
    # Loaded again: shown as they were, marked until they are run.
    shown = """return [...document.querySelectorAll('.cell-block.code')].map((block) => ({
        html: block.querySelector('.output').innerHTML.replace(/ role="alert"/g, '').replace(/"#?d-\\d+-/g, '"d-').replace(/#d-\\d+-/g, '#d-').replace(/<p class="note">hint.*?<\\/p>/g, ''),
        prompt: block.querySelector('.prompt').textContent, marked: !block.querySelector('.badge').hidden}));"""
    live = page.run(shown)
    assert not any(block["marked"] for block in live)
    page.run(OPEN, text)
    loaded = page.run(shown)
    assert [block["html"] for block in loaded] == [block["html"] for block in live]
    assert [block["prompt"] for block in loaded] == [block["prompt"] for block in live]
    assert [block["marked"] for block in loaded] == [bool(outputs) for outputs in ours]
    assert page.run(SAVE) == text
    page.run("""
        const block = document.querySelector('.cell-block.code');
        [...block.querySelectorAll('button')].find((b) => b.textContent === 'Run').click();
        await T.until(() => block.dataset.runs, 'the run');""")
    again = page.run(shown)
    assert not again[0]["marked"] and again[1]["marked"]
    # What the address does not hold outlives a reload.
    before = page.run(SAVE)
    page.driver.refresh()
    page.ready("sheet")
    assert page.run(SAVE) == before
    assert [block["prompt"] for block in page.run(shown)] == [block["prompt"] for block in again]


def test_a_fresh_worksheet_outlives_a_reload(page):
    page.show({"view": "sheet"})
    sources = "return [...document.querySelectorAll('.CodeMirror')].map((e) => e.CodeMirror.getValue());"
    fresh = page.run(sources)
    page.run("(await T.state()).writeAddress();")
    page.driver.refresh()
    page.ready("sheet")
    assert page.run(sources) == fresh and len(fresh) == 2
    # What was just written is in the address, too.
    page.run("document.querySelector('.CodeMirror').CodeMirror.setValue('1 + 2');")
    page.driver.refresh()
    page.ready("sheet")
    assert page.run(sources) == ["1 + 2", fresh[1]]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebooks_survive(page, path):
    """Run or not, byte by byte."""
    text = path.read_text()
    page.run(OPEN, text)
    assert page.run(SAVE) == text
    if not KERNEL.exists():
        return
    notebook = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    outputs = run_by_jupyter(notebook)
    assert sum(map(len, outputs)) >= 5
    full = nbformat.writes(notebook) + "\n"
    page.run(OPEN, full)
    assert page.run("return document.querySelectorAll('.cell-block.saved').length;") == sum(map(bool, outputs))
    shown = page.run("return [...document.querySelectorAll('.output .result')].map((r) => r.dataset.text);")
    assert shown == [output["data"]["text/plain"] for cell in outputs for output in cell if "data" in output]
    assert json.loads(page.run(SAVE)) == json.loads(full)


def test_the_lessons_run_in_a_worksheet(page):
    """With their exercises solved."""
    for path in sorted((SOURCE / "examples" / "notebooks" / "lessons").glob("*.ipynb")):
        book = json.loads(path.read_text())
        exercises = [cell for cell in book["cells"] if "exercise" in cell["metadata"]]
        for cell in exercises:
            cell["source"] = [cell["metadata"]["exercise"]["solution"]]
        page.run(OPEN, json.dumps(book))
        page.run(RUN_ALL)
        said, drawn = page.run("""
            const outputs = [...document.querySelectorAll('.cell-block.code .output')];
            return [outputs.map((output) => output.textContent), outputs.some((output) => output.querySelector('svg'))];""")
        assert sum(text.startswith("Right!") for text in said) == len(exercises) and drawn, (path, said)


FOREIGN = {
    "cells": [
        {"attachments": {"a b.png": {"image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}},
         "cell_type": "markdown", "metadata": {"tags": ["x"], "deep": {"n": [1, None, True]}}, "source": "![p](attachment:a%20b.png)"},
        {"cell_type": "raw", "metadata": {"raw_mimetype": "text/latex", "format": "text/latex"}, "source": ["\\alpha\n", "\n", "x"]},
        {"cell_type": "code", "execution_count": 7, "metadata": {"collapsed": True, "scrolled": "auto"}, "source": ["1 + 1"],
         "outputs": [
             {"data": {"application/vnd.other+json": {"x": [1.5, {"y": None}]}, "text/plain": ["two\n", "lines"], "text/html": ["<table border=\"1\" style=\"x\"><tr><th onclick=\"x()\">h</th></tr></table>"]},
              "execution_count": 7, "metadata": {"isolated": True}, "output_type": "execute_result"},
             {"data": {"image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==\n", "text/plain": ["<Figure>"]}, "metadata": {}, "output_type": "display_data"},
             {"data": {"image/svg+xml": "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"x()\"><rect width=\"3\" height=\"3\" style=\"fill: red\"/></svg>"}, "metadata": {}, "output_type": "display_data"},
             {"name": "stderr", "output_type": "stream", "text": ["\u001b[31mwarned\u001b[0m\n"]},
             {"ename": "ValueError", "evalue": "bad", "output_type": "error", "traceback": ["\u001b[0;31mValueError\u001b[0m: bad"]}]},
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": []},
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "widgets": {"a": 1}, "title": "ä \U0001d50a"},
    "nbformat": 4, "nbformat_minor": 4,
}


def test_nothing_of_a_foreign_notebook_is_lost(page):
    text = json.dumps(FOREIGN, indent=1, ensure_ascii=False) + "\n"
    # Numbers are kept digit by digit.
    text = text.replace('"a": 1', '"a": 1.0, "b": 12345678901234567890123, "c": 1e400, "d": -0, "__proto__": {"x": 1}')
    page.run(OPEN, text)
    assert page.run("return [...document.querySelectorAll('.cell-block')].map((block) => block.className.split(' ')[1]);") == ["markdown", "raw", "code", "code"]
    assert page.run("""
        const image = document.querySelector('.rendered img');
        await image.decode();
        return [image.alt, image.naturalWidth, document.querySelectorAll('.output img').length, document.querySelector('.output th').outerHTML,
                document.querySelector('.output .stream').textContent, document.querySelector('.failure').textContent];""") == [
        "p", 1, 2, "<th>h</th>", "warned\n", "badCallsValueError: bad"]
    saved = page.run(SAVE)
    squeezed = lambda text: "".join(text.split())
    assert squeezed(saved) == squeezed(text)
    nbformat.validate(nbformat.reads(saved, as_version=nbformat.NO_CONVERT))
    # One cell is changed and one is new: everything else stays.
    page.run("""
        document.querySelectorAll('.cell-block.code .CodeMirror')[1].CodeMirror.setValue('2\\n3');
        [...document.querySelectorAll('#view-sheet .bar button')].find((b) => b.textContent === 'Add a cell').click();""")
    changed = json.loads(page.run(SAVE))
    assert changed["cells"][3]["source"] == ["2\n", "3"]
    assert changed["cells"][:3] == FOREIGN["cells"][:3] and len(changed["cells"]) == 5
    nbformat.validate(nbformat.from_dict(changed))
    page.drain()
    assert not [entry for entry in page.complaints if "Content Security Policy" in entry["message"]]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"nbformat": 3, "worksheets": []}', '{"nbformat": 4}', '{"nbformat": 4, "cells": [1]}',
                                  '{"nbformat": 4, "cells": [{"cell_type": "x"}]}', '{"nbformat": 4, "cells": [{"cell_type": "code", "source": 1}]}',
                                  '{"nbformat": 4, "cells": [{"cell_type": "code", "source": "", "outputs": 1}]}'])
def test_what_is_no_notebook_is_told(page, text):
    before = page.run("return document.querySelectorAll('.cell-block').length;")
    said = page.run("""
        const {openSheet} = await import('/sheet/sheet.js');
        try { openSheet({name: 'x.ipynb', text: arguments_[0]}); } catch (error) { return error.message; }
        return null;""", text)
    assert "notebook" in said and len(said) > 30
    assert page.run("return document.querySelectorAll('.cell-block').length;") == before


def test_odd_outputs_do_no_harm(page):
    odd = [{}, {"output_type": "x"}, {"output_type": "stream"}, {"output_type": "stream", "text": 3}, {"output_type": "error", "traceback": 1},
           {"output_type": "execute_result", "data": {"text/html": 5, "image/png": "<x>", "text/plain": None}},
           {"output_type": "display_data", "data": {"image/svg+xml": "<svg><script>window.__evil=1</script>", "text/latex": "$\\href{javascript:x}{y}$"}},
           {"output_type": "display_data", "data": {"text/markdown": "*m* <img src=x onerror=window.__evil=1>"}},
           {"output_type": "display_data", "data": {"application/json": {"a": [1]}}}]
    page.run(OPEN, json.dumps({"nbformat": 4, "nbformat_minor": 2, "metadata": {}, "cells": [{"cell_type": "code", "metadata": {}, "source": "1", "execution_count": 1, "outputs": odd}]}))
    assert page.run("return [window.__evil ?? null, document.querySelectorAll('.output script').length, document.querySelector('.output em').textContent];") == [None, 0, "m"]
    assert json.loads(page.run(SAVE))["cells"][0]["outputs"] == odd
