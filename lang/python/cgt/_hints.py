"""What other programs call things: the message about the missing attribute says what it is called here."""

from __future__ import annotations

from typing import Any, Dict

from . import _cgt

_HINTS: Dict[str, str] = {
    "value": "a Game is its value; positions have value()",
    "simplify": "games are in canonical form always",
    "canonical": "canonical_form()",
    "grundy": "nim_value()",
    "grundy_value": "nim_value()",
    "nimber": "nim_value()",
    "nim_sum_value": "nim_value()",
    "is_fuzzy": "confused(other)",
    "fuzzy": "confused(other)",
    "is_confused": "confused(other)",
    "incomparable": "confused(other)",
    "is_incomparable": "confused(other)",
    "is_confused_with": "confused(other)",
    "mean_value": "mean()",
    "temp": "temperature()",
    "to_latex": "latex()",
    "to_json": "json()",
    "to_dict": "json()",
    "to_svg": "svg()",
    "draw": "svg(), or cgt.adapters.plot() with matplotlib",
    "show": "svg(), or cgt.adapters.plot() with matplotlib",
    "negative": "-g",
    "neg": "-g",
    "inverse": "-g",
    "left_moves": "left, or options('L')",
    "right_moves": "right, or options('R')",
    "moves": "options(player)",
    "children": "options()",
    "winner": "outcome()",
    "who_wins": "outcome()",
    "wins": "outcome(), or cgt.sums.Sum([g]).wins(player)",
    "best_move": "cgt.sums.Sum([g]).winning_moves(player)",
    "best_moves": "cgt.sums.Sum([g]).winning_moves(player)",
    "winning_moves": "cgt.sums.Sum([g]).winning_moves(player)",
    "solve": "value() or outcome()",
    "evaluate": "value()",
    "game_value": "value()",
    "day": "birthday()",
    "misere_outcome": "misere_outcome_class()",
    "misere_value": "misere_canonical_form()",
    "board": "text",
    "play": "options(player), a list of positions",
    "graph": "cgt.adapters.graph(g), a graph of networkx",
    "to_networkx": "cgt.adapters.graph(g)",
    "to_pandas": "cgt.adapters.frame([g])",
    "empty": "the ruleset called with rows and columns: rulesets.Domineering(2, 4)",
    "position": "parse(text), or the ruleset called with a board",
    "from_string": "parse(text)",
    "from_text": "parse(text)",
}


def _missing(self: Any, name: str) -> Any:
    message = f"{type(self).__name__!r} object has no attribute {name!r}"
    hint = _HINTS.get(name)
    raise AttributeError(f"{message}: that is {hint}" if hint else message, name=name, obj=self)


for _class in (_cgt.Game, _cgt.Position, _cgt.Ruleset, _cgt.Thermograph, _cgt.Sum):
    setattr(_class, "__getattr__", _missing)
