"""Game-tree searches of states in Python: each value computed by plain recursion, too."""

import itertools
import os
import random
import signal
import threading
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import pytest

import cgt
from cgt import LEFT, rulesets, search
from cgt.search import CHANCE, Play, State, Tree
from conftest import random_tree


def plain_value(node, maximum=True):
    """Minimax by definition."""
    if not isinstance(node, list):
        return node
    return (max if maximum else min)(plain_value(child, not maximum) for child in node)


def test_trees():
    """All searches of one number find the value of the definition, and best moves that have it."""
    source = random.Random(1)
    sizes = set()
    for _ in range(120):
        root = random_tree(source, 5, lambda: source.randint(-4, 4))
        value = plain_value(root)
        tree = Tree(root)
        plain = search.minimax(tree)
        results = [plain, search.alpha_beta(tree), search.alpha_beta(tree, every_best=True), search.mtd(tree)]
        for found in results:
            assert found.exact and found.stop == "solved"
            assert (found.value, found.lower, found.upper) == (value, value, value)
            if isinstance(root, list):
                assert all(plain_value(root[move], False) == value for move in found.best)
                end = root
                for move in found.line:
                    end = end[move]
                # Through a table a line may end early.
                assert end == value or (isinstance(end, list) and found is not plain)
        if isinstance(root, list):
            assert plain.best == [i for i, c in enumerate(root) if plain_value(c, False) == value]
            assert sorted(results[2].best) == plain.best
        assert search.max_n(tree).value == (value, -value)
        for least in (value - 1, value, value + 1):
            assert search.df_pn(tree, least).value is (value >= least)
            assert search.proof_number(tree, least).value is (value >= least)
        sizes.add(plain.nodes)
    assert len(sizes) > 20


@pytest.mark.parametrize("leaf, kind", [(lambda s: s.random() - 0.5, float), (lambda s: Fraction(s.randint(-9, 9), 4), Fraction)])
def test_kinds_of_numbers(leaf, kind):
    source = random.Random(2)
    for _ in range(20):
        root = [random_tree(source, 3, lambda: leaf(source)) for _ in range(3)]
        for engine in (search.minimax, search.alpha_beta, search.mtd):
            found = engine(Tree(root)).value
            assert found == plain_value(root)
            assert isinstance(found, (kind, int))


@pytest.mark.parametrize("family, texts", [
    ("Clobber", ["".join(p) for p in itertools.product("xo.", repeat=4)]),
    ("Domineering", ["..|..", "...|...", "#..|...", "....|....", "..#|.#.|..."]),
    ("ToadsAndFrogs", ["tt..ff", "t..f", "ttt..f", "t.fff"]),
])
def test_positions_played_out(family, texts):
    """Who wins by search is who wins by value."""
    seen = set()
    for text in texts:
        position = getattr(rulesets, family).parse(text)
        outcome = position.outcome()
        seen.add(outcome)
        for first in cgt.Player:
            left_wins = outcome == "L" or outcome == ("N" if first is LEFT else "P")
            state = Play(position, first)
            assert search.alpha_beta(state).value == (1 if left_wins else -1)
            assert search.df_pn(state).value is left_wins
            misere = Play(position, first, misere=True)
            assert search.minimax(misere).value == search.mtd(misere).value
    assert len(seen) >= 2


def test_misere_nim():
    """Bouton 1902: the last stone loses; nim sum, but for heaps of one stone."""
    for heaps in itertools.combinations_with_replacement(range(4), 3):
        state = Play(rulesets.Nim.parse("+".join(map(str, heaps))), LEFT, misere=True)
        total = heaps[0] ^ heaps[1] ^ heaps[2]
        wins = (sum(heaps) % 2 == 0) if max(heaps) <= 1 else total != 0
        assert search.df_pn(state).value is wins


@dataclass(frozen=True)
class Sticks(State):
    """Three players take one or two sticks; who takes the last one gets what the sticks were worth."""

    left: int
    player: int = 0
    last: int = 0
    players = 3

    @property
    def to_move(self):
        return self.player if self.left > 0 else None

    def moves(self):
        return [n for n in (1, 2, 3) if n <= self.left]

    def play(self, move):
        return Sticks(self.left - move, (self.player + 1) % 3, (self.player, move))

    def utility(self):
        winner, took = self.last
        return tuple(took if i == winner else -i for i in range(3))

    def estimate(self):
        return (1, 2, 3)


