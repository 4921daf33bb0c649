"""Players, relations and outcomes. Members are texts, too: ``g.outcome() == 'N'``."""

from __future__ import annotations

import enum


class Player(str, enum.Enum):
    """Left and Right; in Go, Black is Left."""

    LEFT = "L"
    RIGHT = "R"

    @property
    def opponent(self) -> Player:
        """The other one.

        >>> Player.LEFT.opponent
        <Player.RIGHT: 'R'>
        """
        return Player.RIGHT if self is Player.LEFT else Player.LEFT

    def __str__(self) -> str:
        return self.value


class Relation(str, enum.Enum):
    """How one game compares with another (Conway 1976)."""

    LESS = "<"
    EQUAL = "=="
    GREATER = ">"
    CONFUSED = "||"

    def __str__(self) -> str:
        return self.value


class Outcome(str, enum.Enum):
    """Who wins under normal play: Left, Right, the Next player (who moves first) or the Previous one.

    The others are those of play that can go on for ever: a draw, or a win for one player if it goes on.
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

    def __str__(self) -> str:
        return self.value
