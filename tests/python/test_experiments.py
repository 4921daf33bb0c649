"""Censuses and pathology experiments, counted by hand as well."""

import itertools
import os
import random
import signal
import sys
import threading
from collections import Counter
from fractions import Fraction

import pytest

import cgt
from cgt import census, lang, pathology, rulesets
from cgt.search import Tree
from conftest import random_tree

BIG = (rulesets.Domineering, 4, 4)


def texts(rows, columns, cells):
    for board in itertools.product(cells, repeat=rows * columns):
        yield "|".join("".join(board[r * columns:(r + 1) * columns]) for r in range(rows))


@pytest.mark.parametrize("family, rows, columns, cells", [
    (rulesets.Domineering, 2, 3, ".#"), (rulesets.Clobber, 2, 2, "xo."), (rulesets.Clobber, 1, 5, "xo.")])
@pytest.mark.parametrize("classes, threads", [(True, 1), (False, 2)])
def test_census(family, rows, columns, cells, classes, threads):
    """The same as valuing every board by itself."""
    found = census.Census(family, rows, columns, classes=classes, cells=cells)
    assert found.run(threads=threads) and found.stop is None and found.progress[0] == found.progress[1]
    boards = [family.parse(text) for text in texts(rows, columns, cells)]
    values = {board: board.value() for board in boards}
    assert found.boards == len(boards) and (found.classes < len(boards)) is classes
    expected = Counter(values.values())
    assert {row.value: row.boards for row in found.values()} == expected
    counts = [row.boards for row in found.values()]
    assert counts == sorted(counts, reverse=True) and found.troubles == (0, "")
    for key, of in (
        ("outcome", lambda g: str(g.outcome())), ("mean", lambda g: str(g.mean())),
        ("temperature", lambda g: str(g.temperature())), ("birthday", lambda g: str(g.birthday())),
    ):
        rows_of = found.by(key)
        assert {row.key: row.boards for row in rows_of} == Counter(map(of, values.values()))
        for row in rows_of:
            assert values[row.example] == row.value and of(row.value) == row.key
            assert row.values == len({g for g in expected if of(g) == row.key})
    position, value, temperature = found.hottest(1)[0]
    assert temperature == max(g.temperature() for g in values.values()) == value.temperature()
    assert values[position] == value


def test_census_of_heaps():
    found = census.Census(rulesets.Subtraction([1, 2, 4]), 0, 30, heaps=True)
    assert found.run()
    nim = [0]
    for n in range(1, 31):
        below = {nim[n - take] for take in (1, 2, 4) if take <= n}
        nim.append(next(k for k in range(9) if k not in below))
    assert {row.value: row.boards for row in found.values()} == Counter(map(cgt.nimber, nim))


def test_loopy_census():
    """Values are texts where play can come back, as the language has them."""
    found = census.Census(rulesets.ToadsAndFrogs, 1, 4)
    assert found.run()
    for row in found.values():
        if isinstance(row.value, str):
            assert row.value == lang.run(f'game.strip.ToadsAndFrogs("{row.example.text}").GameValue')


def test_limits_and_checkpoints():
    whole = census.Census(*BIG)
    assert whole.run(threads=2)
    part = census.Census(*BIG)
    assert not part.run(budget=cgt.budget(nodes=10_000)) and part.stop == "node budget spent"
    assert 0 < part.progress[0] < part.progress[1]
    resumed = census.Census(*BIG)
    resumed.restore(part.state())
    assert part.run() and resumed.run() and resumed.progress == part.progress == whole.progress

    def rows(c):
        return {(str(r.value), r.boards, r.classes, r.example) for r in c.values()}

    assert rows(part) == rows(resumed) == rows(whole)
    with pytest.raises(cgt.Error):
        census.Census(rulesets.Domineering, 2, 2).restore(whole.state())
    for wrong in (lambda: whole.by("size"), lambda: census.Census(rulesets.Domineering, -1, 2),
                  lambda: census.Census(rulesets.Kayles, 5, 2, heaps=True)):
        with pytest.raises(cgt.Error):
            wrong()


def test_a_running_census_tells_how_far_it_is():
    found = census.Census(rulesets.Domineering, 4, 5)
    seen = set()
    while len(seen) < 2:  # on a busy machine one run may show one number only
        thread = threading.Thread(target=found.run, kwargs={"budget": cgt.budget(ms=300)})
        thread.start()
        while thread.is_alive() and len(seen) < 2:
            seen.add(found.progress[0])
    for question in (found.values, lambda: found.run(budget=cgt.budget(nodes=1))):
        try:
            question()
        except cgt.Error as refused:
            assert "is running" in str(refused)
        else:
            assert not thread.is_alive()  # it has ended meanwhile
    thread.join()
    assert found.values()


def test_interrupted_census_goes_on():
    found = census.Census(rulesets.Domineering, 4, 5)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        found.run()
    timer.join()
    done = found.progress[0]
    assert not found.run(budget=cgt.budget(ms=100)) and found.progress[0] >= done


