"""What pickles name: it must stay where it is."""

from __future__ import annotations

from . import _cgt


def game(state: bytes) -> _cgt.Game:
    """The game of a graph of followers, in the store that all share."""
    return _cgt._unpickle(state)
