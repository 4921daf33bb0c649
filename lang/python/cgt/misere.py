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

from typing import Iterable, List, NamedTuple, Optional, Union

from . import _cgt
from ._cgt import Budget, Misere
from .rulesets import Family, Position, Ruleset


def form(position: Position, *, budget: Optional[Budget] = None) -> Misere:
    """The canonical form of a position of a native impartial ruleset. Raises Error for others."""
    return _cgt._misere_form(position, budget)


def nim_heap(size: int) -> Misere:
    """The nim heap of this size.

    >>> nim_heap(1).next_player_wins(), nim_heap(2).genus()
    (False, '2')
    """
    return _cgt._misere_nim_heap(size)


def braces(options: Iterable[Misere]) -> Misere:
    """The game with these options.

    >>> braces([nim_heap(2)]).genus()
    '0^0'
    """
    return _cgt._misere_of_options(options)


class Quotient(NamedTuple):
    """The misere quotient of a heap game. Elements are written in generators a, b, c, ..."""

    order: int
    p_order: int  # elements that are P-positions
    period: Optional[int]  # of `map`, if one is proved
    preperiod: Optional[int]
    idempotents: int
    kernel_order: int
    is_tame: bool
    generators: List[int]  # the heaps a, b, c, ...
    relations: List[str]
    p_portion: List[str]
    map: List[str]  # the elements of the heaps 0, 1, 2, ...
    certificate: str  # for `cgt misere verify`


def quotient(
    ruleset: Union[Ruleset, Family], heaps: Optional[int] = None, *, budget: Optional[Budget] = None
) -> Optional[Quotient]:
    """The misere quotient of all heaps, proved by its period, or of the heaps 1 .. `heaps`. None if no
    finite one was found.

    >>> kayles = quotient(rulesets.Kayles)
    >>> kayles.order, kayles.p_order, kayles.period, kayles.preperiod
    (40, 9, 12, 71)
    """
    if isinstance(ruleset, Family):
        ruleset = ruleset()
    found = _cgt._misere_quotient(ruleset, heaps, budget)
    return None if found is None else Quotient(*found)


def next_player_wins(position: Position, *, budget: Optional[Budget] = None) -> Optional[bool]:
    """Does who moves first win this sum of heaps? By the quotient of the game; None if no finite one that
    has these heaps was found.

    >>> next_player_wins(rulesets.Kayles.parse('1'))
    False
    """
    return _cgt._misere_next_wins(position, budget)


def compare(universe: str, g: str, h: str, *, budget: Optional[Budget] = None) -> str:
    """How two games compare beside all of a universe, 'all', 'dicot' or 'dead-ending': '=', '<', '>' or '||'.
    Games are forms as written: 0, *, *2, 1, -1, {0|*}.

    >>> compare('dead-ending', '{*|*}', '0')
    '||'
    """
    return _cgt._misere_compare(universe, g, h, budget)


__all__ = ["Misere", "Quotient", "braces", "compare", "form", "next_player_wins", "nim_heap", "quotient"]
