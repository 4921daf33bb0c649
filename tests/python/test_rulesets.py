"""Positions: every ruleset of the registry, and those written in Python."""

import copy
import pickle
from dataclasses import dataclass
from fractions import Fraction

import pytest

import cgt
from cgt import Game, rulesets

FAMILIES = rulesets.all_rulesets()
# Arguments for those that need some.
OPTIONS = {
    "PartizanSplittles": ([1, 2], [1, 3]),
    "PartizanSubtraction": ([1, 2], [1, 3]),
    "PartizanTakeAndBreak": ("0.37", "0.7"),
    "Spawning": ("1-3",),
    "Splittles": ([1, 2],),
    "Subtraction": ([1, 2],),
    "TakeAndBreak": ("0.77",),
}


def test_all_are_reachable():
    assert len(FAMILIES) >= 64
    names = [f.__name__ for f in FAMILIES]
    assert len(set(names)) == len(names) and set(names) <= set(dir(rulesets))
    for family in FAMILIES:
        assert getattr(rulesets, family.__name__) is family
        assert family.example in family.__doc__ and family.summary in family.__doc__
    with pytest.raises(AttributeError):
        rulesets.NoSuchGame


@pytest.mark.parametrize("family", FAMILIES, ids=[f.__name__ for f in FAMILIES])
def test_ruleset(family):
    """The value of the example is that of its options, and what the language says of it."""
    ruleset = family(*OPTIONS.get(family.__name__, ()))
    position = ruleset.parse(family.example)
    assert position == ruleset.parse(position.text) and hash(position) == hash(ruleset.parse(position.text))
    assert eval(repr(position), {"Position": rulesets.Position, "rulesets": rulesets}) == position
    assert position.ruleset == ruleset and position.ruleset.path == family.path
    assert pickle.loads(pickle.dumps(family)) is family and pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)
    try:
        value = position.value(budget=cgt.budget(nodes=300_000))
    except cgt.Error as refused:
        assert "loopy" in str(refused) or "ko" in str(refused)
        return
    sides = {
        player: [
            option.value() + gained for option, gained in position.moves(player)
        ]
        for player in cgt.Player
    }
    assert value == cgt.braces(sides[cgt.LEFT], sides[cgt.RIGHT])
    rest, parts = position.split()
    total = Game(rest)
    for part, negated in parts:
        total += -part.value() if negated else part.value()
    assert total == value
    assert position.outcome() is value.outcome()
    assert position.thermograph() == value.thermograph()
    assert position.mean() == value.mean() and position.temperature() == value.temperature()
    assert position.stops() == value.stops()


def test_bounds_that_budgets_leave_hold():
    """Where a spent budget tells bounds, the value lies between them."""
    told = 0
    for family in FAMILIES:
        position = family(*OPTIONS.get(family.__name__, ())).parse(family.example)
        for place in [position, *(p for side in cgt.Player for p, _ in position.moves(side))]:
            try:
                place.value(budget=cgt.budget(nodes=0))
            except cgt.BudgetExhausted as spent:
                if spent.bounds:
                    low, high = spent.bounds
                    assert low <= place.value() <= high
                    told += 1
    assert told > 40


def test_options_of_rulesets():
    assert rulesets.Subtraction([1, 2])(7).value() == Game("*")
    assert rulesets.Subtraction([1, 2]) == rulesets.Subtraction([1, 2]) != rulesets.Subtraction([1, 3])
    graph = {"labels": ["", "", ""], "edges": [(0, 1), (1, 2)]}
    assert rulesets.Snort()(graph) == rulesets.Snort.parse(".-.-.")
    assert rulesets.Snort()(graph).value() == Game("+-2")
    board = rulesets.Clobber()([[1, 2], [2, 1]])
    assert board == rulesets.Clobber.parse("xo|ox")
    for wrong, kind in (
        (lambda: rulesets.Subtraction(), cgt.Error),
        (lambda: rulesets.Clobber(5), cgt.Error),
        (lambda: rulesets.Clobber.parse("xz"), cgt.ParseError),
        (lambda: rulesets.Clobber()([[1], [1, 2]]), ValueError),
        (lambda: rulesets.Subtraction([0.5]), TypeError),
        (lambda: rulesets.Subtraction(object()), TypeError),
    ):
        with pytest.raises(kind):
            wrong()


@dataclass(frozen=True)
class Dominoes(rulesets.PositionBase):
    """Domineering as a set of empty cells, with parts and games among them."""

    cells: frozenset

    def options(self, player):
        row, column = (1, 0) if player is cgt.LEFT else (0, 1)
        return [
            Dominoes(self.cells - {(r, c), (r + row, c + column)})
            for r, c in self.cells
            if (r + row, c + column) in self.cells
        ]

    def split(self):
        left, parts = set(self.cells), []
        while left:
            part, todo = set(), [left.pop()]
            while todo:
                r, c = todo.pop()
                part.add((r, c))
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
                left -= near
                todo += near
            parts.append(Dominoes(frozenset(part)) if len(part) > 2 else small(part))
        return parts


def small(part):
    (r, c), *other = sorted(part)
    return (1 if other[0][0] > r else -1) if other else 0


