"""Games that are numbers, as numbers of Python: against Fraction in every operation."""

import itertools
import math
import numbers
import operator
import pickle
from fractions import Fraction

import pytest

from cgt import Game, Number

DYADIC = [Fraction(n, d) for n in (-5, -2, -1, 0, 1, 3, 4, 7) for d in (1, 2, 8)]
OTHERS = [*DYADIC, Fraction(1, 3), Fraction(-7, 5), 2, -3]
BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod]
ORDER = [operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt]


def outcome(function, *given):
    """The value, or the class of what is raised."""
    try:
        return function(*given)
    except ZeroDivisionError as wrong:
        return type(wrong)


@pytest.mark.parametrize("function", BINARY + ORDER, ids=lambda f: f.__name__)
def test_binary_operations_are_those_of_fractions(function):
    for x, y in itertools.product(DYADIC, OTHERS):
        expected = outcome(function, x, y)
        assert outcome(function, Game(x), y) == expected
        assert outcome(function, y, Game(x)) == outcome(function, y, x)
        if y in DYADIC:
            assert outcome(function, Game(x), Game(y)) == expected


def test_what_stays_a_game():
    half = Game("1/2")
    for found in (half + 1, half - half, half * half, half * Fraction(1, 4), 3 * half, -half, +half, abs(-half)):
        assert isinstance(found, Number)
    for found in (half / 2, half + Fraction(1, 3), half % 1, half**2):
        assert isinstance(found, Fraction)
    assert type(half // 1) is int and type(round(half)) is int


def test_unary_functions():
    for x in DYADIC:
        g = Game(x)
        for function in (abs, int, float, complex, math.floor, math.ceil, math.trunc, round, hash, bool):
            assert function(g) == function(x)
        assert round(g, 1) == round(x, 1)
        assert g.as_integer_ratio() == x.as_integer_ratio()
        assert (g.real, g.imag, g.conjugate()) == (x, 0, x)
    assert Game(3) ** 2 == 9 and 2 ** Game(3) == 8 and Game("1/4") ** Fraction(1, 2) == 0.5


def test_the_abstract_class_has_nothing_more():
    assert isinstance(Game(1), numbers.Rational) and not isinstance(Game("*"), numbers.Number)
    missing = [n for n in dir(numbers.Rational) if not hasattr(Game(1), n)]
    assert set(missing) <= {"__abstractmethods__", "__slots__", "_abc_impl"}


def test_floats_are_refused_but_compared():
    half = Game("1/2")
    assert half == 0.5 and 0.5 == half and half != 0.25 and hash(half) == hash(0.5)
    for function in (operator.add, operator.mul, operator.truediv, operator.lt):
        with pytest.raises(TypeError, match="a float is not an exact number"):
            function(half, 0.5)


def test_games_that_are_no_numbers():
    star = Game("*")
    assert 2 * Game("^") == Game("^") * Game(2) == Game(2) * Game("^") == Game("^^")
    for function in (operator.truediv, operator.floordiv, operator.mod):
        with pytest.raises(TypeError):
            function(star, 2)
        with pytest.raises(TypeError):
            function(Game(2), star)
    with pytest.raises(TypeError, match="whole number"):
        Game("1/2") * star


def test_libraries():
    numpy = pytest.importorskip("numpy")
    values = [Game(1), Game("1/2"), Game("1/4")]
    assert numpy.mean(values) == Fraction(7, 12) and numpy.sum(values) == Fraction(7, 4)
    assert numpy.array(values, dtype=float).tolist() == [1.0, 0.5, 0.25]
    assert sum(values) == Fraction(7, 4) and max(values) == 1
    import statistics

    assert statistics.mean(Fraction(v) for v in values) == Fraction(7, 12)


def test_sympy_is_exact():
    sympy = pytest.importorskip("sympy")
    tiny = Game(Fraction(1, 2**70))
    assert sympy.sympify(tiny) == sympy.Rational(1, 2**70) and sympy.sympify(Game("3/4")) == sympy.Rational(3, 4)


def test_pickles():
    assert pickle.loads(pickle.dumps(Game("3/4"))) == Fraction(3, 4)
