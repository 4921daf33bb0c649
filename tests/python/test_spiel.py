"""cgt.adapters and OpenSpiel, by a fake of its published interface (fakes.py) where it is not installed."""

import fractions
import subprocess
import sys

import pytest

import cgt
import fakes
from cgt import Game, adapters, rulesets, search

fakes.install()
import pyspiel  # noqa: E402


def boards(rng, characters, count=12):
    for _ in range(count):
        high, wide = rng.randint(1, 3), rng.randint(1, 3)
        yield "|".join("".join(rng.choice(characters) for _ in range(wide)) for _ in range(high))


def wins_of(state, player, memo):
    """Does the player win with best play, by OpenSpiel's interface alone?"""
    key = str(state)
    if key not in memo:
        if state.is_terminal():
            assert state.legal_actions() == [] and sum(state.returns()) == 0
            memo[key] = state.returns()[0] > 0
        else:
            assert state.returns() == [0.0, 0.0]
            found = [wins_of(state.child(action), 0, memo) for action in state.legal_actions()]
            memo[key] = any(found) if state.current_player() == 0 else all(found)
    return memo[key] if player == 0 else not memo[key]


def left_wins(position, player, misere):
    """The same from the options."""
    options = position.options(player)
    if not options:
        return (player is cgt.RIGHT) != misere
    found = [left_wins(option, player.opponent, misere) for option in options]
    return any(found) if player is cgt.LEFT else all(found)


@pytest.mark.parametrize("ruleset, characters", [(rulesets.Domineering, "...#"), (rulesets.Clobber, "xo."),
                                                 (rulesets.ToadsAndFrogs, "tf.")])
def test_our_positions_are_its_games(rng, ruleset, characters):
    seen = set()
    for text in boards(rng, characters):
        position = ruleset.parse(text.split("|")[0] * 2 if ruleset is rulesets.ToadsAndFrogs else text)
        for first in (cgt.LEFT, cgt.RIGHT):
            for misere in (False, True):
                game = adapters.to_spiel(position, first, misere=misere)
                state = game.new_initial_state()
                won = wins_of(state, 0, {})
                assert won == left_wins(position, first, misere)
                seen.add((first, misere, won))
    assert len(seen) == 8


def test_actions_mean_the_same_everywhere():
    game = adapters.to_spiel(rulesets.Domineering(3, 3))
    assert game.num_distinct_actions() == 12 and game.max_game_length() == 4
    first = game.new_initial_state()
    assert [first.action_to_string(a) for a in first.legal_actions()][0] == "1,1:# 2,1:#"
    names, longest, waiting = {}, 0, [first]
    while waiting:
        state = waiting.pop()
        longest = max(longest, len(state.history()))
        for action in state.legal_actions():
            name = state.action_to_string(state.current_player(), action)
            assert names.setdefault(action, name) == name
            waiting.append(state.child(action))
    assert longest == 4 and sorted(names) == list(range(12)) and len(set(names.values())) == 12


def test_states_are_copied_whole():
    state = adapters.to_spiel(rulesets.Clobber("xo|ox"), "R").new_initial_state()
    assert state.current_player() == 1
    child = state.child(state.legal_actions()[0])
    assert str(state) == "R xo|ox" and str(child) != str(state) and child.current_player() in (0, pyspiel.PlayerId.TERMINAL)
    assert state.clone().history() == [] and child.clone().history() == child.history()


def test_observations_are_planes():
    pytest.importorskip("numpy")
    game = adapters.to_spiel(rulesets.Clobber("xo.|.xo"))
    seen = game.make_py_observer()
    state = game.new_initial_state()
    seen.set_from(state, 0)
    planes = seen.dict["observation"]
    assert planes.shape == (5, 7) and planes[:4].sum() == 7 and planes[4].sum() == 0  # . o x | and who moves
    before = planes.copy()
    seen.set_from(state.child(state.legal_actions()[0]), 0)
    assert (planes != before).any() and planes[4].all() and (seen.tensor == planes.ravel()).all()
    assert seen.string_from(state, 0) == "L xo.|.xo"
    recalled = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    recalled.set_from(state, 0)
    assert recalled.tensor is None and recalled.string_from(state.child(0), 0) == "0"


