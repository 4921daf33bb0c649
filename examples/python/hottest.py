"""The hottest Domineering boards of three rows, and the picture of one of them."""

from __future__ import annotations

from typing import List, Tuple

from cgt import Game, print_order, rulesets


def boards(rows: int, columns: int) -> List[str]:
    """All boards of this size: '.' is empty, '#' is not."""
    cells = rows * columns
    texts = []
    for number in range(1 << cells):
        board = "".join("#" if number >> i & 1 else "." for i in range(cells))
        texts.append("|".join(board[i : i + columns] for i in range(0, cells, columns)))
    return texts


values: List[Tuple[Game, str]] = [
    (rulesets.Domineering.parse(board).value(), board) for board in boards(3, 3)
]
temperatures = sorted({value.temperature() for value, _ in values}, reverse=True)
print("temperatures:", *temperatures)
hottest = {value for value, _ in values if value.temperature() == temperatures[0]}
for value in sorted(hottest, key=print_order):
    print(value, [board for other, board in values if other == value])
picture = next(iter(hottest)).thermograph().svg()
print(picture[: picture.index(" ")])
