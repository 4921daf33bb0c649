"""What people see who call something wrongly: messages in words of Python."""

import inspect
import pickle

import pytest

import cgt
from cgt import Game, census, go, htn, ko, lang, loopy, misere, rulesets, sums
from test_docs import PUBLIC

BOARD = rulesets.Domineering.parse("..|..")


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: cgt.nimber(-1), TypeError, "nimber() needs k of at least 0, not -1"),
        (lambda: cgt.nimber("a"), TypeError, "nimber() needs a whole number for k, not 'a'"),
        (lambda: cgt.nimber(2**80), TypeError, f"nimber(): k={2**80} is too large"),
        (lambda: cgt.braces(1, 0), TypeError, "braces() needs a list for left, not 1; a list of one is [1]"),
        (lambda: cgt.budget(1000), TypeError, "Budget() takes ms, nodes and mb by name: Budget(ms=1000)"),
        (lambda: Game(1, 2, 3), TypeError, "Game(): too many positional arguments: Game(value=0, store=None)"),
        (lambda: Game("^").compare(), TypeError, "compare(): missing a required argument: 'other': compare(other)"),
        (lambda: Game("^").cool(), TypeError, "cool() needs t: cool(t, *, budget=None)"),
        (lambda: Game("^").cool(1, 2), TypeError, "cool() has 1 parameter, not 2: cool(t, *, budget=None)"),
        (lambda: Game("^").cool(1, t=1), TypeError, "cool() has no other parameter t: cool(t, *, budget=None)"),
        (lambda: Game("^").mean(x=1), TypeError, "mean() has no parameter x: mean(*, budget=None)"),
        (lambda: Game("*") == "*", TypeError, "a text is not a game; write Game('*')"),
        (lambda: Game("*") <= "*", TypeError, "a text is not a game; write Game('*')"),
        (lambda: "*" + Game("*"), TypeError, "a text is not a game; write Game('*')"),
        (lambda: Game("*").options("X"), cgt.Error, "'X' is not a player"),
        (lambda: BOARD.value(1), TypeError, "value() takes budget by name: value(budget=1)"),
        (lambda: BOARD.value(budget=1), TypeError, "the budget is a cgt.budget(...), not int"),
        (lambda: rulesets.Domineering.parse(1), TypeError, "parse() needs a text for text, not 1"),
        (lambda: rulesets.Domineerign, AttributeError, "cgt.rulesets has no Domineerign; did you mean Domineering?"),
        (lambda: lang.functions.tinyy, AttributeError, "the language has no tinyy; did you mean tiny?"),
        (lambda: sums.parse(1), TypeError, "parse() needs a text for text, not 1"),
        (lambda: sums.Sum(1), TypeError, "Sum() needs a list for terms, not 1; a list of one is [1]"),
        (lambda: go.parse(1), TypeError, "Endgame() needs a text for text, not 1"),
        (lambda: loopy.parse(1), TypeError, "parse() needs a text for text, not 1"),
        (lambda: loopy.solve({"a": 1}), TypeError, "'a' is (left options, right options)"),
        (lambda: census.Census(1, 2, 3), TypeError, "Census() needs a ruleset such as rulesets.Clobber() for ruleset"),
        (lambda: misere.form(1), TypeError, "form() needs a position such as rulesets.Kayles(5), not 1"),
        (lambda: ko.Graph(1), cgt.Error, "graph needs a string, not an int"),
        (lambda: cgt.Thermograph(), TypeError, "Thermograph objects are made by other calls"),
        (lambda: Game("^").grundy(), AttributeError, "that is nim_value()"),
        (lambda: BOARD.best_move(), AttributeError, "that is cgt.sums.Sum([g]).winning_moves(player)"),
    ],
)
def test_messages(call, kind, message):
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_nothing_public_speaks_of_cpp():
    """Each function without arguments, with ten of a class of one's own, and with a name that it has not."""

    class Strange:
        def __repr__(self):
            return "<strange>"

    asked = 0
    for name, thing, _ in PUBLIC:
        is_part = name.startswith(("lang.functions.System", "lang.functions.input"))
        if isinstance(thing, property) or is_part or not callable(thing) or inspect.isfunction(thing):
            continue
        for places, names in (((), {}), ((Strange(),) * 10, {}), ((Strange(),), {}), ((), {"strange": 1})):
            try:
                thing(*places, **names)
            except Exception as refused:  # noqa: BLE001: of any kind, but in words that people know
                text = str(refused)
                assert "incompatible" not in text and "::" not in text and "Invoked with" not in text, (name, text)
                asked += 1
    assert asked > 1000


def test_one_root():
    assert issubclass(cgt.ParseError, cgt.Error) and issubclass(cgt.BudgetExhausted, cgt.Error)
    assert issubclass(cgt.Error, ValueError)
    other = cgt.Store().game("*")
    for call in (
        lambda: Game("{1|"),
        lambda: Game("*") + other,
        lambda: Game("1/3"),
        lambda: Game(2) * cgt.Game("1/2") + other,
        lambda: rulesets.Domineering(7, 7).value(budget=cgt.budget(nodes=10)),
        lambda: go.parse("XXX|O..|XXX", scoring="points"),
        lambda: htn.Domain().best("time", {}, []),
    ):
        with pytest.raises(cgt.Error) as caught:
            call()
        assert type(caught.value).__module__ == "cgt"
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value)


def test_hints_name_python():
    with pytest.raises(cgt.Error) as caught:
        rulesets.FoxAndGeese.parse(rulesets.FoxAndGeese.example).value()
    assert "cgt.loopy.value()" in str(caught.value) and "GameValue" not in str(caught.value)
