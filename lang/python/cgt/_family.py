"""The class of the names of cgt.rulesets."""

from __future__ import annotations

from typing import Any, Dict, Optional

from . import _cgt
from ._cgt import Position, Store
from ._errors import Error


class Family:
    """A ruleset of the registry. Calling it with its options gives a Ruleset, which makes positions.

    >>> rulesets.Subtraction
    <ruleset Subtraction(removals, allbut?)>
    >>> rulesets.Subtraction([1, 2])(7).value()
    Game('*')
    """

    def __init__(self, entry: Dict[str, str]) -> None:
        self.path = entry["path"]
        self.name = entry["name"]
        self.summary = entry["summary"]
        self.example = entry["example"]
        self.signature = entry["signature"]
        self.__name__ = entry["class_name"]
        self.__module__ = "cgt.rulesets"
        self.__doc__ = (
            f"{self.summary}\n\n"
            f"Options: {self.signature or 'none'}. A position: {entry['board']}, "
            f"such as {self.example!r}.\n"
        )

    def __call__(self, *options: Any, **named: Any) -> Any:
        """A Ruleset with these options. One that has none makes positions at once, from boards and sizes.

        >>> Domineering = rulesets.Domineering
        >>> Domineering(), Domineering(2, 3), Domineering('..|..')  # doctest: +NORMALIZE_WHITESPACE
        (rulesets.Domineering(), Position(rulesets.Domineering(), '...|...'),
         Position(rulesets.Domineering(), '..|..'))
        """
        if (options or named) and not self.signature:
            try:
                return _cgt._make_ruleset(self.path)(*options, **named)
            except Error as refused:
                if "too many arguments" not in refused.message:
                    raise
                raise Error(f"{refused.message}\nhint: a position is one, such as {self.example!r}, or a list") from None
        return _cgt._make_ruleset(self.path, *options, **named)

    def parse(self, text: str, *, store: Optional[Store] = None) -> Position:
        """A position of the ruleset without options. Raises ParseError, which shows the place.

        >>> rulesets.Domineering.parse('..|.#').value()
        Game('*')
        """
        return _cgt._make_ruleset(self.path).parse(text, store=store)

    def __reduce__(self) -> str:
        # Its name in this module.
        return self.__name__

    def __repr__(self) -> str:
        return f"<ruleset {self.__name__}({self.signature})>"
