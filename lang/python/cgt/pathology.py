"""When looking farther ahead makes worse decisions (Nau, Lustrek, Parker, Bratko and Gams 2010).

The decision error of a search is the chance that a move that it takes for best is not; the degree of pathology is the
error of a deeper search over that of a shallower one: above 1, looking ahead hurts.

>>> from cgt import pathology
>>> grid = pathology.Grid(branchings=[2, 4], similarities=[0, 1], granularities=[2, 10], trees=100)
>>> grid.run(), grid.dims, grid.coords['branching']
(True, ('branching', 'similarity', 'granularity'), [2, 4])
>>> grid.measure('count')
[[[100.0, 100.0], [100.0, 100.0]], [[100.0, 100.0], [100.0, 100.0]]]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from . import _cgt
from ._cgt import Budget
from ._errors import Error

MEASURES = (
    "error_deep", "error_shallow", "pathology", "pathology_error", "mean_ratio", "better", "worse", "count",
)
"""What a cell has: mean errors of both searches, their ratio and its standard error, the mean of the ratios, the trees
where the deeper search errs less and more, and all trees. NaN where a ratio has no meaning."""


class Grid:
    """Synthetic trees over branching, similarity of siblings and granularity of the heuristic.

    ``model``: "top-down", "bottom-up" or "one-player". ``trees`` are drawn for each branching and similarity, and are
    searched to ``deep`` and ``shallow`` plies with noise of deviation ``sigma``. Equal arguments give equal results, whatever the threads.

    >>> Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10)
    <Grid 1 branching x 2 similarity x 1 granularity>
    """

    dims: Tuple[str, str, str] = ("branching", "similarity", "granularity")

    def __init__(
        self,
        model: str = "top-down",
        *,
        branchings: Optional[Sequence[int]] = None,
        similarities: Optional[Sequence[float]] = None,
        granularities: Optional[Sequence[int]] = None,
        trees: Optional[int] = None,
        height: Optional[int] = None,
        deep: Optional[int] = None,
        shallow: Optional[int] = None,
        sigma: Optional[float] = None,
        seed: int = 1,
        journal: str = "",
    ) -> None:
        given = {name: value for name, value in locals().items() if name not in ("self", "journal")}
        self._grid = _cgt._Grid(given)
        if journal:
            self._grid.restore(journal)
        self.coords: Dict[str, List[Any]] = dict(zip(self.dims, self._grid.axes()))
        self.stop: Optional[str] = "not run"

    def run(self, *, threads: int = 1, budget: Optional[Budget] = None) -> bool:
        """Does what is left; False if a limit ended it, which ``stop`` tells. It may be called again.

        >>> Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10).run()
        True
        """
        self.stop = self._grid.run(threads, budget)
        return self.stop is None

    @property
    def complete(self) -> bool:
        """Has everything been measured?

        >>> Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10).complete
        False
        """
        return self._grid.complete()

    @property
    def journal(self) -> str:
        """What is done, as text: ``Grid(..., journal=text)`` goes on there. The file of ``cgt pathology grid``.

        >>> grid = Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10)
        >>> _ = grid.run()
        >>> Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10, journal=grid.journal).complete
        True
        """
        return self._grid.journal()

    def measure(self, name: str = "pathology") -> List[List[List[float]]]:
        """One of MEASURES as nested lists: [branching][similarity][granularity].

        >>> grid = Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10)
        >>> grid.run(), grid.measure('count')
        (True, [[[10.0], [10.0]]])
        """
        if name not in MEASURES:
            raise Error(f"there is no measure {name!r}; there are {', '.join(MEASURES)}")
        place = MEASURES.index(name)
        return [[[cell[place] for cell in row] for row in plane] for plane in self._grid.cells()]

    def to_numpy(self, name: str = "pathology") -> Any:
        """The same as an array of float64 with the axes ``dims``. Needs numpy.

        >>> grid = Grid(branchings=[2], similarities=[0, 1], granularities=[2], trees=10)
        >>> grid.run(), grid.to_numpy('count').shape
        (True, (1, 2, 1))
        """
        import numpy

        return numpy.array(self.measure(name))

    def __repr__(self) -> str:
        return f"<Grid {' x '.join(f'{len(values)} {name}' for name, values in self.coords.items())}>"


@dataclass(frozen=True)
class Lookahead:
    """What searches of two depths did at the roots of an experiment; the fields are MEASURES.

    >>> from cgt.search import Tree
    >>> found = lookahead([Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])], deep=2, sigma=0)[0]
    >>> found.error_shallow, found.count
    (0.0, 1.0)
    """

    error_deep: float
    error_shallow: float
    pathology: float
    pathology_error: float
    mean_ratio: float
    better: float
    worse: float
    count: float


def lookahead(
    states: Iterable[Any],
    *,
    deep: int = 5,
    shallow: int = 1,
    sigma: float = 0.5,
    granularities: Sequence[int] = (0,),
    lowest: float = -1,
    highest: float = 1,
    seed: int = 1,
    budget: Optional[Budget] = None,
) -> List[Lookahead]:
    """Does looking ahead help in a game of one's own? One answer for each granularity; 0: no buckets.

    Horizons show the true utility plus noise of deviation ``sigma``, in so many buckets from ``lowest`` to ``highest``.
    States are those of ``cgt.search``; the noise of a state is drawn by its repr, so equal ones need equal reprs.
    Raises BudgetExhausted.

    >>> from cgt.search import Tree
    >>> lookahead([Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])], deep=2, sigma=0)[0].error_deep
    0.0
    """
    found = _cgt._lookahead(states, deep, shallow, sigma, list(granularities), lowest, highest, seed, budget)
    return [Lookahead(*cells) for cells in found]


__all__ = ["Grid", "Lookahead", "MEASURES", "lookahead"]