@lru_cache(None)
def plain_max_n(state):
    if state.to_move is None:
        return state.utility()
    values = [plain_max_n(state.play(move)) for move in state.moves()]
    return max(values, key=lambda v: v[state.player])  # the first of equal ones


def test_max_n():
    for n in range(1, 9):
        found = search.max_n(Sticks(n))
        assert found.value == plain_max_n(Sticks(n)) and found.exact
    cut = search.max_n(Sticks(9), depth=2)
    assert cut.value == (1, 2, 3) and not cut.exact and cut.stop == "depth limit reached"
    with pytest.raises(cgt.Error, match="for two players"):
        search.alpha_beta(Sticks(3))


@dataclass(frozen=True)
class Race(State):
    """Both roll a die of three sides in turns and may take the number or double it and pass the turn."""

    points: tuple = (0, 0)
    player: int = 0
    roll: int = 0
    turns: int = 0
    utility_range = (-18, 18)

    @property
    def to_move(self):
        if self.turns == 4:
            return None
        return self.player if self.roll else CHANCE

    def moves(self):
        return ["take", "risk"] if self.roll else [1, 2, 3]

    def probability(self, roll):
        return Fraction(roll, 6)

    def play(self, move):
        if not self.roll:
            return Race(self.points, self.player, move, self.turns)
        gain = self.roll if move == "take" else (6 if self.roll == 3 else 0)
        points = tuple(p + gain * (i == self.player) for i, p in enumerate(self.points))
        return Race(points, 1 - self.player, 0, self.turns + 1)

    def utility(self):
        return self.points[0] - self.points[1]

    def estimate(self):
        return 0


def plain_expectation(state):
    mover = state.to_move
    if mover is None:
        return Fraction(state.utility())
    values = [(m, plain_expectation(state.play(m))) for m in state.moves()]
    if mover == CHANCE:
        return sum(state.probability(m) * v for m, v in values)
    return (max if mover == 0 else min)(v for _, v in values)


def test_expectiminimax():
    for start in (Race(turns=1), Race((0, 2), turns=0), Race((3, 0), 1, 2, 1)):
        exact = plain_expectation(start)
        for cuts in ("none", "star1", "star2"):
            found = search.expectiminimax(start, cuts=cuts)
            assert found.exact and abs(found.value - exact) < 1e-9
    full, cut = (search.expectiminimax(Race(), cuts=c).leaves for c in ("none", "star1"))
    assert cut < full
    assert search.expectiminimax(Race(), depth=1).value == 0
    with pytest.raises(cgt.Error, match="chance"):
        search.alpha_beta(Race())
    # Means of playouts lie near the value.
    mean = search.monte_carlo(Race(turns=2), 3000).value[0]
    assert abs(mean - plain_expectation(Race(turns=2))) < 1
    assert search.monte_carlo(Race(), 200, seed=7) == search.monte_carlo(Race(), 200, seed=7)


@dataclass(frozen=True)
class Token(State):
    """A token on a graph with cycles, whose ends are won by a player."""

    edges: tuple
    ends: tuple
    place: int
    player: object = LEFT
    may_repeat = True

    @property
    def to_move(self):
        return self.player if self.edges[self.place] else None

    def moves(self):
        return self.edges[self.place]

    def play(self, move):
        return Token(self.edges, self.ends, move, self.player.opponent)

    def utility(self):
        return self.ends[self.place]


def test_retrograde():
    """Values by a fixed point over all states, and by df-pn: an endless play is not a win."""
    source = random.Random(3)
    values = set()
    for _ in range(25):
        n = source.randint(3, 7)
        edges = tuple(
            tuple(source.sample(range(n), source.randint(0, 2))) for _ in range(n)
        )
        ends = tuple(source.choice((-1, 0, 1)) for _ in range(n))
        start = Token(edges, ends, 0)
        table = search.retrograde(start)
        won = {1: {}, -1: {}}
        for sign in won:
            for plies in range(2 * len(table) + 2):
                for s in table:
                    if s in won[sign]:
                        continue
                    after = [s.play(m) for m in s.moves()]
                    if s.to_move is None:
                        good = plies == 0 and s.utility() == sign
                    else:
                        reached = [won[sign].get(t, plies) < plies for t in after]
                        good = any(reached) if (s.player is LEFT) == (sign == 1) else all(reached)
                    if good:
                        won[sign][s] = plies
        for s in table:
            value = 1 if s in won[1] else -1 if s in won[-1] else 0
            assert table.value(s) == value
            assert table.plies(s) == (won[value][s] if value else None)
            assert search.df_pn(s).value is (value == 1)
            assert search.proof_number(s, max_nodes=1 << 16).value in (value == 1, None)
            values.add(value)
            line = table.line(s)
            assert len(line) == 1 + (table.plies(s) or 0)
            if value:
                assert line[-1].utility() == value
        assert start in table and table.count(1) + table.count(-1) + table.count(0) == len(table)
    assert values == {-1, 0, 1}
    with pytest.raises(cgt.Error, match="depth limit"):
        search.alpha_beta(start)
    with pytest.raises(cgt.BudgetExhausted):
        search.retrograde(Play(rulesets.Kayles.parse("9"), LEFT), budget=cgt.budget(nodes=20))


