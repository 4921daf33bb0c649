"""Positions as values: boards in all their forms, options, sums and negatives, pickles."""

import pickle
import threading
from dataclasses import dataclass

import pytest

import cgt
from cgt import Game, go, ko, lang, loopy, misere, rulesets, sums


@dataclass(frozen=True)
class Heap(rulesets.PositionBase):
    """Left takes 1 or 2, Right 1."""

    size: int

    def options(self, player):
        return [Heap(self.size - k) for k in (1, 2) if k <= self.size and (k == 1 or player is cgt.LEFT)]


def test_boards_in_all_forms():
    board = rulesets.Clobber.parse("xo.|.xo")
    lines = """
        xo.

        .xo
    """
    cells = [[1, 2, 0], [0, 1, 2]]
    for same in (
        rulesets.Clobber("xo.|.xo"),
        rulesets.Clobber(lines),
        rulesets.Clobber.parse(lines),
        rulesets.Clobber(["xo.", ".xo"]),
        rulesets.Clobber([list("xo."), list(".xo")]),
        rulesets.Clobber(cells),
        rulesets.Clobber()(cells),
    ):
        assert same == board and same.text == "xo.|.xo"
    numpy = pytest.importorskip("numpy")
    for array in (numpy.array(cells), numpy.array(cells, dtype="u1"), numpy.array([list("xo."), list(".xo")])):
        assert rulesets.Clobber(array) == board
    with pytest.raises(cgt.ParseError) as wrong:
        rulesets.Clobber("xo\n?x")
    assert wrong.value.column == 4


def test_empty_boards():
    for rows, columns in ((1, 1), (2, 4), (5, 3)):
        board = rulesets.Domineering(rows, columns)
        assert board.text == "|".join(["." * columns] * rows) == rulesets.Domineering()(rows, columns).text
    for rows, columns in ((0, 3), (3, -1), (10**5, 10**5)):
        with pytest.raises(cgt.Error, match="no board has"):
            rulesets.Domineering(rows, columns)


def test_options_of_one_player_and_of_both():
    for text in ("xo.|.xo", "xoxo", "..."):
        board = rulesets.Clobber(text)
        assert board.left == board.options("L") and board.right == board.options(cgt.RIGHT)
        both = board.options()
        assert set(both) == {*board.left, *board.right} and len(both) == len(set(both))
    assert Heap(2).left == [Heap(1), Heap(0)] and Heap(2).right == [Heap(1)]


BOARDS = [
    rulesets.Clobber("xo.|.xo"), rulesets.Domineering(2, 4), rulesets.Domineering("...|..#"), rulesets.Kayles(5),
    rulesets.ToadsAndFrogs("tt.ff"), rulesets.Nim([1, 2]), Heap(5), Heap(6),
]


@pytest.mark.parametrize("first", BOARDS, ids=str)
def test_sums_and_negatives_are_those_of_the_values(first):
    value = first.value()
    assert (-first).value() == -value and (-(-first)) == first
    assert (first - first).outcome() == "P"
    assert sorted(map(str, (-first).left)) == sorted(str(-option) for option in first.right)
    for second in BOARDS:
        other = second.value()
        for found, expected in (
            (first + second, value + other),
            (first - second, value - other),
            (-(first + second), -value - other),
            (first + second - "^" + 1, value + other - Game("^") + 1),
            (Game("^") + first, Game("^") + value),
            (1 - first, 1 - value),
            (sums.Sum([first]) - sums.Sum([second, "*"]), value - other - Game("*")),
        ):
            assert isinstance(found, sums.Sum)
            assert found.outcome() == expected.outcome()


def test_games_of_other_stores_do_not_meet():
    other = rulesets.Clobber.parse("xo", store=cgt.Store())
    with pytest.raises(cgt.Error, match="different stores"):
        sums.Sum(["*"]) + sums.Sum([other.value()], store=other.value().store)


def test_negatives_read_back():
    board = -rulesets.Domineering(2, 3)
    assert repr(board) == "Position(rulesets.Domineering(), '-(...|...)')"
    assert rulesets.Position(rulesets.Domineering(), board.text) == board == pickle.loads(pickle.dumps(board))
    assert -rulesets.Nim([1, 2]) == rulesets.Nim([1, 2])


