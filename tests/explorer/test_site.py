"""The site: the same page without a server, offline, and the manual, whose examples run in it."""

import os
import pathlib
import re

import pytest
from browser import Browser, Server, program
from test_access import STATES, WAIT

pytestmark = pytest.mark.skipif("CGT_SITE" not in os.environ, reason="CGT_SITE names no folder")
SITE = pathlib.Path(os.environ.get("CGT_SITE", "."))
MANUAL = sorted(SITE.glob("manual/**/*.html"))


def pages_with(pattern):
    found = [page for page in MANUAL if re.search(pattern, page.read_text())]
    return [pytest.param(page, id=str(page.relative_to(SITE))) for page in found]


def open_manual(page, path):
    page.driver.get(f"{page.server.origin}/{path.relative_to(SITE)}")
    page.run("await T.until(() => document.querySelector('button.try'), 'the examples');")


# Clicks on Run, and waits for the answers: their texts, one after the other.
RUN = """
    const answers = async (button, find) => {
      button.click();
      const trial = await T.until(find);
      await T.until(() => trial.dataset.state === 'done', 'the answers');
      return [...trial.querySelectorAll('[aria-live] > :not(.asked)')].filter((one) => one.localName !== 'svg').map((one) => one.textContent);
    };
"""


@pytest.mark.parametrize("path", pages_with('language-cgt'))
def test_transcripts_of_the_manual_run(page, path):
    open_manual(page, path)
    blocks = page.run(RUN + """
        const found = [];
        for (const box of document.querySelectorAll('.example')) {
          found.push([box.querySelector('code').textContent, await answers(box.querySelector('button'), () => box.nextElementSibling?.matches('.trial') && box.nextElementSibling)]);
        }
        return found;""")
    wrong = []
    for transcript, answers in blocks:
        told = [line for line in transcript.splitlines() if not re.match(r"cgt> |\.\.\.>", line)]
        # Errors are told without their place, thermographs as pictures.
        if any(re.match(r"<\w+>:|error:|[ |+*]+$", line) for line in told):
            continue
        # Lessons leave the answers to the reader.
        if path.parent.name != "lessons" and "\n".join(answers).split() != "\n".join(told).split():
            wrong.append((told, answers))
    assert blocks
    if path.parent.name == "lessons":
        assert page.run("return document.querySelectorAll('.trial svg').length;")
        assert page.run("return [...document.querySelectorAll('.trial .trouble')].map((one) => one.textContent);") == []
    assert wrong == []


def test_an_exercise_is_marked(page):
    open_manual(page, SITE / "manual" / "lessons" / "1_outcomes.html")
    told = page.run(RUN + """
        const boxes = [...document.querySelectorAll('.example')];
        const at = boxes.findIndex((box) => box.textContent.includes('answer1 :='));
        const find = (box) => () => box.nextElementSibling?.matches('.trial') && box.nextElementSibling;
        const check = () => answers(boxes[at + 1].querySelector('button'), find(boxes[at + 1]));
        const found = [await check()];
        await answers(boxes[at].querySelector('button'), find(boxes[at]));
        for (const answer of ['P', 'N']) {
          find(boxes[at])().querySelector('textarea').value = `answer1 := OutcomeClass.${answer};`;
          found.push(await check());
        }
        return found.map((lines) => lines.join(' ').slice(0, 8));""")
    assert told == ["No answe", "Not yet.", "Right!"]


def test_expressions_of_the_reference_run(page):
    path = SITE / "manual" / "language" / "reference.html"
    open_manual(page, path)
    rows = page.run(RUN + r"""
        const found = [];
        for (const button of document.querySelectorAll('main :not(.example) > button.try')) {
          const before = button.previousElementSibling;
          const block = button.parentElement.closest('ul, p').nextElementSibling;
          const value = /gives\s*$/.test(button.previousSibling.previousSibling.textContent) ? block.textContent : before.textContent;
          found.push([value, (await answers(button, () => button.nextElementSibling?.matches('.trial') && button.nextElementSibling)).join('')]);
        }
        return found;""")
    assert len(rows) > 600
    # Plots are pictures there.
    assert [row for row in rows if "".join(row[0].split()) != "".join(row[1].split()) and "mean" not in row[0]] == []