@dataclass(frozen=True)
class Count(State):
    """Endless: a number that both add to."""

    n: int = 0
    player: int = 0
    utility_range = (-1, 1)

    @property
    def to_move(self):
        return self.player

    def moves(self):
        return [1, 2]

    def play(self, move):
        return Count(self.n + move, 1 - self.player)

    def estimate(self):
        return self.n % 3 - 1


def test_depth_limits():
    def plain(state, depth):
        if depth == 0:
            return state.estimate()
        return (min if state.player else max)(plain(state.play(m), depth - 1) for m in state.moves())

    for depth in range(1, 7):
        for engine in (search.minimax, search.alpha_beta, search.mtd):
            found = engine(Count(), depth=depth)
            assert found.value == plain(Count(), depth)
            assert not found.exact and (found.lower, found.upper) == (-1, 1)
    with pytest.raises(cgt.Error, match="depth limit of 0"):
        search.minimax(Count(), depth=0)


def test_budgets_leave_bounds():
    source = random.Random(4)
    root = [random_tree(source, 7, lambda: source.randint(-9, 9)) for _ in range(4)]
    value = plain_value(root)
    narrowed = 0
    for nodes in range(1, 400, 7):
        for engine in (search.minimax, search.alpha_beta, search.mtd):
            found = engine(Tree(root), budget=cgt.budget(nodes=nodes))
            if found.exact:
                assert found.value == value
                continue
            assert found.stop == "node budget spent"
            assert found.lower is None or found.lower <= value
            assert found.upper is None or value <= found.upper
            narrowed += found.lower is not None or found.upper is not None
    assert narrowed > 10
    for unknown in (search.df_pn(Count(), budget=cgt.budget(nodes=100)), search.max_n(Count(), budget=cgt.budget(ms=20))):
        assert unknown.value is None and not unknown.exact and "budget spent" in unknown.stop
    with cgt.budget(nodes=50):
        assert search.alpha_beta(Count(), budget=cgt.budget(nodes=10**6)).stop == "node budget spent"
        with pytest.raises(cgt.BudgetExhausted):
            search.alpha_beta(Count())


@pytest.mark.parametrize("call", [lambda: search.minimax(Count()), lambda: search.df_pn(Count()), lambda: search.retrograde(Count())])
def test_interrupts(call):
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()
    assert signal.getsignal(signal.SIGINT) is before


class Odd(Exception):
    pass


def broken(**members):
    """A state one of whose members is not as it should be."""
    good = {
        "to_move": 0, "moves": lambda s: [1], "play": lambda s, m: End(), "utility": lambda s: 0,
        "__eq__": lambda s, o: s is o, "__hash__": lambda s: 1,
    }
    return type("Broken", (), {**good, **members})()


@dataclass(frozen=True)
class End:
    to_move = None

    def utility(self):
        return 5


def raising(*_):
    raise Odd("mine")


@pytest.mark.parametrize("member", ["to_move", "moves", "play", "__eq__", "__hash__"])
def test_exceptions_pass_unchanged(member):
    value = property(raising) if member == "to_move" else raising
    state = broken(**{member: value})
    if member == "__eq__":  # a state is compared with another of its hash
        state = broken(__eq__=raising, play=lambda s, m: broken(__eq__=raising))
    with pytest.raises(Odd, match="mine"):
        search.alpha_beta(state)


