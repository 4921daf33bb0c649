"""OpenSpiel (Lanctot et al. 2019): positions as its games, its states for the searches of ``cgt.search``.

Its module pyspiel is needed when a function here is called, not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable, Dict, Hashable, List, Optional, Tuple, Union

from .. import _pickles
from .._cgt import Game, Position
from .._errors import Error
from .._names import Player
from ..rulesets import PositionBase
from ..search import CHANCE, State

_PLAYERS = (Player.LEFT, Player.RIGHT)
_PARAMETERS: Dict[str, Any] = {"ruleset": "", "board": "", "first": "L", "misere": False, "most": 20_000}


def _is_board(position: Any) -> bool:
    return isinstance(position, Position) and position.ruleset.path.startswith(("game.grid.", "game.strip."))


def _text(position: Any) -> str:
    return position.text if isinstance(position, Position) else str(position)


def _move(before: Any, after: Any) -> str:
    """A name for a move that is the same wherever it is possible: of boards the cells that change, by row and column."""
    old, new = _text(before), _text(after)
    if not _is_board(before) or len(old) != len(new):
        return new
    return " ".join(
        f"{old.count('|', 0, i) + 1},{i - old.rfind('|', 0, i)}:{new[i]}" for i in range(len(old)) if old[i] != new[i]
    )


def _options(position: Any, player: Player) -> Dict[str, Any]:
    """The options by the names of the moves; equal options are one."""
    found = {}
    for option in position.options(player):
        option = option if hasattr(option, "options") else Game(option)
        found[_move(position, option)] = option
    return found


def _explored(start: Any, most: int) -> Tuple[List[str], int, List[str]]:
    """All moves that may occur, the length of the longest play by turns, all texts."""
    moves: Dict[str, None] = {}
    texts: Dict[str, None] = {}
    longest: Dict[Any, int] = {}
    path = set()
    stack: List[Tuple[Any, int, Optional[List[Any]]]] = [(start, player, None) for player in (0, 1)]
    while stack:
        position, player, children = stack.pop()
        if children is None:
            if (position, player) in longest:
                continue
            if (position, player) in path:
                raise Error(f"play can come back to {position}: OpenSpiel's games must end")
            if len(longest) >= 2 * most:
                raise Error(f"there are more than {most} positions: give most=... if that is meant")
            path.add((position, player))
            texts[_text(position)] = None
            options = _options(position, _PLAYERS[player])
            moves.update(dict.fromkeys(options))
            children = list(options.values())
            stack.append((position, player, children))
            stack.extend((child, 1 - player, None) for child in children if (child, 1 - player) not in longest)
        elif (position, player) in path:
            path.remove((position, player))
            longest[position, player] = 1 + max((longest[child, 1 - player] for child in children), default=-1)
    return sorted(moves), max(longest[start, player] for player in (0, 1)), list(texts)


def _game_class(pyspiel: Any) -> Any:
    """Its class of games, made once: it is derived from what pyspiel has, and registered there."""
    known = getattr(pyspiel, "_cgt_game", None)
    if known is not None:
        return known
    game_type = pyspiel.GameType(
        short_name="python_cgt",
        long_name="A position of cgt, played out",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )

    class SpielState(pyspiel.State):
        """A position and who moves. Its attributes are copied with the state, the game's are not."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.position = game.start
            self.player = game.first

        def _now(self) -> Dict[str, Any]:
            return _options(self.position, _PLAYERS[self.player])

        def current_player(self) -> Any:
            return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.player

        def _legal_actions(self, player: int) -> List[int]:
            numbers = self.get_game().numbers
            return sorted(numbers[move] for move in self._now()) if player == self.player else []

        def _apply_action(self, action: int) -> None:
            self.position = self._now()[self.get_game().moves[action]]
            self.player = 1 - self.player

        def _action_to_string(self, player: int, action: int) -> str:
            return self.get_game().moves[action]

        def is_terminal(self) -> bool:
            return not self._now()

        def returns(self) -> List[float]:
            if not self.is_terminal():
                return [0.0, 0.0]
            left = 1.0 if (self.player == 1) != self.get_game().misere else -1.0
            return [left, -left]

        def __str__(self) -> str:
            return f"{_PLAYERS[self.player]} {_text(self.position)}"

    class Observer:
        """Of boards one plane for each character, 1 where it stands; and one for who moves.

        Where the whole past is asked for, that is the history and no planes.
        """

        tensor: Any = None

        def __init__(self, game: Any, kind: Any) -> None:
            self._recalls = kind is not None and kind.perfect_recall
            self.dict: Dict[str, Any] = {}
            if self._recalls:
                return
            numpy = import_module("numpy")
            self._characters = {c: i for i, c in enumerate(game.characters)}
            self._planes = numpy.zeros((len(game.characters) + 1, max(1, game.cells)), numpy.float32)
            self.tensor = self._planes.ravel()
            self.dict = {"observation": self._planes}

        def set_from(self, state: Any, player: int) -> None:
            if self._recalls:
                return
            self._planes.fill(0)
            if self._characters:
                for at, c in enumerate(state.position.text):
                    self._planes[self._characters[c], at] = 1
            self._planes[-1].fill(state.player)

        def string_from(self, state: Any, player: int) -> str:
            return state.history_str() if self._recalls else str(state)

    class SpielGame(pyspiel.Game):
        """The positions that a start leads to."""

        def __init__(self, start: Any, first: Player, misere: bool, most: int) -> None:
            self.start = start
            self.first = _PLAYERS.index(first)
            self.misere = misere
            self.moves, length, texts = _explored(start, most)
            self.numbers = {move: i for i, move in enumerate(self.moves)}
            boards = _is_board(start) and len({len(text) for text in texts}) == 1
            self.characters = sorted(set("".join(texts))) if boards else []
            self.cells = len(texts[0]) if boards else 0
            ruleset, board = start.__reduce__()[1] if isinstance(start, Position) else ("", "")
            super().__init__(
                game_type,
                pyspiel.GameInfo(
                    num_distinct_actions=len(self.moves),
                    max_chance_outcomes=0,
                    num_players=2,
                    min_utility=-1.0,
                    max_utility=1.0,
                    utility_sum=0.0,
                    max_game_length=length,
                ),
                {
                    "ruleset": ruleset,
                    "board": board,
                    "first": first.value,
                    "misere": misere,
                    "most": most,
                },
            )

        def new_initial_state(self) -> Any:
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if params:
                raise ValueError("observations have no parameters")
            return Observer(self, iig_obs_type)

    def load(params: Dict[str, Any]) -> Any:
        given = {**_PARAMETERS, **params}
        if not given["ruleset"]:
            raise Error("only positions of native rulesets are loaded by name: give ruleset and board")
        start = _pickles.position(str(given["ruleset"]), str(given["board"]))
        return SpielGame(start, Player(str(given["first"])), bool(given["misere"]), int(given["most"]))

    pyspiel.register_game(game_type, load)
    pyspiel._cgt_game = SpielGame
    return SpielGame


