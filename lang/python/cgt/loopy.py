"""Loopy values: games in which play can come back (Conway 1978; Siegel 2013, chapter VI).

A value has two sides: in the onside Left wins infinite play, in the offside Right does. A value that is a short game
is a ``Game``; every other one is a ``Loopy``, and both mix in sums and comparisons.

>>> from cgt import Game, loopy
>>> over, upon = loopy.parse('over'), loopy.parse('upon')
>>> over + over == over, over > Game('^'), over < Game('1/1024')
(True, True, True)
>>> upon, upon + Game('^*'), over - over
(loopy.parse('^[on]'), loopy.parse('{pass|^}'), loopy.parse('over & under'))
"""

from __future__ import annotations

from typing import Any, Dict, Hashable, Iterable, Mapping, Optional, Tuple, Union

from . import _cgt, _pickles
from ._cgt import Budget, Game, Store
from ._names import Relation


@_cgt._derived
class Loopy(_cgt.Loopy):
    """A value of play that can come back, and is not a short game.

    >>> on = parse('on')
    >>> on - on, (on - on).onside, on + 1 == on, on > 1000
    (loopy.parse('dud'), loopy.parse('on'), True, True)
    >>> parse('over').options('R'), parse('{1|over}').stop('L'), parse('upon').degree()
    ([loopy.parse('over')], Game('1'), loopy.parse('^<on>'))
    """

    def compare(self, other: Any) -> Relation:
        """LESS, GREATER, EQUAL or CONFUSED: both sides decide.

        >>> parse('over').compare('^'), parse('dud').compare(0)
        (<Relation.GREATER: '>'>, <Relation.CONFUSED: '||'>)
        """
        other = parse(other) if isinstance(other, str) else other
        below, above = self <= other, self >= other
        if below:
            return Relation.EQUAL if above else Relation.LESS
        return Relation.GREATER if above else Relation.CONFUSED

    def latex(self) -> str:
        """Math-mode text, without dollar signs.

        >>> print(parse('over').latex())
        \\mathbf{over}
        """
        return str(_cgt._loopy_latex(self))

    def json(self) -> str:
        """The graphs of both sides; ``from_json`` reads it.

        >>> from_json(parse('over').json())
        loopy.parse('over')
        """
        return str(_cgt._loopy_json(self))

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        return _pickles.loopy, (self.json(),)

    def __repr__(self) -> str:
        return f"loopy.parse('{self}')"


Value = Union[Loopy, Game]

def parse(text: str, *, store: Optional[Store] = None) -> Value:
    """The value that a text means: on, off, over, under, upon, dud, names for cycles, S & T. Raises ParseError.

    >>> parse('{0|pass}') == parse('over'), parse('a{0||0|a}').is_plumtree()
    (True, True)
    """
    found: Value = _cgt._parse_loopy(text, store)
    return found


def braces(left: Iterable[Any], right: Iterable[Any], *, store: Optional[Store] = None) -> Value:
    """{left | right} of values, games, numbers and texts.

    >>> braces(['on'], ['off'])
    loopy.parse('+-on')
    """
    found: Value = _cgt._construct_loopy(left, right, store)
    return found


def solve(
    equations: Mapping[Hashable, Tuple[Iterable[Any], Iterable[Any]]], *, store: Optional[Store] = None
) -> Dict[Any, Value]:
    """The values of positions that lead to each other: {position: (left options, right options)}.

    An option is a key, or a value.

    >>> solve({'a': ([0], ['b']), 'b': (['a'], [0])})['a'].outcome()
    <Outcome.N_HAT: 'NHat'>
    """
    found: Dict[Any, Value] = _cgt._solve_loopy(dict(equations), store)
    return found


def value(position: Any, *, store: Optional[Store] = None, budget: Optional[Budget] = None) -> Value:
    """The value of a position, native or of a class in Python, whose play may come back.

    Raises Error where kos matter, BudgetExhausted.

    >>> from cgt import rulesets
    >>> value(rulesets.Clobber.parse('xo.'))
    Game('*')
    """
    found: Value = _cgt._loopy_value(position, store, budget)
    return found


def from_json(text: str, *, store: Optional[Store] = None) -> Value:
    """The value that ``json()`` wrote. Raises ParseError and Error.

    >>> from_json(parse('upon').json())
    loopy.parse('^[on]')
    """
    found: Value = _cgt._loopy_from_json(text, store)
    return found


__all__ = ["Loopy", "Value", "braces", "from_json", "parse", "solve", "value"]
