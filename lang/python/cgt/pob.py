"""Partial order bounding: what a player can force where outcomes are partially ordered (Mueller 2001).

An order says whether ``less_equal(a, b)``: b is at least as good for player 0. A bound is an antichain: the
minimal outcomes that he accepts. States are those of ``cgt.search``, with ``outcome()``: of any state an element
of the order, ``AnyOf`` or ``Between`` elements that are possible, or None where nothing is known.

>>> from cgt import pob, search
>>> tree = search.Tree([[[(5, 7), (4, 9)], [(10, 3), (3, 8)]], [[(6, 4), (2, 10)], [(5, 6), (1, 12)]]])
>>> order = pob.Vectors(2)
>>> pob.query(order, tree, [(5, 7), (10, 3)]).value, pob.query(order, tree, [(5, 8), (6, 4)]).value
('win', 'loss')
>>> len(pob.frontier(order, tree).bounds)
7
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Hashable, Iterable, List, Optional, Sequence, Tuple

from . import _cgt
from ._cgt import Budget
from ._names import _Text
from .search import Result


class Comparison(_Text):
    """How one element of an order compares with another.

    >>> Vectors(2).compare((1, 2), (1, 3)) == '<'
    True
    """

    LESS = "<"
    EQUAL = "="
    GREATER = ">"
    INCOMPARABLE = "incomparable"


class Order:
    """A partial order, by a function or by a class with ``less_equal`` of its own.

    Searches take any object with ``less_equal``; it must be reflexive, antisymmetric and transitive.

    >>> divides = Order(lambda a, b: b % a == 0)
    >>> divides.compare(2, 6), divides.minimal([4, 2, 6, 3])
    (<Comparison.LESS: '<'>, [2, 3])
    """

    def __init__(self, less_equal: Callable[[Any, Any], bool]) -> None:
        self._less_equal = less_equal

    def less_equal(self, a: Any, b: Any) -> bool:
        """Is b at least as good as a?

        >>> Order(lambda a, b: b % a == 0).less_equal(2, 6)
        True
        """
        return self._less_equal(a, b)

    def compare(self, a: Any, b: Any) -> Comparison:
        """Less, equal, greater or incomparable.

        >>> Order(lambda a, b: b % a == 0).compare(2, 3)
        <Comparison.INCOMPARABLE: 'incomparable'>
        """
        below, above = self.less_equal(a, b), self.less_equal(b, a)
        if below:
            return Comparison.EQUAL if above else Comparison.LESS
        return Comparison.GREATER if above else Comparison.INCOMPARABLE

    def minimal(self, elements: Iterable[Any]) -> List[Any]:
        """Those that no other is below; equal ones once.

        >>> Order(lambda a, b: b % a == 0).minimal([4, 2, 6, 3])
        [2, 3]
        """
        return _cgt._minimal(self, elements)

    def maximal(self, elements: Iterable[Any]) -> List[Any]:
        """Those that no other is above; equal ones once.

        >>> Order(lambda a, b: b % a == 0).maximal([4, 2, 6, 3])
        [4, 6]
        """
        return _cgt._maximal(self, elements)

    def accepts(self, bound: Iterable[Any], outcome: Any) -> bool:
        """Is the outcome at least as good as an element of the bound?

        >>> Vectors(2).accepts([(5, 7), (10, 3)], (6, 4))
        False
        """
        return _cgt._accepts(self, bound, outcome)

    def at_least_as_strong(self, bound: Iterable[Any], other: Iterable[Any]) -> bool:
        """Does the bound ask for at least as much as the other one?

        >>> Vectors(2).at_least_as_strong([(6, 8)], [(5, 7), (10, 3)])
        True
        """
        return _cgt._at_least_as_strong(self, bound, other)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Natural(Order):
    """The order that ``<=`` of the elements is: games, sets by inclusion, numbers.

    >>> from cgt import Game
    >>> Natural().compare(Game(0), Game('*')), Natural().compare({1}, {1, 2})
    (<Comparison.INCOMPARABLE: 'incomparable'>, <Comparison.LESS: '<'>)
    """

    def __init__(self) -> None:
        super().__init__(lambda a, b: bool(a <= b))


class Vectors(Order):
    """Tuples or lists of ``n`` numbers, ordered by every entry: the product order.

    >>> Vectors(2).compare((5, 8), (6, 4))
    <Comparison.INCOMPARABLE: 'incomparable'>
    """

    def __init__(self, n: int) -> None:
        if n < 1:
            raise ValueError("vectors have at least one entry")
        self.n = n

    def less_equal(self, a: Sequence[Any], b: Sequence[Any]) -> bool:
        """Is every entry of b at least as large?

        >>> Vectors(2).less_equal((1, 2), (1, 3))
        True
        """
        if len(a) != self.n or len(b) != self.n:
            raise ValueError(f"{a if len(a) != self.n else b} is not a vector of {self.n} entries")
        return all(x <= y for x, y in zip(a, b))

    def join(self, a: Sequence[Any], b: Sequence[Any]) -> Tuple[Any, ...]:
        """The least vector above both.

        >>> Vectors(2).join((5, 8), (6, 4))
        (6, 8)
        """
        return tuple(map(max, a, b))

    def meet(self, a: Sequence[Any], b: Sequence[Any]) -> Tuple[Any, ...]:
        """The greatest vector below both.

        >>> Vectors(2).meet((5, 8), (6, 4))
        (5, 4)
        """
        return tuple(map(min, a, b))


class Distributions(Order):
    """Lists of (outcome, weight), integers, by stochastic dominance.

    Of order 1, what all who want more prefer; of order 2, what all prefer who fear risk as well.

    >>> gamble, sure = [(0, 1), (10, 1)], [(5, 1)]
    >>> Distributions(1).compare(gamble, sure), Distributions(2).compare(gamble, sure)
    (<Comparison.INCOMPARABLE: 'incomparable'>, <Comparison.LESS: '<'>)
    """

    def __init__(self, order: int = 1) -> None:
        self._order = _cgt.Namespace("game.pob").distributions(order)

    def less_equal(self, a: Iterable[Sequence[int]], b: Iterable[Sequence[int]]) -> bool:
        """Does b dominate a?

        >>> Distributions(1).less_equal([(5, 1)], [(5, 1), (6, 1)])
        True
        """
        return bool(self._order.less_equal([list(x) for x in a], [list(x) for x in b]))


class Product(Order):
    """Tuples with one element of each order, ordered by all of them.

    >>> Product(Natural(), Vectors(1)).less_equal((0, (1,)), (1, (1,)))
    True
    """

    def __init__(self, *factors: Any) -> None:
        if not factors:
            raise ValueError("a product of no orders")
        self.factors = factors

    def less_equal(self, a: Sequence[Any], b: Sequence[Any]) -> bool:
        """Is b at least as good in every factor?

        >>> Product(Natural(), Vectors(1)).less_equal((0, (1,)), (1, (0,)))
        False
        """
        if len(a) != len(self.factors) or len(b) != len(self.factors):
            raise ValueError(f"elements of this product have {len(self.factors)} entries")
        return all(order.less_equal(x, y) for order, x, y in zip(self.factors, a, b))


class Relation(Order):
    """The order that pairs (a, b), a <= b, generate on a list of elements. Error if it has a cycle.

    >>> Relation('abc', ['ab', 'bc']).less_equal('a', 'c')
    True
    """

    def __init__(self, elements: Iterable[Hashable], pairs: Iterable[Sequence[Hashable]]) -> None:
        self._number: Dict[Hashable, int] = {}
        for element in elements:
            self._number.setdefault(element, len(self._number))
        self._names: List[Any] = [repr(element) for element in self._number]
        if len(set(self._names)) < len(self._names):
            self._names = list(range(len(self._names)))
        self._order = _cgt.Namespace("game.pob").relation(
            self._names, [[self._of(low), self._of(high)] for low, high in pairs]
        )

    def _of(self, element: Hashable) -> Any:
        try:
            return self._names[self._number[element]]
        except KeyError:
            raise ValueError(f"{element!r} is not an element of this order") from None

    def less_equal(self, a: Hashable, b: Hashable) -> bool:
        """Do the pairs lead from a to b?

        >>> Relation('abc', ['ab', 'bc']).less_equal('c', 'a')
        False
        """
        return bool(self._order.less_equal(self._of(a), self._of(b)))


class Subgoals(Order):
    """Formulas of goals with ``&`` and ``|``, ordered by what they ask for; up to 16 goals.

    An implication (goal, formula) says what else is reached with a goal.

    >>> order = Subgoals(['A', 'B', 'C'], [('C', 'A & B')])
    >>> order.less_equal('A & B', 'C'), order.text('A & B | A')
    (True, 'A')
    """

    def __init__(self, goals: Iterable[str], implications: Iterable[Tuple[str, str]] = ()) -> None:
        self._order = _cgt._Goals(list(goals), list(implications))

    def less_equal(self, a: str, b: str) -> bool:
        """Does whoever reaches b reach a?

        >>> Subgoals(['A', 'B']).less_equal('A', 'A & B')
        True
        """
        return self._order.less_equal(a, b)

    def text(self, formula: str) -> str:
        """The same as a disjunction of conjunctions without superfluous goals.

        >>> Subgoals(['A', 'B']).text('A & (A | B)')
        'A'
        """
        return self._order.text(formula)

    def join(self, a: str, b: str) -> str:
        """What is reached with both.

        >>> Subgoals(['A', 'B']).join('A', 'B')
        'A & B'
        """
        return self.text(f"({a}) & ({b})")

    def meet(self, a: str, b: str) -> str:
        """What is reached with either.

        >>> Subgoals(['A', 'B']).meet('A', 'B')
        'A | B'
        """
        return self.text(f"({a}) | ({b})")


@dataclass(frozen=True)
class AnyOf:
    """The outcome is one of these.

    >>> AnyOf([(2, 2), (3, 1)])
    AnyOf(outcomes=[(2, 2), (3, 1)])
    """

    outcomes: Sequence[Any]


@dataclass(frozen=True)
class Between:
    """The outcome x is not known, but low <= x <= high.

    >>> Between((0, 0), (1, 2))
    Between(low=(0, 0), high=(1, 2))
    """

    low: Any
    high: Any


@dataclass(frozen=True)
class Frontier:
    """All strongest bounds that player 0 can force; if not ``complete``, some that he can.

    ``queries`` were asked, ``nodes`` entered; ``stop`` says what ended the search.

    >>> from cgt.search import Tree
    >>> found = frontier(Vectors(2), Tree([[(1, 5), (4, 4)], [(2, 2)]]))
    >>> found.complete, found.stop
    (True, 'solved')
    """

    bounds: List[List[Any]]
    complete: bool
    nodes: int
    queries: int
    stop: str


def query(
    order: Any,
    state: Any,
    bound: Iterable[Any],
    *,
    engine: str = "alpha-beta",
    depth: Optional[int] = None,
    budget: Optional[Budget] = None,
) -> Result:
    """Can player 0 force an outcome that the bound accepts? The value is "win", "loss" or "unknown".

    Unknown with ``stop`` "solved": what is not known of outcomes decides. ``engine``: "alpha-beta", "df-pn" or
    "proof-number"; a ``depth`` is for alpha-beta alone, and states there are unknown.

    >>> from cgt.search import Tree
    >>> query(Vectors(2), Tree([(1, 5), AnyOf([(2, 2), (3, 1)])]), [(2, 1)]).best
    [1]
    """
    return Result(**_cgt._query(order, state, bound, engine, depth, budget))


def frontier(
    order: Any, state: Any, *, engine: Optional[str] = None, budget: Optional[Budget] = None
) -> Frontier:
    """All strongest bounds that player 0 can force. Every end needs a certain outcome.

    Families of bounds are backed up the tree (Dasgupta, Chakrabarti and DeSarkar 1996); with an ``engine`` they
    are found by queries alone.

    >>> from cgt.search import Tree
    >>> frontier(Vectors(2), Tree([[(1, 5), (4, 4)], [(2, 2)]])).bounds
    [[(1, 5), (4, 4)], [(2, 2)]]
    """
    return Frontier(**_cgt._frontier(order, state, engine, budget))


def linear_extension(
    order: Any, state: Any, bound: Iterable[Any], *, budget: Optional[Budget] = None
) -> Result:
    """The query as one search of numbers along a linear extension of the order (LE-POB, Mueller 2001).

    >>> from cgt.search import Tree
    >>> linear_extension(Vectors(2), Tree([[(1, 5), (4, 4)], [(2, 2)]]), [(3, 1)]).value
    'loss'
    """
    return Result(**_cgt._linear_extension(order, state, bound, budget))


def lattice(order: Any, state: Any, *, budget: Optional[Budget] = None) -> Result:
    """Alpha-beta in a lattice, an order with ``join`` and ``meet``: joins for player 0, meets for the other.

    Of a distributive one the join, over the frontier, of the meet of each bound; nobody need be able to force it
    (Ginsberg 2001).

    >>> from cgt.search import Tree
    >>> lattice(Vectors(2), Tree([[(1, 5), (4, 4)], [(2, 2)]])).value
    (2, 4)
    """
    return Result(**_cgt._lattice(order, state, budget))


def preference(
    order: Any, state: Any, phi: Callable[[Any], Any], *, seed: int = 1, budget: Optional[Budget] = None
) -> Result:
    """One bound that player 0 can force, chosen by a private preference (Dasgupta et al. 1996).

    At his moves he chooses by the worst outcome that is possible, of which ``phi`` says how much he likes it; the
    seed throws the coin where phi likes two as much.

    >>> from cgt.search import Tree
    >>> preference(Vectors(2), Tree([[(1, 5), (4, 4)], [(2, 2)]]), lambda x: x[0]).value
    [(2, 2)]
    """
    return Result(**_cgt._preference(order, state, phi, seed, budget))


def realizer(order: Any, elements: Iterable[Any], *, budget: Optional[Budget] = None) -> List[List[Any]]:
    """As few linear extensions, least element first, as have the order of these elements in common.

    How many is its dimension (Dushnik and Miller 1941). For small orders: the problem is NP-complete.

    >>> realizer(Order(lambda a, b: b % a == 0), [1, 2, 3, 6])
    [[1, 3, 2, 6], [1, 2, 3, 6]]
    """
    return _cgt._realizer(order, list(elements), budget)


__all__ = [
    "AnyOf",
    "Between",
    "Comparison",
    "Distributions",
    "Frontier",
    "Natural",
    "Order",
    "Product",
    "Relation",
    "Subgoals",
    "Vectors",
    "frontier",
    "lattice",
    "linear_extension",
    "preference",
    "query",
    "realizer",
]
