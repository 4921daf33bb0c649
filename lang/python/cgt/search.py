"""Searches of game trees whose states are objects of Python.

A state is an object of any class with ``to_move``, ``moves()``, ``play(move)`` and ``utility()``: ``State`` has
them all, and may be a base class. Players are LEFT or 0, RIGHT or 1, then 2, 3, ...; numbers are those of
player 0, who is MAX. States are compared and hashed, so they must not change: ``@dataclass(frozen=True)``.

>>> from dataclasses import dataclass
>>> from cgt import search
>>> @dataclass(frozen=True)
... class Nim(search.State):
...     heaps: tuple
...     player: int = 0
...     @property
...     def to_move(self):
...         return self.player if any(self.heaps) else None
...     def moves(self):
...         return [(i, take) for i, n in enumerate(self.heaps) for take in range(1, n + 1)]
...     def play(self, move):
...         i, take = move
...         return Nim(self.heaps[:i] + (self.heaps[i] - take,) + self.heaps[i + 1:], 1 - self.player)
...     def utility(self):
...         return 1 if self.player == 1 else -1
>>> search.alpha_beta(Nim((3, 4))).value, search.alpha_beta(Nim((3, 3))).value
(1, -1)
>>> search.alpha_beta(Nim((3, 4)), every_best=True).best
[(1, 1)]
>>> search.df_pn(Nim((1, 2, 3)), 1).value
False

A puzzle has one player: its states have ``solved`` instead of ``to_move``, ``cost(move)`` if moves do not cost 1,
and ``estimate()``, a lower bound of what is left to pay, if there is one; None where there is no way.

>>> @dataclass(frozen=True)
... class Stairs:
...     at: int = 0
...     @property
...     def solved(self):
...         return self.at == 10
...     def moves(self):
...         return [k for k in (1, 2, 3) if self.at + k <= 10]
...     def play(self, k):
...         return Stairs(self.at + k)
...     def cost(self, k):
...         return k * k + 3
...     def estimate(self):
...         return 4 * (10 - self.at) // 3
>>> search.a_star(Stairs()).line
[2, 2, 2, 2, 2]

A game in which players do not see everything has ``information()``, what the player to move knows: states of his
in which it is equal look alike to him. Probabilities and utilities are then ints or Fractions.

>>> from fractions import Fraction
>>> @dataclass(frozen=True)
... class Double(search.State):
...     card: int = 0
...     said: str = ''
...     @property
...     def to_move(self):
...         return search.CHANCE if not self.card else {'': 0, 'double': 1}.get(self.said)
...     def moves(self):
...         return [1, 2] if not self.card else ['show', 'double'] if not self.said else ['fold', 'call']
...     def probability(self, move):
...         return Fraction(1, 2)
...     def play(self, move):
...         return Double(self.card, move) if self.card else Double(move)
...     def utility(self):
...         return 1 if self.said == 'fold' else (2 if self.said == 'call' else 1) * (2 * self.card - 3)
...     def information(self):
...         return self.said or self.card
>>> search.equilibrium(Double()).value
Fraction(1, 3)

The searches are native and call the members of states. A budget that is spent, that of the call or of a block,
is not an exception here: the result has the bounds that were proved by then, and ``stop`` says why it ended. Games
with cycles have ``may_repeat = True``.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _cgt
from ._cgt import Budget
from ._names import Player

CHANCE = "chance"
"""What ``to_move`` is where chance moves."""


class State:
    """What searches ask of a state. Classes need not be derived from this one.

    ``players`` says how many there are; ``may_repeat``, whether play can come back to a state;
    ``utility_range``, (least, greatest) of what player 0 may get (every player, if utilities are sequences): it
    makes bounds and cuts at chance nodes. A class with chance nodes has ``probability(move)``; one that is searched
    to a depth has ``estimate()``, and ``quiet()`` if that is False where an estimate says nothing; one for ``cgt.pob`` has ``outcome()``.

    >>> alpha_beta(Nim((3, 4))).value
    1
    """

    players: int = 2
    may_repeat: bool = False
    utility_range: Optional[Tuple[Any, Any]] = None

    @property
    def to_move(self) -> Union[Player, int, str, None]:
        """Who moves: a player, CHANCE, or None at the end.

        >>> Nim((3, 4)).to_move, Nim((0, 0)).to_move
        (0, None)
        """
        raise NotImplementedError(f"{type(self).__name__} has no to_move")

    def moves(self) -> Iterable[Any]:
        """The moves, at least one; at a chance node the outcomes. Any objects that can be compared.

        >>> Nim((1, 1)).moves()
        [(0, 1), (1, 1)]
        """
        raise NotImplementedError(f"{type(self).__name__} has no moves()")

    def play(self, move: Any) -> Any:
        """The state after a move.

        >>> Nim((1, 1)).play((0, 1))
        Nim(heaps=(0, 1), player=1)
        """
        raise NotImplementedError(f"{type(self).__name__} has no play(move)")

    def utility(self) -> Any:
        """At the end: a number for player 0, whose negative player 1 gets, or a tuple with one a player.

        >>> Nim((0, 0)).utility()
        -1
        """
        raise NotImplementedError(f"{type(self).__name__} has no utility()")


class Tree(State):
    """A game that is written down: a list is a node, and who moves takes an element; all else is an end.

    >>> alpha_beta(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).line
    [0, 0]
    """

    def __init__(self, root: Any, path: Tuple[int, ...] = ()) -> None:
        self.root = root
        self.path = path
        self.node = root
        for index in path:
            self.node = self.node[index]

    @property
    def to_move(self) -> Optional[int]:
        """Players 0 and 1 take turns.

        >>> Tree([1, 2]).to_move, Tree(3).to_move
        (0, None)
        """
        return len(self.path) % 2 if isinstance(self.node, list) else None

    def moves(self) -> Iterable[int]:
        """The places of the elements.

        >>> list(Tree([1, 2]).moves())
        [0, 1]
        """
        return range(len(self.node))

    def play(self, move: int) -> Tree:
        """The element at this place.

        >>> Tree([1, 2]).play(1)
        Tree(2)
        """
        return Tree(self.root, (*self.path, move))

    def utility(self) -> Any:
        """What the leaf is.

        >>> Tree(3).utility()
        3
        """
        return self.node

    def outcome(self) -> Any:
        """What the leaf is; None of a node.

        >>> Tree([1, 2]).outcome(), Tree(3).outcome()
        (None, 3)
        """
        return None if isinstance(self.node, list) else self.node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.root is other.root and self.path == other.path

    def __hash__(self) -> int:
        return hash((id(self.root), self.path))

    def __repr__(self) -> str:
        return f"Tree({self.node!r})"


@dataclass(frozen=True)
class Play(State):
    """A position, or a game, that is played out: who cannot move loses; in misere play he wins.

    >>> from cgt import rulesets
    >>> board = rulesets.Domineering.parse('...|...')
    >>> alpha_beta(Play(board, Player.LEFT)).value, alpha_beta(Play(board, Player.RIGHT)).value
    (1, -1)
    """

    position: Any
    player: Player
    misere: bool = False

    utility_range = (-1, 1)

    _options: List[Any] = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_options", list(self.position.options(self.player)))

    @property
    def to_move(self) -> Optional[Player]:
        """Left and Right take turns.

        >>> Play(Game(1), LEFT).to_move, Play(Game(1), RIGHT).to_move
        (<Player.LEFT: 'L'>, None)
        """
        return self.player if self._options else None

    def moves(self) -> List[Any]:
        """The options of who moves.

        >>> Play(Game('*2'), LEFT).moves()
        [Game('0'), Game('*')]
        """
        return self._options

    def play(self, move: Any) -> Play:
        """The option with the other player to move.

        >>> Play(Game('*2'), LEFT).play(Game('*'))
        Play(position=Game('*'), player=<Player.RIGHT: 'R'>, misere=False)
        """
        return Play(move, self.player.opponent, self.misere)

    def utility(self) -> int:
        """1 if Left wins, -1 if Right does.

        >>> Play(Game(0), LEFT).utility()
        -1
        """
        return 1 if (self.player is Player.LEFT) == self.misere else -1


@dataclass(frozen=True)
class Result:
    """What a search found.

    ``value`` is None if nothing is known; ``exact`` says that it is proved. ``lower`` and ``upper`` are proved bounds
    of numbers, None where there is none. ``best`` are best moves of the first state, ``line`` is best play as far as
    it is known, ``nodes`` and ``leaves`` count states that were entered and valued; ``stop`` is "solved" or says what
    ended the search.

    >>> found = alpha_beta(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> found.value, found.exact, found.best, found.stop
    (3, True, [0], 'solved')
    """

    value: Any
    exact: bool
    best: List[Any]
    line: List[Any]
    nodes: int
    leaves: int
    stop: str
    lower: Any = None
    upper: Any = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.value!r}: {self.stop}>"


def minimax(state: Any, *, depth: Optional[int] = None, budget: Optional[Budget] = None) -> Result:
    """The value by full search, or to ``depth`` plies with estimates. Finds every best move.

    >>> minimax(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    <Result 3: solved>
    """
    return Result(**_cgt._scalar_search("minimax", state, depth, True, budget))


def alpha_beta(
    state: Any, *, depth: Optional[int] = None, every_best: bool = False, budget: Optional[Budget] = None
) -> Result:
    """The same value by alpha-beta (Knuth and Moore 1975) with null windows, a table, killers and history.

    A depth limit is reached depth by depth, so that a spent budget leaves the value of the last one.

    >>> found = alpha_beta(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> found.value, found.best, found.leaves
    (3, [0], 7)
    """
    return Result(**_cgt._scalar_search("alpha_beta", state, depth, every_best, budget))


def mtd(state: Any, *, depth: Optional[int] = None, budget: Optional[Budget] = None) -> Result:
    """The same value by null windows alone: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996).

    >>> mtd(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value
    3
    """
    return Result(**_cgt._scalar_search("mtd", state, depth, False, budget))


def max_n(state: Any, *, depth: Optional[int] = None, budget: Optional[Budget] = None) -> Result:
    """What all players get if each does what is best for himself: max^n (Luckhardt and Irani 1986).

    Of moves that are equally good for him a player takes the first. Estimates give one number a player.

    >>> max_n(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value
    (3, -3)
    """
    return Result(**_cgt._max_n(state, depth, budget))


def expectiminimax(
    state: Any, *, depth: Optional[int] = None, cuts: str = "star1", budget: Optional[Budget] = None
) -> Result:
    """The expected value where chance moves, too (Michie 1966); averages are floats.

    ``cuts``: "none", "star1" or "star2" (Ballard 1983); they need ``utility_range``.

    >>> @dataclass(frozen=True)
    ... class Coin(State):
    ...     side: int = -1
    ...     to_move = property(lambda self: CHANCE if self.side < 0 else None)
    ...     def moves(self):
    ...         return [0, 1]
    ...     def probability(self, move):
    ...         return 0.5
    ...     def play(self, move):
    ...         return Coin(move)
    ...     def utility(self):
    ...         return self.side
    >>> expectiminimax(Coin(), cuts='none').value
    0.5
    """
    return Result(**_cgt._expectiminimax(state, depth, cuts, budget))


def df_pn(state: Any, least: Any = 1, *, budget: Optional[Budget] = None) -> Result:
    """Can player 0 get at least so much? By df-pn (Nagai 2002): the value is True, False or None.

    Play that goes on for ever does not get there.

    >>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> df_pn(tree, 3).value, df_pn(tree, 4).value
    (True, False)
    """
    return Result(**_cgt._proof("df_pn", state, least, 0, budget))


def proof_number(
    state: Any, least: Any = 1, *, max_nodes: int = 1 << 22, budget: Optional[Budget] = None
) -> Result:
    """The same by proof-number search (Allis, van der Meulen and van den Herik 1994).

    The tree is held in memory: the search ends without an answer when it has ``max_nodes`` nodes.

    >>> proof_number(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 3)
    <Result True: solved>
    """
    return Result(**_cgt._proof("proof_number", state, least, max_nodes, budget))


def monte_carlo(
    state: Any,
    playouts: int = 1000,
    *,
    seed: int = 1,
    exploration: float = 0.7,
    budget: Optional[Budget] = None,
) -> Result:
    """Mean utilities and the move tried most often, by UCT (Kocsis and Szepesvari 2006); a game all of
    whose ends were met is solved. Proves nothing else.

    The same seed gives the same result. ``exploration`` is the weight of the confidence term in units of
    the range of the utilities met.

    >>> from cgt import rulesets
    >>> monte_carlo(Play(rulesets.Nim.parse('3+4'), Player.LEFT), 2000).best
    [Position(rulesets.Nim(), '3+3')]
    """
    return Result(**_cgt._monte_carlo(state, playouts, seed, exploration, budget))


class Retrograde:
    """The value of every state that some states lead to, cycles included: what ``retrograde`` returns.

    >>> table = retrograde(Play(Game('*2'), LEFT))
    >>> table, len(table)
    (<Retrograde of 4 states: 2 won, 2 lost>, 4)
    """

    def __init__(
        self, states: List[Any], values: List[int], plies: List[Optional[int]], following: List[Optional[int]]
    ) -> None:
        self.states: Sequence[Any] = states
        self._place: Dict[Any, int] = {state: i for i, state in enumerate(states)}
        self._values = values
        self._plies = plies
        self._following = following

    def value(self, state: Any) -> int:
        """1 if player 0 can force a win, -1 if player 1 can, 0 for draws. KeyError for a state not reached.

        >>> start = Play(Game('*2'), LEFT)
        >>> retrograde(start).value(start)
        1
        """
        return self._values[self._place[state]]

    def plies(self, state: Any) -> Optional[int]:
        """Moves to the end if the winner hurries and the loser delays; None for draws.

        >>> start = Play(Game('*2'), LEFT)
        >>> retrograde(start).plies(start)
        1
        """
        return self._plies[self._place[state]]

    def best(self, state: Any) -> Any:
        """The state that best play goes on with; None at an end.

        >>> start = Play(Game('*2'), LEFT)
        >>> retrograde(start).best(start)
        Play(position=Game('0'), player=<Player.RIGHT: 'R'>, misere=False)
        """
        following = self._following[self._place[state]]
        return None if following is None else self.states[following]

    def line(self, state: Any) -> List[Any]:
        """The states of best play from this one to the end; of a draw the first one alone.

        >>> start = Play(Game('*2'), LEFT)
        >>> len(retrograde(start).line(start))
        2
        """
        out = [state]
        while self.plies(out[-1]):
            out.append(self.best(out[-1]))
        return out

    def count(self, value: int) -> int:
        """How many states have the value 1, 0 or -1.

        >>> retrograde(Play(Game('*2'), LEFT)).count(1)
        2
        """
        return self._values.count(value)

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.states)

    def __contains__(self, state: object) -> bool:
        return state in self._place

    def __repr__(self) -> str:
        return f"<Retrograde of {len(self)} states: {self.count(1)} won, {self.count(-1)} lost>"


def retrograde(roots: Any, *, budget: Optional[Budget] = None) -> Retrograde:
    """Solves all states that can be reached at once (Stroehlein 1970, Thompson 1986); play may repeat.

    ``roots``: a state or a list of states. A utility above 0 is a win of player 0, one below a loss. Raises
    BudgetExhausted: an incomplete table says nothing.

    >>> from cgt import rulesets
    >>> start = Play(rulesets.Nim.parse('1+2'), Player.LEFT)
    >>> table = retrograde(start)
    >>> table.value(start), table.plies(start)
    (1, 3)
    """
    return Retrograde(*_cgt._retrograde(roots if isinstance(roots, (list, tuple)) else [roots], budget))


class Belief(State):
    """What player 0 gets for sure: a state of belief is all that is possible as far as he knows.

    It is a game of perfect information for every search here. Player 0 makes his move in all possible states;
    player 1 is chance, an opponent who sees everything and is lucky, and which of the states is true. He chooses what
    player 0 sees next.

    >>> alpha_beta(Belief([Double(1), Double(2)])).value
    -1
    """

    def __init__(self, states: Iterable[Any]) -> None:
        ends: List[Any] = []
        views: Dict[Any, List[Any]] = {}
        met = set()
        todo = list(states)
        while todo:
            state = todo.pop()
            if state in met:
                continue
            met.add(state)
            mover = state.to_move
            if mover is None:
                ends.append(state)
            elif mover in (0, Player.LEFT):
                seen = state.information()
                if seen == CHANCE:  # two moves of one name would be one
                    raise ValueError(f"information() is {CHANCE!r}, which is what Belief calls an end")
                views.setdefault(seen, []).append(state)
            else:
                todo.extend(state.play(move) for move in state.moves())
        if not ends and not views:
            raise ValueError("play never ends, and player 0 never moves")
        self.end: Any = min(ends, key=lambda state: state.utility(), default=None)
        self.views = {seen: frozenset(all_states) for seen, all_states in views.items()}
        self._key = (self.end, frozenset(self.views.items()))

    @property
    def to_move(self) -> Optional[int]:
        """Player 1 where there are several views, an end among them.

        >>> Belief([Double(1), Double(2)]).to_move
        1
        """
        if len(self.views) + (self.end is not None) > 1:
            return 1
        return 0 if self.views else None

    def moves(self) -> List[Any]:
        """Of player 1 what player 0 sees next, CHANCE for an end; of player 0 his moves.

        >>> Belief([Double(1), Double(2)]).moves()
        [2, 1]
        """
        if self.to_move == 1:
            return [*self.views, *([CHANCE] if self.end is not None else [])]
        (states,) = self.views.values()
        moves = [list(state.moves()) for state in states]
        if any(other != moves[0] for other in moves):
            raise ValueError("player 0 has different moves in two states that look alike to him")
        return moves[0]

    def play(self, move: Any) -> Belief:
        """The state of belief after a move.

        >>> Belief([Double(1), Double(2)]).play(1).moves()
        ['show', 'double']
        """
        if self.to_move == 1:
            return Belief(self.views[move] if move in self.views else [self.end])
        (states,) = self.views.values()
        return Belief(state.play(move) for state in states)

    def utility(self) -> Any:
        """Of the worst end that is possible.

        >>> Belief([Double(1, 'show'), Double(2, 'show')]).utility()
        -1
        """
        return self.end.utility()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Belief) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Belief({[state for states in self.views.values() for state in states]!r})"


@dataclass(frozen=True)
class Strategies:
    """What both players do, each seeing what he sees.

    ``value`` is what player 0 gets from these strategies; ``lower`` what that of player 0 gets from any opponent,
    ``upper`` what that of player 1 gives to any: the value of the game is between them. ``strategies`` has for each
    player a dict from what he knows to [(move, probability), ...], wherever his strategy leads. ``promise`` is what
    clairvoyance takes the game to be worth.

    >>> found = equilibrium(Double())
    >>> found
    <Strategies 1/3, 1/3 to 1/3: solved>
    >>> found.strategies[0][1]
    [('show', Fraction(2, 3)), ('double', Fraction(1, 3))]
    """

    value: Any
    lower: Any
    upper: Any
    promise: Any
    strategies: Tuple[Dict[Any, Any], Dict[Any, Any]]
    stop: str

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.value}, {self.lower} to {self.upper}: {self.stop}>"


def equilibrium(state: Any, *, budget: Optional[Budget] = None) -> Strategies:
    """Best strategies of a game with ``information()``, and its value, exactly: by double oracle.

    One or two players; the whole game is held in memory (McMahan, Gordon and Blum 2003; von Stengel 1996).

    >>> equilibrium(Double()).value
    Fraction(1, 3)
    """
    return Strategies(**_cgt._strategies("equilibrium", state, 0, budget))


def cfr(state: Any, iterations: int = 1000, *, budget: Optional[Budget] = None) -> Strategies:
    """Strategies by counterfactual regret minimisation (Zinkevich et al. 2007), with bounds that are proved.

    Regrets do not fall below 0, and later strategies weigh more (CFR+, Tammelin 2014).

    >>> found = cfr(Double(), 500)
    >>> found.lower <= Fraction(1, 3) <= found.upper, float(found.upper - found.lower) < 0.01
    (True, True)
    """
    return Strategies(**_cgt._strategies("cfr", state, iterations, budget))


def clairvoyance(state: Any, *, budget: Optional[Budget] = None) -> Strategies:
    """Strategies by averaging over worlds, as if from the next move on everybody saw everything.

    ``promise`` is what that takes the game to be worth; what the strategies are worth is another matter.

    >>> found = clairvoyance(Double())
    >>> found.promise, found.lower, found.upper
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 2))
    """
    return Strategies(**_cgt._strategies("clairvoyance", state, 0, budget))


def a_star(state: Any, *, weight: Any = 1, budget: Optional[Budget] = None) -> Result:
    """The cheapest way to a state that is solved, by A* (Hart, Nilsson and Raphael 1968). Costs are integers.

    Assumes that no estimate is above what is left to pay, and checks that on the way found: ``exact`` is False
    if one is. A ``weight`` above 1 finds some way sooner, which costs at most so many times more.

    >>> found = a_star(Stairs())
    >>> found.value, found.line, found.exact
    (35, [2, 2, 2, 2, 2], True)
    """
    return Result(**_cgt._way("a_star", state, weight, budget))


def ida_star(state: Any, *, budget: Optional[Budget] = None) -> Result:
    """The same depth first below a rising bound, in little memory (Korf 1985).

    >>> ida_star(Stairs()).value
    35
    """
    return Result(**_cgt._way("ida_star", state, 1, budget))


def breadth_first(state: Any, *, budget: Optional[Budget] = None) -> Result:
    """The fewest moves, whatever they cost.

    >>> breadth_first(Stairs()).value
    4
    """
    return Result(**_cgt._way("breadth_first", state, 1, budget))


def namoa_star(state: Any, order: Any = None, *, budget: Optional[Budget] = None) -> Result:
    """All undominated costs, with a way for each, where ``cost`` and ``estimate`` give several numbers.

    The value is a list of (costs, line), by NAMOA* (Mandow and Perez de la Cruz 2010), the successor of MOA*
    (Stewart and White 1991). ``order``: one of ``cgt.pob``, or any object with ``less_equal``, in which less is better
    and what is less in every entry is less; without it entries are compared one by one.

    >>> @dataclass(frozen=True)
    ... class Trip(Stairs):
    ...     def play(self, k):
    ...         return Trip(self.at + k)
    ...     def cost(self, k):
    ...         return k * k, 1
    ...     def estimate(self):
    ...         return 10 - self.at, 0
    >>> [costs for costs, line in namoa_star(Trip()).value]
    [(10, 10), (12, 9), (14, 8), (16, 7), (18, 6), (20, 5), (26, 4)]
    """
    return Result(**_cgt._ways("namoa_star", state, order, budget))


def idmoa_star(state: Any, order: Any = None, *, budget: Optional[Budget] = None) -> Result:
    """The same depth first below a rising bound of the sum of all costs, in little memory.

    After IDMOA* (Harikumar and Kumar 1996).

    >>> idmoa_star(Stairs()).value
    [((35,), [2, 2, 2, 2, 2])]
    """
    return Result(**_cgt._ways("idmoa_star", state, order, budget))


def overestimate(state: Any, *, budget: Optional[Budget] = None) -> Optional[Tuple[Any, Any, Any]]:
    """A state whose estimate is too high, as (state, estimate, what is left to pay), or None if there is none.

    Looks at all states that this one leads to; costs are single numbers. None stands for no way, too.

    >>> print(overestimate(Stairs()))
    None
    """
    return _cgt._overestimate(state, budget)


__all__ = [
    "Belief",
    "CHANCE",
    "Play",
    "Result",
    "Retrograde",
    "State",
    "Strategies",
    "Tree",
    "a_star",
    "alpha_beta",
    "breadth_first",
    "cfr",
    "clairvoyance",
    "df_pn",
    "equilibrium",
    "expectiminimax",
    "ida_star",
    "idmoa_star",
    "max_n",
    "minimax",
    "monte_carlo",
    "mtd",
    "namoa_star",
    "overestimate",
    "proof_number",
    "retrograde",
]