@pytest.mark.parametrize("state, kind, text", [
    (5, TypeError, "to_move"),
    (broken(to_move=7), cgt.Error, "not a player"),
    (broken(to_move="X"), ValueError, "not a player"),
    (broken(moves=lambda s: []), cgt.Error, "no moves"),
    (broken(moves=None), TypeError, "iterable"),
    (broken(play=lambda s, m: 3), TypeError, "int has none"),
    (broken(to_move=None, utility=lambda s: "much"), TypeError, "not a number"),
    (broken(to_move=None, utility=lambda s: Fraction(1, 3)), cgt.Error, "exactly"),
    (broken(to_move=None, utility=lambda s: 2**60), cgt.Error, "exactly"),
    (broken(to_move=None, utility=lambda s: float("nan")), cgt.Error, "exactly"),
    (broken(to_move=None, utility=lambda s: (1, 2)), cgt.Error, "loses what the other gains"),
    (broken(to_move=None, utility_range=(0, 1), utility=lambda s: 2), cgt.Error, "outside"),
    (broken(players=99), cgt.Error, "1 to 64"),
    (broken(to_move="chance"), TypeError, "probability"),
])
def test_refusals(state, kind, text):
    with pytest.raises(kind, match=text):
        search.alpha_beta(state)


def test_probabilities_add_up():
    state = broken(to_move="chance", probability=lambda s, m: 0.4)
    with pytest.raises(cgt.Error, match="add up to 0.4"):
        search.expectiminimax(state)
    assert search.alpha_beta(broken()).value == 5
    class Plain:
        to_move = None
    with pytest.raises(TypeError, match="no __eq__"):
        search.alpha_beta(Plain())


@dataclass(frozen=True)
class Walk:
    """A walk in a graph: ways[at] has (to, costs), goals are told by `ends`, lower bounds by `bounds`."""

    graph: "Graph"
    at: int = 0

    @property
    def solved(self):
        return self.at in self.graph.ends

    def moves(self):
        return range(len(self.graph.ways[self.at]))

    def play(self, move):
        return Walk(self.graph, self.graph.ways[self.at][move][0])

    def cost(self, move):
        return self.graph.ways[self.at][move][1]

    def estimate(self):
        return self.graph.bounds[self.at]


class Graph:
    def __init__(self, source, dimension):
        size = source.randint(3, 8)
        price = lambda: tuple(source.randint(0, 6) for _ in range(dimension))
        self.ways = [[(source.randrange(size), price()) for _ in range(source.randint(1, 3))] for _ in range(size)]
        self.ends = {i for i in range(1, size) if source.random() < 0.3}
        # Undominated costs from each node, relaxed until nothing changes.
        left = [{(0,) * dimension} if i in self.ends else set() for i in range(size)]
        changed = True
        while changed:
            changed = False
            for i in set(range(size)) - self.ends:
                sums = {tuple(map(sum, zip(cost, rest))) for to, cost in self.ways[i] for rest in left[to]}
                best = {x for x in sums if not any(y != x and all(map(int.__le__, y, x)) for y in sums)}
                changed |= best != left[i]
                left[i] = best
        self.truth = left[0]
        self.bounds = [tuple(source.randint(0, min(e)) for e in zip(*rest)) if rest else None for rest in left]


def test_puzzles_of_several_costs():
    source = random.Random(1991)
    several = 0
    for k in range(1000):
        graph = Graph(source, 1 + k % 3)
        for engine in (search.namoa_star, search.idmoa_star):
            found = engine(Walk(graph))
            assert found.exact and {costs for costs, _ in found.value} == graph.truth
            for costs, line in found.value:
                walk, paid = Walk(graph), (0,) * len(costs)
                for move in line:
                    paid, walk = tuple(map(sum, zip(paid, walk.cost(move)))), walk.play(move)
                assert walk.solved and paid == costs
        several += len(graph.truth) > 1
        if k % 3 == 0:
            for found in (search.a_star(Walk(graph)), search.ida_star(Walk(graph))):
                assert found.value == (min(graph.truth)[0] if graph.truth else None)
            assert search.overestimate(Walk(graph)) is None
        elif graph.truth:
            order = cgt.pob.Order(lambda a, b: a <= b)
            assert [costs for costs, _ in search.namoa_star(Walk(graph), order).value] == [min(graph.truth)]
    assert several > 60


