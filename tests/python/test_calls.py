"""Budgets, Ctrl-C, threads."""

import os
import signal
import threading
import time

import pytest

import cgt
from cgt import Game, rulesets

# Minutes of work.
HARD = "|".join(["......."] * 7)
# Half a second.
MEDIUM = "xoxo|oxox|xoxo|oxox"


def interrupt_soon(times):
    """Sends SIGINT after 100 ms, and notes what CPU the main thread had used by then."""
    clock = time.pthread_getcpuclockid(threading.main_thread().ident)

    def kill():
        times.append(time.clock_gettime(clock))
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.1, kill)
    timer.start()
    return timer


@pytest.mark.parametrize(
    "call",
    [
        lambda: rulesets.Domineering.parse(HARD).value(),
        lambda: rulesets.Domineering.parse(HARD).outcome(),
        lambda: rulesets.Domineering.parse(HARD).thermograph(),
        lambda: cgt.sums.Sum([rulesets.NoGo.parse(HARD), "^"]).wins("L"),
        lambda: cgt.lang.run("while true do 1 end"),
        lambda: cgt.lang.run('game.grid.Domineering("%s").CanonicalForm' % HARD),
        lambda: [Game(3) for _ in iter(int, 1)],
    ],
)
def test_interrupts(call):
    times = []
    timer = interrupt_soon(times)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        call()
    used = time.thread_time() - times[0]
    timer.join()
    # CPU, not the clock: other programs run, too.
    assert used < 0.1
    assert signal.getsignal(signal.SIGINT) is before
    assert Game("^") + Game("v") == 0


def test_an_interrupted_call_can_be_made_again():
    fresh = cgt.Store()
    position = rulesets.Clobber.parse(MEDIUM, store=fresh)
    interrupt_soon([])
    with pytest.raises(KeyboardInterrupt):
        position.value()
    assert position.value() == fresh.game("*")
    assert rulesets.Clobber.parse(MEDIUM).value() == Game("*")


def test_a_handler_of_python_may_let_the_call_go_on():
    heard = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        position = rulesets.Clobber.parse(MEDIUM, store=(store := cgt.Store()))
        timer = interrupt_soon([])
        value = position.value()
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert value == store.game("*") and heard == [1]


def test_budgets_of_one_call():
    position = rulesets.Domineering.parse(HARD)
    for budget, reason in (
        (cgt.budget(nodes=50_000), "node"),
        (cgt.budget(ms=30), "time"),
        (cgt.budget(mb=1), "memory"),
    ):
        with pytest.raises(cgt.BudgetExhausted, match=f"{reason} budget spent") as spent:
            position.value(budget=budget)
        low, high = spent.value.bounds
        assert low == -high and 21 <= high <= 24  # dominoes of one player on 49 cells
    # The same limits again for each call that has them.
    limit = cgt.budget(nodes=500)
    for _ in range(100):
        assert Game("{3||2|1}").mean(budget=limit) == Game("9/4").mean()


def test_budgets_of_a_block():
    with cgt.budget(nodes=3000):
        with pytest.raises(cgt.BudgetExhausted):
            for n in range(100_000):
                Game("{3||2|1}") + Game(f"{{{n}|-{n}}}")
        assert 20 < n < 3000
        with pytest.raises(cgt.BudgetExhausted):
            Game("^").mean()
    assert Game("^").mean() == 0
    with cgt.budget(nodes=10**9), cgt.budget(nodes=2000):
        with pytest.raises(cgt.BudgetExhausted):
            rulesets.Domineering.parse(HARD).value(budget=cgt.budget(nodes=10**8))
    with cgt.budget(nodes=0), pytest.raises(cgt.BudgetExhausted):
        Game("^") + Game("*")
    used = cgt.budget(nodes=10)
    with used, pytest.raises(cgt.Error, match="in use already"):
        with used:
            pass
    with pytest.raises(TypeError):
        cgt.budget(5)