def test_games_are_loaded_by_their_parameters():
    game = adapters.to_spiel(rulesets.Subtraction([1, 3])(7), "R", misere=True)
    again = pyspiel.load_game("python_cgt", game.get_parameters())
    assert str(again) == str(game) and again.num_distinct_actions() == game.num_distinct_actions()
    assert str(again.new_initial_state()) == str(game.new_initial_state())
    with pytest.raises(cgt.Error, match="native rulesets"):
        pyspiel.load_game("python_cgt")


def test_what_is_no_game_of_openspiel():
    with pytest.raises(cgt.Error, match="more than 10 positions"):
        adapters.to_spiel(rulesets.Domineering(3, 3), most=10)
    with pytest.raises(cgt.Error, match="play can come back"):
        adapters.to_spiel(rulesets.GenEchess()("K..|..R|k.."), most=10**6)
    with pytest.raises(ValueError):
        adapters.to_spiel(Game("^"), "X")


def test_games_and_positions_of_python():
    state = adapters.to_spiel(Game("{2|^}")).new_initial_state()
    assert sorted(map(state.action_to_string, state.legal_actions())) == ["2"]

    class Own(rulesets.PositionBase):
        def __init__(self, n):
            self.n = n

        def options(self, player):
            return [Own(self.n - k) for k in (1, 2) if k <= self.n]

        def __eq__(self, other):
            return isinstance(other, Own) and self.n == other.n

        def __hash__(self):
            return self.n

        def __str__(self):
            return str(self.n)

    for n in range(8):
        assert wins_of(adapters.to_spiel(Own(n)).new_initial_state(), 0, {}) == (n % 3 != 0)


# --- its games, ours: written as OpenSpiel's own games in Python are ---


def kind(**changed):
    return pyspiel.GameType(**{
        "short_name": "python_test", "long_name": "Test", "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
        "chance_mode": pyspiel.GameType.ChanceMode.DETERMINISTIC,
        "information": pyspiel.GameType.Information.PERFECT_INFORMATION,
        "utility": pyspiel.GameType.Utility.ZERO_SUM, "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
        "max_num_players": 3, "min_num_players": 2, "provides_information_state_string": True,
        "provides_information_state_tensor": False, "provides_observation_string": True,
        "provides_observation_tensor": False, "parameter_specification": {}, **changed})


def game_of(state_class, game_type, actions, length, players=2, least=-1.0, greatest=1.0, chances=0):
    class Test(pyspiel.Game):
        def __init__(self):
            super().__init__(game_type, pyspiel.GameInfo(
                num_distinct_actions=actions, max_chance_outcomes=chances, num_players=players, min_utility=least,
                max_utility=greatest, utility_sum=0.0, max_game_length=length), {})

        def new_initial_state(self):
            return state_class(self)

    return Test()


class Noughts(pyspiel.State):
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self, game):
        super().__init__(game)
        self.cells = ["."] * 9

    def _winner(self):
        return next((self.cells[a] for a, b, c in self.LINES if self.cells[a] == self.cells[b] == self.cells[c] != "."), None)

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else (9 - self.cells.count(".")) % 2

    def _legal_actions(self, player):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def _apply_action(self, action):
        self.cells[action] = "xo"[self.current_player()]

    def _action_to_string(self, player, action):
        return f"{'xo'[player]}{action}"

    def is_terminal(self):
        return self._winner() is not None or "." not in self.cells

    def returns(self):
        won = {"x": 1.0, "o": -1.0, None: 0.0}[self._winner()]
        return [won, -won]

    def __str__(self):
        return "".join(self.cells)


