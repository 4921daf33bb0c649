"""Players, relations and outcomes. Members are texts, too: ``g.outcome() == 'N'``."""

from __future__ import annotations

import enum
from typing import TypeVar

_S = TypeVar("_S", bound="_Side")


class _Text(str, enum.Enum):
    """A member prints as the text that it is."""

    def __str__(self) -> str:
        return self.value


class _Side(_Text):
    """One of two."""

    @property
    def opponent(self: _S) -> _S:
        """The other one.

        >>> Player.LEFT.opponent, go.WHITE.opponent
        (<Player.RIGHT: 'R'>, <Colour.BLACK: 'B'>)
        """
        return next(side for side in type(self) if side is not self)


class Player(_Side):
    """Left and Right; in Go, Black is Left.

    >>> LEFT.opponent, Player('L') is LEFT, LEFT == 'L'
    (<Player.RIGHT: 'R'>, True, True)
    """

    LEFT = "L"
    RIGHT = "R"


class Colour(_Side):
    """The players of Go: ``go.BLACK`` is Left, ``go.WHITE`` Right. Calls take either, and the texts 'B' and 'W'.

    >>> go.BLACK.player, go.Colour('W').opponent, go.WHITE == 'W'
    (<Player.LEFT: 'L'>, <Colour.BLACK: 'B'>, True)
    """

    BLACK = "B"
    WHITE = "W"

    @property
    def player(self) -> Player:
        """Left or Right.

        >>> go.WHITE.player
        <Player.RIGHT: 'R'>
        """
        return Player.LEFT if self is Colour.BLACK else Player.RIGHT


class Relation(_Text):
    """How one game compares with another (Conway 1976).

    >>> Game('*').compare(0), Game('*').compare('*') == '=='
    (<Relation.CONFUSED: '||'>, True)
    """

    LESS = "<"
    EQUAL = "=="
    GREATER = ">"
    CONFUSED = "||"


class Outcome(_Text):
    """Who wins under normal play: Left, Right, the Next player (who moves first) or the Previous one.

    The others are those of play that can go on for ever: a draw, or a win for one player if it goes on.

    >>> Game('*').outcome(), Game(1).outcome() == 'L', loopy.parse('dud').outcome()
    (<Outcome.N: 'N'>, True, <Outcome.D: 'D'>)
    """

    L = "L"
    R = "R"
    N = "N"
    P = "P"
    D = "D"
    P_HAT = "PHat"
    P_CHECK = "PCheck"
    N_HAT = "NHat"
    N_CHECK = "NCheck"
