"""The language of the program, from Python: docs/language.

>>> from cgt import lang
>>> lang.run('game.grid.Clobber("xo|ox").CanonicalForm + ^')
Game('^*')
"""

from __future__ import annotations

from typing import Any, Optional

from ._cgt import Budget, Result, Session


def run(text: str, *, budget: Optional[Budget] = None) -> Any:
    """The value of the last statement of a script, which runs in a session of its own.

    Numbers, truth values, texts, lists and games become those of Python, all else its text.

    >>> run('[1/2 + 1/4, 2 > 1, "text"]')
    [Fraction(3, 4), True, 'text']
    """
    return Session().run(text, budget=budget).value


__all__ = ["Result", "Session", "run"]