@pytest.mark.parametrize("rows, columns", [(1, 5), (2, 3), (3, 3), (4, 3), (4, 4)])
def test_rulesets_in_python(rows, columns):
    native = rulesets.Domineering.parse("|".join(["." * columns] * rows))
    own = Dominoes(frozenset((r, c) for r in range(rows) for c in range(columns)))
    assert own.value() == native.value()
    assert own.outcome() is native.outcome()
    assert own.thermograph() == native.thermograph()
    assert (own.mean(), own.temperature(), own.stops()) == (
        native.mean(),
        native.temperature(),
        native.stops(),
    )
    both = cgt.sums.Sum([own, -native.value(), Game("*")])
    assert both.wins("L") and both.wins("R")
    assert any(move.after == 0 for move in both.winning_moves("L"))


# Patterns and the native ruleset that they spell, with boards.
SPELLED = [
    (rulesets.Patterns(".|. > #|#", ".. > ##"), rulesets.Domineering(), ["....|..#.|....", ".....|....."]),
    (rulesets.Patterns("xo > .x", "ox > .o", turned=True), rulesets.Clobber(), ["xoxo|oxox", "xo.|.xo|oxo"]),
    (rulesets.Patterns("t. > .t, tf. > .ft", ".f > f., .tf > ft."), rulesets.ToadsAndFrogs(), ["tt..ff", "t.t.ff.f"]),
]


@pytest.mark.parametrize("patterns, native, boards", SPELLED, ids=str)
def test_patterns(patterns, native, boards):
    assert pickle.loads(pickle.dumps(patterns)) == patterns != rulesets.Patterns("a > b", "b > c")
    for board in boards:
        position, same = patterns(board), native(board)
        assert position.value() == same.value() and position.thermograph() == same.thermograph()
        assert position.outcome() is same.outcome() and (position - same).outcome() == "P"
        assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(cgt.BudgetExhausted):
        patterns.parse(boards[0], store=cgt.Store()).value(budget=cgt.budget(nodes=1))


def test_patterns_that_are_none():
    assert rulesets.Patterns("a > .", "")("a.a").value() == 2
    with pytest.raises(cgt.Error, match="another shape"):
        rulesets.Patterns("xo > x", "")
    with pytest.raises(cgt.ParseError):
        rulesets.Patterns("x|ox > .|.x", "")
    assert cgt.loopy.value(rulesets.Patterns("x. > .x, .x > x.", "")("x.")) == cgt.loopy.parse("on")


@dataclass(frozen=True)
class Mixed(rulesets.PositionBase):
    """Options of all kinds."""

    n: int

    def options(self, player):
        if self.n == 0:
            return []
        if player is cgt.LEFT:
            return [Game("^"), 1, rulesets.Domineering.parse("..|..")]
        return (Mixed(n) for n in range(self.n))


def test_options_of_all_kinds():
    zero = Mixed(0)
    assert zero.value() == 0
    one = cgt.braces(["^", 1, rulesets.Domineering.parse("..|..").value()], [0])
    assert Mixed(1).value() == one
    assert Mixed(2).value() == cgt.braces(["^", 1, Game("+-1")], [0, one])


class Trouble(Exception):
    pass


@dataclass(frozen=True)
class Failing(rulesets.PositionBase):
    n: int
    where: str

    def options(self, player):
        if self.n == 0 and self.where == "options":
            raise Trouble("in options", self.n)
        return [Failing(self.n - 1, self.where)] if self.n else []

    def split(self):
        if self.n == 0 and self.where == "split":
            raise Trouble("in split", self.n)
        return [self]


@pytest.mark.parametrize("where", ["options", "split"])
@pytest.mark.parametrize("question", ["value", "outcome", "thermograph"])
def test_exceptions_pass_unchanged(where, question):
    with pytest.raises(Trouble) as caught:
        getattr(Failing(5, where), question)()
    assert caught.value.args == (f"in {where}", 0)
    assert where in [entry.name for entry in caught.traceback]
    assert getattr(Failing(5, "nowhere"), question)() is not None
    with pytest.raises(Trouble):
        cgt.sums.Sum([Failing(5, where), Game("{9|-9}")]).wins("L")
    assert Failing(4, "").value() == 0


class Bare:
    def options(self, player):
        return []


def test_what_is_no_position():
    with pytest.raises(TypeError, match="frozen=True"):
        cgt.sums.Sum([Bare()])
    with pytest.raises(NotImplementedError):

        @dataclass(frozen=True)
        class Empty(rulesets.PositionBase):
            pass

        Empty().value()

    @dataclass(frozen=True)
    class Wrong(rulesets.PositionBase):
        def options(self, player):
            return ["text"]

    with pytest.raises(TypeError, match="a text is not a game"):
        Wrong().value()


@dataclass(frozen=True)
class Slow(rulesets.PositionBase):
    n: int

    def options(self, player):
        return [Slow(2 * self.n), Slow(2 * self.n + 1)] if self.n < 2**40 else []


def test_python_positions_have_budgets():
    with pytest.raises(cgt.BudgetExhausted) as spent:
        Slow(1).value(budget=cgt.budget(nodes=2000))
    assert spent.value.bounds is None
    with cgt.budget(ms=50), pytest.raises(cgt.BudgetExhausted):
        Slow(1).outcome()


def test_python_asks_while_it_is_asked():
    @dataclass(frozen=True)
    class Nested(rulesets.PositionBase):
        n: int

        def options(self, player):
            # A question of its own for each option.
            return [Nested(k) for k in range(self.n) if Nested(k).value() != Game("*2")]

    # Nim heaps with the moves to *2 left out.
    assert [Nested(n).value() for n in range(4)] == [0, Game("*"), Game("*2"), Game("*2")]
    assert Nested(3).mean() == Fraction(0)
