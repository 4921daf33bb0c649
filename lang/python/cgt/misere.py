"""Misere play of impartial games: who cannot move wins (Conway 1976, chapter 12).

There is no addition of values as short as nim addition: a canonical form is the set of its options.

>>> from cgt import misere, rulesets
>>> heap = misere.form(rulesets.Kayles.parse('5'))
>>> heap.genus(), (heap + heap).next_player_wins()
('4^146', True)

Sums of heaps of one game are answered by its misere quotient (Plambeck 2005), partizan games are compared
within a universe of games:

>>> misere.next_player_wins(rulesets.Kayles.parse('60+61+35'))
True
>>> misere.compare('dicot', '{*|*}', '0')
'='
"""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Union

from . import _cgt
from ._cgt import Budget
from ._errors import Error
from .rulesets import Family, Position, Ruleset


@_cgt._derived
class Misere(_cgt.Misere):
    """The canonical form of an impartial game in misere play: who cannot move wins (Conway 1976).

    >>> two = nim_heap(2)
    >>> (two + two).genus(), (two + two).next_player_wins(), two.misere_nim_value()
    ('0^0', False, 2)
    """

    def genus(self, *, budget: Optional[Budget] = None) -> str:
        """The nim value in normal play, and above it the misere nim values of G, G + *2, G + *2 + *2, ...

        >>> nim_heap(3).genus()
        '3'
        """
        return str(super().genus(budget=budget))

    def next_player_wins(self) -> bool:
        """Does who moves first win?

        >>> nim_heap(1).next_player_wins()
        False
        """
        return bool(self.misere_outcome_class() == "N")

    def nim_heap_size(self) -> Optional[int]:
        """The size of the nim heap that it is; None if it is none.

        >>> nim_heap(3).nim_heap_size(), braces([nim_heap(2)]).nim_heap_size()
        (3, None)
        """
        return int(self.nim_value()) if self.is_nim_heap() else None

    def __add__(self, other: Any) -> Any:
        return super().__add__(other) if isinstance(other, Misere) else NotImplemented


def form(position: Position, *, budget: Optional[Budget] = None) -> Misere:
    """The canonical form of a position of a native impartial ruleset. Raises Error for others.

    >>> form(rulesets.Kayles.parse('5')).genus()
    '4^146'
    """
    if not isinstance(position, Position):
        raise TypeError(f"form() needs a position such as rulesets.Kayles(5), not {position!r}")
    found: Misere = position.misere_canonical_form(budget=budget)
    return found


def nim_heap(size: int) -> Misere:
    """The nim heap of this size.

    >>> nim_heap(1).next_player_wins(), nim_heap(2).genus()
    (False, '2')
    """
    found: Misere = _cgt._misere([size])
    return found


def braces(options: Iterable[Misere]) -> Misere:
    """The game with these options.

    >>> braces([nim_heap(2)]).genus()
    '0^0'
    """
    found: Misere = _cgt._misere([list(options)])
    return found


@_cgt._derived
class Quotient(_cgt.MisereQuotient):
    """The misere quotient of a heap game. Elements are written in generators a, b, c, ..., which stand for heaps.

    >>> kayles = quotient(rulesets.Kayles)
    >>> kayles.order, kayles.generators
    (40, [1, 2, 5, 9, 12, 25, 27])
    """

    @property
    def map(self) -> List[str]:
        """The elements of the heaps 0, 1, 2, ... as far as it was searched.

        >>> quotient(rulesets.Kayles).map[:4]
        ['1', 'a', 'b', 'a*b']
        """
        found: List[str] = self.elements()
        return found


def quotient(
    ruleset: Union[Ruleset, Family], heaps: Optional[int] = None, *, budget: Optional[Budget] = None
) -> Optional[Quotient]:
    """The misere quotient of all heaps, proved by its period, or of the heaps 1 .. `heaps`. None if no
    finite one was found.

    >>> kayles = quotient(rulesets.Kayles)
    >>> kayles.order, kayles.p_order, kayles.period, kayles.preperiod
    (40, 9, 12, 71)
    """
    rules: Ruleset = ruleset() if isinstance(ruleset, Family) else ruleset
    try:
        found: Quotient = rules.misere_quotient(heaps, budget=budget)
    except Error as refused:
        if "no finite quotient" in refused.message:
            return None
        raise
    return found


def next_player_wins(position: Position, *, budget: Optional[Budget] = None) -> bool:
    """Does who moves first win this position? Sums of heaps are answered by the quotient of their game.

    Raises Error where one player wins whoever begins.

    >>> next_player_wins(rulesets.Kayles.parse('1'))
    False
    """
    outcome = position.misere_outcome_class(budget=budget)
    if outcome in ("L", "R"):
        raise Error(f"{'Left' if outcome == 'L' else 'Right'} wins, whoever moves first")
    return bool(outcome == "N")


def compare(universe: str, g: str, h: str, *, budget: Optional[Budget] = None) -> str:
    """How two games compare beside all of a universe, 'all', 'dicot' or 'dead-ending': '=', '<', '>' or '||'.
    Games are forms as written: 0, *, *2, 1, -1, {0|*}.

    >>> compare('dead-ending', '{*|*}', '0')
    '||'
    """
    names = {"all": "All", "dicot": "Dicot", "dead-ending": "DeadEnding"}
    if universe not in names:
        raise Error(f"unknown universe: {universe}; expected all, dicot or dead-ending")
    return str(getattr(_cgt.Namespace("MisereUniverse"), names[universe]).compare(g, h, budget=budget))


__all__ = ["Misere", "Quotient", "braces", "compare", "form", "next_player_wins", "nim_heap", "quotient"]
