"""Boards to click, with ipywidgets: every move of a position can be made by clicks, and nothing else."""

import itertools

import pytest

import cgt
from cgt import rulesets

pytest.importorskip("ipywidgets")
from cgt.adapters import Board  # noqa: E402


def cells(board):
    return {at: button for at, button in board._buttons.items() if isinstance(at, tuple)}


def press(button):
    """As the browser does: by a message."""
    button._handle_button_msg(button, {"event": "click"}, []) if hasattr(button, "_handle_button_msg") else button.click()


@pytest.mark.parametrize("position", [
    rulesets.Domineering(2, 3), rulesets.Clobber("xo.|oxx"), rulesets.ToadsAndFrogs("tt.ff"), rulesets.Cram(2, 2)], ids=repr)
@pytest.mark.parametrize("player", [cgt.LEFT, cgt.RIGHT])
def test_every_move_can_be_clicked(position, player):
    found = set()
    board = Board(position, player)
    for first, second in itertools.permutations(cells(board), 2):
        press(cells(board)[first])
        if board.position == position:
            press(cells(board)[second])
        if board.position != position:
            found.add(board.position)
            assert board.player is player.opponent and not board._undo.disabled
            board.undo()
            assert (board.position, board.player) == (position, player) and board._undo.disabled
        for at in list(board._chosen):
            press(cells(board)[at])
        assert board._chosen == []
    assert found == set(position.options(player))


def test_clicks_choose_and_take_back():
    board = Board(rulesets.Domineering(3, 3))
    press(cells(board)[1, 1])
    assert board._chosen == [(1, 1)] and cells(board)[1, 1].style.button_color == "#ffe28a"
    assert {at for at, button in cells(board).items() if not button.disabled} == {(0, 1), (1, 1), (2, 1)}
    board.click(0, 0)  # no move is there
    assert board._chosen == [(1, 1)]
    press(cells(board)[1, 1])
    assert board._chosen == [] and board.position == rulesets.Domineering(3, 3)
    press(cells(board)[1, 1])
    press(cells(board)[2, 1])
    assert board.position.text == "...|.#.|.#."


def test_the_value_stands_beside():
    board = Board(rulesets.Clobber("xxo"))
    assert board.text.split("\n") == ["Left to move", "value ^", "outcome L", "temperature 0"]
    assert board._about.value == board.text.replace("\n", "<br>")
    board.switch()
    press(cells(board)[0, 2])
    assert board.position.text in [p.text for p in rulesets.Clobber("xxo").right] and "value" in board._about.value
    # Too hard, and without a short value.
    hard = Board(rulesets.Domineering(8, 8), ms=1)
    assert "no value within 1 ms" in hard._about.value
    loop = Board(rulesets.FoxAndGeese.parse(rulesets.FoxAndGeese.example))
    assert "loopy" in loop.text


def test_positions_without_cells_have_a_button_for_each_option():
    board = Board(rulesets.Kayles(4), "R")
    options = rulesets.Kayles(4).right
    assert [button.description for button in board._buttons.values()] == [p.text or "0" for p in options]
    press(board._buttons[2])
    assert board.position == options[2] and board.player is cgt.LEFT
    with pytest.raises(cgt.Error, match="no cells"):
        board.click(0, 0)


def test_a_notebook_shows_it(monkeypatch):
    display = pytest.importorskip("IPython.display")
    shown = []
    monkeypatch.setattr(display, "display", shown.append)
    board = Board(rulesets.Domineering(2, 3))
    board._ipython_display_()
    assert shown == [board.widget] and len(board._place.children) == 2
    assert repr(board) == "Board(Position(rulesets.Domineering(), '...|...'), <Player.LEFT: 'L'>)"
