"""What cgt.adapters asks of OpenSpiel and SageMath, after their published interfaces: Debian has neither library.

OpenSpiel: open_spiel/python/pybind11/pyspiel.cc and python_games.cc (a clone is a new first state with deep copies of
what Python keeps in it; actions are applied by _apply_action). SageMath: the reference manual on coercion (one parent:
_add_, _sub_, _richcmp_; else a coercion by _coerce_map_from_, else an action by _acted_upon_), QQ and ZZ as they
construct elements (_rational_, _integer_, pairs), latex (_latex_). Where the real libraries are, these are not used.
"""

import copy
import enum
import fractions
import importlib.util
import numbers
import sys
import types


def _module(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    return module


# --- OpenSpiel ---


class GameType:
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS MEAN_FIELD")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "ONE_SHOT PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")

    def __init__(self, short_name, long_name, dynamics, chance_mode, information, utility, reward_model, max_num_players,
                 min_num_players, provides_information_state_string, provides_information_state_tensor,
                 provides_observation_string, provides_observation_tensor, parameter_specification=None,
                 default_loadable=True, provides_factored_observation_string=False):
        self.__dict__.update(locals())


class GameInfo:
    def __init__(self, num_distinct_actions, max_chance_outcomes, num_players, min_utility, max_utility,
                 utility_sum=0.0, *, max_game_length):
        self.__dict__.update(locals())


class IIGObservationType:
    def __init__(self, public_info=True, *, perfect_recall):
        self.public_info, self.perfect_recall = public_info, perfect_recall


class PlayerId(enum.IntEnum):
    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    SIMULTANEOUS = -2


class SpielGame:
    def __init__(self, game_type, game_info, parameters):
        for value in parameters.values():
            assert isinstance(value, (str, int, bool, float)), value
        self._type, self._info, self._parameters = game_type, game_info, parameters

    def __str__(self):
        given = ",".join(f"{name}={value}" for name, value in sorted(self._parameters.items()))
        return f"{self._type.short_name}({given})"

    def get_type(self):
        return self._type

    def get_parameters(self):
        return dict(self._parameters)


for _name in ("num_distinct_actions", "num_players", "min_utility", "max_utility", "utility_sum", "max_game_length"):
    setattr(SpielGame, _name, lambda self, name=_name: getattr(self._info, name))


class SpielState:
    # Beside what Python keeps in a state, which __dict__ holds, there is what C++ keeps.
    __slots__ = ("_in_cpp", "__dict__")

    def __init__(self, game):
        self._in_cpp = {"game": game, "history": []}

    def get_game(self):
        return self._in_cpp["game"]

    def history(self):
        return list(self._in_cpp["history"])

    def history_str(self):
        return ", ".join(map(str, self.history()))

    def legal_actions(self, player=None):
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        player = self.current_player() if player is None else player
        found = self._legal_actions(player) if player == self.current_player() else []
        assert found == sorted(set(found)) and all(0 <= a < self.get_game().num_distinct_actions() for a in found)
        return found

    def apply_action(self, action):
        assert action in self.legal_actions()
        self._apply_action(action)
        self._in_cpp["history"].append(action)
        assert len(self._in_cpp["history"]) <= self.get_game().max_game_length()

    def clone(self):
        found = self.get_game().new_initial_state()
        for name, value in self.__dict__.items():
            setattr(found, name, copy.deepcopy(value))
        found._in_cpp["history"] = self.history()
        return found

    def child(self, action):
        found = self.clone()
        found.apply_action(action)
        return found

    def action_to_string(self, *arguments):
        player, action = arguments if len(arguments) == 2 else (self.current_player(), *arguments)
        return self._action_to_string(player, action)

    def is_chance_node(self):
        return self.current_player() == PlayerId.CHANCE


def _pyspiel():
    creators = {}

    def register_game(game_type, creator):
        creators[game_type.short_name] = (game_type, creator)

    def load_game(name, parameters=None):
        game_type, creator = creators[name]
        return creator({**(game_type.parameter_specification or {}), **(parameters or {})})

    return _module("pyspiel", GameType=GameType, GameInfo=GameInfo, PlayerId=PlayerId,
                   IIGObservationType=IIGObservationType, Game=SpielGame, State=SpielState, register_game=register_game, load_game=load_game)


# --- SageMath ---


class Parent:
    def __init__(self, base=None, *, category=None):
        self._category = category

    @property
    def element_class(self):
        return self.Element

    def __call__(self, *arguments):
        if arguments and isinstance(arguments[0], Element) and arguments[0].parent() is self:
            return arguments[0]
        return self._element_constructor_(*arguments)

    def coerce(self, x):
        if isinstance(x, int):
            x = ZZ(x)
        if x.parent() is not self and not self._coerce_map_from_(x.parent()):
            raise TypeError(f"no canonical coercion from {x.parent()} to {self}")
        return self(x)

    def _coerce_map_from_(self, other):
        return None

    def __repr__(self):
        return self._repr_()


class UniqueRepresentation:
    pass


class CommutativeAdditiveGroups:
    pass


class Element:
    def __init__(self, parent):
        self._parent = parent

    def parent(self):
        return self._parent

    def __repr__(self):
        return self._repr_()

    def _common(self, other):
        """Both in one parent, or None."""
        if isinstance(other, int) and not isinstance(other, Element):
            other = ZZ(other)
        if not isinstance(other, Element):
            return None
        for parent in (self.parent(), other.parent()):
            try:
                return parent.coerce(self), parent.coerce(other)
            except TypeError:
                pass
        return None

    def _both(self, other, name):
        both = self._common(other)
        return NotImplemented if both is None else getattr(both[0], name)(both[1])

    def __add__(self, other):
        return self._both(other, "_add_")

    __radd__ = __add__

    def __sub__(self, other):
        return self._both(other, "_sub_")

    def __neg__(self):
        return self._neg_()

    def __mul__(self, other):
        found = self._acted_upon_(other, True)
        return NotImplemented if found is None else found

    def __rmul__(self, other):
        found = self._acted_upon_(other, False)
        return NotImplemented if found is None else found

    def _acted_upon_(self, actor, self_on_left):
        return None


def _compared(op):
    def compare(self, other):
        both = self._common(other)
        if both is None:
            return NotImplemented
        return both[0]._richcmp_(both[1], op)
    return compare


for _op, _name in enumerate(("__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__")):
    setattr(Element, _name, _compared(_op))


class _Number(Element):
    def __init__(self, parent, value):
        super().__init__(parent)
        self.value = value

    def numerator(self):
        return ZZ(self.value.numerator)

    def denominator(self):
        return ZZ(self.value.denominator)

    def __int__(self):
        assert self.value.denominator == 1
        return int(self.value)

    __index__ = __int__

    def __hash__(self):
        return hash(self.value)

    def _repr_(self):
        return str(self.value)

    def _add_(self, other):
        return type(self)(self.parent(), self.value + other.value)

    def _richcmp_(self, other, op):
        a, b = self.value, other.value
        return [a < b, a <= b, a == b, a != b, a > b, a >= b][op]


# So do Sage's rings; their numerators are methods all the same.
numbers.Rational.register(_Number)


class _Numbers(Parent):
    Element = _Number

    def __init__(self, name, asked):
        super().__init__()
        self._name, self._asked = name, asked

    def _repr_(self):
        return self._name

    def _element_constructor_(self, x=0):
        if hasattr(x, self._asked):
            x = x._rational_() if self._asked == "_rational_" else x._integer_(self)
        if isinstance(x, _Number):
            x = x.value
        if isinstance(x, tuple):
            x = fractions.Fraction(*map(int, x))
        if not isinstance(x, (int, fractions.Fraction)):
            raise TypeError(f"unable to convert {x!r} to an element of {self}")
        if self is ZZ and x.denominator != 1:
            raise TypeError("no conversion of this rational to integer")
        return self.element_class(self, fractions.Fraction(x))

    def _coerce_map_from_(self, other):
        return self is QQ and other is ZZ


ZZ = _Numbers("Integer Ring", "_integer_")
QQ = _Numbers("Rational Field", "_rational_")


def latex(x):
    return x._latex_() if hasattr(x, "_latex_") else str(x)


def _sage():
    yield _module("sage", __path__=[])
    yield _module("sage.all", ZZ=ZZ, QQ=QQ, latex=latex)
    for package in ("structure", "categories", "rings"):
        yield _module(f"sage.{package}", __path__=[])
    yield _module("sage.structure.parent", Parent=Parent)
    yield _module("sage.structure.element", Element=Element)
    yield _module("sage.structure.unique_representation", UniqueRepresentation=UniqueRepresentation)
    yield _module("sage.categories.commutative_additive_groups", CommutativeAdditiveGroups=CommutativeAdditiveGroups)
    yield _module("sage.rings.integer_ring", ZZ=ZZ)
    yield _module("sage.rings.rational_field", QQ=QQ)


def install():
    """Puts them where the libraries would be, once, unless they are there."""
    if "pyspiel" not in sys.modules and importlib.util.find_spec("pyspiel") is None:
        sys.modules["pyspiel"] = _pyspiel()
    if "sage" not in sys.modules and importlib.util.find_spec("sage") is None:
        sys.modules.update((module.__name__, module) for module in _sage())
