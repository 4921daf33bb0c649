"""Times of the Python package, printed by `./dev bench python`. Each task begins with an empty store."""

import threading
import time
from dataclasses import dataclass

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


def compared(name, theirs, task):
    """With what pycgt 0.3.0 tells of itself, on another machine; of games by day it tells nothing."""
    ours = timed(name, task)
    print(f"{f'  times faster than {theirs:g} s, which pycgt tells':44} {theirs / ours:10.0f}")


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


@dataclass(frozen=True)
class Dominoes(rulesets.PositionBase):
    """Domineering on a square, as plain as can be: each cell free or not."""

    side: int
    cells: tuple

    def options(self, player):
        step = self.side if player is cgt.LEFT else 1
        for i in range(len(self.cells) - step):
            if self.cells[i] and self.cells[i + step] and (step > 1 or i % self.side < self.side - 1):
                after = list(self.cells)
                after[i] = after[i + step] = False
                yield Dominoes(self.side, tuple(after))


def own_rulesets():
    """The same ruleset written in two ways, by times of the native one."""
    native = timed("Domineering 4x4", value(rulesets.Domineering, board(4, 4)))
    patterns = timed("  as patterns", value(rulesets.Patterns(".|. > #|#", ".. > ##"), board(4, 4)))
    written = timed("  as a class", lambda: Dominoes(4, (True,) * 16).value(store=cgt.Store()))
    print(f"{'  times slower than the native one':44} {patterns / native:10.1f} {written / native:10.1f}")


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def memory():
    """Bytes for each of a million values that are held, and when nobody holds them or their store."""
    before = resident()
    store = cgt.Store()
    values = [cgt.braces([a], [-b], store=store) for a in range(1000) for b in range(1, 1001)]
    held = resident()
    del store, values
    print(f"{'a million values, bytes each; then given back':44} {(held - before) / 1e6:10.0f}"
          f" {(resident() - before) / 1e6:10.0f}")


def threads():
    """CPU by wall time of four threads that value independent boards.

    Where other programs want the cores, that ratio falls; how many threads run or wait for a core does not. One that
    waits for the lock of the interpreter does neither.
    """
    boards = ["xoxo|oxox|xoxo|oxo.", "xoxo|oxox|xoxo|ox.x", "xoxo|oxox|xox.|oxox", "xox.|oxox|xoxo|oxox"]
    runnable = []

    def work(task):
        task()
        # Nanoseconds on a core, and those spent in waiting for one.
        with open("/proc/thread-self/schedstat", encoding="ascii") as file:
            runnable.append(sum(map(int, file.read().split()[:2])) / 1e9)

    workers = [threading.Thread(target=work, args=(value(rulesets.Clobber, text),)) for text in boards]
    cpu, wall = time.process_time(), time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    wall = time.perf_counter() - wall
    print(f"{'four threads, CPU by wall time':44} {(time.process_time() - cpu) / wall:10.2f}")
    print(f"{'  threads that run or wait for a core':44} {sum(runnable) / wall:10.2f}")


def main():
    compared("Domineering 2x12", 2.68, value(rulesets.Domineering, board(2, 12)))
    timed("Domineering 5x5", value(rulesets.Domineering, board(5, 5)))
    compared("Snort, path of 7", 0.047, value(rulesets.Snort, ".-.-.-.-.-.-."))
    timed("games born by day 2", lambda: day(2))
    own_rulesets()
    memory()
    g, h = Game("{3||2|1}"), Game("{5|*||^}")
    n = 100_000
    timed("g + h, known", repeat(lambda: g + h, n), n)
    timed("g <= h, known", repeat(lambda: g <= h, n), n)
    timed("hash(g), known", repeat(lambda: hash(g), n), n)
    # Rows of the language; what a call costs is the first of them.
    timed("g.is_number()", repeat(lambda: g.is_number(), n), n)
    timed("g.mean()", repeat(lambda: g.mean(), n), n)
    timed("g.cool(1)", repeat(lambda: g.cool(1), n), n)
    timed("g.options('L')", repeat(lambda: g.options("L"), n), n)
    timed("Game('{3||2|1}')", repeat(lambda: Game("{3||2|1}"), 10_000), 10_000)
    threads()


main()
