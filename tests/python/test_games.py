"""Games: operators, order, numbers, texts, pickles."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies

import cgt
from cgt import CONFUSED, EQUAL, GREATER, LEFT, LESS, RIGHT, Game


class Plain:
    """Order and sum from the options alone, by the definitions of Conway (1976): the second way."""

    def __init__(self):
        self.known = {}

    def leq(self, g, h):
        key = (g, h)
        if key not in self.known:
            self.known[key] = not any(self.leq(h, x) for x in g.left) and not any(
                self.leq(y, g) for y in h.right
            )
        return self.known[key]


@pytest.fixture(scope="module")
def plain():
    return Plain()


def test_day_two_order_by_definition(day2, plain):
    """22 x 22: all six comparisons and compare() follow from <= as Conway defines it."""
    seen = set()
    for g in day2:
        for h in day2:
            le, ge = plain.leq(g, h), plain.leq(h, g)
            assert (g <= h, g >= h) == (le, ge)
            assert (g < h, g > h) == (le and not ge, ge and not le)
            assert (g == h, g != h) == (le and ge, not (le and ge))
            wanted = {(True, True): EQUAL, (True, False): LESS, (False, True): GREATER}
            relation = wanted.get((le, ge), CONFUSED)
            assert g.compare(h) is relation
            assert g.confused(h) == (relation is CONFUSED)
            assert g.lf(h) == (not ge)
            seen.add(relation)
    assert len(seen) == 4


def test_day_two_sums_by_definition(day2):
    """G + H = {G^L + H, G + H^L | ...}, -G = {-G^R | -G^L}."""
    sums = {}

    def add(g, h):
        if (g, h) not in sums:
            sums[g, h] = cgt.braces(
                [add(x, h) for x in g.left] + [add(g, y) for y in h.left],
                [add(x, h) for x in g.right] + [add(g, y) for y in h.right],
            )
        return sums[g, h]

    for g in day2:
        assert -g == cgt.braces([-x for x in g.right], [-x for x in g.left])
        assert g - g == 0 and -(-g) == g and +g is g
        for h in day2:
            assert g + h == add(g, h)
            assert g - h == add(g, -h)
            # Left wins moving second iff the game is at least 0.
            assert (g - h >= 0) == (g >= h)
            assert ((g - h).outcome() == "N") == g.confused(h)


def test_hash_law(day3):
    assert len({hash(g) for g in day3}) > 1450
    for g in day3:
        assert hash(g) == hash(Game(str(g)))


def test_hash_in_other_stores_and_processes(day2):
    other = cgt.Store()
    for g in reversed(day2):
        assert hash(other.take(g)) == hash(g)
    code = "import cgt; print(hash(cgt.Game('{2|1||0}')), hash(cgt.Game('{1||0|-3}')))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [str(hash(Game("{2|1||0}"))), str(hash(Game("{1||0|-3}")))]


def test_day_three_pickles(day3):
    for g in day3:
        again = pickle.loads(pickle.dumps(g))
        assert again == g and type(again) is type(g)
    assert copy.copy(day3[5]) is day3[5]
    assert copy.deepcopy(day3)[700] == day3[700]


def test_equal_games_have_equal_pickles(day3, tmp_path):
    """Two processes that met the games in opposite order write the same bytes."""
    texts = [str(g) for g in day3[::7]]
    (tmp_path / "games").write_text("\n".join(texts))
    code = (
        "import cgt, pickle, sys\n"
        "texts = open(sys.argv[1]).read().split('\\n')\n"
        "games = {t: cgt.Game(t) for t in (reversed(texts) if sys.argv[2] == '1' else texts)}\n"
        "sums = [games[a] + games[b] for a, b in zip(texts, texts[1:])]\n"
        "sys.stdout.buffer.write(b''.join(pickle.dumps(games[t]) for t in texts))\n"
        "sys.stdout.buffer.write(b''.join(pickle.dumps(s) for s in sums))\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "games"), way], capture_output=True, check=True
        ).stdout
        for way in "01"
    ]
    assert outputs[0] == outputs[1] and len(outputs[0]) > 10_000


def test_texts_read_back(day3):
    for g in day3:
        assert eval(repr(g), {"Game": Game}) == g
        assert Game(f"{g:text}") == g
        assert Game.from_json(f"{g:json}") == g
        assert Game.from_json(g.json()) == g
    assert f"{Game('3*')}|{Game('3*'):cgsuite}|{Game('1/2'):>5}" == "3+*|3*|  1/2"
    assert Game("1/2").latex() == r"\frac{1}{2}" == f"{Game('1/2'):latex}"
    assert Game("1/2")._repr_latex_() == r"$\frac{1}{2}$"


def decoded(code):
    """A game of a code: its digits are atoms or say how many of the games so far are options."""
    made = []
    while True:
        code, kind = divmod(code, 4)
        code, n = divmod(code, 64)
        if kind == 0 or len(made) < 2:
            code, e = divmod(code, 6)
            made.append(Game(Fraction(n - 32, 2**e)))
        elif kind == 1:
            made.append(cgt.up(n % 7 - 3, n // 8 % 4))
        else:
            left, right = made[: 1 + n % 3], made[-1 - n // 3 % 3 :]
            made.append(cgt.braces(left, right))
        if not code:
            return made[-1]


# 1,250 times eight games: Hypothesis takes longer for one than the library for hundreds.
eight_games = strategies.lists(strategies.integers(0, 2**60).map(decoded), min_size=8, max_size=8)
ten_thousand = settings(max_examples=1250, deadline=None, derandomize=True, database=None)


@ten_thousand
@given(eight_games)
def test_random_games(games):
    for g in games:
        assert -(-g) == g
        assert g - g == 0
        assert hash(-(-g)) == hash(g)
        assert eval(repr(g), {"Game": Game}) == g
        left, right = g.stops()
        assert left >= right and right <= g.mean() <= left
        assert g.thermograph().mean == g.mean()
        assert g.thermograph().at(LEFT, 0) == left == g.left_stop()
        assert g.thermograph().at(RIGHT, 0) == right == g.right_stop()
    for g, h in zip(games, games[1:]):
        assert g + h - h == g
        assert (g <= h) == (-h <= -g) == (g - h <= 0)
        assert (g == h) == (g <= h and h <= g)
        assert g != h or hash(g) == hash(h)
        assert (g + h).mean() == g.mean() + h.mean()
        assert 3 * g == g + g + g == g * 3 and -2 * g == -(g + g)


def test_random_games_are_of_all_kinds(rng):
    games = [decoded(rng.randrange(2**60)) for _ in range(400)]
    assert len(set(games)) > 150
    for kind in (Game.is_number, Game.is_infinitesimal, lambda g: g.temperature() > 0):
        assert sum(map(kind, games)) > 20


def test_numbers_are_numbers(rng):
    """1,000 random dyadics of all sizes."""
    for _ in range(1000):
        x = Fraction(rng.randrange(-(10 ** rng.randrange(1, 40)), 10**40), 2 ** rng.randrange(0, 90))
        g = Game(x)
        assert g == x and x == g and hash(g) == hash(x) and not g != x
        assert {x: 1}[g] == 1 and {g: 2}[x] == 2
        assert Fraction(g) == x and int(g) == int(x) and isinstance(g, cgt.Number)
        assert g.mean() == x and g.stops() == (x, x)
        assert x < g + 1 and g - 1 < x and g + x == 2 * x == x + g and x - g == 0
        assert pickle.loads(pickle.dumps(g)) == x
        assert str(g) == str(x)


def test_integers_and_order_with_fractions():
    assert hash(Game(3)) == 3 and Game(3) == 3 and 3 == Game(3) and hash(Game(-1)) == hash(-1)
    assert Fraction(1, 2) < Game("1*") and not Fraction(1, 2) < Game("{2|-2}")
    assert Fraction(1, 2) != Game("*") and not Fraction(1, 2) == Game("{1|0}")
    assert (Game("*") == Fraction(1, 3)) is False and (Game("*") != Fraction(1, 3)) is True
    assert not isinstance(Game("*"), cgt.Number) and bool(Game("*")) and not Game(0)
    with pytest.raises(TypeError):
        int(Game("*"))
    with pytest.raises(TypeError):
        Fraction(Game("*"))


@pytest.mark.parametrize("bad", [0.5, 1e300, float("nan")])
def test_floats_are_refused_with_a_hint(bad):
    for wrong in (Game, lambda x: Game("*") + x, lambda x: x - Game(1), lambda x: Game(1) < x):
        with pytest.raises(TypeError, match=r"not an exact number; write Fraction\(1, 2\)"):
            wrong(bad)
    assert Game(1) != bad


def test_other_kinds_of_integers():
    import numpy

    assert Game(numpy.int64(-3)) == -3 and Game("*") + numpy.int8(2) == Game("2*")
    with pytest.raises(TypeError, match="not an exact number"):
        Game(numpy.float64(0.5))


def twice(game):
    return 2 * game


def test_games_go_between_processes(day2):
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        assert pool.map(twice, day2) == [g + g for g in day2]


def test_games_after_a_fork(day2):
    """A child that was forked has the games of its parent, and makes more of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        ok = all(Game(str(g)) == g and g + g - g == g for g in day2)
        os.write(writing, b"1" if ok else b"0")
        os._exit(0)
    os.close(writing)
    assert os.waitpid(child, 0)[1] == 0 and os.read(reading, 1) == b"1"
    os.close(reading)


