"""Twenty things that somebody wants who is here for the first time, each in at most three clicks, keys or words from where one
would look. A step is what is clicked, or [where something is typed, what]; a check is JavaScript that becomes true."""

import pytest
from browser import VALUE_READY

HOT = {"game": "domineering", "board": "...##|.....|.#...|.....", "player": "left", "alternate": True}
SUM = {**HOT, "sum": [{"subject": {"expr": "{2|-1}"}, "negated": False, "count": 1}]}
PLAYED = {**HOT, "moves": ["L...##|...#.|.#.#.|....."], "at": 1, "player": "right"}
SGF = "(;GM[1]SZ[5]AB[aa][ab][bb]AW[ba][ca][cb];B[dd])"


def cell(index):
    return f".play .board [data-cell='{index}']"


def named(name):
    return f"//button[normalize-space()='{name}' and not(ancestor::*[@hidden])]"


TASKS = {
    "play": (HOT, [cell(0), cell(5)], "get().at === 1"),
    "take it back": (PLAYED, ["#undo"], "get().at === 0"),
    "find the best move": (HOT, ["#hint"], "document.querySelector('.board .hint')"),
    "know why": (HOT, ["#why"], "document.querySelector('#dialog[open] .walls')"),
    "read the temperature": (HOT, [], "document.querySelector('.is-temperature dd').textContent === '47/32'"),
    "know who wins": (HOT, [], "/next player wins/.test(document.querySelector('.strip').textContent)"),
    "read the walls at a temperature": (HOT, [[".readout input", "1"]], "document.querySelector('.readout output').textContent === '3/8'"),
    "see the game cooled": (HOT, [[".readout input", "1/2"]], "/Cooled by 1.2/.test(document.querySelector('.graph-panel').textContent)"),
    "play against the program": (HOT, [["#answers", "right"], cell(0), cell(5)], "get().at === 2"),
    "find another game": (HOT, ["#games", ["#dialog [type=search]", "toads jump"], ".games li:not([hidden]) button"], "/toads/.test(get().game)"),
    "open a beautiful one": (HOT, ["#games", ".gallery li:nth-child(3) button"], "get().game === 'konane'"),
    "put a stone": (HOT, [".tool[data-tool='#']", cell(0)], "document.querySelector('#board-text').value.startsWith('#')"),
    "make the board larger": (HOT, ["[aria-label='One of the rows more']"], "document.querySelector('#board-text').value.split('|').length === 5"),
    "add the board to a sum": (HOT, ["#add-to-sum"], "get().sum.length === 1"),
    "add a value to a sum": (SUM, [["form.add input", "^"], named("Add value")], "get().sum.length === 2"),
    "negate a part": (SUM, ["[aria-label='Negate part 1']"], "get().sum[0].negated"),
    "type a value": (HOT, ["#games", named("Type a value instead"), ["#expression", "{3|1}"]], "get().expr === '{3|1}' || document.querySelector('#expression').value === '{3|1}'"),
    "load a record of Go": ({"view": "go"}, ["#view-go summary", ["#sgf", SGF], named("Show")], "get().go.name === 'pasted'"),
    "share it": (HOT, ["#share"], "document.querySelector('#dialog[open] input').value.includes('#v1/')"),
    "look at a plan": (HOT, ["[data-view=plan]"], "document.querySelector('.plan-output .steps li')"),
}


@pytest.mark.parametrize("task", TASKS)
def test_a_newcomer_finds_the_way(page, task):
    state, steps, check = TASKS[task]
    assert len(steps) <= 3
    page.run("document.querySelector('#dialog').close();")
    page.show(state)
    if "view" not in state:
        page.run(VALUE_READY)
    page.run("await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'rest');")
    for step in steps:
        where, text = step if isinstance(step, list) else (step, None)
        place = page.run("""
            const [where, text] = arguments_;
            const find = () => (where.startsWith('//') ? document.evaluate(where, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue : document.querySelector(where));
            const element = await T.until(() => { const one = find(); return one?.checkVisibility() && one; }, where);
            if (text === null) return T.middle(element);
            element.value = text;
            for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, {bubbles: true}));
            return null;""", where, text)
        if place:
            page.click_at(place)
    page.run(f"const {{get}} = await T.state(); await T.until(() => {check}, arguments_[0]);", task)
