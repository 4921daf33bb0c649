"""Values, thermographs, sums, options, and the state in the address."""

import json
import random
from fractions import Fraction

import pytest
from browser import VALUE_READY, fragment
from conftest import cgt

GAMES = ["{3||2|1}", "{4|1||-2|-5}", "{3/2|-1/2||-1|-3}", "^*", "{7|{5|-2}}", "1/4"]


def show(page, state):
    page.show(state)
    page.run(VALUE_READY)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_reads_both_walls_exactly(page, game):
    """At twenty temperatures, by arrow keys, by typing and by the mouse, what is read is the wall's value."""
    show(page, {"expr": game})
    rng = random.Random(21)
    read = page.run("""
        const input = document.querySelector('.readout input');
        const line = document.querySelector('.temperature');
        const outputs = document.querySelectorAll('.readout output');
        const out = [];
        const read = () => out.push([input.value, outputs[0].textContent, outputs[1].textContent]);
        for (const t of arguments_[0]) {
          input.value = t;
          input.dispatchEvent(new Event('change'));
          read();
        }
        line.focus();
        const press = (key) => line.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
        press('Home'); read();
        for (const key of ['ArrowUp', 'ArrowUp', 'PageUp', 'PageUp', 'End', 'ArrowDown', 'PageDown']) { press(key); read(); }
        return out;""", [str(Fraction(rng.randrange(-12, 80), 2 ** rng.randrange(5))) for _ in range(24)])
    box = page.run("""
        const line = document.querySelector('.temperature');
        T.middle(line.closest('svg'));
        const {left, top, width, height} = line.closest('svg').getBoundingClientRect();
        return [left, top, width, height];""")
    for share in (0.35, 0.6):
        page.click_at((round(box[0] + box[2] / 2), round(box[1] + box[3] * share)))
        read.append(page.run("return [document.querySelector('.readout input').value, ...[...document.querySelectorAll('.readout output')].map((o) => o.textContent)];"))
    read = [row for row in read if Fraction(row[0]) >= -1]
    assert len(read) >= 20 and len({row[0] for row in read}) >= 10
    expressions = [f"({game}).Thermograph.Wall({player}).At({t})" for t, _, _ in read for player in ("Left", "Right")]
    said = cgt("-e", "[" + ",".join(expressions) + "]").stdout.strip()
    assert said == "[" + ",".join(text for _, left, right in read for text in (left, right)) + "]"
    asked = page.run("const {ask} = await import('/core/api.js'); return (await ask('thermograph', {expr: arguments_[0], t: arguments_[1]})).at;", game, [row[0] for row in read])
    assert [(at["t"], at["left"], at["right"]) for at in asked] == [tuple(row) for row in read]


def test_facts_of_a_value(page):
    show(page, {"expr": "{3||2|1}"})
    facts = page.run("return Object.fromEntries([...document.querySelectorAll('.value dd')].map((d) => [d.dataset.fact, d.textContent]));")
    said = cgt("-e", "G := {3||2|1}; [G.Mean, G.Temperature, G.LeftStop, G.RightStop]").stdout.strip()
    assert said == f"[{facts['mean']},{facts['temperature']},{facts['left_stop']},{facts['right_stop']}]"
    assert facts["outcome"].startswith("L")
    assert page.run("return document.querySelectorAll('.value-text .katex').length;") == 1


@pytest.mark.parametrize("expression", ["on", "over", "{0|pass}", "upon"])
def test_loopy_values_are_shown(page, expression):
    show(page, {"expr": expression})
    assert page.run("return document.querySelector('.value').dataset.state;") in ("ready", "error")


def test_a_broken_expression_is_told(page):
    show(page, {"expr": "{1|"})
    assert page.run("return document.querySelector('.value .trouble').textContent.length;") > 10
    show(page, {"expr": "<img src=x onerror=alert(1)>"})
    assert page.run("return document.querySelector('.value img');") is None