def test_other_wrong_arguments():
    with pytest.raises(ValueError, match="power of two"):
        Game(Fraction(1, 3))
    with pytest.raises(TypeError):
        Game([])
    with pytest.raises(TypeError):
        Game("*") + "1"
    with pytest.raises(TypeError, match="whole number of copies"):
        Game("*") * Fraction(1, 2)
    with pytest.raises(TypeError):
        Game("*") * Game("*")
    with pytest.raises(ValueError, match="not a player"):
        Game("*").options("X")
    with pytest.raises(TypeError, match=r"the store is a cgt.Store; braces\(left, right\) .*, not list"):
        Game([1], [0])
    with pytest.raises(TypeError, match=r"the budget is a cgt.budget\(...\), not int"):
        Game("*").mean(budget=5)


def test_parse_errors_have_a_place():
    with pytest.raises(cgt.ParseError) as caught:
        cgt.parse("{1|0} +\n{2|")
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert isinstance(caught.value, ValueError) and "never closed" in caught.value.message
    assert str(caught.value).splitlines()[1:3] == ["  {2|", "  ^"]
    with pytest.raises(cgt.Error) as refused:
        Game("1*").cool(-1)
    assert "greater than -1" in refused.value.hint


def test_stores_are_never_mixed(day2):
    store = cgt.Store()
    own = [store.game(str(g)) for g in day2]
    for operation in (
        lambda g, h: g + h,
        lambda g, h: g - h,
        lambda g, h: g == h,
        lambda g, h: g < h,
        lambda g, h: g.compare(h),
        lambda g, h: cgt.braces([g], [h], store=store),
    ):
        with pytest.raises(ValueError, match="different stores"):
            operation(own[3], day2[4])
    for g, h in zip(own, day2):
        assert store.take(h) == g and g.store == store and h.store != store
    assert sum(own, start=store.game(0)).store == store


