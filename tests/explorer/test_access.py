"""Who cannot see the page, or has no mouse; small screens; light and dark."""

import os
import pathlib

import pytest
from conftest import SOURCE

# axe-core is in no package of Debian: CGT_AXE is the path of its axe.min.js, where there is one.
AXE = os.environ.get("CGT_AXE")

STATES = {
    "position": {"game": "clobber", "player": "left"},
    "graph": {"game": "hackenbush"},
    "heap": {"game": "nim", "board": "3+5"},
    "expression": {"expr": "{3||2|1}", "sum": [{"subject": {"expr": "^"}, "negated": False, "count": 1}]},
    "go": {"view": "go", "go": {"sgf": (SOURCE / "examples" / "go" / "comb9.sgf").read_text()}},
    "sheet": {"view": "sheet", "sheet": [{"type": "markdown", "source": "# A *text*\n\n$x$ and [a link](https://example.org/)"}, {"type": "code", "source": "{3|1}"},
                                         {"type": "raw", "source": "raw"}, {"type": "markdown", "source": ""}, {"type": "code", "source": "2"}]},
    "plan": {"view": "plan", "plan": {"example": "subgoals"}},
}
WAIT = """
    const view = document.querySelector('main > section:not([hidden])');
    if (view.id === 'view-position') {
      await T.until(() => view.querySelector('.value').dataset.state === 'ready', 'the value');
      await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'the options');
    }
    if (view.id === 'view-go' || view.id === 'view-plan') await T.until(() => view.dataset.state === 'ready', 'the solution');
    if (view.id === 'view-sheet') await T.until(() => view.querySelector('.CodeMirror'), 'the editor');
"""
INTERACTIVE = {"button", "link", "textbox", "checkbox", "radio", "combobox", "listbox", "slider", "spinbutton", "searchbox", "gridcell", "treeitem", "menuitem", "tab", "option", "DisclosureTriangle"}


