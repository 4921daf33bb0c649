"""Go endgames: scores, regions, best moves and lines, from a record or a diagram.

>>> from cgt import go
>>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
>>> e.score('B'), e.score('W')
(<Score 1>, <Score 0>)
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Iterable, List, Optional, Tuple, Union

from . import _cgt, _svg
from ._cgt import Budget, Game, Store
from ._errors import Error
from ._names import Colour, Player

BLACK = Colour.BLACK
WHITE = Colour.WHITE


@dataclass(frozen=True)
class Score:
    """A score, Black minus White, or the bounds that are known: None where there is none.

    >>> Score(Fraction(2), Fraction(2)), Score(None, Fraction(3)), Score(Fraction(2), Fraction(2)).value
    (<Score 2>, <Score unknown to 3>, Fraction(2, 1))
    """

    lower: Optional[Fraction]
    upper: Optional[Fraction]

    @property
    def exact(self) -> bool:
        """Is it known?

        >>> Score(Fraction(1), Fraction(2)).exact
        False
        """
        return self.lower is not None and self.lower == self.upper

    @property
    def value(self) -> Fraction:
        """The score; raises Error where only bounds are known.

        >>> parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).score('B').value
        Fraction(1, 1)
        """
        if self.lower is None or self.lower != self.upper:
            raise Error("the score is known by its bounds only: lower and upper")
        return self.lower

    def __repr__(self) -> str:
        lower, upper = ("unknown" if x is None else str(x) for x in (self.lower, self.upper))
        return f"<Score {lower}>" if self.exact else f"<Score {lower} to {upper}>"


@dataclass(frozen=True, repr=False)
class Region:
    """An independent part of a board.

    ``points`` are its empty points and unsafe stones: ['D4', ...]. If it is ``exact``, its value is known; else the
    games ``lower`` and ``upper`` bound it, and ``note`` tells why. ``diagram`` has its rows.

    >>> region = parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).regions()[0]
    >>> region, region.points, region.value
    (<Region B2, C2>, ['B2', 'C2'], Game('{1|*}'))
    """

    points: List[str]
    exact: bool
    lower: Optional[Game]
    upper: Optional[Game]
    diagram: str
    note: str

    @property
    def value(self) -> Game:
        """The value, a Game. Raises Error where only bounds are known.

        >>> parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).regions()[0].value
        Game('{1|*}')
        """
        if not self.exact or self.lower is None:
            raise Error(f"this region has bounds only: {self.note}")
        return self.lower

    def __repr__(self) -> str:
        return f"<Region {', '.join(self.points)}>"


class Endgame(_cgt.Endgame):
    """A Go board cut into independent regions, and the best play of their sum: ``parse`` and ``load`` make one.

    Black is Left; scores are Black minus White.

    >>> e = parse('XXXXX|O...X|XXXXX', assume=['A1', 'A2', 'A3'])
    >>> e.score('B'), [r.value for r in e.regions()], e.best_moves('W')
    (<Score 2>, [Game('{2||1|*}')], ['B2'])
    """

    def regions(self, *, known: bool = False, budget: Optional[Budget] = None) -> List[Region]:
        """The regions, in board order, with their values; known=True: as far as they are found already.

        >>> [r.value for r in parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).regions()]
        [Game('{1|*}')]
        """
        return [Region(*region) for region in self._regions(known, budget)]

    def score(self, first: Union[Colour, Player, str], *, budget: Optional[Budget] = None) -> Score:
        """The score if this player moves first, or its bounds.

        >>> parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).score('W')
        <Score 0>
        """
        return Score(*self._score(first, budget))

    @property
    def to_play(self) -> Optional[Colour]:
        """Who moves next, as the record says; None if it does not.

        >>> load('examples/go/comb9.sgf').to_play
        <Colour.BLACK: 'B'>
        """
        found = self._to_play
        return None if found is None else BLACK if found == "L" else WHITE

    def line(
        self, first: Union[Colour, Player, str], *, budget: Optional[Budget] = None
    ) -> List[Tuple[Colour, str]]:
        """One best line of play: (colour, point).

        >>> parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).line('W')
        [(<Colour.WHITE: 'W'>, 'B2'), (<Colour.BLACK: 'B'>, 'C2')]
        """
        moves = self._line(first, budget)
        return [(BLACK if player == "L" else WHITE, point) for player, point in moves]

    def _repr_svg_(self) -> str:
        return _svg.board(self)


def parse(
    text: str,
    *,
    name: str = "<board>",
    moves: int | None = None,
    scoring: str = "territory",
    assume: Union[str, Iterable[str], None] = None,
    store: Optional[Store] = None,
) -> Endgame:
    """A board from SGF or from a diagram of X, O and '.' with rows divided by '|', '/' or lines.

    ``moves``: so many moves of the record are played first, all but 20 for -20; by default all of a game and
    none of a problem. ``assume``: stones whose blocks are taken to live,
    or 'auto' for those that look alive. ``scoring``: 'territory' or 'area'. Raises ParseError, which shows the place.

    >>> parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']).best_moves('B')
    ['B2']
    """
    return Endgame(text, name, moves, scoring, assume, store)


def load(
    path: Union[str, os.PathLike[str]],
    *,
    moves: int | None = None,
    scoring: str = "territory",
    assume: Union[str, Iterable[str], None] = None,
    store: Optional[Store] = None,
) -> Endgame:
    """The board of a file: see parse.

    >>> load('examples/go/comb9.sgf').score('B')
    <Score 5>
    """
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    name = os.fspath(path)
    return parse(text, name=name, moves=moves, scoring=scoring, assume=assume, store=store)


def svg(endgame: Endgame) -> str:
    """The board, with the regions that solve() or another question has valued tinted by temperature.

    >>> svg(parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3']))[:4]
    '<svg'
    """
    return _svg.board(endgame)


__all__ = ["BLACK", "Colour", "Endgame", "Region", "Score", "WHITE", "load", "parse", "svg"]
