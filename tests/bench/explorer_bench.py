"""Times of the explorer in a browser, printed by `./dev bench explorer`: the first paint, the answer to a move,
and eight tabs at once."""

import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "explorer"))
from browser import Browser, Server, program  # noqa: E402

MOVES = 50
TABS = 8
BOARD = {"game": "domineering", "board": "....|....|....|....", "player": "left", "alternate": True}

# From the click to the painted board with its value; then back.
ANSWER = """
    const {get, change} = await T.state();
    const panel = document.querySelector('.value');
    const text = document.querySelector('#board-text');
    const before = text.value;
    const cells = [...document.querySelectorAll('.board [data-cell]')];
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    await T.until(() => !document.documentElement.hasAttribute('data-busy'), 'rest');
    panel.dataset.state = 'old';
    const start = performance.now();
    const free = cells.map((c, i) => [c, i]).filter(([c]) => c.classList.contains('free'));
    const [, at] = free[arguments_[0] % free.length];
    cells[at].click();
    if ((get().at ?? 0) === arguments_[1]) document.querySelector('.board .candidate')?.click();
    await T.until(() => text.value !== before, 'the board');
    await frame();
    const board = performance.now() - start;
    await T.until(() => panel.dataset.state === 'ready', 'the value');
    await frame();
    return [board, performance.now() - start];
"""


def rounded(times):
    return f"median {statistics.median(times):.0f} ms, slowest {max(times):.0f} ms"


def first_paint(browser, times):
    found = []
    for _ in range(times):
        browser.driver.get("about:blank")
        browser.open(BOARD)
        found.append(browser.run("""
            const paint = await T.until(() => performance.getEntriesByName('first-contentful-paint')[0], 'the first paint');
            return paint.startTime;"""))
    return found


def moves(browser):
    """The same moves twice: first to value what they lead to, then to be timed."""
    for turn in range(2):
        board, value = [], []
        for i in range(MOVES):
            browser.show({**BOARD, "player": "left"})
            browser.run("await T.until(() => document.querySelector('#board-text').value === arguments_[0] && document.querySelector('.value').dataset.state === 'ready', 'the start');", BOARD["board"])
            a, b = browser.run(ANSWER, i, 0)
            board.append(a)
            value.append(b)
    return board, value


def tabs(browser):
    """Seven tabs compute for ten seconds each; how long does a move take in the eighth?"""
    driver = browser.driver
    hard = {"view": "sheet", "sheet": [{"type": "code", "source": "n := 0; while true do n := n + 1; end"}]}
    handles = []
    for _ in range(TABS - 1):
        driver.switch_to.new_window("tab")
        handles.append(driver.current_window_handle)
        browser.open(hard)
        browser.run("[...(await T.until(() => document.querySelector('.cell-block'))).querySelectorAll('button')].find((b) => b.textContent === 'Run').click();")
    driver.switch_to.new_window("tab")
    handles.append(driver.current_window_handle)
    browser.open(BOARD)
    times = []
    for i in range(10):
        times.append(browser.run("""
            const {ask} = await import('/core/api.js');
            const start = performance.now();
            await ask('position', {game: 'domineering', board: '....|....|....|.##.'});
            return performance.now() - start;"""))
        time.sleep(0.2)
    for handle in handles:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(driver.window_handles[0])
    return times


def main():
    server = Server(program())
    browser = Browser(server)
    try:
        browser.open(BOARD)
        print(f"first paint                            {rounded(first_paint(browser, 5))}")
        board, value = moves(browser)
        print(f"a move: the board ({MOVES} moves)            {rounded(board)}")
        print(f"a move: the board and its known value  {rounded(value)}")
        print(f"a request, {TABS - 1} other tabs computing      {rounded(tabs(browser))}")
    finally:
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