def test_noughts_and_crosses_is_a_draw():
    game = game_of(Noughts, kind(), 9, 9)
    start = adapters.from_spiel(game, key=str)
    found = search.alpha_beta(start)
    assert found.exact and found.value == 0
    # 5,478 states are reached (as in docs/python-search.md), whose histories are many more.
    assert len(search.retrograde(start)) == 5478
    # Between two opposite corners the centre must not answer with a third.
    table = search.minimax(adapters.from_spiel(game).play(0).play(4).play(8))
    assert table.value == 0 and table.best == [1, 3, 5, 7]
    late = game.new_initial_state()
    for action in (0, 3, 1, 4):
        late.apply_action(action)
    assert search.alpha_beta(adapters.from_spiel(late)).line[0] == 2 and search.df_pn(adapters.from_spiel(late)).value


class Dice(pyspiel.State):
    """Player 0 takes 3, or throws a die of four sides, and then takes it or nothing."""

    def __init__(self, game):
        super().__init__(game)
        self.path = []

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return [0, pyspiel.PlayerId.CHANCE, 0][len(self.path)]

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.25), (2, 0.125), (3, 0.125)]

    def _legal_actions(self, player):
        return [0, 1]

    def _apply_action(self, action):
        self.path.append(action)

    def is_terminal(self):
        return self.path[:1] == [0] or len(self.path) == 3

    def returns(self):
        gain = 3.0 if self.path == [0] else (8.0 * self.path[1] - 4 if self.path[2] else 0.0)
        return [gain, -gain]

    def __str__(self):
        return str(self.path)


def test_chance():
    stochastic = kind(chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
    start = adapters.from_spiel(game_of(Dice, stochastic, 2, 3, least=-4.0, greatest=20.0, chances=4))
    expected = fractions.Fraction(1, 4) * 4 + fractions.Fraction(1, 8) * 12 + fractions.Fraction(1, 8) * 20
    for cuts in ("none", "star1", "star2"):
        found = search.expectiminimax(start, cuts=cuts)
        assert found.value == expected and found.best == [1]


class Three(pyspiel.State):
    """Each of three players in turn takes a card for himself; payoffs are vectors."""

    def __init__(self, game):
        super().__init__(game)
        self.taken = []

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else len(self.taken)

    def _legal_actions(self, player):
        return [card for card in range(4) if card not in self.taken]

    def _apply_action(self, action):
        self.taken.append(action)

    def is_terminal(self):
        return len(self.taken) == 3

    def returns(self):
        return [float(card) for card in self.taken]

    def __str__(self):
        return str(self.taken)


def test_three_players():
    general = kind(utility=pyspiel.GameType.Utility.GENERAL_SUM)
    start = adapters.from_spiel(game_of(Three, general, 4, 3, players=3, least=0.0, greatest=3.0))
    assert search.max_n(start).value == (3, 2, 1)


@pytest.mark.parametrize("changed, why", [
    ({"information": pyspiel.GameType.Information.IMPERFECT_INFORMATION}, "hidden information"),
    ({"dynamics": pyspiel.GameType.Dynamics.SIMULTANEOUS}, "simultaneous moves"),
    ({"chance_mode": pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC}, "samples"),
])
def test_what_the_searches_are_not_right_for(changed, why):
    with pytest.raises(cgt.Error, match=why):
        adapters.from_spiel(game_of(Noughts, kind(**changed), 9, 9))


def test_there_and_back(rng):
    seen = set()
    for text in boards(rng, "xo."):
        for first in "LR":
            position = rulesets.Clobber.parse(text)
            value = search.alpha_beta(adapters.from_spiel(adapters.to_spiel(position, first), key=str)).value
            assert value == search.alpha_beta(search.Play(position, cgt.Player(first))).value
            seen.add(value)
    assert seen == {1, -1}


def test_nothing_is_loaded_before_it_is_asked_for():
    code = "import cgt, sys; sys.exit(any(n in sys.modules for n in ('pyspiel', 'sage', 'ipywidgets', 'numpy')))"
    subprocess.run([sys.executable, "-c", code], check=True)
