"""ipywidgets: a board to play on in a notebook, with the value of the position beside it."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import Any, Dict, List, Optional, Tuple

from .._cgt import Budget, Position
from .._errors import BudgetExhausted, Error
from .._names import Player
from ._spiel import _is_board

_COLOURS = {".": "#ffffff", "#": "#555555", "x": "#cfe0f7", "o": "#f7d8cf"}
_Cell = Tuple[int, int]


def _changes(before: str, after: str) -> Dict[_Cell, str]:
    """The cells of a board that a move changes, and to what."""
    return {
        (y, x): new
        for y, (old_row, new_row) in enumerate(zip(before.split("|"), after.split("|")))
        for x, (old, new) in enumerate(zip(old_row, new_row))
        if old != new
    }


class Board:
    """A position to play on in a notebook: the last line of a cell shows it.

    On a board or a strip a move is made by clicks on the cells that it changes, in any order, until only one move is
    left; further clicks are refused where no move fits, and a click on a chosen cell takes it back. Positions of
    other kinds have a button for each option. Players take turns; *Other player* passes, *Undo* takes back. Beside
    the board stand the value, the outcome and the temperature, or that they take longer than ``ms`` milliseconds.

    ``position`` and ``player`` tell what is shown; ``widget`` is for layouts of your own. Needs ipywidgets, 6 or
    later: ModuleNotFoundError without.

    >>> board = Board(rulesets.Domineering(3, 2))
    >>> board.click(1, 0); board.click(2, 0)
    >>> board.position.text, board.player
    ('..|#.|#.', <Player.RIGHT: 'R'>)
    """

    def __init__(self, position: Position, player: Player = Player.LEFT, *, ms: int = 500) -> None:
        self._tools = import_module("ipywidgets")
        self.position = position
        self.player = Player(player)
        self.ms = ms
        self._chosen: List[_Cell] = []
        self._before: List[Tuple[Position, Player]] = []
        self._place = self._tools.VBox()
        self._about = self._tools.HTML()
        self._undo = self._button("Undo", lambda _: self.undo())
        self._other = self._button("Other player", lambda _: self.switch())
        side = self._tools.VBox([self._about, self._tools.HBox([self._undo, self._other])])
        self.widget = self._tools.HBox([self._place, side])
        self._buttons: Dict[Any, Any] = {}
        self._show()

    def click(self, row: int, column: int) -> None:
        """What a click on a cell does; rows and columns are counted from 0.

        >>> board = Board(rulesets.Domineering(2, 2), 'R')
        >>> board.click(1, 0)
        >>> board.position.text
        '..|##'
        """
        if not _is_board(self.position):
            raise Error("this position has no cells: choose() takes the number of an option")
        cell = (row, column)
        chosen = [one for one in self._chosen if one != cell] if cell in self._chosen else [*self._chosen, cell]
        fitting = self._fitting(chosen)
        if not fitting:
            return
        self._chosen = chosen
        if len(fitting) == 1 and chosen:
            self._play(fitting[0])
        else:
            self._paint()

    def choose(self, number: int) -> None:
        """Plays an option of the player to move, by its number, from 0.

        >>> board = Board(rulesets.Kayles(3))
        >>> board.choose(0)
        >>> board.player, board.position in rulesets.Kayles(3).left
        (<Player.RIGHT: 'R'>, True)
        """
        self._play(self.position.options(self.player)[number])

    def undo(self) -> None:
        """Takes the last move, or pass, back.

        >>> board = Board(rulesets.Domineering(2, 2))
        >>> board.click(0, 0); board.undo()
        >>> board.position.text, board.player
        ('..|..', <Player.LEFT: 'L'>)
        """
        if self._before:
            self.position, self.player = self._before.pop()
            self._show()

    def switch(self) -> None:
        """Lets the other player move.

        >>> board = Board(rulesets.Domineering(2, 2))
        >>> board.switch()
        >>> board.player
        <Player.RIGHT: 'R'>
        """
        self._before.append((self.position, self.player))
        self.player = self.player.opponent
        self._show()

    @property
    def text(self) -> str:
        """What stands beside the board.

        >>> print(Board(rulesets.Domineering(2, 2)).text)
        Left to move
        value +-1
        outcome N
        temperature 1
        """
        lines = [f"{self.player.name.capitalize()} to move"]
        if not self.position.options(self.player):
            lines = [f"{self.player.name.capitalize()} has no move"]
        try:
            value = self.position.value(budget=Budget(ms=self.ms))
            lines += [f"value {value}", f"outcome {value.outcome()}", f"temperature {value.temperature()}"]
        except BudgetExhausted:
            lines.append(f"no value within {self.ms} ms")
        except Error as refused:
            lines.append(refused.message)
        return "\n".join(lines)

    def _fitting(self, cells: List[_Cell]) -> List[Position]:
        """The options that change all of these cells."""
        here = self.position.text
        return [p for p in self.position.options(self.player) if set(cells) <= set(_changes(here, p.text))]

    def _play(self, option: Position) -> None:
        self._before.append((self.position, self.player))
        self.position, self.player = option, self.player.opponent
        self._show()

    def _button(self, label: str, action: Any, **layout: str) -> Any:
        button = self._tools.Button(description=label, layout=self._tools.Layout(**layout))
        button.on_click(action)
        return button

    def _show(self) -> None:
        """Everything anew: boards may change their size."""
        self._chosen = []
        self._buttons = {}
        rows = []
        if _is_board(self.position):
            for y, line in enumerate(self.position.text.split("|")):
                for x in range(len(line)):
                    self._buttons[y, x] = self._button("", lambda _, y=y, x=x: self.click(y, x), width="40px", height="40px")
                rows.append(self._tools.HBox([self._buttons[y, x] for x in range(len(line))]))
        else:
            rows.append(self._tools.HTML(f"<p>{escape(self.position.text)}</p>"))
            for i, option in enumerate(self.position.options(self.player)):
                self._buttons[i] = self._button(option.text or "0", lambda _, i=i: self.choose(i), width="auto")
                rows.append(self._buttons[i])
        self._place.children = tuple(rows)
        self._about.value = "<br>".join(map(escape, self.text.split("\n")))
        self._undo.disabled = not self._before
        self._paint()

    def _paint(self) -> None:
        """Colours and characters of the cells; those of no move that fits are dimmed."""
        if not _is_board(self.position):
            return
        here = self.position.text
        open_cells = {cell for option in self._fitting(self._chosen) for cell in _changes(here, option.text)}
        for y, line in enumerate(here.split("|")):
            for x, character in enumerate(line):
                button = self._buttons[y, x]
                button.description = "" if character in ".#" else character
                button.disabled = (y, x) not in open_cells
                colour = "#ffe28a" if (y, x) in self._chosen else _COLOURS.get(character, "#eeeeee")
                button.style.button_color = colour

    def _ipython_display_(self) -> None:
        import_module("IPython.display").display(self.widget)

    def __repr__(self) -> str:
        return f"Board({self.position!r}, {self.player!r})"


__all__ = ["Board"]