@pytest.mark.parametrize("name", STATES)
def test_every_control_has_a_name(page, name):
    page.show(STATES[name])
    page.run(WAIT)
    nodes = page.cdp("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in INTERACTIVE:
            continue
        roles[role] = roles.get(role, 0) + 1
        if not node.get("name", {}).get("value", "").strip():
            raise AssertionError(page.cdp("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]}))
    assert sum(roles.values()) >= 10
    assert {"main", "banner", "navigation", "contentinfo"} <= {node.get("role", {}).get("value") for node in nodes}


@pytest.mark.parametrize("name", STATES)
def test_tab_reaches_every_control(page, name):
    """Forwards through the page, each stop is seen, and every control is met or is in a group that is."""
    page.show(STATES[name])
    page.run(WAIT)
    expected = page.run("""
        document.querySelector('.skip').focus();
        const seen = (e) => e.checkVisibility() && !e.closest('[hidden]');
        window.__stops = [...document.querySelectorAll('button, input, select, textarea, summary, [tabindex="0"]')].filter((e) => seen(e) && !e.disabled && e.tabIndex >= 0
          && !e.closest('.CodeMirror'));
        return window.__stops.length;""")
    missing = page.run("""
        // What the browser itself does on Tab is asked below; here, that no stop is taken out of its order.
        return window.__stops.filter((e) => e.tabIndex > 0).length;""")
    assert missing == 0 and expected >= 10
    met = set()
    for _ in range(expected + 12):
        page.key("Tab")
        at = page.run("""
            const e = document.activeElement;
            const box = e.getBoundingClientRect();
            return [window.__stops.indexOf(e), e.type === 'radio' || (box.width > 0 || box.height > 0) || e.closest('.skip') !== null, e.tagName];""")
        if at[2] == "BODY":
            break
        assert at[1]
        if name == "sheet" and at[0] < 0:
            page.key("Escape")
        met.add(at[0])
    unmet = page.run("""
        // Of radio buttons of one name only the chosen one is a stop.
        return window.__stops.map((e, i) => [i, e]).filter(([i, e]) => !arguments_[0].includes(i) && !(e.type === 'radio' && !e.checked)).map(([, e]) => e.outerHTML.slice(0, 120));""", sorted(met))
    assert unmet == []
    # No editor has taken the key for itself.
    assert not page.run("return [...document.querySelectorAll('.CodeMirror')].some((e) => e.CodeMirror.getValue().includes('\\t'));")


@pytest.mark.parametrize("name", STATES)
def test_a_narrow_screen_needs_no_scrolling_sideways(page, name):
    page.size(320, 640)
    try:
        page.show(STATES[name])
        page.run(WAIT)
        width = page.run("""
            // Panels stand side by side, each as wide as the window, for the finger that swipes; what is in one stays in it.
            const end = (e) => e.closest('.deck > *')?.getBoundingClientRect().right ?? 320;
            const wide = [...document.querySelectorAll('main *, header *')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > end(e) + 1
              && !e.closest('.tabs, .board, .goban, .table, .formula, .outline, .hasse-scroll, .CodeMirror, .hidden, .katex')).map((e) => e.outerHTML.slice(0, 90));
            return [document.documentElement.scrollWidth, wide];""")
        assert width == [320, []]
    finally:
        page.size(1280, 1000)


CONTRAST = """
    const parse = (text) => {
      const found = /rgba?\\(([^)]+)\\)/.exec(text);
      const parts = found[1].split(/[ ,/]+/).map(Number);
      return [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
    };
    const over = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3])).concat(1);
    const light = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ground = (e) => {
      const layers = [];
      for (let at = e; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== 'none') return null;
        layers.push(parse(style.backgroundColor));
      }
      return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
    };
    const bad = [];
    let checked = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      if (!node.data.trim() || !e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || e.closest('svg, .katex-mathml, .hidden, .goban, script, dialog, noscript') || e.closest(':disabled')) continue;
      const under = ground(e);
      if (!under) continue;
      const style = getComputedStyle(e);
      const ink = over(parse(style.color), under);
      const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      ++checked;
      if (ratio < 4.5) bad.push([ratio.toFixed(2), node.data.trim().slice(0, 30), e.className, style.color, under.join(',')]);
    }
    return {bad, checked};
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["position", "expression", "go", "sheet", "plan"])
def test_contrast(page, name, scheme):
    page.follow(scheme)
    try:
        page.show(STATES[name])
        page.run(WAIT)
        found = page.run(CONTRAST)
        assert found["bad"] == [] and found["checked"] >= 15
    finally:
        page.follow("light")


@pytest.mark.skipif(AXE is None, reason="CGT_AXE does not say where axe.min.js is")
@pytest.mark.parametrize("width", [1280, 768, 320])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [*STATES, "dialog of games", "dialog of rules"])
def test_axe_finds_nothing(page, name, scheme, width):
    page.follow(scheme)
    page.size(width, 800)
    try:
        page.show(STATES.get(name, STATES["position"]))
        page.run(WAIT)
        if name not in STATES:
            page.run("document.querySelector(arguments_[0]).click(); await T.until(() => document.querySelector('dialog[open] :is(.thumbnail, .demo) > *'), 'the dialog');", "#games" if "games" in name else "#how")
        # By the browser itself, for the page runs no script but its own.
        page.cdp("Runtime.evaluate", {"expression": pathlib.Path(AXE).read_text(encoding="utf-8")})
        found = page.run("""
            const {violations, passes} = await axe.run(document, {resultTypes: ['violations']});
            document.querySelector('#dialog').close();
            return {rules: passes.length, bad: violations.map((v) => [v.impact, v.id, v.nodes.map((n) => n.html.slice(0, 140))])};""")
        assert found["rules"] >= 15 and found["bad"] == []
    finally:
        page.size(1280, 1000)
        page.follow("light")


@pytest.mark.parametrize("name", STATES)
def test_zoom_of_200_percent(page, name):
    """A window of 1280 x 1000 has half as many CSS pixels each way; nothing is cut, nothing lies over a control."""
    page.size(640, 500, deviceScaleFactor=2)
    try:
        page.show(STATES[name])
        page.run(WAIT)
        found = page.run("""
            const root = document.documentElement;
            const covered = [];
            for (const e of document.querySelectorAll('button, input, select, textarea, summary')) {
              if (!e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || e.closest('.CodeMirror, dialog')) continue;
              e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
              const {left, top, width, height} = e.getBoundingClientRect();
              if (width * height === 0 || e.matches('[type=radio], [type=checkbox], .visually-hidden')) continue;
              const hit = document.elementFromPoint(left + width / 2, top + height / 2);
              if (!hit || !(e.contains(hit) || hit.contains(e))) covered.push(e.outerHTML.slice(0, 100) + ' under ' + (hit && hit.outerHTML.slice(0, 60)));
            }
            return {ratio: devicePixelRatio, sideways: root.scrollWidth - root.clientWidth, covered};""")
        assert found == {"ratio": 2, "sideways": 0, "covered": []}
    finally:
        page.size(1280, 1000)


def test_the_switch_of_the_theme(page):
    before = page.run("await T.until(() => !document.documentElement.hasAttribute('data-dark'), 'light'); return getComputedStyle(document.body).color;")
    page.run("document.querySelector('#theme').click(); await T.until(() => document.documentElement.hasAttribute('data-dark'));")
    assert page.run("return getComputedStyle(document.body).color;") != before
    page.run("document.querySelector('#theme').click(); localStorage.removeItem('cgt-theme'); delete document.documentElement.dataset.theme;")
