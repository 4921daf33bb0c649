"""Go endgames: scores, regions, best moves and lines, from a record or a diagram.

>>> from cgt import go
>>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
>>> e.score('B'), e.score('W')
(<Score 1>, <Score 0>)
"""

from __future__ import annotations

import os
from typing import Iterable, Optional, Union

from . import _cgt, _svg
from ._cgt import Endgame, Region, Score, Store


def parse(
    text: str,
    *,
    name: str = "<board>",
    moves: int = 0,
    scoring: str = "territory",
    assume: Union[str, Iterable[str], None] = None,
    store: Optional[Store] = None,
) -> Endgame:
    """A board from SGF or from a diagram of X, O and '.' with rows divided by '|', '/' or lines.

    ``moves``: so many moves of the record are played first. ``assume``: stones whose blocks are taken to live,
    or 'auto' for those that look alive. Raises ParseError, which shows the place.
    """
    return _cgt._go_parse(text, name, moves, scoring, assume, store)


def load(
    path: Union[str, os.PathLike[str]],
    *,
    moves: int = 0,
    scoring: str = "territory",
    assume: Union[str, Iterable[str], None] = None,
    store: Optional[Store] = None,
) -> Endgame:
    """The board of a file: see parse."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    name = os.fspath(path)
    return parse(text, name=name, moves=moves, scoring=scoring, assume=assume, store=store)


def svg(endgame: Endgame) -> str:
    """The board, with the regions that solve() or another question has valued tinted by temperature."""
    return _svg.board(endgame)


__all__ = ["Endgame", "Region", "Score", "load", "parse", "svg"]
