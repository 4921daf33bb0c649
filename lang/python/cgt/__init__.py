"""Combinatorial game theory, exactly: games as values, positions of many rulesets, Go endgames, sums.

>>> import cgt
>>> g = cgt.Game('{3||2|1}')
>>> g.mean(), g.temperature(), g.cool(1)
(Fraction(9, 4), Fraction(3, 4), Game('9/4'))
>>> g > 2, g.compare('9/4')
(True, <Relation.CONFUSED: '||'>)

``cgt.rulesets`` has positions, ``cgt.go`` boards, ``cgt.sums`` sums of both; ``cgt.loopy``, ``cgt.ko`` and
``cgt.misere`` have values of other kinds, ``cgt.search`` game-tree searches, ``cgt.pob`` partially ordered outcomes,
``cgt.htn`` plans; ``cgt.census`` goes through all positions of a size, ``cgt.pathology`` measures what looking ahead
is worth, ``cgt.lang`` is the language of the program; ``cgt.adapters`` is for other libraries.
docs/python.md is the tutorial.
"""

from __future__ import annotations

from ._errors import BudgetExhausted, Error, ParseError, wrong_interpreter as _wrong_interpreter

try:
    from . import _cgt as _cgt
except ImportError as _missing:
    raise _wrong_interpreter(_missing) from None
from ._names import Outcome, Player, Relation
from ._cgt import (
    Budget,
    Game,
    Number,
    PrintKey,
    Store,
    Thermograph,
    __version__,
    braces,
    nimber,
    print_order,
    up,
)
from . import _hints as _hints
from . import adapters, census, go, htn, ko, lang, loopy, misere, pathology, pob, rulesets, search, sums

LEFT = Player.LEFT
RIGHT = Player.RIGHT
LESS = Relation.LESS
EQUAL = Relation.EQUAL
GREATER = Relation.GREATER
CONFUSED = Relation.CONFUSED

budget = Budget


def parse(text: str, *, store: Store | None = None) -> Game:
    """The game that a text means: ``Game`` for texts alone. Raises ParseError, which shows the place.

    >>> parse('{2|1||0} + ^')
    Game('{2+^|1+^||^}')
    """
    if not isinstance(text, str):
        raise TypeError(f"parse() needs a text, not {text!r}; Game takes numbers, too")
    return Game(text, store=store)


__all__ = [
    "BudgetExhausted",
    "Budget",
    "CONFUSED",
    "EQUAL",
    "Error",
    "GREATER",
    "Game",
    "LEFT",
    "LESS",
    "Number",
    "Outcome",
    "ParseError",
    "Player",
    "PrintKey",
    "RIGHT",
    "Relation",
    "Store",
    "Thermograph",
    "__version__",
    "adapters",
    "braces",
    "budget",
    "census",
    "go",
    "htn",
    "ko",
    "lang",
    "loopy",
    "misere",
    "nimber",
    "parse",
    "pathology",
    "pob",
    "print_order",
    "rulesets",
    "search",
    "sums",
    "up",
]
