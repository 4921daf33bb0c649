"""Sums, Go and scripts."""

import os
import pathlib
from fractions import Fraction

import pytest

import cgt
from cgt import Game, go, lang, rulesets, sums

ROOT = pathlib.Path(os.environ.get("CGT_SOURCE", pathlib.Path(__file__).parents[2]))


def added_up(total):
    return sum((t if isinstance(t, Game) else t.value() for t in total.terms), start=Game(0))


def test_sums_agree_with_values(day2, rng):
    boards = ["xo", "xoxo", "xo|ox", "xox|oxo", "x.o|oxx"]
    for _ in range(60):
        total = sums.Sum(
            [rulesets.Clobber.parse(rng.choice(boards)), rng.choice(day2), rng.choice(day2)]
        )
        value = added_up(total)
        assert total.outcome() is value.outcome()
        for player in cgt.Player:
            assert total.wins(player) == (value.outcome() in ("N", player))
            winning = total.winning_moves(player)
            assert bool(winning) == total.wins(player)
            for move in winning:
                after = move.after if isinstance(move.after, Game) else move.after.value()
                before = total.terms[move.term]
                before = before if isinstance(before, Game) else before.value()
                left = value - before + after
                assert left >= 0 if player is cgt.LEFT else left <= 0
        assert total.score("L") == value.left_stop() and total.score("R") == value.right_stop()
        assert total.thermograph() == value.thermograph()


def test_sums_from_text():
    total = sums.parse("clobber:xoxo|oxox + 2*domineering:....|.... - ^*")
    assert len(total) == 4 and added_up(total) is not None
    assert total.outcome() is added_up(total).outcome()
    assert isinstance(total.terms[0], rulesets.Position) and total.terms[0].ruleset.path == "game.grid.Clobber"
    heaps = sums.parse("subtraction([1,2]):5 + *2 + subtraction(removals => [2], allbut => true):3")
    assert [t.ruleset for t in heaps.terms if isinstance(t, rulesets.Position)] == [
        rulesets.Subtraction([1, 2]), rulesets.Subtraction(removals=[2], allbut=True)]
    assert added_up(heaps) == heaps.terms[2].value() == rulesets.Subtraction([2], allbut=True)(3).value()
    with pytest.raises(cgt.ParseError) as wrong:
        sums.parse("^ + clobber:xz")
    assert wrong.value.column > 4
    assert sums.Sum(["{2|-1}", "{1|*}"]).best_moves("L")[0].after == 2
    with pytest.raises(cgt.BudgetExhausted):
        sums.parse("domineering:" + "|".join(["......."] * 7)).wins("L", budget=cgt.budget(nodes=5000))


def test_go_corridors():
    """Chilled corridors of n points are n - 2 + 2**(1 - n) (Berlekamp and Wolfe 1994)."""
    for n in range(2, 6):
        rows = ["X" * (n + 2), "O" + "." * n + "X", "X" * (n + 2)]
        e = go.parse("|".join(rows), assume=["A1", "A2", "A3"])
        (region,) = e.regions()
        assert e.solve() and region.exact or e.regions()[0].exact
        value = e.regions()[0].value
        assert value.cool(1) == n - 2 + Fraction(1, 2 ** (n - 1))
        assert e.score("B").value - e.fixed_score() == value.left_stop()
        assert e.score("W").value - e.fixed_score() == value.right_stop()


@pytest.mark.parametrize("name", ["comb9.sgf"])
def test_go_records(name):
    e = go.load(ROOT / "examples" / "go" / name)
    assert e.solve()
    total = sum((r.value for r in e.regions()), start=Game(0))
    for player, stop in (("B", total.left_stop()), ("W", total.right_stop())):
        score = e.score(player)
        assert score.exact and score.value == score.lower == score.upper == stop + e.fixed_score()
        moves = e.moves(player)
        assert [point for point, _, loss in moves if loss == 0] == e.best_moves(player)
        assert max((s for _, s, _ in moves), key=lambda s: s if player == "B" else -s) == score.value
    assert (e.score("B").value, e.score("W").value) == (5, 1)
    line = e.line("B")
    assert line[0] == (go.BLACK, "D6") and len(line) == 9
    assert e.thermograph() == total.thermograph()
    assert e.size == (9, 9) and e.komi == 0 and e.to_play is go.BLACK and e.warnings == []
    again = go.parse(e.sgf())
    assert again.diagram == e.diagram and e.assumptions()


def test_go_pictures():
    e = go.load(ROOT / "examples" / "go" / "comb9.sgf")
    picture = go.svg(e)
    assert picture.startswith("<svg") and picture.count("<circle") >= e.diagram.count("X")
    assert picture == e._repr_svg_() and "<title>" in picture and "style=" not in picture


def test_go_errors():
    with pytest.raises(cgt.ParseError) as wrong:
        go.parse("(;SZ[9]AB[aa][zz])", name="game.sgf")
    assert (wrong.value.line, wrong.value.column) == (1, 15)
    with pytest.raises(ValueError):
        go.parse("X.O", assume=["Z9"])
    with pytest.raises(ValueError):
        go.parse("X.O", scoring="stones")
    with pytest.raises(OSError):
        go.load("no/such/file.sgf")


def test_go_out_of_budget():
    e = go.load(ROOT / "examples" / "go" / "comb19.sgf")
    tiny = cgt.budget(nodes=300)
    assert not e.solve(budget=tiny)
    with pytest.raises(cgt.BudgetExhausted) as spent:
        e.best_moves("B", budget=tiny)
    low, high = spent.value.bounds
    assert low <= high
    score = e.score("B")
    assert low <= score.lower and score.upper <= high


def test_scripts():
    assert lang.run("2 + 3") == 5 and lang.run("1/2") == Fraction(1, 2)
    assert lang.run("2^100") == 2**100 and isinstance(lang.run("2^100"), int)
    assert lang.run("[1, true, \"a\", Nothing]")[:3] == [1, True, "a"]
    assert lang.run("{3||2|1}.Cool(1/2)") == Game("{5/2|2+*}")
    session = lang.Session()
    session.run("f := x -> x + ^;")
    result = session.run('Print("hello"); f(*)')
    assert result.value == Game("^*") and result.text == "^*" and result.output.strip() == "hello"
    assert "Mean" in session.complete("G.Mea") and "Cool" in session.help("Cool")
    assert session.help("no such topic") is None
    with pytest.raises(cgt.ParseError) as wrong:
        session.run("1 +\n  )")
    assert wrong.value.line == 2
    with pytest.raises(cgt.ParseError):
        session.run("(1 + 2")
    with pytest.raises(cgt.Error) as failed:
        session.run("^.Cool(-5)")
    assert not isinstance(failed.value, cgt.ParseError)
    assert session.run("f(0)").value == Game("^")
