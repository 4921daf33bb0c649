"""A game and a trip of one's own: a search, what can be forced of two goals, and plans that none is better than."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Iterator, List, Optional, Tuple

from cgt import htn, pob, search


@dataclass(frozen=True)
class Cake(search.State):
    """Two players take pieces from either end of a row; each piece is sweet and filling to some degree."""

    pieces: Tuple[Tuple[int, int], ...]
    taken: Tuple[int, int] = (0, 0)  # by player 0
    player: int = 0

    @property
    def to_move(self) -> Optional[int]:
        return self.player if self.pieces else None

    def moves(self) -> List[str]:
        return ["left", "right"] if len(self.pieces) > 1 else ["left"]

    def play(self, move: str) -> Cake:
        piece, rest = (
            (self.pieces[0], self.pieces[1:]) if move == "left" else (self.pieces[-1], self.pieces[:-1])
        )
        sweet, filling = self.taken
        taken = (sweet + piece[0], filling + piece[1]) if self.player == 0 else self.taken
        return Cake(rest, taken, 1 - self.player)

    def utility(self) -> int:
        return sum(self.taken)

    def outcome(self) -> Optional[Tuple[int, int]]:
        return None if self.pieces else self.taken


cake = Cake(((3, 1), (0, 5), (4, 0), (1, 1), (2, 3), (0, 2)))
found = search.alpha_beta(cake)
print("in all:", found.value, "by", found.best[0])
order = pob.Vectors(2)
print("sweet 6, filling 5:", pob.query(order, cake, [(6, 5)]).value)
print("strongest bounds:", *pob.frontier(order, cake).bounds)


@dataclass(frozen=True)
class Traveller:
    """Where somebody is, and what is left of the money."""

    at: int = 0
    cash: int = 5


trip = htn.Domain(["time", "money"])


@trip.operator
def walk(s: Traveller, to: int) -> htn.Effect:
    return htn.Effect(replace(s, at=to), time=5 * abs(to - s.at))


@trip.operator
def ride(s: Traveller, to: int) -> Optional[htn.Effect]:
    fare = 1 + abs(to - s.at) // 2
    if fare > s.cash:
        return None
    return htn.Effect(replace(s, at=to, cash=s.cash - fare), time=2 + abs(to - s.at), money=fare)


@trip.method("travel")
def directly(s: Traveller, to: int) -> Iterator[List[Tuple[str, int]]]:
    for way in ("walk", "ride"):
        yield [(way, to)]


@trip.method("travel")
def by_way_of(s: Traveller, to: int) -> Iterator[htn.Do]:
    for stop in range(s.at + 1, to):
        yield htn.Do([("walk", stop), ("ride", to)], f"a bus stops at {stop}")


best = trip.pareto(Traveller(), [("travel", 4), ("travel", 7)]).plans
for plan in sorted(best, key=lambda p: int(p.values["time"])):
    print(plan.values, *(f"{name} to {place}" for name, place in plan.steps), sep=", ")
