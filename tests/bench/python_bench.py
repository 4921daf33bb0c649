"""Times of the Python package, printed by `./dev bench python`. Each task begins with an empty store."""

import threading
import time

import cgt
from cgt import Game, rulesets


def timed(name, task, times=1):
    """Prints the least CPU time of three runs, for one of so many repetitions."""
    best = min(run(task) for _ in range(3)) / times
    unit, scale = ("us", 1e6) if best < 1e-3 else ("ms", 1e3)
    print(f"{name:44} {best * scale:10.2f} {unit}")
    return best


def run(task):
    start = time.process_time()
    task()
    return time.process_time() - start


def board(rows, columns):
    return "|".join(["." * columns] * rows)


def value(ruleset, text):
    return lambda: ruleset.parse(text, store=cgt.Store()).value()


def repeat(operation, times):
    def task():
        for _ in range(times):
            operation()

    return task


def day(n):
    """The games born by day n, from all sets of options."""
    store = cgt.Store()
    games = [store.game(0)]
    for _ in range(n):
        sets = [[g for i, g in enumerate(games) if bits >> i & 1] for bits in range(1 << len(games))]
        games = list({cgt.braces(a, b, store=store) for a in sets for b in sets})
    return games


def threads():
    """CPU by wall time of four threads that value independent boards."""
    boards = ["xoxo|oxox|xoxo|oxo.", "xoxo|oxox|xoxo|ox.x", "xoxo|oxox|xox.|oxox", "xox.|oxox|xoxo|oxox"]
    workers = [threading.Thread(target=value(rulesets.Clobber, text)) for text in boards]
    cpu, wall = time.process_time(), time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    ratio = (time.process_time() - cpu) / (time.perf_counter() - wall)
    print(f"{'four threads, CPU by wall time':44} {ratio:10.2f}")


def main():
    ours = timed("Domineering 2x12", value(rulesets.Domineering, board(2, 12)))
    # What pycgt tells of itself, on another machine; it tells nothing of the other boards.
    print(f"{'  times faster than 2.68 s, which pycgt tells':44} {2.68 / ours:10.0f}")
    timed("Domineering 5x5", value(rulesets.Domineering, board(5, 5)))
    timed("Snort, path of 7", value(rulesets.Snort, ".-.-.-.-.-.-."))
    timed("games born by day 2", lambda: day(2))
    g, h = Game("{3||2|1}"), Game("{5|*||^}")
    n = 100_000
    timed("g + h, known", repeat(lambda: g + h, n), n)
    timed("g <= h, known", repeat(lambda: g <= h, n), n)
    timed("hash(g), known", repeat(lambda: hash(g), n), n)
    timed("g.mean()", repeat(lambda: g.mean(), n), n)
    timed("Game('{3||2|1}')", repeat(lambda: Game("{3||2|1}"), 10_000), 10_000)
    threads()


main()
