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


GAME = SOURCE / "examples" / "go" / "games" / "game9.sgf"
CURVE = "await T.until(() => document.querySelector('.curve-panel .curve') && !document.documentElement.hasAttribute('data-busy'), 'the review');"


def bounds(pair):
    low, high = pair
    return score(low) if low == high else f"{score(low)} to {score(high)}"


def test_what_is_proved_and_what_is_estimated(page):
    """The tiers of a position that is not solved are those of `cgt go --json`, each with its reasons."""
    page.show({"view": "go", "go": {"sgf": GAME.read_text(), "name": GAME.name, "move": 28}})
    page.run("const root = document.querySelector('#view-go'); await T.until(() => root.dataset.state === 'ready', 'the solution');")
    shown = dict(page.run("return [...document.querySelectorAll('[data-tier]')].map((one) => [one.dataset.tier, one.textContent]);"))
    said = json.loads(cgt("go", str(GAME), "--moves", "28", "--json").stdout)
    assert said["status"] == "bounds"
    for who in ("black_first", "white_first"):
        assert shown[f"Proved {who}"] == bounds(said["bounds"][who])
        assert shown[f"If these live {who}"] == bounds(said["if_these_live"]["bounds"][who])
        assert shown[f"Estimate {who}"] == score(said["estimated"]["score"][who])
    assert page.run("return [...document.querySelectorAll('#view-go details')].find((one) => /Which live/.test(one.textContent)).textContent;").count("blocks of") == 2


def test_dead_stones_by_a_click(page):
    page.show({"view": "go", "go": {"sgf": GAME.read_text(), "name": GAME.name}})
    page.run(CURVE + "document.querySelector('[data-step=dead]').click();")
    for point, dead in (("H7", "H7"), ("C4", "H7,C4")):
        page.run("""
            const root = document.querySelector('#view-go');
            root.dataset.state = 'old';
            [...document.querySelectorAll('.point')].find((p) => p.getAttribute('aria-label').startsWith(arguments_[0] + ',')).click();
            const {get} = await T.state();
            await T.until(() => get().go.dead === arguments_[1] && root.dataset.state === 'ready', 'the dead stones');""", point, dead)
    said = json.loads(cgt("go", str(GAME), "--dead", "H7,C4", "--json").stdout)
    assert page.run("return document.querySelector('[data-fact=black_first]').textContent;") == score(said["score"]["black_first"])
    assert page.run("return [...document.querySelectorAll('.point.dead')].map((one) => one.getAttribute('aria-label').split(',')[0]);") == ["H7", "C4"]
    # In the middle of a game no stone is dead.
    page.run("(await T.state()).change({go: {...(await T.state()).get().go, move: 20}}); await T.until(() => document.querySelector('[data-step=dead]').disabled, 'no dead stones');")


def test_a_game_as_a_curve(page, tmp_path):
    """What moves lost, as `cgt go --review` says; a click leads to the position before, or to any on the curve."""
    setup = (SOURCE / "examples" / "go" / "S9.sgf").read_text().partition(";B[")[0]
    game = setup + ";B[bg];W[dh];B[dd];W[fd];B[fg])"
    (tmp_path / "game.sgf").write_text(game)
    review = json.loads(cgt("go", str(tmp_path / "game.sgf"), "--review", "--json").stdout)
    losses = [f"{row['moves']} {'BW'[(row['moves'] - 1) % 2]} {row['played']} −{row['loss']}" for row in review["positions"] if row.get("loss")]
    page.show({"view": "go", "go": {"sgf": game, "name": "game.sgf"}})
    page.run(CURVE)
    shown = page.run("return [...document.querySelectorAll('[data-fact=game-losses] button')].map((one) => one.textContent);")
    assert len(losses) >= 2 and shown == losses
    assert page.run("return document.querySelectorAll('.curve circle').length;") == len(losses)
    page.run("document.querySelector('[data-fact=game-losses] button').click(); const {get} = await T.state(); await T.until(() => get().go.move === arguments_[0], 'the move before');", int(shown[0].split()[0]) - 1)
    x, y, width, height = page.run("await T.until(() => document.querySelector('#view-go').dataset.state === 'ready', 'the solution'); T.middle(document.querySelector('.curve')); const {left, top, width, height} = document.querySelector('.curve').getBoundingClientRect(); return [left, top, width, height];")
    page.click_at((round(x + width - 8), round(y + height / 2)))
    page.run("const {get} = await T.state(); await T.until(() => get().go.move === 5, 'the end');")


def test_safety_on_demand_and_miai_values(page):
    record = SOURCE / "examples" / "go" / "comb9.sgf"
    page.run(SOLVE, record.read_text(), record.name)
    said = json.loads(cgt("go", str(record), "--json").stdout)
    count = "return document.querySelectorAll('.point.safe').length;"
    assert page.run(count) == 0
    page.run("document.querySelector('[data-step=safety]').click();")
    assert page.run(count) == len(said["safe"]["black"]) + len(said["safe"]["white"]) > 0
    page.run("document.querySelector('[data-step=safety]').click();")
    assert page.run(count) == 0
    shown = page.run("return [...document.querySelectorAll('.point')].map((one) => [one.getAttribute('aria-label').split(',')[0], one.querySelector('.miai').dataset.value]).filter(([, value]) => value);")
    assert sorted(shown) == sorted([area["points"][0], str(area["temperature"])] for area in said["subgames"] if str(area["temperature"])[0] not in "-0")


def test_a_variation_in_place_and_back(page):
    record = SOURCE / "examples" / "go" / "comb9.sgf"
    page.show({"view": "go", "go": {"sgf": record.read_text(), "name": record.name, "line": ["B D6", "W F6", "B B6"]}})
    state = page.run("""
        const root = document.querySelector('#view-go');
        await T.until(() => root.dataset.state === 'ready', 'the solution');
        const chips = [...document.querySelectorAll('[aria-label="Moves that are tried"] button')].map((one) => one.textContent);
        document.querySelectorAll('[aria-label="Moves that are tried"] button')[1].click();
        const {get} = await T.state();
        await T.until(() => get().go.line.length === 1, 'the first move');
        document.querySelector('[aria-label="Back to the record"]').click();
        await T.until(() => !get().go.line, 'the record');
        return chips;""")
    assert state == ["record", "B D6", "W F6", "B B6", "Take one back"]


def test_a_record_that_is_pasted(page):
    page.show({"view": "go"})
    page.run("""
        const data = new DataTransfer();
        data.setData('text/plain', arguments_[0]);
        document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
        const {get} = await T.state();
        await T.until(() => get().go?.name === 'pasted' && document.querySelector('.goban').getAttribute('aria-label') && document.querySelectorAll('.point.black').length === 2, 'the record');
        // A game is shown at its end.
        await T.until(() => document.querySelector('#go-move').value === '3', 'its end');""", "(;GM[1]SZ[5];B[cc];W[bb];B[dd])")
