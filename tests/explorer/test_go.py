"""Go: every record of examples/go is solved as `cgt go --json` does, and its line is stepped to the end."""

import json

import pytest
from conftest import SOURCE, cgt

RECORDS = sorted((SOURCE / "examples" / "go").glob("*.sgf"))

SOLVE = """
    const {restore} = await T.state();
    const root = document.querySelector('#view-go');
    root.dataset.state = 'old';
    restore({view: 'go', go: {sgf: arguments_[0], name: arguments_[1]}});
    await T.until(() => root.dataset.state === 'ready' || root.dataset.state === 'error', 'the solution');
    const text = (name) => root.querySelector(`[data-fact="${name}"]`)?.textContent;
    return {
      black: text('black_first'), white: text('white_first'), fixed: text('fixed_score'),
      best: [...root.querySelectorAll('[data-fact="best"] button')].map((b) => b.textContent),
      areas: [...root.querySelectorAll('tr[data-region]')].map((row) => {
        const value = row.querySelector('.formula');
        return [value ? value.title || value.textContent : null, row.children[3].textContent, row.children[4].textContent];
      }),
    };
"""


def score(value):
    """Black minus White, as people say it."""
    if value is None:
        return None
    text = str(value)
    return "jigo" if text == "0" else f"W+{text[1:]}" if text.startswith("-") else f"B+{text}"


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record(page, record):
    shown = page.run(SOLVE, record.read_text(), record.name)
    said = json.loads(cgt("go", str(record), "--json").stdout)
    assert [shown["black"], shown["white"]] == [score(said["score"]["black_first"]), score(said["score"]["white_first"])]
    assert shown["fixed"] == (score(said["fixed_score"]) if said["fixed_score"] else "0")
    assert shown["best"] == said["best_moves"]
    assert shown["areas"] == [[area["value"], str(area["mean"]), str(area["temperature"])] for area in said["subgames"]]
    # The player of the line, to its end.
    steps = page.run("""
        const out = [];
        const next = () => document.querySelector('[data-step="One move on"]');
        while (!next().disabled) {
          next().click();
          out.push([document.querySelector('#view-go [aria-live]').textContent,
            [...document.querySelectorAll('.point')].map((p) => (p.matches('.black') ? 'X' : p.matches('.white') ? 'O' : '.')).join('')]);
        }
        return out;""")
    colour = {"B": "Black", "W": "White"}
    total = len(said["line"])
    assert [text for text, _ in steps] == [
        f"Move {i} of {total}: {colour[move['colour']]} {move['point'] or 'passes'}" for i, move in enumerate(said["line"], 1)]
    # At its end the board is the one that these moves lead to.
    tried = page.run("const {ask} = await import('/core/api.js'); return (await ask('go/try', {sgf: arguments_[0], line: arguments_[1], board_only: true})).picture.cells.join('');",
                     record.read_text(), [move["point"] for move in said["line"]])
    assert steps[-1][1] == tried


def test_what_if_moves_and_the_annotated_record(page):
    record = SOURCE / "examples" / "go" / "comb9.sgf"
    page.run(SOLVE, record.read_text(), record.name)
    said = json.loads(cgt("go", str(record), "--json").stdout)
    point = said["best_moves"][0]
    middle_of = "const cell = [...document.querySelectorAll('.point')].find((p) => p.getAttribute('aria-label').startsWith(arguments_[0] + ',')); return T.middle(cell);"
    at = page.run(middle_of, point)
    page.run("document.querySelector('#view-go').dataset.state = 'old';")
    page.click_at(at)
    page.run("const root = document.querySelector('#view-go'); await T.until(() => root.dataset.state === 'ready', 'what if');")
    assert page.run("return (await T.state()).get().go.line;") == [f"{said['to_play']} {point}"]
    score_now = page.run("return document.querySelector('[data-fact=\"white_first\"]').textContent;" if said["to_play"] == "B" else "return document.querySelector('[data-fact=\"black_first\"]').textContent;")
    # A best move keeps the score.
    assert score_now == score(said["score"]["black_first" if said["to_play"] == "B" else "white_first"])
    # A move on a stone is refused in words, and taken back. What the page tells now may have moved the board.
    page.run("await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));")
    page.click_at(page.run(middle_of, point))
    page.run("const line = document.querySelector('#message'); await T.until(() => line.className === 'error' && line.textContent.length > 5, 'a refusal'); const {get} = await T.state(); await T.until(() => get().go.line?.length === 1, 'the line as before');")
    # What is saved has the move that was tried and the best play after it.
    text = page.run("""
        const saved = T.saved();
        (await T.until(() => [...document.querySelectorAll('#view-go button')].find((b) => b.textContent === 'Save annotated SGF'), 'the solution')).click();
        return saved;""")
    assert text.lstrip().startswith("(;") and "cgt: Black first" in text
    again = page.run("const {ask} = await import('/core/api.js'); return (await ask('go/load', {sgf: arguments_[0]})).moves;", text)
    assert [again[0]["colour"], again[0]["point"]] == [said["to_play"], point] and len(again) > 1
    # The other player first, of the record itself.
    other = {"B": "W", "W": "B"}[said["to_play"]]
    page.run("""
        const root = document.querySelector('#view-go');
        root.dataset.state = 'old';
        const choice = document.querySelector('#to-play');
        choice.value = arguments_[0];
        choice.dispatchEvent(new Event('change'));
        await T.until(() => root.dataset.state === 'ready', 'the other player first');""", other)
    told = json.loads(cgt("go", str(record), "--json", "--to-play", other).stdout)
    assert page.run("return [...document.querySelectorAll('[data-fact=\"best\"] button')].map((b) => b.textContent);") == told["best_moves"]


def test_a_record_that_is_dropped(page):
    sgf = (SOURCE / "examples" / "go" / "S9.sgf").read_text()
    page.show({})
    page.run("""
        const data = new DataTransfer();
        data.items.add(new File([arguments_[0]], 'dropped.sgf'));
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        const {get} = await T.state();
        await T.until(() => get().view === 'go' && get().go?.name === 'dropped.sgf', 'the record');""", sgf)


def test_a_broken_record_is_told(page):
    shown = page.run("""
        const {restore} = await T.state();
        restore({view: 'go', go: {sgf: '(;SZ[9]AB[zz])', name: 'x'}});
        const line = document.querySelector('#message');
        await T.until(() => line.className === 'error' && /zz/.test(line.textContent), 'the error');
        return line.textContent;""")
    assert "zz" in shown
