"""Games for other libraries: graphs for networkx, tables for pandas, drawings for matplotlib, boards to click for
ipywidgets, games and states for OpenSpiel, a parent for SageMath.

Each function needs its library, and says so if it is missing. Numbers become floats here, which other functions of
``cgt`` never do.

>>> from cgt import adapters
>>> up = adapters.graph(Game('^'))
>>> sorted(up.nodes), up.number_of_edges()
(['*', '0', '^'], 4)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Dict, Iterable, List, Optional, Union

from .._cgt import Game, Position, Thermograph
from .._errors import Error
from .._names import Player
from ..census import Census
from ..pathology import Grid
from ..rulesets import PositionBase
from ._sage import from_sage, sage_games
from ._spiel import from_spiel, to_spiel
from ._widgets import Board

_Node = Union[Game, Position, PositionBase]


def graph(start: _Node, *, most: int = 1000) -> Any:
    """The options of a game or a position, and theirs, as a networkx.MultiDiGraph.

    Nodes are texts, with the object as attribute ``game``; edges have ``player``, 'L' or 'R'. Play may come back.
    Raises Error if there are more than ``most`` nodes, ModuleNotFoundError without networkx.

    >>> g = graph(rulesets.Clobber.parse('xo.'))
    >>> [(a, b, player) for a, b, player in g.edges(data='player')]
    [('xo.', '.x.', 'L'), ('xo.', 'o..', 'R')]
    """
    networkx = import_module("networkx")

    found = networkx.MultiDiGraph()
    found.add_node(str(start), game=start)
    waiting: List[Any] = [start]
    while waiting:
        at = waiting.pop()
        for player in (Player.LEFT, Player.RIGHT):
            for option in at.options(player):
                option = option if hasattr(option, "options") else Game(option)
                name = str(option)
                if name not in found:
                    if len(found) >= most:
                        raise Error(f"there are more than {most} nodes: give most=... if that is meant")
                    found.add_node(name, game=option)
                    waiting.append(option)
                found.add_edge(str(at), name, player=player.value)
    return found


def frame(games: Union[Census, Iterable[_Node]]) -> Any:
    """A pandas.DataFrame with a row for each game: value, outcome, mean, temperature, birthday.

    Of a census its values, with the numbers of ``boards`` and ``classes`` and an ``example``; means and temperatures
    are NaN of loopy values. Raises ModuleNotFoundError without pandas.

    >>> frame([Game('{3|1}'), rulesets.Domineering(2, 2)])[['value', 'mean', 'temperature']]
       value  mean  temperature
    0  {3|1}   2.0          1.0
    1    +-1   0.0          1.0
    """
    pandas = import_module("pandas")

    if isinstance(games, Census):
        rows = games.to_numpy()
        return pandas.DataFrame({name: rows[name] for name in rows.dtype.names})
    about: List[Dict[str, Any]] = []
    for given in games:
        value = given if isinstance(given, Game) else given.value()
        about.append(
            {
                "value": value,
                "outcome": str(value.outcome()),
                "mean": float(value.mean()),
                "temperature": float(value.temperature()),
                "birthday": value.birthday(),
            }
        )
    return pandas.DataFrame(about)


def plot(of: Union[Game, Position, PositionBase, Thermograph], ax: Any = None, title: Optional[str] = None) -> Any:
    """Draws a thermograph into axes of matplotlib, those at hand unless ``ax`` is given, and returns these.

    Values grow to the left, as the field draws them; Left's wall is blue, Right's red. Raises ModuleNotFoundError
    without matplotlib.

    >>> import matplotlib
    >>> matplotlib.use('Agg')
    >>> axes = plot(Game('{3||2|1}'))
    >>> [line.get_label() for line in axes.lines], axes.xaxis_inverted()
    (['Left', 'Right'], True)
    """
    walls = of if isinstance(of, Thermograph) else of.thermograph()
    if ax is None:
        ax = import_module("matplotlib.pyplot").gca()
    for player, colour, label in ((Player.LEFT, "tab:blue", "Left"), (Player.RIGHT, "tab:red", "Right")):
        corners = walls.wall(player)
        ax.plot([float(v) for _, v in corners], [float(t) for t, _ in corners], color=colour, label=label)
    if not ax.xaxis_inverted():
        ax.invert_xaxis()
    ax.set_xlabel("value")
    ax.set_ylabel("temperature")
    if title is None and not isinstance(of, Thermograph):
        title = str(of)
    if title:
        ax.set_title(title)
    return ax


def heat_map(grid: Grid, measure: str = "pathology", ax: Any = None, **at: float) -> Any:
    """Draws a plane of an experiment of ``cgt.pathology`` into axes of matplotlib, and returns these.

    ``at`` names the parameter that is fixed and its value, such as ``granularity=10``; one that has one value only is
    fixed by itself. The other two are the axes, the earlier one of ``grid.dims`` upwards. Raises Error where not just
    two are left, or there is no such value; ModuleNotFoundError without matplotlib.

    >>> from matplotlib.figure import Figure
    >>> grid = pathology.Grid(branchings=[2, 4], similarities=[0, 0.5, 1], granularities=[10], trees=20)
    >>> axes = grid.run() and heat_map(grid, 'error_deep', ax=Figure().add_subplot())
    >>> axes.get_xlabel(), axes.get_ylabel(), axes.images[0].get_array().shape
    ('similarity', 'branching', (2, 3))
    """
    chosen: List[Any] = []
    for name in grid.dims:
        values = list(grid.coords[name])
        if name not in at and len(values) > 1:
            chosen.append(slice(None))
        elif name in at and at[name] not in values:
            raise Error(f"{name} is one of {', '.join(map(str, values))}, not {at[name]}")
        else:
            chosen.append(values.index(at[name]) if name in at else 0)
    free = [name for name, one in zip(grid.dims, chosen) if isinstance(one, slice)]
    if len(free) != 2 or not set(at) <= set(grid.dims):
        raise Error(f"a heat map has two axes: fix one of {', '.join(grid.dims)}, such as {grid.dims[-1]}=10")
    if ax is None:
        ax = import_module("matplotlib.pyplot").gca()
    image = ax.imshow(grid.to_numpy(measure)[tuple(chosen)], origin="lower", aspect="auto")
    ax.figure.colorbar(image, ax=ax)
    for axis, name in ((ax.yaxis, free[0]), (ax.xaxis, free[1])):
        axis.set_ticks(range(len(grid.coords[name])), [str(value) for value in grid.coords[name]])
        axis.set_label_text(name)
    ax.set_title(", ".join([measure, *(f"{name} {value:g}" for name, value in at.items())]))
    return ax


__all__ = ["Board", "frame", "from_sage", "from_spiel", "graph", "heat_map", "plot", "sage_games", "to_spiel"]