def test_a_sum_of_boards_and_values(page):
    parts = [{"subject": {"game": "domineering", "board": "..|.."}, "negated": False, "count": 1},
             {"subject": {"expr": "{2|-1}"}, "negated": True, "count": 2}]
    show(page, {"game": "domineering", "board": "...|...", "sum": parts})
    page.run("const sum = document.querySelector('.sum'); await T.until(() => sum.dataset.state === 'ready', 'the sum');")
    # The board dragged onto the sum, as the browser does it; meanwhile the page shows where to drop.
    page.run("""
        const data = new DataTransfer();
        const board = document.querySelector('.board');
        board.dispatchEvent(new DragEvent('dragstart', {dataTransfer: data, bubbles: true}));
        const sum = document.querySelector('.sum');
        await T.until(() => sum.querySelector('.drop-here').checkVisibility(), 'where to drop');
        sum.dataset.state = 'old';
        sum.dispatchEvent(new DragEvent('dragover', {dataTransfer: data, bubbles: true, cancelable: true}));
        sum.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        board.dispatchEvent(new DragEvent('dragend', {dataTransfer: data, bubbles: true}));
        await T.until(() => sum.dataset.state === 'ready', 'the longer sum');
        if (sum.querySelector('.drop-here').checkVisibility()) throw new Error('the drag is over');""")
    text = page.run("return document.querySelector('.total .formula').title || document.querySelector('.total .formula').textContent;")
    said = cgt("-e", "(game.grid.Domineering(\"..|..\") - {2|-1} - {2|-1} + game.grid.Domineering(\"...|...\")).CanonicalForm").stdout.strip()
    assert text == said
    assert page.run("return (await T.state()).get().sum.length;") == 3
    # A best move of Left is played in the sum, which is one of its options then, and taken back.
    played = page.run("""
        const sum = document.querySelector('.sum');
        sum.dataset.state = 'old';
        sum.querySelector('.result .moves button').click();
        await T.until(() => sum.dataset.state === 'ready', 'the sum after a move');
        const text = sum.querySelector('.total .formula').title || sum.querySelector('.total .formula').textContent;
        const {get} = await T.state();
        const after = get().sum;
        sum.querySelector('.undo').click();
        return [text, after.length, get().sum.length];""")
    options = cgt("-e", "[g.CanonicalForm for g in (game.grid.Domineering(\"..|..\") - {2|-1} - {2|-1} + game.grid.Domineering(\"...|...\")).Options(Left)]").stdout
    assert played[0] in options and played[1] >= 3 and played[2] == 3


def test_a_sum_is_played_on_its_small_boards(page):
    parts = [{"subject": {"game": "domineering", "board": "..|.."}, "negated": False, "count": 1},
             {"subject": {"game": "domineering", "board": "..|..|.."}, "negated": True, "count": 2}]
    show(page, {"expr": "0", "player": "left", "sum": parts})
    ready = "const sum = document.querySelector('.sum'); await T.until(() => sum.dataset.state === 'ready' && sum.querySelectorAll('.board.small [data-cell]').length >= 8, 'the boards');"
    lit = page.run(ready + "return [...sum.querySelectorAll('.parts li')].map((one) => one.classList.contains('lit'));")
    assert any(lit)
    # In the negative Left moves as Right does: one copy is played, the other stays.
    played = page.run(ready + """
        const cells = sum.querySelectorAll('.parts li')[1].querySelectorAll('[data-cell]');
        cells[0].click();
        cells[1].click();
        const {get} = await T.state();
        await T.until(() => get().sum.length === 3, 'the move');
        return get().sum;""")
    assert [part["count"] for part in played] == [1, 1, 1] and [part["negated"] for part in played] == [False, True, True]
    assert played[2]["subject"]["board"] == "##|..|.."
    order = page.run("document.querySelector('[aria-label=\"Part 3 one to the left\"]').click(); return (await T.state()).get().sum.map((part) => part.subject.board);")
    assert order == ["..|..", "##|..|..", "..|..|.."]


def test_a_bad_value_is_not_added(page):
    show(page, {"expr": "1", "sum": [{"subject": {"expr": "{2|-1}"}, "negated": False, "count": 1}]})
    kept, parts, said = page.run("""
        const sum = document.querySelector('.sum');
        await T.until(() => sum.dataset.state === 'ready', 'the sum');
        const input = sum.querySelector('form.add input');
        input.value = '{3|';
        input.form.requestSubmit();
        await T.until(() => input.getAttribute('aria-invalid') === 'true', 'the refusal');
        return [input.value, (await T.state()).get().sum.length, document.querySelector('#message').textContent];""")
    assert (kept, parts) == ("{3|", 1) and "ends too early" in said and "';'" not in said


def test_short_formulas_do_not_scroll(page):
    for expr in ("Miny(2)", "-3/2", "Tiny(1/2)", "{3||2|1}"):
        show(page, {"expr": expr})
        assert page.run("""
            const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflow) && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight);
            return [...document.querySelectorAll('.formula')].filter(scrolls).length;""") == 0


