"""The language of the program, from Python: docs/language.

>>> from cgt import lang
>>> lang.run('game.grid.Clobber("xo|ox").CanonicalForm + ^')
Game('^*')

Its packages are here, too, and every method of its values, with names in snake_case:

>>> lang.functions.miny(2).incentives(), lang.game.heap.Kayles.check_periodicity(200).period()
([Game('{2,{2|0}|0}')], 12)
"""

from __future__ import annotations

from typing import Any, Optional

from ._cgt import Budget, Namespace, Result, Session, Value

# Functions of no package, and all packages below game.
functions = Namespace()
game: Namespace = functions.game


def run(text: str, *, budget: Optional[Budget] = None) -> Any:
    """The value of the last statement of a script, which runs in a session of its own.

    Numbers, truth values, texts, lists and games become those of Python, all else its text.

    >>> run('[1/2 + 1/4, 2 > 1, "text"]')
    [Fraction(3, 4), True, 'text']
    """
    return Session().run(text, budget=budget).value


__all__ = ["Namespace", "Result", "Session", "Value", "functions", "game", "run"]
