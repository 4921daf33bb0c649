"""A Go endgame: regions with values, the score and a line of best play."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cgt import go

folder = Path(os.environ.get("CGT_SOURCE", Path(__file__).parents[2]))
file = Path(sys.argv[1]) if len(sys.argv) > 1 else folder / "examples" / "go" / "comb9.sgf"
board = go.load(file)
for region in board.regions():
    print(*region.points, "is", region.value, "of mean", region.value.mean())
for colour in "BW":
    print(colour, "first:", board.score(colour).value, "by", *board.best_moves(colour))
print(*(f"{colour} {point}" for colour, point in board.line("B")), sep=", ")
