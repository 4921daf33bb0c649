"""Positions of every native ruleset, and of rulesets written in Python.

The names here follow from the registry of the toolkit: ``dir(cgt.rulesets)`` lists them, and
``help(cgt.rulesets.Domineering)`` tells how a board is written.

>>> from cgt import rulesets
>>> rulesets.Domineering.parse('...|...').temperature()
Fraction(5, 4)
>>> rulesets.ToadsAndFrogs.parse('tt.ff').value()
Game('*')

A ruleset of one's own is a class whose objects are positions:

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Heap(rulesets.PositionBase):
...     size: int
...     def options(self, player):
...         return [Heap(n) for n in range(self.size)]
>>> Heap(5).value()
Game('*5')

or, faster by far, moves that change a few cells of a board, as texts:

>>> rulesets.Patterns('xo > .x', 'ox > .o', turned=True)('xxo|oxx').value()
Game('^')
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Tuple, Union

from . import _cgt
from ._cgt import Budget, Game, Position, Ruleset, Store, Thermograph
from ._family import Family
from ._names import Outcome, Player
from ._rulesets import *  # noqa: F403: a name for each ruleset
from ._rulesets import FAMILIES


Option = Union["PositionBase", Position, Game, int, Fraction]


class PositionBase:
    """Base of positions that are written in Python.

    A class needs ``options(player)``, which gives positions, games and numbers, and equality with a hash
    (``@dataclass(frozen=True)`` makes both). It may have ``split()``, which gives the independent parts of a
    position: each is searched once, however often it is met. Exceptions of both pass through unchanged. Play
    must end.

    >>> Heap(5).value(), (Heap(5) + Heap(3)).outcome()
    (Game('*5'), <Outcome.N: 'N'>)
    """

    def options(self, player: Player) -> Iterable[Option]:
        """The positions that a player can move to. Each class has its own.

        >>> Heap(2).options(LEFT)
        [Heap(size=0), Heap(size=1)]
        """
        raise NotImplementedError(f"{type(self).__name__} has no options(player)")

    @property
    def left(self) -> List[Option]:
        """The positions that Left can move to.

        >>> Heap(1).left
        [Heap(size=0)]
        """
        return list(self.options(Player.LEFT))

    @property
    def right(self) -> List[Option]:
        """The positions that Right can move to.

        >>> Heap(1).right
        [Heap(size=0)]
        """
        return list(self.options(Player.RIGHT))

    def __add__(self, other: Any) -> Any:
        return _cgt.Sum([self]) + other

    def __radd__(self, other: Any) -> Any:
        return other + _cgt.Sum([self]) if isinstance(other, _cgt.Sum) else _cgt.Sum([other, self])

    def __sub__(self, other: Any) -> Any:
        return _cgt.Sum([self]) - other

    def __rsub__(self, other: Any) -> Any:
        return _cgt.Sum([other, -self])

    def __neg__(self) -> PositionBase:
        return Negative(self)

    def value(self, *, store: Optional[Store] = None, budget: Optional[Budget] = None) -> Game:
        """The canonical form. Play must end: ``cgt.loopy.value`` is for where it can come back.

        >>> Heap(3).value()
        Game('*3')
        """
        return _cgt._value(self, store, budget)

    def outcome(self, *, budget: Optional[Budget] = None) -> Outcome:
        """Who wins, found without canonical forms.

        >>> Heap(3).outcome()
        <Outcome.N: 'N'>
        """
        return _cgt._outcome(self, None, budget)

    def thermograph(self, *, budget: Optional[Budget] = None) -> Thermograph:
        """The thermograph, found without canonical forms.

        >>> Heap(3).thermograph().temperature
        Fraction(0, 1)
        """
        return _cgt._thermograph(self, None, budget)

    def mean(self, *, budget: Optional[Budget] = None) -> Fraction:
        """The mean; from the thermograph.

        >>> Heap(3).mean()
        Fraction(0, 1)
        """
        return self.thermograph(budget=budget).mean

    def temperature(self, *, budget: Optional[Budget] = None) -> Fraction:
        """The temperature; from the thermograph.

        >>> Heap(3).temperature()
        Fraction(0, 1)
        """
        return self.thermograph(budget=budget).temperature

    def stops(self, *, budget: Optional[Budget] = None) -> Tuple[Fraction, Fraction]:
        """Left stop and Right stop; from the thermograph.

        >>> Heap(3).stops()
        (Fraction(0, 1), Fraction(0, 1))
        """
        walls = self.thermograph(budget=budget)
        return walls.at(Player.LEFT, 0), walls.at(Player.RIGHT, 0)


@dataclass(frozen=True)
class Negative(PositionBase):
    """The negative of a position of a class in Python: the players change places. ``-position`` makes it.

    >>> (-Heap(2)).value(), (Heap(2) - Heap(2)).outcome()
    (Game('*2'), <Outcome.P: 'P'>)
    """

    position: Any

    def options(self, player: Player) -> List[Option]:
        """The negatives of what the other player can move to.

        >>> [option.value() for option in Negative(Heap(2)).options(LEFT)]
        [Game('0'), Game('*')]
        """
        return [-option for option in self.position.options(Player(player).opponent)]

    def __neg__(self) -> Any:
        return self.position

    def __str__(self) -> str:
        return f"-({self.position})"


def all_rulesets() -> List[Family]:
    """Every ruleset of the registry.

    >>> len(all_rulesets()) >= 64
    True
    """
    return list(FAMILIES.values())


if not TYPE_CHECKING:  # for which every name would exist

    def __getattr__(name: str) -> Any:
        same = [known for known in FAMILIES if known.lower() == name.replace("_", "").lower()]
        near = same or difflib.get_close_matches(name, FAMILIES, 1)
        hint = f"; did you mean {near[0]}?" if near else "; cgt.rulesets.all_rulesets() lists all"
        raise AttributeError(f"cgt.rulesets has no {name}{hint}")


def __dir__() -> List[str]:
    return sorted([*FAMILIES, *__all__])


__all__ = ["Family", "Negative", "Position", "PositionBase", "Ruleset", "all_rulesets"]