def test_sensible_only_shows_nothing_dominated(page):
    show(page, {"game": "domineering", "board": "....|....|...#"})
    rows = page.run("""
        await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'the options');
        document.querySelector('#sensible').click();
        const tree = document.querySelector('.outline');
        await T.until(() => !document.documentElement.hasAttribute('data-busy') && tree.querySelectorAll('[role=treeitem]').length >= 3, 'the options');
        const rows = [...tree.querySelectorAll('[role=treeitem] .hidden')].map((one) => one.textContent);
        document.querySelector('#sensible').click();
        return rows;""")
    assert len(rows) >= 3 and not any("dominated" in row for row in rows)


def test_dragging_the_line_asks_once(page):
    show(page, {"expr": "{4|1||-2|-5}"})
    x, y = page.run("return T.middle(document.querySelector('.temperature'));")
    page.run("await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'rest');")
    page.drain()
    before = len(page.requests)
    mouse = {"button": "left", "buttons": 1, "clickCount": 1, "x": x}
    page.cdp("Input.dispatchMouseEvent", {**mouse, "type": "mousePressed", "y": y})
    for step in range(6):
        page.cdp("Input.dispatchMouseEvent", {**mouse, "type": "mouseMoved", "y": y - 8 * step})
        page.run("await new Promise((done) => setTimeout(done, 300));")
    page.drain()
    assert not [one for one in page.requests[before:] if "/api/value" in one]
    page.cdp("Input.dispatchMouseEvent", {**mouse, "type": "mouseReleased", "y": y - 40})
    page.run("await T.until(() => document.querySelector('[data-fact=cooled]').previousElementSibling.textContent !== 'Cooled by 1', 'the cooled game');")


def test_options_are_marked_and_exported(page):
    show(page, {"game": "domineering", "board": "....|....|...#"})
    rows = page.run("""
        const tree = document.querySelector('.outline');
        await T.until(() => !document.documentElement.hasAttribute('data-busy') && tree.querySelectorAll('[role=treeitem]').length >= 4, 'the options');
        return [...tree.querySelectorAll('[role=treeitem]')].map((item) => item.querySelector('.hidden').textContent);""")
    assert any("dominated" in row or "reversible" in row for row in rows)
    assert any("canonical" in row for row in rows)
    # By the keyboard: down to the first option, open it, back.
    page.run("document.querySelector('.outline [tabindex=\"0\"]').focus();")
    page.key("Home")
    page.key("ArrowDown")
    page.key("Enter")
    path = page.run("return (await T.state()).get().path;")
    assert len(path) == 1
    crumbs = page.run("return [...document.querySelectorAll('.crumbs button')].map((b) => b.textContent);")
    assert len(crumbs) == 2 and crumbs[0] == "root"
    for format, begins in (("svg", "<svg"), ("dot", "digraph"), ("json", "{"), ("latex", "\\")):
        text = page.run("""
            const {ask} = await import('/core/api.js');
            return (await ask('export', {game: 'domineering', board: '....|....|...#', path: [], what: 'tree', format: arguments_[0]})).text;""", format)
        assert begins in text[:200], format
    # By the button, and nothing is offered that there is not.
    text, formats = page.run("""
        const what = document.querySelector('[aria-label="What is exported"]');
        const format = document.querySelector('[aria-label="Format of the export"]');
        format.value = 'dot';
        what.value = 'thermograph';
        what.dispatchEvent(new Event('change'));
        const formats = [...format.options].filter((one) => !one.disabled).map((one) => one.value);
        format.value = 'latex';
        const saved = T.saved();
        [...document.querySelectorAll('.tree button')].find((b) => b.textContent === 'Export').click();
        return [await saved, formats];""")
    assert text.startswith("\\begin{tikzpicture}") and formats == ["svg", "json", "latex"]


# --- the address ---

def random_text(rng):
    kinds = ["....|##..", "{3||2|1}", "日本語 – “x”", "\\\"\n\t", "x" * rng.randrange(200), "\U0001f600", "", "</script>", "__proto__"]
    return rng.choice(kinds)


