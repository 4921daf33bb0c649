"""cgt.adapters against the real libraries; without one of them its tests are skipped."""

import math

import pytest

import cgt
from cgt import Game, adapters, census, pathology, rulesets
from conftest import random_tree


def test_graphs_are_those_of_the_options():
    networkx = pytest.importorskip("networkx")
    for text in ("0", "^", "{3||2|1}", "*4", "{2|1||0}"):
        game = Game(text)
        graph = adapters.graph(game)
        assert len(graph) == game.follower_count()
        for name, data in graph.nodes(data=True):
            for player in "LR":
                found = sorted(b for _, b, p in graph.out_edges(name, data="player") if p == player)
                assert found == sorted(str(option) for option in data["game"].options(player))
        assert networkx.is_directed_acyclic_graph(graph)
        assert set(networkx.descendants(graph, str(game))) == {str(g) for g in game.followers()} - {str(game)}
        depth = networkx.dag_longest_path_length(networkx.DiGraph(graph))
        assert depth >= game.birthday()


def test_graphs_of_positions_and_their_limit():
    networkx = pytest.importorskip("networkx")
    board = rulesets.Clobber("xo|ox")
    graph = adapters.graph(board)
    assert isinstance(graph, networkx.MultiDiGraph) and graph.nodes[board.text]["game"] == board
    # Who moves last wins: outcomes by the graph alone.
    winners = {}
    for name in reversed(list(networkx.topological_sort(networkx.DiGraph(graph)))):
        for player, other in ("LR", "RL"):
            moves = [b for _, b, p in graph.out_edges(name, data="player") if p == player]
            winners[name, player] = any(not winners[b, other] for b in moves)
    assert winners[board.text, "L"] and winners[board.text, "R"] and board.outcome() == "N"
    with pytest.raises(cgt.Error, match="more than 3 nodes"):
        adapters.graph(board, most=3)
    loop = rulesets.FoxAndGeese.parse(rulesets.FoxAndGeese.example)
    with pytest.raises(cgt.Error, match="more than 50 nodes"):
        adapters.graph(loop, most=50)


def test_frames():
    pandas = pytest.importorskip("pandas")
    boards = census.Census(rulesets.Domineering, 2, 3)
    assert boards.run()
    table = adapters.frame(boards)
    assert table["boards"].sum() == 64 and len(table) == len(boards.values())
    hottest = table.sort_values("temperature").iloc[-1]
    assert hottest["temperature"] == float(boards.hottest(1)[0][2])
    by_outcome = table.groupby("outcome")["boards"].sum().to_dict()
    assert by_outcome == {row.key: row.boards for row in boards.by("outcome")}
    assert isinstance(adapters.frame([Game("^"), rulesets.Clobber("xo")]), pandas.DataFrame)
    assert adapters.frame([Game("^"), rulesets.Clobber("xo")])["birthday"].tolist() == [2, 1]


def test_plots_draw_the_walls(rng):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")

    def game(tree):
        return Game(tree) if isinstance(tree, int) else cgt.braces(map(game, tree), [game(tree[0]) - 1])

    for _ in range(20):
        of = game(random_tree(rng, 3, lambda: rng.randint(-3, 3)))
        _, axes = pyplot.subplots()
        assert adapters.plot(of, ax=axes) is axes and axes.xaxis_inverted()
        for line, wall in zip(axes.lines, (of.thermograph().left_wall, of.thermograph().right_wall)):
            values, temperatures = line.get_xdata(), line.get_ydata()
            assert [tuple(map(float, corner)) for corner in wall] == list(zip(temperatures, values))
        assert math.isclose(axes.lines[0].get_xdata()[-1], float(of.mean()))
        pyplot.close()


def test_heat_maps_show_the_cells():
    numpy, figure = pytest.importorskip("numpy"), pytest.importorskip("matplotlib.figure")
    grid = pathology.Grid(branchings=[2, 4], similarities=[0, 0.5, 1], granularities=[2, 10, 50, 100], trees=20)
    assert grid.run()
    for at, plane in (({"granularity": 10}, numpy.s_[:, :, 1]), ({"similarity": 0.5}, numpy.s_[:, 1]), ({"branching": 4}, 1)):
        axes = adapters.heat_map(grid, "error_deep", ax=figure.Figure().add_subplot(), **at)
        assert numpy.array_equal(axes.images[0].get_array(), grid.to_numpy("error_deep")[plane])
        up, right = (name for name in grid.dims if name not in at)
        assert (axes.get_ylabel(), axes.get_xlabel()) == (up, right)
        assert [text.get_text() for text in axes.get_xticklabels()] == [str(x) for x in grid.coords[right]]
        assert axes.get_title() == "error_deep, " + ", ".join(f"{name} {value:g}" for name, value in at.items())
    with pytest.raises(cgt.Error, match="two axes"):
        adapters.heat_map(grid)
    with pytest.raises(cgt.Error, match="granularity is one of 2, 10, 50, 100, not 3"):
        adapters.heat_map(grid, granularity=3)
    with pytest.raises(cgt.Error, match="two axes"):
        adapters.heat_map(grid, granularity=2, sigma=1)