def to_spiel(
    start: Union[Game, Position, PositionBase], first: Player = Player.LEFT, *, misere: bool = False, most: int = 20_000
) -> Any:
    """A position, or a game, that is played out, as a pyspiel.Game: who cannot move loses, or wins if ``misere``.

    Player 0 is Left, player 1 Right, whoever is ``first``; returns are 1 and -1. An action stands for the same
    move in all states: of boards for the cells that change. All positions are gone through first, as OpenSpiel asks
    for the number of actions and the longest play: raises Error if there are more than ``most``, or if play can come
    back; ModuleNotFoundError without pyspiel. Observations of boards are planes, one for each character.

    >>> game = to_spiel(rulesets.Clobber('xo.'))
    >>> state = game.new_initial_state()
    >>> state.current_player(), [state.action_to_string(0, a) for a in state.legal_actions()]
    (0, ['1,1:. 1,2:x'])
    >>> state.apply_action(state.legal_actions()[0])
    >>> str(state), state.is_terminal(), state.returns()
    ('R .x.', True, [1.0, -1.0])
    """
    return _game_class(import_module("pyspiel"))(start, Player(first), misere, most)


class _State(State):
    """A state of OpenSpiel, with the members that the searches ask for."""

    def __init__(self, state: Any, key: Optional[Callable[[Any], Hashable]], like: Optional[_State] = None) -> None:
        self.state = state
        self.key = key
        if like is None:
            game = state.get_game()
            utility = game.get_type().utility
            self.players = game.num_players()
            self.utility_range = (game.min_utility(), game.max_utility())
            self.zero_sum = self.players == 2 and utility == type(utility).ZERO_SUM
        else:
            self.players, self.utility_range, self.zero_sum = like.players, like.utility_range, like.zero_sum
        self.identity = (int(state.current_player()), tuple(state.history()) if key is None else key(state))

    @property
    def to_move(self) -> Union[int, str, None]:
        if self.state.is_terminal():
            return None
        return CHANCE if self.state.is_chance_node() else int(self.state.current_player())

    def moves(self) -> List[int]:
        return list(self.state.legal_actions())

    def play(self, move: int) -> _State:
        return type(self)(self.state.child(move), self.key, self)

    def utility(self) -> Any:
        gains = [int(x) if x == int(x) else x for x in self.state.returns()]
        return gains[0] if self.zero_sum else tuple(gains)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"<state of OpenSpiel {str(self.state)!r}>"


class _ChanceState(_State):
    """One of a game of chance: searches know these by their probabilities."""

    def moves(self) -> List[int]:
        if self.state.is_chance_node():
            return [action for action, _ in self.state.chance_outcomes()]
        return super().moves()

    def probability(self, move: int) -> float:
        return dict(self.state.chance_outcomes())[move]


def from_spiel(state: Any, *, key: Optional[Callable[[Any], Hashable]] = None) -> State:
    """A state of OpenSpiel as one of ``cgt.search``, so that its searches solve OpenSpiel's games.

    Takes a pyspiel.State, or a pyspiel.Game for its first state: any number of players, chance, any utilities; moves
    are actions. ``key`` gives what tells states apart, a function of the pyspiel.State: their histories, if none is
    given. With ``key=str`` states are one that print the same: much faster, and right if what is printed is all that
    matters for the rest of play. Raises Error where information is hidden, moves are simultaneous or chance is only
    sampled: the searches here see everything, by turns.

    >>> start = from_spiel(to_spiel(rulesets.Domineering(2, 3)), key=str)
    >>> found = search.alpha_beta(start)
    >>> found.value, [start.state.action_to_string(0, a) for a in found.best]
    (1, ['1,2:# 2,2:#'])
    """
    if hasattr(state, "new_initial_state"):
        state = state.new_initial_state()
    kind = state.get_game().get_type()
    if kind.information != type(kind.information).PERFECT_INFORMATION:
        raise Error(f"{kind.short_name} has hidden information: the searches of cgt see everything")
    if kind.dynamics != type(kind.dynamics).SEQUENTIAL:
        raise Error(f"{kind.short_name} has simultaneous moves: pyspiel.convert_to_turn_based makes turns of them")
    modes = type(kind.chance_mode)
    if kind.chance_mode == modes.SAMPLED_STOCHASTIC:
        raise Error(f"{kind.short_name} only samples its chance: the searches of cgt need probabilities")
    return (_State if kind.chance_mode == modes.DETERMINISTIC else _ChanceState)(state, key)