def test_an_example_can_be_changed(page):
    open_manual(page, SITE / "manual" / "language" / "tutorial.html")
    told = page.run(RUN + """
        const box = document.querySelectorAll('.example')[1];
        const find = () => box.nextElementSibling?.matches('.trial') && box.nextElementSibling;
        await answers(box.querySelector('button'), find);
        find().querySelector('textarea').value = 'Snort("....").CanonicalForm';
        return answers(find().querySelector('button'), find);""")
    assert told == ["+-{2|1}"]


def test_links_of_the_manual_lead_somewhere():
    names = {page: set(re.findall(r'\bid="([^"]*)"', page.read_text())) for page in MANUAL}
    broken = []
    for page in MANUAL:
        for target in re.findall(r'(?:href|src)="([^"]*)"', page.read_text()):
            if "://" in target or target.startswith("data:"):
                continue
            path, _, part = target.partition("#")
            goal = (page.parent / path).resolve() if path else page
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.exists() or (part and goal in names and part not in names[goal]):
                broken.append((str(page.relative_to(SITE)), target))
    assert broken == []


def test_the_manual_can_be_searched(page):
    open_manual(page, SITE / "manual" / "language" / "tutorial.html")
    found = page.run("""
        const input = document.getElementById('search');
        input.value = 'thermograph';
        input.dispatchEvent(new Event('input'));
        await T.until(() => document.querySelector('#found a'), 'what is found');
        return [...document.querySelectorAll('#found a')].map((link) => link.href);""")
    assert any("reference.html#thermograph" in link for link in found)


def test_no_script_or_style_stands_in_a_page():
    for page in [SITE / "index.html", *MANUAL]:
        text = page.read_text()
        assert "Content-Security-Policy" in text
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", text), page


def test_it_works_without_a_network(page):
    page.open({"view": "position", "game": "domineering", "board": "..|.."})
    page.run("await navigator.serviceWorker.ready; await T.until(() => document.querySelector('.value')?.dataset.state === 'ready', 'the value');")
    page.cdp("Network.enable")
    page.cdp("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
    try:
        page.open({"view": "position", "game": "domineering", "board": "...|..."})
        page.run("await T.until(() => document.querySelector('.value')?.dataset.state === 'ready', 'the value');")
    finally:
        page.cdp("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})


@pytest.fixture(scope="module")
def here():
    """A browser at `cgt explore` on this machine."""
    server = Server(program())
    browser = Browser(server)
    yield browser
    browser.close()
    server.close()


SEEN = WAIT + """
    const {get, address} = await T.state();
    const texts = (selector) => [...view.querySelectorAll(selector)].map((one) => one.getAttribute('aria-label') ?? one.textContent);
    return {state: get(), fragment: address()?.split('#')[1],
      shown: texts('[data-cell], .value-text, .strip dd, .outline [role=treeitem] .hidden, .history button, .remark, [data-fact], [data-tier], .areas td, .plan-output li, .cell pre, h2')};
"""
ADDRESSES = {
    **STATES,
    "a line with comments": {"game": "domineering", "board": "..#|...|...", "player": "left", "moves": ["L#.#|#..|...", "R#.#|###|..."], "at": 2, "notes": ["", "the answer"]},
    "a sum": {"game": "clobber", "board": "xo|ox", "sum": [{"subject": {"game": "nim", "board": "3+5"}, "negated": True, "count": 2}]},
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_means_the_same_on_the_site_and_here(page, here, name):
    seen = []
    for browser in (page, here):
        browser.open(ADDRESSES[name])
        seen.append(browser.run(SEEN))
    assert seen[0] == seen[1] and seen[0]["fragment"]
    assert name == "sheet" or len(seen[0]["shown"]) >= 4


def test_what_is_loaded_before_the_first_answer_is_small():
    import gzip
    first = [SITE / "engine" / name for name in ("cgt-engine.wasm", "cgt-engine.mjs", "engine.js")]
    first += [*SITE.glob("core/*.js"), *SITE.glob("style/*.css"), SITE / "main.js", SITE / "index.html"]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in first) < 3_000_000
