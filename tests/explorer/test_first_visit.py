"""Somebody comes for the first time: what is seen at once, where to go from there."""

import json

import pytest
from browser import VALUE_READY, Browser


@pytest.fixture(scope="module")
def visitor(server):
    """A browser that was never here."""
    found = Browser(server, 1280, 800)
    found.size(1280, 800)
    found.open()
    yield found
    found.close()


def rest(page):
    page.run(VALUE_READY + "await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'rest');")


def test_it_opens_on_a_hot_board_with_a_tour(visitor):
    rest(visitor)
    visitor.run("await T.until(() => document.querySelector('.tour'), 'the tour');")
    assert visitor.run("return [document.querySelector('.is-temperature dd').textContent, Boolean(document.querySelector('.plot .between'))];") == ["47/32", True]
    steps = []
    while visitor.run("return Boolean(document.querySelector('.tour'));"):
        steps.append(visitor.run("""
            const spot = document.querySelector('.spot').getAttribute('aria-label');
            document.querySelector('.tour button').click();
            return spot;"""))
    assert steps == ["Board", "Thermograph", "Options"]
    visitor.open()
    rest(visitor)
    assert not visitor.run("return document.querySelector('.tour');")


def test_all_is_seen_without_scrolling(visitor):
    """Board, value, options and the whole thermograph at 1280 x 800, pieces and sizes beside the board."""
    visitor.open()
    rest(visitor)
    hidden = visitor.run("""
        scrollTo(0, 0);
        const seen = (e) => { const b = e.getBoundingClientRect(); return b.width > 20 && b.height > 10 && b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth; };
        return ['.board .grid', '.value-text', '.strip', '.plot', '.readout', '.outline', '.tool', '.stepper', '#undo', '#hint'].filter((one) => !seen(document.querySelector(one)));""")
    assert hidden == []
    share = visitor.run("const [a, b] = ['.board .grid', '.play'].map((one) => document.querySelector(one).getBoundingClientRect()); return a.width / b.width;")
    assert share > 0.8


def test_a_phone_shows_one_panel_after_another(visitor):
    visitor.size(320, 640)
    try:
        rest(visitor)
        for i, name in enumerate(("Board", "Value", "Thermograph", "Options", "Sum")):
            shown = visitor.run("""
                const tab = document.querySelectorAll('.tabs button')[arguments_[0]];
                tab.click();
                const panel = document.querySelectorAll('.deck > section')[arguments_[0]];
                const deck = document.querySelector('.deck');
                await T.until(() => Math.abs(panel.getBoundingClientRect().left - deck.getBoundingClientRect().left) < 2, 'the panel');
                await T.until(() => tab.hasAttribute('aria-current'), 'the mark');
                return [tab.textContent, panel.getAttribute('aria-label'), scrollX];""", i)
            assert shown == [name, name, 0]
    finally:
        visitor.size(1280, 800)


def test_games_are_searched_by_words(visitor):
    found = visitor.run("""
        document.querySelector('#games').click();
        const dialog = document.querySelector('#dialog');
        const search = await T.until(() => dialog.querySelector('input[type=search]'), 'the search');
        const all = dialog.querySelectorAll('.games li').length;
        search.value = 'domino toppl';
        search.dispatchEvent(new Event('input'));
        const left = [...dialog.querySelectorAll('.games li:not([hidden]) b')].map((one) => one.textContent);
        search.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));
        const {get} = await T.state();
        return [all, left, dialog.open, get().game];""")
    assert found[0] >= 60 and found[1:] == [["Toppling Dominoes"], False, "toppling-dominoes"]
    rest(visitor)


def test_each_picture_of_the_gallery_opens(visitor):
    count = visitor.run("document.querySelector('#games').click(); await T.until(() => document.querySelector('.gallery'), 'the gallery'); return document.querySelectorAll('.gallery button').length;")
    assert count == 13
    views = set()
    for i in range(count):
        visitor.run("""
            const {restore} = await T.state();
            restore({game: 'domineering'});
            document.querySelector('#games').click();
            (await T.until(() => document.querySelector('#dialog').open && document.querySelectorAll('.gallery button')[arguments_[0]], 'the gallery')).click();
            await T.until(() => !document.querySelector('#dialog').open, 'the choice');""", i)
        view = visitor.run("await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'rest'); return (await T.state()).get().view ?? 'position';")
        views.add(view)
        wrong = visitor.run("return [document.querySelector('#message').className, document.querySelector('.value').dataset.state];")
        assert wrong[0] != "error" and wrong[1] != "error", (i, wrong)
    assert views == {"position", "go", "sheet", "plan"}


@pytest.mark.parametrize("view, seen", [("go", ".goban .point.black"), ("plan", ".plan-output .steps li")])
def test_other_views_open_with_an_example(visitor, view, seen):
    visitor.show({"view": view})
    assert visitor.run("return (await T.until(() => document.querySelector(arguments_[0]), 'the example')) !== null;", seen)
    assert json.loads(visitor.run("return JSON.stringify((await T.state()).get());"))[view]


def test_the_page_is_few_files(visitor):
    visitor.open({"game": "domineering"})
    rest(visitor)
    scripts = visitor.run("return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname).filter((one) => one.endsWith('.js') && !one.startsWith('/engine/'));")
    assert 10 <= len(scripts) <= 20, scripts
