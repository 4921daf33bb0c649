"""Tasks of a newcomer, each with the first guess of how to write it, made before looking.

A guess is right, or the message says what is.
"""

import pytest

from cgt import Game, go, lang, loopy, misere, nimber, rulesets, sums  # noqa: F401: for the guesses

GUESSES = [
    ("value of an empty board", "rulesets.Domineering(3, 3).value()", "+-1"),
    ("a game from its options", "Game([1], [-1])", "braces(left, right)"),
    ("sums and negatives", "Game('^') + Game('*') - 1", "-1+^*"),
    ("stops", "Game('{3|1}').left_stop()", "3"),
    ("cool by one half", "Game('{3|1}').cool(0.5)", "Fraction(1, 2)"),
    ("mean", "Game('{3|1}').mean()", "2"),
    ("are two games confused?", "Game('*').is_fuzzy(0)", "confused(other)"),
    ("nim value of a position", "rulesets.Kayles(20).grundy_value()", "nim_value()"),
    ("who wins a sum of boards", "(rulesets.Clobber('xo') + rulesets.Kayles(3)).outcome()", "N"),
    ("moves that win", "rulesets.Clobber('xo|ox').winning_moves('L')", "winning_moves(player)"),
    ("heaps of Nim", "rulesets.Nim(3, 4, 5)", "or a list"),
    ("is it a number?", "Game('1/2').is_number()", "True"),
    ("atomic weight", "Game('^^*').atomic_weight()", "2"),
    ("LaTeX", "Game('1/2').to_latex()", "latex()"),
    ("score of a Go board", "go.load('examples/go/comb9.sgf').score('black').value", "5"),
    ("a nimber", "nimber(3)", "*3"),
    ("value where play can come back", "rulesets.FoxAndGeese.parse(rulesets.FoxAndGeese.example).value()", "loopy.value"),
    ("misere play", "rulesets.Nim('1+1').misere_outcome()", "misere_outcome_class()"),
    ("all rulesets", "rulesets.all()", "all_rulesets()"),
    ("canonical form of a position", "rulesets.Clobber('xo').canonical_form()", "*"),
]


@pytest.mark.parametrize("task, guess, expected", GUESSES, ids=[task for task, _, _ in GUESSES])
def test_guess(task, guess, expected, monkeypatch):
    from test_docs import ROOT

    monkeypatch.chdir(ROOT)
    try:
        found = str(eval(guess))
    except Exception as refused:  # noqa: BLE001: whose message is what is tested
        assert expected in str(refused)
    else:
        assert found == expected