def test_scripts_have_budgets():
    session = cgt.lang.Session()
    with pytest.raises(cgt.BudgetExhausted):
        session.run("while true do 1 end", budget=cgt.budget(nodes=20_000))
    with cgt.budget(ms=50), pytest.raises(cgt.BudgetExhausted):
        session.run("while true do 1 end")
    assert session.run("1 + 1").value == 2


def test_threads_run_at_the_same_time():
    """Four threads value boards that share nothing: more than 1.5 cores where two are free.

    Other programs may use the cores, so what is tested is that threads need not wait for one another: while
    one is in a call of half a second, the main thread goes on.
    """
    boards = ["xoxo|oxox|xoxo|oxo.", "xoxo|oxox|xoxo|ox.x", "xoxo|oxox|xox.|oxox", "xox.|oxox|xoxo|oxox"]
    values = {}
    running = threading.Event()

    def work(board):
        running.set()
        values[board] = str(rulesets.Clobber.parse(board, store=cgt.Store()).value())

    threads = [threading.Thread(target=work, args=(b,)) for b in boards]
    for thread in threads:
        thread.start()
    running.wait()
    steps = 0
    while any(t.is_alive() for t in threads):
        steps += 1
        time.sleep(0)
    for thread in threads:
        thread.join()
    # Each step would wait for one of four calls if they kept the lock.
    assert steps > 20
    assert values == {b: str(rulesets.Clobber.parse(b).value()) for b in boards}


def test_threads_share_a_store():
    rows = "......"
    found = []

    def work(columns):
        found.append(rulesets.Domineering.parse("|".join([rows[:columns]] * 4)).value())

    threads = [threading.Thread(target=work, args=(n,)) for n in (2, 3, 4, 4, 3, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6 and len(set(found)) == 3 and len({g.store for g in found}) == 1


def test_rows_of_the_language_answer_as_the_language_does():
    """Every row of Game without a parameter, asked from Python and in a script."""
    session = cgt.lang.Session()
    asked = 0
    for face, name, word, parameters, doc, result, is_property in cgt._cgt._rows:
        if face != "Game" or any(required for _, required in parameters):
            continue
        for text in ("{3||2|1}", "^^*", "*5", "3/4"):
            try:
                expected = session.run(f"({text}).{word}").value
            except cgt.Error:
                with pytest.raises(cgt.Error):
                    getattr(cgt.Game(text), name)()
                continue
            found = getattr(cgt.Game(text), name)
            found = found if is_property else found()
            if not isinstance(expected, str):
                assert found == expected, (name, text)
                asked += 1
    assert asked > 90


def test_rows_check_their_arguments():
    g = cgt.Game("{3|1}")
    assert g.overheat(1, t=2) == g.overheat(1, 2)
    for arguments in ((), (1,), (1, 2, 3)):
        with pytest.raises(TypeError):
            g.overheat(*arguments)
    with pytest.raises(TypeError):
        g.overheat(1, 2, s=3)
    with pytest.raises(AttributeError):
        cgt.Game("^").uptimal_expansion().nonsense
    with pytest.raises(ValueError):
        g.overheat(cgt.Store().game("^"), 2)
    with pytest.raises(cgt.BudgetExhausted):
        cgt.lang.game.heap.Kayles.check_periodicity(100_000, budget=cgt.budget(nodes=2_000))


def test_rows_from_many_threads():
    from concurrent.futures import ThreadPoolExecutor

    def ask(k):
        values = [cgt.Game("^^*").uptimal_expansion() for _ in range(50)]
        return {v.coefficients()[0] for v in values}, cgt.loopy.parse("upon").variety()

    with ThreadPoolExecutor(8) as pool:
        assert all(found == {2} for found, _ in pool.map(ask, range(32)))


def test_values_of_a_session_are_printed_by_it():
    session = cgt.lang.Session()
    session.run("[game.heap.Kayles(n).MisereCanonicalForm for n from 1 to 12]")
    assert str(session.run("game.heap.Kayles(8).MisereCanonicalForm").value) == "*[2[3]]"