def test_sessions_give_objects():
    session = lang.Session()
    board = session.run('b := game.grid.Clobber("xo|ox")').value
    assert board == rulesets.Clobber("xo|ox") and board.value() == Game("*")
    assert session.run("game.heap.Kayles").value == rulesets.Kayles()
    assert session.run("[b, {1|}]").value == [board, Game(2)]
    on = session.run("on").value
    assert on == loopy.parse("on") and on + loopy.parse("off") == loopy.parse("dud")
    assert session.run("(^^*).Thermograph").value == Game("^^*").thermograph()
    expansion = session.run("(^^*).UptimalExpansion").value
    assert isinstance(expansion, lang.Value) and expansion.coefficients() == [2]
    assert expansion == Game("^^*").uptimal_expansion() or str(expansion) == str(Game("^^*").uptimal_expansion())
    graph = session.run('game.ko.Graph("A: B | 0; B: 30 | A")').value
    assert isinstance(graph, ko.Graph) and graph.thermograph().mean == 10
    del session
    assert expansion.coefficients() == [2] and str(graph) == str(ko.Graph("A: B | 0; B: 30 | A"))


def test_values_of_sessions_in_many_threads():
    """Each thread has a session, and asks values of all of them."""
    values = [lang.Session().run("(^^* + %d*^).UptimalExpansion" % n).value for n in range(4)]
    found, wrong = [], []

    def work(n):
        try:
            mine = lang.Session()
            for i in range(50):
                found.append(values[(n + i) % 4].coefficients())
                assert mine.run(f"{i} + 1").value == i + 1
        except Exception as error:  # noqa: BLE001: shown below
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(found) == 200 and {tuple(f) for f in found} == {(2,), (3,), (4,), (5,)}


def test_colours_of_go():
    e = go.load(__import__("test_docs").ROOT / "examples" / "go" / "comb9.sgf")
    assert e.to_play is go.BLACK and go.BLACK == "B" and go.BLACK.player is cgt.LEFT
    for black, white in (("B", "W"), ("black", "white"), (go.BLACK, go.WHITE), ("L", cgt.RIGHT)):
        assert (e.score(black).value, e.score(white).value) == (5, 1)
    assert [colour for colour, _ in e.line("W")][:2] == [go.WHITE, go.BLACK]


def test_what_pickles():
    s = rulesets.Clobber("xo") - rulesets.Kayles(3) + "^"
    again = pickle.loads(pickle.dumps(s))
    assert str(again) == str(s) and again.outcome() == s.outcome()
    graph = ko.Graph("A: B | 0; B: 30 | A")
    assert str(pickle.loads(pickle.dumps(graph))) == str(graph)
    for member in (cgt.LEFT, go.BLACK, cgt.GREATER, rulesets.Kayles, rulesets.Subtraction([1, 2]), loopy.parse("over")):
        assert pickle.loads(pickle.dumps(member)) == member


@pytest.mark.parametrize(
    "thing",
    [lang.Session(), cgt.Store(), cgt.budget(ms=1), go.parse("XX|.."), lang.functions, misere.nim_heap(2),
     cgt.census.Census(rulesets.Domineering, 1, 1), cgt.print_order(Game(1))],
    ids=lambda thing: type(thing).__name__,
)
def test_what_does_not_pickle_says_why(thing):
    with pytest.raises(TypeError, match="objects are not pickled: .{20,}"):
        pickle.dumps(thing)


@pytest.mark.parametrize(
    "thing",
    [rulesets.Clobber("xo|ox"), Game("{3|1}").thermograph(), go.parse("XXXX|O..X|XXXX"),
     ko.Graph("A: B | 0; B: 30 | A").thermograph()],
    ids=lambda thing: type(thing).__name__,
)
def test_pictures_survive_what_pages_are_cleaned_of(thing):
    """nbconvert 6 leaves an empty <svg> of pictures, and takes SVG before PNG: so there is an <img>."""
    import base64
    import re

    picture = thing._repr_html_()
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', picture)[1]
    assert base64.b64decode(data).decode() == thing._repr_svg_()
    exporter = pytest.importorskip("nbconvert").HTMLExporter()
    v4 = pytest.importorskip("nbformat").v4
    bundle = {"text/html": picture, "image/svg+xml": thing._repr_svg_(), "text/plain": repr(thing)}
    cell = v4.new_code_cell("x", outputs=[v4.new_output("execute_result", data=bundle, execution_count=1)])
    page, _ = exporter.from_notebook_node(v4.new_notebook(cells=[cell]))
    assert data in page


def test_positions_without_a_picture():
    heap = rulesets.Kayles(5)
    assert heap._repr_svg_() is None and heap._repr_html_() is None