def random_state(rng):
    state = {}
    def maybe(key, value):
        if rng.random() < 0.6:
            state[key] = value
    maybe("view", rng.choice(["position", "go", "sheet", "plan"]))
    maybe("game", random_text(rng))
    maybe("board", random_text(rng))
    moves = [rng.choice("LRE") + random_text(rng) for _ in range(rng.randrange(5))]
    if moves:
        state["moves"] = moves
        maybe("at", rng.randrange(len(moves) + 1))
    maybe("player", rng.choice(["left", "right"]))
    maybe("alternate", rng.random() < 0.5)
    maybe("answers", rng.choice(["left", "right"]))
    maybe("t", str(Fraction(rng.randrange(-8, 99), 8)))
    maybe("path", [rng.choice("LR") + str(rng.randrange(30)) for _ in range(rng.randrange(4))])
    maybe("expr", random_text(rng))
    maybe("sum", [{"subject": {"expr": random_text(rng)} if rng.random() < 0.5 else {"game": random_text(rng), "board": random_text(rng)},
                   "negated": rng.random() < 0.5, "count": rng.randrange(1, 1000)} for _ in range(rng.randrange(3))])
    maybe("go", {"sgf": random_text(rng), "move": rng.randrange(300), "rules": rng.choice(["territory", "area"]), "to_play": rng.choice(["B", "W"]), "line": ["B D4"]})
    maybe("sheet", [{"type": rng.choice(["code", "markdown", "raw"]), "source": random_text(rng)} for _ in range(rng.randrange(3))])
    maybe("plan", {key: random_text(rng) for key in rng.choice([("domain", "problem"), ("edaps",), ("script",)])})
    return state


def test_500_states_survive_the_address(page):
    rng = random.Random(6)
    states = [random_state(rng) for _ in range(500)]
    assert sum(len(state) > 4 for state in states) > 300
    wrong = page.run("""
        const {encode, decode} = await import('/core/fragment.js');
        const wrong = [];
        const same = (a, b) => {
          if (a === null || typeof a !== 'object') return a === b;
          const keys = Object.keys(a);
          return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
        };
        for (const text of arguments_[0]) {
          const state = JSON.parse(text);
          const fragment = encode(state);
          const back = decode(fragment);
          if (back.error || !same(state, back.state) || encode(back.state) !== fragment || !/^#v1\\/[A-Za-z0-9_-]*$/.test(fragment)) wrong.push([text, back.error]);
        }
        // A surrogate without its other half cannot be written as UTF-8, and survives all the same.
        if (decode(encode({expr: '\\ud800x'})).state.expr !== '\\ud800x') wrong.push('surrogate');
        return wrong;""", [json.dumps(state) for state in states])
    assert wrong == []
    # What others write is read, too.
    for state in states[:50]:
        assert page.run("const {decode} = await import('/core/fragment.js'); return JSON.stringify(decode(arguments_[0]).state);", fragment(state)) is not None


def test_random_fragments_are_refused_in_words(page):
    rng = random.Random(66)
    fragments = []
    for _ in range(400):
        kind = rng.randrange(4)
        raw = bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
        if kind == 0:
            fragments.append("#" + raw.decode("latin-1"))
        elif kind == 1:
            fragments.append("#v1/" + raw.decode("latin-1"))
        elif kind == 2:
            fragments.append(fragment({}).replace("e30", "") + "".join(rng.choice("abcdefABCDEF0123456789-_") for _ in range(rng.randrange(40))))
        else:
            good = fragment(random_state(rng))
            at = rng.randrange(5, len(good))
            fragments.append(good[:at] + rng.choice("abcXYZ019-_=%") + good[at + 1:])
    for bad in ({"view": "x"}, {"at": 1}, {"moves": ["Lx"], "at": 2}, {"moves": ["x"]}, {"t": 1}, {"sum": [{"count": 0}]}, {"path": ["L"]}, {"constructor": 1}, [], None, 3, "x"):
        fragments.append(fragment(bad))
    fragments.append("#v1/" + "Wy" * 50000)
    wrong = page.run("""
        const {decode} = await import('/core/fragment.js');
        const wrong = [];
        let errors = 0;
        for (const one of arguments_[0]) {
          try {
            const back = decode(one);
            if (back.error) ++errors;
            if (Boolean(back.error) === Boolean(back.state) || (back.error && (typeof back.error !== 'string' || back.error.length < 10))) wrong.push(one);
          } catch (error) { wrong.push([one, String(error)]); }
        }
        if (errors < arguments_[0].length / 2) wrong.push('only ' + errors + ' errors');
        return wrong;""", fragments)
    assert wrong == []
    # The page itself says so, and goes on.
    page.run("location.hash = '#v1/!!'; const line = document.querySelector('#message'); await T.until(() => line.className === 'error', 'the error');")
    page.run("location.hash = arguments_[0]; const {get} = await T.state(); await T.until(() => get().expr === '1/2', 'the state');", fragment({"expr": "1/2"}))


def test_the_address_follows_what_is_shown(page):
    show(page, {"expr": "{3|1}"})
    page.run("""
        const {change, writeAddress} = await T.state();
        change({t: '1/4'});
        writeAddress();""")
    assert page.run("return location.hash;") == fragment({"t": "1/4", "expr": "{3|1}"})
