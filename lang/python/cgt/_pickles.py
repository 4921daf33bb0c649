"""What pickles name: it must stay where it is."""

from __future__ import annotations

from typing import Any, Union

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


# What has no pickle, and what has one instead.
_WITHOUT = {
    _cgt.Session: "a session holds variables and tables; run its text again",
    _cgt.Store: "a store holds tables; games are pickled one by one, into the store that all share",
    _cgt.Budget: "a budget belongs to the block that it limits; make one where it is needed",
    _cgt.Endgame: "a board holds tables; pickle its sgf(), which go.parse reads",
    _cgt.Result: "a result belongs to its session; pickle its value or its text",
    _cgt.SumMove: "a move belongs to its sum; pickle its term and what it becomes, after",
    _cgt.PrintKey: "a key serves sorting alone; pickle the game",
    _cgt.Namespace: "a package of the language is named, not stored",
    _cgt._Census: "a census holds tables; keep its state(), which restore() takes over",
    _cgt._Grid: "a grid holds what it measured; keep its journal",
    _cgt.Value: "a value of the language is kept by its session; pickle str(value), or what its methods give",
}


def _refuse(self: Any) -> Any:
    why = next(_WITHOUT[cls] for cls in type(self).__mro__ if cls in _WITHOUT)
    raise TypeError(f"{type(self).__name__} objects are not pickled: {why}")


for _class in _WITHOUT:
    setattr(_class, "__reduce__", _refuse)
