"""The values of all positions of a size, and how often each occurs.

>>> from cgt import census, rulesets
>>> boards = census.Census(rulesets.Domineering, 2, 3)
>>> boards.run(), len(boards.values()), boards.boards
(True, 9, 64)
>>> for row in boards.values()[:2]:
...     print(row.value, row.boards, row.example.text)
0 19 ...|.#.
* 14 ...|#.#
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Optional, Tuple, Union

from . import _cgt
from ._cgt import Budget, Game, Position, Ruleset, Store
from .rulesets import Family


@dataclass(frozen=True)
class Row:
    """The positions that agree in a key.

    ``value`` is that of the example: a Game, or the text of a loopy value; ``values`` is the number of different ones.
    ``boards`` counts positions, ``classes`` what symmetries make of them; the example is the first position.

    >>> boards = Census(rulesets.Domineering, 2, 2)
    >>> _ = boards.run()
    >>> row = boards.values()[0]
    >>> row.key, row.value, row.boards, row.classes, row.example.text
    ('', Game('0'), 7, 3, '.#|#.')
    """

    key: str
    value: Union[Game, str]
    values: int
    classes: int
    boards: int
    example: Position


class Census:
    """All boards of ``rows`` x ``columns``, or heaps from ``rows`` to ``columns`` with ``heaps=True``.

    ``cells``: the characters that boards are made of, "" for all that matter. With ``classes`` boards that symmetries
    of the ruleset make of each other are valued once.

    >>> heaps = Census(rulesets.Kayles, 0, 9, heaps=True)
    >>> heaps.run(threads=2), [str(row.value) for row in heaps.values()]
    (True, ['*', '*2', '*3', '*4', '0'])
    """

    def __init__(
        self,
        ruleset: Union[Ruleset, Family],
        rows: int,
        columns: int,
        *,
        heaps: bool = False,
        cells: str = "",
        classes: bool = True,
        store: Optional[Store] = None,
    ) -> None:
        game = ruleset() if isinstance(ruleset, Family) else ruleset
        if heaps:
            self._census = _cgt._census_of_heaps(game, rows, columns, store)
        else:
            self._census = _cgt._census_of_boards(game, rows, columns, cells, classes, store)
        self.stop: Optional[str] = "not run"

    def run(self, *, threads: int = 1, budget: Optional[Budget] = None) -> bool:
        """Goes through what is left; False if a limit ended it, which ``stop`` tells. It may be called again.

        >>> boards = Census(rulesets.Domineering, 3, 3)
        >>> boards.run(budget=cgt.budget(nodes=1)), boards.stop, boards.run()
        (False, 'node budget spent', True)
        """
        self.stop = self._census.run(threads, budget)
        return self.stop is None

    @property
    def progress(self) -> Tuple[int, int]:
        """How many positions are done, and of how many. May be asked by another thread while it runs.

        >>> Census(rulesets.Domineering, 2, 2).progress
        (0, 16)
        """
        done, total, _ = self._census.progress()
        return done, total

    @property
    def boards(self) -> int:
        """How many positions have been valued.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> boards.run(), boards.boards
        (True, 16)
        """
        return self._census.total()[1]

    @property
    def classes(self) -> int:
        """How many of them were different up to symmetry.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> boards.run(), boards.classes
        (True, 7)
        """
        return self._census.total()[0]

    @property
    def troubles(self) -> Tuple[int, str]:
        """How many positions have no value, since kos matter, and why the first of them has none.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> boards.run(), boards.troubles
        (True, (0, ''))
        """
        return self._census.troubles()

    def values(self) -> List[Row]:
        """The values, those of most positions first.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> boards.run(), [str(row.value) for row in boards.values()]
        (True, ['0', '*', '-1', '1', '+-1'])
        """
        return self.by("value")

    def by(self, key: str) -> List[Row]:
        """Positions by "value", "outcome", "mean", "temperature" or "birthday".

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> _ = boards.run()
        >>> [(row.key, row.boards) for row in boards.by('outcome')]
        [('L', 2), ('R', 2), ('N', 5), ('P', 7)]
        """
        return [Row(*row) for row in self._census.groups(key)]

    def hottest(self, count: int = 10) -> List[Tuple[Position, Game, Any]]:
        """(position, value, temperature) of the hottest classes; at most 1000 are kept.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> boards.run(), boards.hottest(1)
        (True, [(Position(rulesets.Domineering(), '..|..'), Game('+-1'), Fraction(1, 1))])
        """
        return self._census.hottest(count)

    def state(self) -> str:
        """A checkpoint, which ``restore`` of a new census of the same positions takes over.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> _ = boards.run()
        >>> again = Census(rulesets.Domineering, 2, 2)
        >>> again.restore(boards.state())
        >>> again.progress
        (16, 16)
        """
        return self._census.state()

    def restore(self, state: str) -> None:
        """Takes over a checkpoint; before ``run``. Raises Error if it is of another census.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> boards.restore(Census(rulesets.Domineering, 2, 2).state())
        """
        self._census.restore(state)

    def to_numpy(self) -> Any:
        """A structured array with one row a value: value, outcome, mean, temperature, birthday, classes, boards, example.

        Means and temperatures are floats, NaN of loopy values; ``value`` holds objects. Needs numpy.

        >>> boards = Census(rulesets.Domineering, 2, 2)
        >>> _ = boards.run()
        >>> boards.to_numpy()['temperature'].max().item()
        1.0
        """
        import numpy

        fields = [
            ("value", object), ("outcome", "U6"), ("mean", float), ("temperature", float), ("birthday", int),
            ("classes", int), ("boards", int), ("example", object),
        ]
        nan = float("nan")
        rows = []
        for row in self.values():
            value = row.value
            if isinstance(value, Game):
                about = (str(value.outcome()), float(value.mean()), float(value.temperature()), value.birthday())
            else:
                about = ("", nan, nan, -1)
            rows.append((value, *about, row.classes, row.boards, row.example.text))
        return numpy.array(rows, dtype=fields)

    def __repr__(self) -> str:
        done, total = self.progress
        return f"<Census of {done} of {total} positions>"


__all__ = ["Census", "Row"]
