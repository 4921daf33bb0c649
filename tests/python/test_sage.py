"""cgt.adapters and SageMath, by a fake of its published interface (fakes.py) where it is not installed."""

import pickle
from fractions import Fraction

import pytest

import cgt
import fakes
from cgt import Game, adapters

fakes.install()
from sage.all import QQ, ZZ, latex  # noqa: E402


def test_numbers_become_numbers():
    for text in ("0", "-3", "5/8", "-7/16", "1000000000000000000000000"):
        game = Game(text)
        number = QQ(game)
        assert (int(number.numerator()), int(number.denominator())) == (game.numerator, game.denominator)
        assert adapters.from_sage(number) == game and QQ(adapters.sage_games()(text)) == number
    assert int(ZZ(Game(7))) == 7 and adapters.from_sage(ZZ(7)) == 7
    for wrong in ("^", "{2|1}"):
        with pytest.raises(TypeError, match="is not a number"):
            QQ(Game(wrong))
    with pytest.raises(TypeError, match="is not an integer"):
        ZZ(Game("1/2"))
    for x in (QQ((1, 3)), QQ((-5, 6))):
        with pytest.raises(cgt.Error, match="power of two"):
            Game(x)
        with pytest.raises(cgt.Error, match="power of two"):
            adapters.from_sage(x)


def test_numbers_of_sage_are_numbers_here():
    """As in a session of Sage, where 1 and 1/2 are its own."""
    one, half, large = ZZ(1), QQ((1, 2)), ZZ(10**30)
    assert Game("*") + one == Game("1*") and Game("*") - half == Game("-1/2*")
    assert Game(half) == Game("1/2") and Game(large) == Game(10**30) and Game(ZZ(-(10**30))) == -Game(large)
    assert Game("1/2") < one and Game("*") <= large and Game("^") * ZZ(2) == Game("^^")
    assert Game("{3|1}").cool(half) == Game("{5/2|3/2}") and cgt.braces([one], [half]) == cgt.braces([1], ["1/2"])
    assert Game("{3|1}").thermograph().at(cgt.LEFT, half) == Fraction(5, 2)


def test_there_is_one_parent():
    G = adapters.sage_games()
    assert adapters.sage_games() is G and G("^").parent() is G and G(G("^")) == G("^")
    assert repr(G) == "Group of short games" and not G.zero() and G("*")
    assert G._an_element_().parent() is G
    again = pickle.loads(pickle.dumps(G("{2|1||0}")))
    assert again == G("{2|1||0}") and again.parent() is G and hash(again) == hash(G("{2|1||0}"))


def test_elements_are_the_group_and_its_order(day2):
    G = adapters.sage_games()
    for a in day2:
        for b in day2:
            x, y = G(a), G(b)
            assert (x + y).game == a + b and (x - y).game == a - b and (-x).game == -a
            assert (x < y, x <= y, x == y, x != y, x > y, x >= y) == (a < b, a <= b, a == b, a != b, a > b, a >= b)
        assert (3 * G(a)).game == 3 * a == (G(a) * ZZ(3)).game


def test_integers_coerce_and_rationals_are_converted():
    G = adapters.sage_games()
    assert G("*") + ZZ(1) == G("1*") == ZZ(1) + G("*") and G("2*") > 1 and not G("*") <= 0
    assert (1 + G("^")).parent() is G and (ZZ(2) * G("^")).game == Game("^^")
    assert G(QQ((1, 2))).game == Fraction(1, 2) and G(Game("{3|1}")).game.mean() == 2
    # No map from QQ is a coercion: 1/3 is no short game.
    with pytest.raises(TypeError):
        G("*") + QQ((1, 2))
    with pytest.raises(TypeError):
        G("*") * QQ((1, 2))


def test_formulas():
    assert latex(Game("^")) == f"{Game('^'):latex}" == latex(adapters.sage_games()("^"))
    assert Game("^")._sage_().parent() is adapters.sage_games()
