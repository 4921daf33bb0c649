"""The pictures of docs/explorer.md and of the tutorial for planners, made by `./dev screenshots`."""

import os
import pathlib
import re
import sys

from browser import Browser, Server, program

SOURCE = pathlib.Path(os.environ["CGT_SOURCE"])
DOMINEERING = {"game": "domineering", "board": "...##|.....|.#...|.....", "moves": ["L...##|...#.|.#.#.|....."], "at": 1, "player": "right", "t": "1/2",
               "sum": [{"subject": {"game": "clobber", "board": "xox|ox."}, "negated": False, "count": 1}]}
GO = {"view": "go", "go": {"sgf": (SOURCE / "examples" / "go" / "comb9.sgf").read_text(), "name": "comb9.sgf"}}
TUTORIAL = (SOURCE / "docs" / "tutorials" / "planner.md").read_text()
DOMAIN, PROBLEM = re.findall(r"```hddl\n(.*?)```", TUTORIAL, re.S)
PICTURES = {
    "explorer-light": ("light", 1280, 800, DOMINEERING),
    "explorer-dark": ("dark", 1280, 800, GO),
    "explorer-narrow-light": ("light", 320, 640, {"game": "hackenbush"}),
    "explorer-narrow-dark": ("dark", 320, 640, GO),
    "explorer-plan": ("light", 1000, 480, {"view": "plan", "plan": {"domain": DOMAIN, "problem": PROBLEM}}),
}
SETTLED = """
    document.querySelector('.tour button:last-child')?.click();
    const view = document.querySelector('main > section:not([hidden])');
    if (view.id === 'view-position') {
      await T.until(() => view.querySelector('.value').dataset.state === 'ready', 'the value');
      await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'the options');
    }
    if (view.id !== 'view-position') await T.until(() => view.dataset.state === 'ready', 'the answer');
    view.querySelector('.plan-output')?.scrollIntoView();
    await document.fonts.ready;
    if (view.id !== 'view-plan') scrollTo(0, 0);
    // Two frames: one is laid out, the next shows it.
    for (let i = 0; i < 2; ++i) await new Promise((done) => requestAnimationFrame(done));
"""


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(program())
    browser = Browser(server)
    try:
        browser.open({})
        for name, (scheme, width, height, state) in PICTURES.items():
            browser.size(width, height)
            browser.scheme(scheme)
            browser.show(state)
            browser.run(SETTLED)
            (folder / f"{name}.png").write_bytes(browser.picture())
            print(folder / f"{name}.png")
    finally:
        browser.close()
        server.close()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
