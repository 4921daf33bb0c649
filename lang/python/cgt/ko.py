"""Thermographs of kos: means and temperatures for each komaster (Berlekamp 1996; Spight 2002).

>>> from cgt import ko
>>> t = ko.Graph('A: B | 0; B: 30 | A').thermograph()
>>> t.mean, t.temperature
(Fraction(10, 1), Fraction(10, 1))
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, List, Optional, Tuple, Union

from . import _cgt
from ._cgt import Budget
from ._names import Player


@_cgt._derived
class Thermograph(_cgt.KoThermograph):
    """The two walls of a position with kos; its methods are those of game.ko in the language.

    >>> t = Graph('A: B | 0; B: 30 | A').thermograph()
    >>> t.mean, t.temperature, t.at('L', 4)
    (Fraction(10, 1), Fraction(10, 1), Fraction(22, 1))
    """

    def wall(self, player: Union[Player, str]) -> List[Tuple[Fraction, Fraction]]:
        """The corners of a wall from temperature -1 to the mast: (temperature, value).

        >>> Graph('A: B | 0; B: 30 | A').thermograph().wall('L')
        [(Fraction(-1, 1), Fraction(32, 1)), (Fraction(10, 1), Fraction(10, 1))]
        """
        wall = self.left_wall() if _cgt._player(player) == "L" else self.right_wall()
        return [(corner[0], corner[1]) for corner in wall]

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __repr__(self) -> str:
        return f"<mean {self.mean}, temperature {self.temperature}>"


@_cgt._derived
class Graph(_cgt.KoGraph):
    """Positions whose play may come back, as kos do, and ends in a score.

    Nodes are separated by ';': name, Left's options, Right's options. An option is a score, or a node with
    points that go to Left on the way.

    >>> graph = Graph('A: B | 0; B: 30 | A')
    >>> graph.thermograph(), graph.thermograph('L'), graph.kind()
    (<mean 10, temperature 10>, <mean 10, temperature 10>, 'placid')
    """

    def __init__(self, text: str) -> None:
        super().__init__(_cgt.Namespace("game.ko").graph(text))

    def thermograph(
        self, komaster: Union[Player, str, None] = None, *, budget: Optional[Budget] = None
    ) -> Thermograph:
        """With this player as komaster, or none. Raises Error for other cycles than kos.

        >>> Graph('A: B | 0; B: 30 | A').thermograph(komaster='R').mean
        Fraction(10, 1)
        """
        found: Thermograph = super().thermograph("none" if komaster is None else komaster, budget=budget)
        return found

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        return Graph, (self.text,)

    def __neg__(self) -> Graph:
        found: Graph = self.negative()
        return found

    def __repr__(self) -> str:
        return f"ko.Graph({self.text!r})"


__all__ = ["Graph", "Thermograph"]