def test_one_store_for_all_threads(day2):
    """Games that threads make at the same time are the same games."""
    found = {}

    def work(name):
        total = Game(0)
        for g in day2:
            for h in day2:
                total = total + (g + h).cool(1)
        found[name] = total

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found.values())) == 1


def test_facts_from_the_literature():
    """Berlekamp, Conway, Guy 1982; Siegel 2013."""
    assert Game("^") + Game("^") == Game("^^")
    assert Game("{0|*}") == cgt.up() and cgt.up().atomic_weight() == 1
    assert Game("^^*") > 0 and Game("^*").confused(0)
    assert Game("{2|-1}").temperature() == Fraction(3, 2) and Game("{2|-1}").mean() == Fraction(1, 2)
    assert Game("*5").tree_nodes() == 3**5 and Game("*5").follower_count() == 6
    assert Game("1/4").birthday() == 3 and Game("*5").is_nimber() and Game("^").is_all_small()
    assert Game("{2||1|*}").reduced() == Game("{2||1|0}")
    assert Game("{3||2|1}").freeze() == Game("{3||2|1}").cool(Fraction(3, 4))
    assert Game("*").heat(1) == Game("+-1") and Game("1*").norton_multiply("^") != 0


def test_thermographs(day2):
    for g in day2:
        t = g.thermograph()
        assert t == type(t).from_json(t.json()) == pickle.loads(pickle.dumps(t))
        assert hash(t) == hash(type(t).from_json(t.json()))
        for side, stop in ((LEFT, g.left_stop()), (RIGHT, g.right_stop())):
            wall = t.wall(side)
            assert wall[0][0] == -1 and wall[-1][1] == t.mast == g.mean()
            for (t0, v0), (t1, v1) in zip(wall, wall[1:]):
                assert t.at(side, t0) == v0 and (v1 - v0) / (t1 - t0) in (-1, 0, 1)
            # Between its corners the wall is the stop of the cooled game.
            assert t.at(side, 0) == stop
            for k in range(4):
                cooled = g.cool(Fraction(k, 2))
                assert t.at(side, Fraction(k, 2)) == (
                    cooled.left_stop() if side is LEFT else cooled.right_stop()
                )
        assert t._repr_svg_().startswith("<svg") and len(t.plot().splitlines()) == 20
        assert "tikzpicture" in t.latex()


def test_print_order(day3):
    import random

    mixed = day3[:]
    random.Random(1).shuffle(mixed)
    assert sorted(mixed, key=cgt.print_order) == day3
