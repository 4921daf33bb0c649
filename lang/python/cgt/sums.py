"""Sums of positions and values: who wins, by which moves, and for which score.

>>> from cgt import sums
>>> s = sums.parse('clobber:xoxo|oxox + domineering:....|.... - ^*')
>>> s.outcome()
<Outcome.R: 'R'>
"""

from __future__ import annotations

from typing import Optional

from . import _cgt
from ._cgt import Store, Sum, SumMove


def parse(text: str, *, store: Optional[Store] = None) -> Sum:
    """A sum as ``cgt sum`` reads it: docs/sums.md. Raises ParseError.

    >>> parse('3*kayles:5 + *2').wins('L')
    True
    """
    return _cgt._parse_sum(text, store)


__all__ = ["Sum", "SumMove", "parse"]
