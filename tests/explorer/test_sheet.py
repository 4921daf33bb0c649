"""The worksheet and the plans."""

import re

RUN = """
    const {restore} = await T.state();
    restore({view: 'sheet', sheet: arguments_[0].map((source) => ({type: 'code', source}))});
    await T.until(() => document.querySelectorAll('.cell-block').length === arguments_[0].length && document.documentElement.dataset.ready === 'sheet', 'the cells');
    [...document.querySelectorAll('#view-sheet button')].find((b) => b.textContent === 'Run all').click();
    const blocks = [...document.querySelectorAll('.cell-block')];
    await T.until(() => blocks[arguments_[1] - 1].dataset.runs && !document.querySelector('.cell-block.running'), 'the run');
    return blocks.map((block) => ({
      results: [...block.querySelectorAll('.result')].map((r) => r.dataset.text),
      pictures: block.querySelectorAll('.result svg.drawing').length,
      formulas: block.querySelectorAll('.result .katex').length,
      tables: block.querySelectorAll('.result table').length,
      text: block.querySelector('.output').textContent,
      failure: block.querySelector('.failure')?.textContent ?? null,
      wrong: [...block.querySelectorAll('.CodeMirror .wrong')].map((w) => w.textContent).join(''),
    }));
"""


def test_cells_share_definitions_and_show_pictures(page):
    cells = page.run(RUN, ["G := {3||2|1}", "[G.Mean, G.Temperature]", "G.Thermograph", "Print(\"<b>\" + \"x\");"], 4)
    assert cells[1]["results"] == ["[9/4,3/4]"]
    assert cells[0]["formulas"] == 1 and cells[2]["pictures"] == 1
    assert cells[3]["text"].strip() == "<b>x"


def test_errors_are_told_and_underlined(page):
    cells = page.run(RUN, ["1 +* )", "2"], 1)
    assert cells[0]["failure"] and cells[0]["wrong"]
    assert cells[1]["text"] == ""  # what follows an error does not run
    # Before running, too.
    page.run("""
        const editor = document.querySelector('.cell-block .CodeMirror').CodeMirror;
        editor.setValue('(1 + ]');
        await T.until(() => document.querySelector('.cell-block .CodeMirror .wrong'), 'an underline');""")


def test_interrupt_and_completion(page):
    page.run("""
        const {restore} = await T.state();
        restore({view: 'sheet', sheet: [{type: 'code', source: 'n := 0; while true do n := n + 1; end'}]});
        const block = await T.until(() => document.querySelector('.cell-block:only-child'), 'the cell');
        await T.until(() => /while/.test(block.textContent), 'its source');
        [...block.querySelectorAll('button')].find((b) => b.textContent === 'Run').click();
        await T.until(() => /running for/.test(block.textContent), 'progress');
        document.querySelector('#interrupt').click();
        await T.until(() => block.dataset.runs, 'the end');""")
    page.run("""
        const editor = document.querySelector('.cell-block .CodeMirror').CodeMirror;
        editor.setValue('{3|1}.Thermogr');
        editor.focus();
        editor.setCursor(0, 14);""")
    page.key(" ", code="Space", modifiers=2)
    page.run("""
        const editor = document.querySelector('.cell-block .CodeMirror').CodeMirror;
        await T.until(() => editor.getValue() === '{3|1}.Thermograph' || document.querySelector('.CodeMirror-hint'), 'a completion');""")
    page.key("Escape")


def test_worksheets_are_saved_and_loaded(page):
    cells = [{"type": "code", "source": "G := {3|1};\nG.Mean"}, {"type": "markdown", "source": "A *text*\n\n$x$"}, {"type": "raw", "source": "raw"},
             {"type": "code", "source": "G.Temperature"}]
    for format in ("cgs", "ipynb"):
        back = page.run("""
            const {openSheet} = await import('/sheet/sheet.js');
            const {get, restore} = await T.state();
            restore({view: 'sheet', sheet: arguments_[0]});
            await T.until(() => document.querySelectorAll('.cell-block').length === arguments_[0].length, 'the cells');
            const saved = T.saved();
            [...document.querySelectorAll('#view-sheet button')].find((b) => b.textContent === `Save .${arguments_[1]}`).click();
            const text = await saved;
            restore({view: 'sheet', sheet: []});
            await openSheet({text, name: 'x.' + arguments_[1]});
            return get().sheet;""", cells, format)
        assert back == cells


PLAN = """
    const {restore} = await T.state();
    const root = document.querySelector('#view-plan');
    root.dataset.state = 'old';
    restore({view: 'plan', plan: arguments_[0]});
    await T.until(() => root.dataset.state === 'ready' || root.dataset.state === 'error', 'the plan of ' + JSON.stringify(arguments_[0]));
    return {
      state: root.dataset.state,
      said: root.querySelector('.trouble')?.textContent,
      nothing: /there is no plan/i.test(root.textContent),
      items: root.querySelectorAll('[role=treeitem]').length,
      steps: root.querySelectorAll('.steps li').length,
      costs: [...root.querySelectorAll('.steps .cost')].map((cost) => cost.textContent),
      total: root.querySelector('.total-cost')?.textContent,
      elements: root.querySelectorAll('.hasse .element').length,
      lines: root.querySelectorAll('.hasse .cover').length,
    };
"""


def test_every_example_of_a_plan(page):
    """As an example, and from its texts, which are in the address then: the same."""
    examples = page.run("const {ask} = await import('/core/api.js'); return (await ask('plan/examples')).examples;")
    assert {example["kind"] for example in examples} >= {"hddl", "edaps", "pob"}
    without = 0
    own = set()
    for example in examples:
        shown = page.run(PLAN, {"example": example["name"]})
        kind = example["kind"]
        assert shown["state"] == "ready", (example["name"], shown["said"])
        if kind == "pob":
            assert shown["elements"] >= 3 and shown["lines"] >= 2
        elif not shown["nothing"]:
            assert shown["items"] >= 3 and shown["steps"] >= 1
        if kind == "edaps" and not shown["nothing"]:
            # The lead time of each step adds up to that of the plan.
            leads = [float(re.search(r"lead ([\d.]+)", cost)[1]) for cost in shown["costs"]]
            assert len(leads) == shown["steps"]
            assert abs(sum(leads) - float(re.search(r"[\d.]+", shown["total"])[0])) < 1e-3
        without += shown["nothing"]
        if kind not in own:
            own.add(kind)
            texts = {key: example[key] for key in ("domain", "problem", "edaps", "script") if key in example}
            assert page.run(PLAN, texts) == shown
    assert without <= 2  # designs whose tolerances or pockets cannot be achieved


def test_what_is_wrong_with_a_plan_is_told(page):
    for texts in ({"domain": "(define", "problem": ""}, {"edaps": "nonsense here"}, {"script": "x := 1"}):
        shown = page.run(PLAN, texts)
        assert shown["state"] == "error" and len(shown["said"]) > 10
