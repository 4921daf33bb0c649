"""What calls raise. ``Error`` is the root of all but TypeError, which is for arguments of a wrong type."""

from __future__ import annotations

import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Optional, Tuple


class Error(ValueError):
    """What was asked for is not possible. ``message`` says what, ``hint`` may say what is ("" if not).

    >>> try:
    ...     Game('*').options('X')
    ... except Error as wrong:
    ...     print(wrong.message)
    'X' is not a player
    """

    __module__ = "cgt"  # as people write it
    hint: str = ""
    message: str = ""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)


class ParseError(Error):
    """A text is wrong. Its text shows the line with a caret; ``line`` and ``column`` count from 1.

    >>> try:
    ...     Game('{1|')
    ... except ParseError as wrong:
    ...     print(wrong.line, wrong.column, wrong.message)
    1 1 this bracket is never closed
    """

    __module__ = "cgt"
    line: int = 0
    column: int = 0


class BudgetExhausted(Error):
    """A limit of ``cgt.budget`` was reached; all that was found stays known, and the call may be made again.

    ``bounds``: what is known all the same, a pair (lower, upper), or None.

    >>> try:
    ...     rulesets.Domineering(7, 7).value(budget=budget(nodes=1000))
    ... except BudgetExhausted as spent:
    ...     print(spent.bounds)
    (Game('-24'), Game('24'))
    """

    __module__ = "cgt"
    bounds: Optional[Tuple[Any, Any]] = None


def wrong_interpreter(missing: ImportError) -> ImportError:
    """What to say where the compiled module is missing, or is for other interpreters."""
    names = [path.name for path in Path(__file__).parent.glob("_cgt.cpython-*.so")]
    built = sorted(re.sub(r"_cgt\.cpython-(\d)(\d+)-.*", r"CPython \1.\2", name) for name in names)
    if not built or any("_cgt" + suffix in names for suffix in EXTENSION_SUFFIXES):
        return missing
    version = "{} {}.{}".format(sys.implementation.name, *sys.version_info[:2])
    return ImportError(f"this copy of cgt is for {' and '.join(built)}; the interpreter is {version}")
