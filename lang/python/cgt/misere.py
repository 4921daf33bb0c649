"""Misere play of impartial games: who cannot move wins (Conway 1976, chapter 12).

There is no addition of values as short as nim addition: a canonical form is the set of its options.

>>> from cgt import misere, rulesets
>>> heap = misere.form(rulesets.Kayles.parse('5'))
>>> heap.genus(), (heap + heap).next_player_wins()
('4^146', True)
"""

from __future__ import annotations

from typing import Iterable, Optional

from . import _cgt
from ._cgt import Budget, Misere
from .rulesets import Position


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


__all__ = ["Misere", "braces", "form", "nim_heap"]
