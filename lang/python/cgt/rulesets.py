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
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from . import _cgt
from ._cgt import Budget, Game, Position, Ruleset, Store, Thermograph
from ._names import Outcome, Player


class Family:
    """A ruleset of the registry. Calling it with its options gives a Ruleset, which makes positions.

    >>> Subtraction
    <ruleset Subtraction(removals, allbut?)>
    >>> Subtraction([1, 2])(7).value()
    Game('*')
    """

    def __init__(self, entry: Dict[str, str]) -> None:
        self.path = entry["path"]
        self.name = entry["name"]
        self.summary = entry["summary"]
        self.example = entry["example"]
        self.signature = entry["signature"]
        self.__name__ = entry["class_name"]
        self.__doc__ = (
            f"{self.summary}\n\n"
            f"Options: {self.signature or 'none'}. A position: {entry['board']}, "
            f"such as {self.example!r}.\n"
        )

    def __call__(self, *options: Any, **named: Any) -> Ruleset:
        return _cgt._make_ruleset(self.path, *options, **named)

    def parse(self, text: str, *, store: Optional[Store] = None) -> Position:
        """A position of the ruleset without options."""
        return self().parse(text, store=store)

    def __reduce__(self) -> str:
        # Its name in this module.
        return self.__name__

    def __repr__(self) -> str:
        return f"<ruleset {self.__name__}({self.signature})>"


Option = Union["PositionBase", Position, Game, int, Fraction]


class PositionBase:
    """Base of positions that are written in Python.

    A class needs ``options(player)``, which gives positions, games and numbers, and equality with a hash
    (``@dataclass(frozen=True)`` makes both). It may have ``split()``, which gives the independent parts of a
    position: each is searched once, however often it is met. Exceptions of both pass through unchanged. Play
    must end.
    """

    def options(self, player: Player) -> Iterable[Option]:
        """The positions that a player can move to."""
        raise NotImplementedError(f"{type(self).__name__} has no options(player)")

    def value(self, *, store: Optional[Store] = None, budget: Optional[Budget] = None) -> Game:
        """The canonical form."""
        return _cgt._value(self, store, budget)

    def outcome(self, *, budget: Optional[Budget] = None) -> Outcome:
        """Who wins, found without canonical forms."""
        return _cgt._outcome(self, None, budget)

    def thermograph(self, *, budget: Optional[Budget] = None) -> Thermograph:
        """The thermograph, found without canonical forms."""
        return _cgt._thermograph(self, None, budget)

    def mean(self, *, budget: Optional[Budget] = None) -> Fraction:
        """The mean; from the thermograph."""
        return self.thermograph(budget=budget).mean

    def temperature(self, *, budget: Optional[Budget] = None) -> Fraction:
        """The temperature; from the thermograph."""
        return self.thermograph(budget=budget).temperature

    def stops(self, *, budget: Optional[Budget] = None) -> Tuple[Fraction, Fraction]:
        """Left stop and Right stop; from the thermograph."""
        walls = self.thermograph(budget=budget)
        return walls.at(Player.LEFT, 0), walls.at(Player.RIGHT, 0)


_families = {entry["class_name"]: Family(entry) for entry in _cgt._ruleset_entries()}


def all_rulesets() -> List[Family]:
    """Every ruleset of the registry.

    >>> len(all_rulesets()) >= 64
    True
    """
    return list(_families.values())


def __getattr__(name: str) -> Family:
    try:
        return _families[name]
    except KeyError:
        raise AttributeError(f"cgt.rulesets has no {name!r}") from None


def __dir__() -> List[str]:
    return sorted([*_families, "Family", "Position", "PositionBase", "Ruleset", "all_rulesets"])


__all__ = ["Family", "Position", "PositionBase", "Ruleset", "all_rulesets"]
