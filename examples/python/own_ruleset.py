"""A ruleset of one's own: Nim with a pass that Left may use once in each heap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Union

import cgt
from cgt import Game, Player, rulesets


@dataclass(frozen=True)
class Heap(rulesets.PositionBase):
    size: int
    passes: int = 1

    def options(self, player: Player) -> List[Union[Heap, Game]]:
        smaller: List[Union[Heap, Game]] = [Heap(n, self.passes) for n in range(1, self.size)]
        if self.size:
            smaller.append(cgt.Game(0))
        if player is cgt.LEFT and self.passes:
            smaller.append(Heap(self.size, 0))
        return smaller


for size in range(1, 5):
    value = Heap(size).value()
    print(size, value, value.atomic_weight())
total = cgt.sums.Sum([Heap(3), Heap(2), "*", "v"])
print("Left first:", "wins" if total.wins(cgt.LEFT) else "loses")
print("Right first:", "wins" if total.wins(cgt.RIGHT) else "loses")