def test_census_to_numpy(monkeypatch):
    import numpy

    found = census.Census(rulesets.Clobber, 2, 2)
    found.run()
    table = found.to_numpy()
    rows = found.values()
    assert table.shape == (len(rows),) and table["boards"].sum() == found.boards
    for line, row in zip(table, rows):
        assert line["value"] == row.value and line["example"] == row.example.text
        assert Fraction(line["mean"]) == row.value.mean() and line["birthday"] == row.value.birthday()
        assert line["outcome"] == row.value.outcome() and line["temperature"] == float(row.value.temperature())
    assert numpy.average(table["temperature"], weights=table["boards"]) < 0.5
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError):
        found.to_numpy()


SMALL = {"branchings": [2, 3], "similarities": [0, 1], "granularities": [2, 5, 20], "trees": 300}


def test_grid():
    grid = pathology.Grid(**SMALL, seed=3)
    assert not grid.complete and grid.run(threads=2) and grid.complete
    assert grid.coords == {"branching": [2, 3], "similarity": [0, 1], "granularity": [2, 5, 20]}
    assert grid.dims == tuple(grid.coords)
    deep, shallow, ratio, better, worse, count = (
        grid.measure(m) for m in ("error_deep", "error_shallow", "pathology", "better", "worse", "count"))
    for b, s, g in itertools.product(range(2), range(2), range(3)):
        assert count[b][s][g] == 300 and better[b][s][g] + worse[b][s][g] <= 300
        assert 0 <= deep[b][s][g] <= 1 and abs(ratio[b][s][g] * shallow[b][s][g] - deep[b][s][g]) < 1e-12
    # Nau et al. 2010: siblings that are alike, and fine heuristics, make looking ahead worth while.
    assert ratio[1][1][2] < ratio[1][0][0] and ratio[1][1][2] < 1
    again = pathology.Grid(**SMALL, seed=3)
    assert again.run() and again.measure() == ratio and again.journal != ""
    assert sorted(again.journal.splitlines()) == sorted(grid.journal.splitlines())
    other = pathology.Grid(**SMALL, seed=4)
    other.run()
    assert other.measure() != ratio
    resumed = pathology.Grid(**SMALL, seed=3, journal=grid.journal)
    assert resumed.complete and resumed.measure() == ratio
    with pytest.raises(cgt.Error):
        pathology.Grid(**SMALL, seed=4, journal=grid.journal)
    stopped = pathology.Grid(**SMALL)
    assert not stopped.run(budget=cgt.budget(nodes=100)) and stopped.stop == "node budget spent"
    for wrong in ({"model": "sideways"}, {"branchings": []}, {"deep": 0}, {"granularities": [1]}, {"sigma": -1.0}):
        with pytest.raises(cgt.Error):
            pathology.Grid(**wrong).run(budget=cgt.budget(nodes=10))
    with pytest.raises(cgt.Error, match="pathology_error"):
        grid.measure("speed")


def test_grid_to_numpy():
    import numpy

    grid = pathology.Grid("one-player", **{**SMALL, "trees": 50})
    grid.run()
    array = grid.to_numpy("error_deep")
    assert array.shape == tuple(len(v) for v in grid.coords.values()) and array.dtype == numpy.float64
    assert array.tolist() == grid.measure("error_deep")


def values_to_depth(node, depth, maximum):
    """Minimax to a depth, where true values are shown."""
    if not isinstance(node, list):
        return node
    if depth == 0:
        return values_to_depth(node, 10**6, maximum)
    return (max if maximum else min)(values_to_depth(child, depth - 1, not maximum) for child in node)


@pytest.mark.parametrize("buckets", [0, 2, 3])
def test_lookahead(buckets):
    """Without noise: errors by definition."""
    source = random.Random(8)
    roots = [[random_tree(source, 3, lambda: source.randint(0, 9)) for _ in range(3)] for _ in range(40)]

    def bucket(v):
        return v if buckets == 0 else min(max(int(v * buckets // 9), 0), buckets - 1)

    errors = {2: [], 1: []}
    for root in roots:
        truth = [values_to_depth(child, 10**6, False) for child in root]
        for depth, found in errors.items():
            seen = [bucket(values_to_depth(child, depth - 1, False)) for child in root]
            chosen = [i for i, v in enumerate(seen) if v == max(seen)]
            right = [i for i in chosen if truth[i] == max(truth)]
            found.append(1 - len(right) / len(chosen))
    (found,) = pathology.lookahead(
        map(Tree, roots), deep=2, shallow=1, sigma=0, granularities=[buckets], lowest=0, highest=9)
    assert found.count == len(roots)
    assert found.error_deep == pytest.approx(sum(errors[2]) / len(roots))
    assert found.error_shallow == pytest.approx(sum(errors[1]) / len(roots))
    assert (found.error_deep > 0) is (buckets > 0)


def test_noise_is_the_same_in_every_run():
    source = random.Random(9)
    roots = [Tree([random_tree(source, 4, lambda: source.randint(0, 9)) for _ in range(3)]) for _ in range(20)]
    first, second = (pathology.lookahead(roots, deep=3, sigma=2, seed=1) for _ in range(2))
    assert first == second != pathology.lookahead(roots, deep=3, sigma=2, seed=2)
    assert first[0].error_deep > 0
    with pytest.raises(cgt.Error):
        pathology.lookahead(roots, deep=0)
    with pytest.raises(cgt.BudgetExhausted):
        pathology.lookahead(roots, budget=cgt.budget(nodes=5))
