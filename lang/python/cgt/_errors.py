"""What calls raise besides TypeError and ValueError."""

from __future__ import annotations

from typing import Any, Optional, Tuple


class Error(ValueError):
    """What was asked for is not possible. ``hint`` may say what is ("" if not)."""

    hint: str = ""
    message: str = ""


class ParseError(Error):
    """A text is wrong. Its text shows the line with a caret; ``line`` and ``column`` count from 1."""

    line: int = 0
    column: int = 0


class BudgetExhausted(Exception):
    """A limit of ``cgt.budget`` was reached; all that was found stays known, and the call may be made again.

    ``bounds``: what is known all the same, a pair (lower, upper), or None.
    """

    bounds: Optional[Tuple[Any, Any]] = None