def test_puzzles_that_are_wrong():
    graph = Graph(random.Random(3), 1)
    graph.ways, graph.ends, graph.bounds = [[(1, (2,))], []], {1}, [(3,), (0,)]
    found = search.a_star(Walk(graph))
    assert (found.value, found.exact) == (2, False) and "too high" in found.stop
    assert search.overestimate(Walk(graph)) == (Walk(graph), 3, 2)
    assert not search.namoa_star(Walk(graph)).exact
    graph.ends = set()
    graph.bounds = [(0,), (0,)]
    assert search.a_star(Walk(graph)).stop == search.namoa_star(Walk(graph)).stop == "there is no way"
    graph.ways[0] = [(1, (2, 3))]
    graph.ends, graph.bounds = {0}, [(0, 0), (0, 0)]
    for engine in (search.namoa_star, search.idmoa_star):  # solved already
        assert engine(Walk(graph)).value == [((0, 0), [])]
    graph.ends, graph.bounds = set(), [(0,), (0,)]
    with pytest.raises(cgt.Error, match="gives 2 numbers"):
        search.a_star(Walk(graph))
    graph.ways[0] = [(1, (0.5,))]
    with pytest.raises(cgt.Error, match="not an integer"):
        search.a_star(Walk(graph))
    with pytest.raises(TypeError, match="solved"):
        search.a_star(Tree([1]))


@dataclass(frozen=True)
class Hidden(State):
    """Each player gets a card, then they move in turn; of a move the other sees only whether it was 0."""

    seed: int
    past: tuple = ()

    @property
    def to_move(self):
        return CHANCE if len(self.past) < 2 else None if len(self.past) == 5 else len(self.past) % 2

    def moves(self):
        return [0, 1] if self.to_move == CHANCE else [0, 1, 2]

    def probability(self, move):
        return Fraction(1 + move, 3)

    def play(self, move):
        return Hidden(self.seed, (*self.past, move))

    def utility(self):
        return random.Random(f"{self.seed} {self.past}").randint(-5, 5)

    def information(self):
        me = self.to_move
        return self.past[me], tuple(x if i % 2 == me else min(x, 1) for i, x in enumerate(self.past) if i > 1)


def expected(state, strategies):
    """What player 0 gets, by recursion."""
    if state.to_move is None:
        return state.utility()
    if state.to_move == CHANCE:
        return sum(state.probability(m) * expected(state.play(m), strategies) for m in state.moves())
    chosen = strategies[state.to_move][state.information()]
    return sum(p * expected(state.play(m), strategies) for m, p in chosen)


def test_hidden_information():
    """No deviation at one view improves an equilibrium, and all values lie within proved bounds."""
    for seed in range(30):
        root = Hidden(seed)
        found = search.equilibrium(root)
        assert found.lower == found.value == found.upper == expected(root, found.strategies)
        for player, strategy in enumerate(found.strategies):
            for seen in strategy:
                for move in range(3):
                    other = [dict(s) for s in found.strategies]
                    other[player][seen] = [(move, 1)]
                    try:
                        value = expected(root, other)
                    except KeyError:
                        continue  # somebody gets to where his strategy does not lead
                    assert value <= found.value if player == 0 else value >= found.value
        near = search.cfr(root, 200)
        assert near.lower <= found.value <= near.upper and near.upper - near.lower < 1
        seeing = search.clairvoyance(root)
        assert seeing.lower <= found.value <= seeing.upper
        # For sure: the best worst end, by choosing at once what to do at each view of player 0.
        sure = {}
        for card in (0, 1):
            first = []
            for a in range(3):
                then = [max(min(Hidden(seed, (card, b, a, c, d)).utility() for b in (0, 1) for c in range(3) if min(c, 1) == s)
                            for d in range(3)) for s in (0, 1)]
                first.append(min(then))
            sure[card] = max(first)
        assert search.alpha_beta(search.Belief([root])).value == min(sure.values())
    with pytest.raises(cgt.Error, match="perfect information"):
        search.alpha_beta(Hidden(1))


def test_belief_refuses_what_it_calls_an_end():
    @dataclass(frozen=True)
    class Door(State):
        to_move = 0

        def information(self):
            return search.CHANCE

    with pytest.raises(ValueError, match="what Belief calls an end"):
        search.Belief([Door()])


def test_quiescence():
    """Estimates count material, and are wrong between a capture and its answer."""

    @dataclass(frozen=True)
    class Swap(State):
        ply: int = 0
        material: int = 0

        @property
        def to_move(self):
            return None if self.ply == 5 else self.ply % 2

        def moves(self):
            return ["quiet", "take"]

        def play(self, move):
            return type(self)(self.ply + 1, self.material + (0 if move == "quiet" else -5 if self.ply % 2 else 3))

        def utility(self):
            return self.material

        estimate = utility

    class Calm(Swap):
        def quiet(self):
            return self.ply % 2 == 0

    for engine in (search.minimax, search.alpha_beta, search.mtd):
        assert engine(Swap(), depth=1).value == 3
        assert engine(Calm(), depth=1).value == engine(Calm(), depth=2).value == -2
        assert engine(Swap()).value == engine(Calm()).value
