"""Names that the tests and the examples of docstrings use."""

import random

import pytest

import cgt


@pytest.fixture
def rng():
    """Random, but the same in every run."""
    return random.Random(20260)


def random_tree(source, depth, leaf):
    """Nested lists of one to three elements, at most so deep; ``leaf()`` makes what is not a list."""
    if depth == 0 or source.random() < 0.15:
        return leaf()
    return [random_tree(source, depth - 1, leaf) for _ in range(source.randint(1, 3))]


def day(n):
    """All games born by day n (n <= 2), from their options and no table: 1, 4, 22."""
    games = [cgt.Game(0)]
    for _ in range(n):
        subsets = [[g for i, g in enumerate(games) if bits >> i & 1] for bits in range(1 << len(games))]
        found = {cgt.braces(left, right) for left in subsets for right in subsets}
        games = sorted(found, key=cgt.print_order)
    return games


@pytest.fixture(scope="session")
def day2():
    games = day(2)
    assert len(games) == 22  # Conway 1976
    return games


@pytest.fixture(scope="session")
def day3(day2):
    """The 1,474 games of day 3 (Hickerson; Calistrate, Paulhus, Wolfe 2002).

    Only antichains matter as sets of options: of the 22 games there are few.
    """
    antichains = [[]]
    for game in day2:
        antichains += [
            [*chain, game] for chain in antichains if all(game.confused(other) for other in chain)
        ]
    found = {cgt.braces(left, right) for left in antichains for right in antichains}
    assert len(found) == 1474
    return sorted(found, key=cgt.print_order)
