"""SageMath: games as elements of a parent, numbers as its rationals and integers, formulas for ``latex``.

Nothing of Sage is needed, or loaded, before a function here is called, or Sage itself calls a method below.
"""

from __future__ import annotations

import operator
from functools import lru_cache
from importlib import import_module
from typing import Any

from .._cgt import Game, Number

# By the numbers that Sage has from CPython: <, <=, ==, !=, >, >=.
_RELATIONS = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge)


def _rational(game: Game) -> Any:
    """Asked by QQ."""
    if not isinstance(game, Number):
        raise TypeError(f"{game} is not a number")
    return import_module("sage.rings.rational_field").QQ((game.numerator, game.denominator))


def _integer(game: Game, ring: Any = None) -> Any:
    """Asked by ZZ."""
    if not isinstance(game, Number) or game.denominator != 1:
        raise TypeError(f"{game} is not an integer")
    return import_module("sage.rings.integer_ring").ZZ(int(game))


def _latex(game: Game) -> str:
    """Asked by latex."""
    return f"{game:latex}"


def _sage(game: Game) -> Any:
    """Asked where Sage meets an object that is not its own."""
    return _element(game)


for _name, _method in (("_latex_", _latex), ("_rational_", _rational), ("_integer_", _integer), ("_sage_", _sage)):
    setattr(Game, _name, _method)


@lru_cache(maxsize=None)
def sage_games() -> Any:
    """The group of short games as a parent of SageMath; there is one. Called, it makes an element of a game.

    Integers coerce into it, so ``G('*') + 1`` and ``1 < G('2*')`` are as in Sage's own parents; rationals, games and
    texts are converted. Elements add and are multiplied by integers; ``<=`` is the partial order of games, ``QQ`` and
    ``ZZ`` take those that are numbers, ``latex`` writes them; all else is asked of ``.game``. Raises
    ModuleNotFoundError without Sage.

    >>> G = sage_games()
    >>> G('^') + G('*'), 3 * G('^') - 1, G('*') <= G(0), G('{2|1}').game.mean()
    (^*, -1+^3, False, Fraction(3, 2))
    >>> G('*').parent()
    Group of short games
    """
    parent: Any = import_module("sage.structure.parent").Parent
    element: Any = import_module("sage.structure.element").Element
    unique: Any = import_module("sage.structure.unique_representation").UniqueRepresentation
    groups = import_module("sage.categories.commutative_additive_groups").CommutativeAdditiveGroups
    ZZ = import_module("sage.rings.integer_ring").ZZ

    class SageGame(element):
        """An element of the parent: a short game."""

        def __init__(self, parent: Any, game: Game) -> None:
            element.__init__(self, parent)
            self.game = game

        def _of(self, game: Game) -> Any:
            return self.parent().element_class(self.parent(), game)

        def _add_(self, other: Any) -> Any:
            return self._of(self.game + other.game)

        def _sub_(self, other: Any) -> Any:
            return self._of(self.game - other.game)

        def _neg_(self) -> Any:
            return self._of(-self.game)

        def _acted_upon_(self, actor: Any, self_on_left: bool) -> Any:
            try:
                return self._of(int(ZZ(actor)) * self.game)
            except TypeError:
                return None

        def _richcmp_(self, other: Any, op: int) -> bool:
            return _RELATIONS[op](self.game, other.game)

        def __bool__(self) -> bool:
            return self.game != 0

        def __hash__(self) -> int:
            return hash(self.game)

        def __reduce__(self) -> Any:
            return _element, (self.game,)

        def _repr_(self) -> str:
            return str(self.game)

        def _latex_(self) -> str:
            return _latex(self.game)

        def _rational_(self) -> Any:
            return _rational(self.game)

        def _integer_(self, ZZ: Any = None) -> Any:
            return _integer(self.game, ZZ)

    class SageGames(unique, parent):
        """The parent."""

        Element = SageGame

        def __init__(self) -> None:
            parent.__init__(self, category=groups())

        def _element_constructor_(self, x: Any = 0) -> Any:
            return self.element_class(self, from_sage(x))

        def _coerce_map_from_(self, other: Any) -> bool:
            return other is ZZ

        def _an_element_(self) -> Any:
            return self("*")

        def zero(self) -> Any:
            """The game without moves."""
            return self(0)

        def _repr_(self) -> str:
            return "Group of short games"

    return SageGames()


def _element(game: Game) -> Any:
    return sage_games()(game)


def from_sage(x: Any) -> Game:
    """The game of an integer or a rational of SageMath, of an element of ``sage_games()``, or of a text.

    Raises Error where no short game is equal to the number, TypeError for what is none.

    >>> from sage.all import QQ
    >>> from_sage(QQ((3, 4))), from_sage(sage_games()('^'))
    (Game('3/4'), Game('^'))
    """
    return Game(getattr(x, "game", x))
