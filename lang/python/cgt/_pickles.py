"""What pickles name: it must stay where it is."""

from __future__ import annotations

from typing import Union

from . import _cgt


def game(state: bytes) -> _cgt.Game:
    """The game of a graph of followers, in the store that all share."""
    return _cgt._unpickle(state)


def loopy(text: str) -> Union[_cgt.Game, _cgt.Loopy]:
    """The value whose sides have these graphs, in the store that all share."""
    return _cgt._loopy_from_json(text, None)


def ruleset(called: str) -> _cgt.Ruleset:
    """The ruleset that is called so, with its options."""
    return _cgt._ruleset_called(called)


def position(called: str, text: str) -> _cgt.Position:
    """The position of a ruleset that is written so, in the store that all share."""
    return _cgt.Position(_cgt._ruleset_called(called), text)
