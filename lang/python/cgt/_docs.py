"""Docstrings, signatures and refusals of what is compiled. The module asks for them when somebody looks."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from typing import Any, Dict, List, Optional, Sequence

# What a parameter of that name is, where the compiled signature knows no more than that it is an object.
_KINDS = {
    "budget": "Optional[Budget]",
    "store": "Optional[Store]",
    "player": "Union[Player, str]",
    "first": "Union[Player, str]",
    "left": "Iterable",
    "right": "Iterable",
}
_WORDS = {
    "int": "a whole number",
    "str": "a text",
    "bool": "True or False",
    "float": "a number",
    "Iterable": "a list",
    "Game": "a Game",
    "Ruleset": "a ruleset such as rulesets.Clobber()",
    "Sum": "a Sum",
}


def signature(name: str, text: str, *_: str) -> inspect.Signature:
    """The signature that a text says: "(self, t, *, budget=None) -> Game", with pybind11's types or without."""
    text = text.replace("$self, /", "self").replace("$self", "self")
    text = re.sub(r"(?:cgt\._cgt\.|cgt::python::Py|\w+::)", "", text)
    head, _arrow, result = text.partition(") -> ")
    tree = ast.parse(f"def f{head if head.endswith(')') else head + ')'}: pass").body[0]
    assert isinstance(tree, ast.FunctionDef)
    given = tree.args
    Parameter = inspect.Parameter
    found: List[inspect.Parameter] = []

    def add(argument: ast.arg, kind: Any, default: Any) -> None:
        of_type = ast.unparse(argument.annotation) if argument.annotation else "object"
        if of_type == "object":
            of_type = _KINDS.get(argument.arg, "")
        found.append(
            Parameter(
                argument.arg,
                kind,
                default=Parameter.empty if default is None else ast.literal_eval(default),
                annotation=of_type or Parameter.empty,
            )
        )

    defaults: List[Any] = [None] * (len(given.args) - len(given.defaults)) + list(given.defaults)
    for argument, default in zip(given.args, defaults):
        # What makes an object is called with the class or the object itself in front.
        is_self = not found and argument.arg == "self"
        add(argument, Parameter.POSITIONAL_ONLY if is_self else Parameter.POSITIONAL_OR_KEYWORD, default)
    if found and found[0].name in ("self", "cls"):
        found[0] = found[0].replace(annotation=Parameter.empty)
    if given.vararg:
        add(given.vararg, Parameter.VAR_POSITIONAL, None)
    for argument, default in zip(given.kwonlyargs, given.kw_defaults):
        add(argument, Parameter.KEYWORD_ONLY, default)
    if given.kwarg:
        add(given.kwarg, Parameter.VAR_KEYWORD, None)
    return inspect.Signature(
        found, return_annotation=result if result not in ("", "object") else inspect.Signature.empty
    )


def _fits(value: Any, kind: str) -> bool:
    """Is the value what the type of pybind11 says, as far as that can be told?"""
    if kind.startswith("Optional[") or kind.startswith("Union["):
        inner = kind[kind.index("[") + 1 : -1].split(", ")
        return (value is None and kind.startswith("Optional")) or any(_fits(value, k) for k in inner)
    if kind == "int":
        return hasattr(value, "__index__") and value.__index__() >= 0
    if kind in ("Iterable", "list") or kind.startswith("List["):
        return hasattr(value, "__iter__")
    if kind == "float":
        return hasattr(value, "__float__")
    plain = {"str": str, "bool": bool, "dict": dict, "bytes": bytes}.get(kind)
    if plain is not None:
        return isinstance(value, plain)
    return kind in (cls.__name__ for cls in type(value).__mro__)


def _words(kind: str) -> str:
    if kind.startswith("Optional["):
        return f"{_words(kind[9:-1])} or None"
    if kind.startswith("List["):
        return "a list"
    return _WORDS.get(kind, f"a {kind}")


def _caller(name: str) -> str:
    """The public function of the package that called this private one."""
    frame = sys._getframe(2)
    if not name.startswith("_") or not frame.f_globals.get("__name__", "").startswith("cgt."):
        return name
    called = frame.f_code.co_name
    return type(frame.f_locals["self"]).__name__ if called == "__init__" else called


def refusal(name: str, text: str, is_method: bool, places: Sequence[Any], names: Dict[str, Any]) -> str:
    """What is wrong with the arguments of a call."""
    whole = signature(name, text)
    name = _caller(name)
    parameters = list(whole.parameters.values())[1 if is_method else 0 :]
    places = places[1:] if is_method else places
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in parameters]
    shown = inspect.Signature(plain)
    try:
        bound = shown.bind(*places, **names)
    except TypeError as wrong:
        named = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
        if str(wrong) == "too many positional arguments" and named:
            last = f"{named[0]}={places[-1]!r}" if len(places) == 1 else f"{named[0]}=..."
            return f"{name}() takes {_listed(named)} by name: {name}({last})"
        return f"{name}(): {wrong}: {name}{shown}"
    for parameter in parameters:
        if parameter.name not in bound.arguments or parameter.kind in (
            parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD
        ):
            continue
        value, kind = bound.arguments[parameter.name], str(parameter.annotation)
        if parameter.annotation is parameter.empty or _fits(value, kind):
            continue
        inner = kind[9:-1] if kind.startswith("Optional[") else kind
        if inner == "int" and isinstance(value, int):
            return f"{name}() needs {parameter.name} of at least 0, not {value}"
        hint = f"; a list of one is [{value!r}]" if inner == "Iterable" else ""
        return f"{name}() needs {_words(kind)} for {parameter.name}, not {value!r}{hint}"
    large = [f"{k}={v}" for k, v in bound.arguments.items() if isinstance(v, int) and abs(v) > 1 << 31]
    if large:
        return f"{name}(): {large[0]} is too large"
    return f"{name}() does not take these arguments: {name}{shown}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


# Examples of the language in Python.

_BUDGET = "``budget``: the limits of this call (``cgt.budget``); a spent one raises BudgetExhausted."
_LOOPY = re.compile(r"\b(?:on|off|over|under|upon|dud|pass)\b")
_NUMBER = re.compile(r"-?\d+(?:/\d+)?$")


def docstring(name: str, text: str, doc: str, owner: str, row: str, example: str, setup: str) -> str:
    """The docstring of a function. Of a row of the language: its line, the budget and an example that runs."""
    if not example:
        return doc
    return f"{doc}\n\n{_BUDGET}\n\n    {_example(name, text, owner, row, example, setup)}\n"


def _example(name: str, text: str, owner: str, row: str, example: str, setup: str) -> str:
    call, arrow, result = example.partition(" --> ")
    if arrow and owner and not setup and "\n" not in result:
        python = _call(name, owner, row, call)
        if python and text.startswith("property"):
            python = python.removesuffix("()")
        shown = _result(text.partition(" -> ")[2], result) if python else None
        if shown is not None:
            return f">>> {python}\n    {shown}"
    if result.startswith("!!"):
        trace = "Traceback (most recent call last):\n    ..."
        return f">>> lang.Session().run({call!r})\n    {trace}\n    cgt.Error: ...{result[2:]}..."
    # Whatever the language can say.
    script = "; ".join([*setup.splitlines(), call]) if setup else call
    lines = result.rstrip().splitlines()
    if any(line != line.rstrip() for line in lines) or not lines:
        return f">>> _ = lang.Session().run({script!r})"
    block = "\n    ".join(line or "<BLANKLINE>" for line in lines)
    shown = ".output.rstrip()" if call.endswith(";") else ".text"
    return f">>> print(lang.Session().run({script!r}){shown})\n    {block}"


def _unwrapped(text: str) -> str:
    """Without parentheses around all of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1]


def _receiver(owner: str, text: str) -> Optional[str]:
    text = _unwrapped(text)
    if owner == "Number":
        if text.lstrip("-").isdigit():
            return f"Game({text})"
        denominator = text.partition("/")[2]
        return f"Game({text!r})" if denominator.isdigit() and int(denominator).bit_count() == 1 else None
    if owner == "Game":
        if _LOOPY.search(text):
            return None
        return f"Game({text!r})"
    if owner == "Loopy":
        return f"loopy.parse({text!r})"
    if owner == "KoGraph" and text.startswith("game.ko.Graph("):
        return f"ko.Graph({text[14:-1]})"
    if owner in ("Position", "Ruleset") and re.fullmatch(r'game\.(?:heap|grid)\.\w+(?:\([\d"+a-z.|]*\))?', text):
        return f"rulesets.{text.split('.', 2)[2]}"
    return None


def _argument(text: str) -> Optional[str]:
    text = text.strip()
    if text in ("Left", "Right"):
        return repr(text[0])
    if text.lstrip("-").isdigit():
        return text
    if re.fullmatch(r'[-+*^v/\d{}|<>]+|"[^"]*"', text):
        return text if text.startswith('"') else repr(text) if _NUMBER.match(text) else f"Game({text!r})"
    return None


def _call(name: str, owner: str, row: str, call: str) -> Optional[str]:
    """G.Row, G.Row(h) and G Row h as a call of Python."""
    infix = re.fullmatch(rf"(.+) {row} (.+)", call)
    dotted = re.fullmatch(rf"(.+?)\.{row}(?:\(([^()]*)\))?", call)
    found = infix or dotted
    if not found:
        return None
    receiver = _receiver(owner, found[1])
    arguments = [_argument(a) for a in (found[2] or "").split(",") if a]
    if receiver is None or None in arguments or receiver.startswith("rulesets.") and "(" not in receiver:
        return None
    return f"{receiver}.{name}({', '.join(a or '' for a in arguments)})"


def _items(text: str) -> List[str]:
    """What stands between the commas of the outermost brackets."""
    out, depth, start = [], 0, 1
    for i, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 1 and letter == "," or depth == 0 and i == len(text) - 1:
            out.append(text[start:i])
            start = i + 1
    return [item for item in out if item]


def _result(kind: str, text: str) -> Optional[str]:
    """How Python shows what the language prints; None where that is not sure."""
    if text in ("true", "false"):
        return text.capitalize()
    if text in ("N", "P", "L", "R", "D"):
        return f"<Outcome.{text}: {text!r}>"
    if kind.startswith("List[") and text[:1] + text[-1:] in ("[]", "{}"):
        items = [_result(kind[5:-1], item) for item in _items(text)]
        return None if None in items else f"[{', '.join(item or '' for item in items)}]"
    if kind == "Fraction" and _NUMBER.fullmatch(text):
        return f"Fraction({text.replace('/', ', ') if '/' in text else text + ', 1'})"
    if "Game" in kind:
        return f"loopy.parse({text!r})" if _LOOPY.search(text) else f"Game({text!r})"
    if text.startswith('"') and kind in ("", "str") and "\\" not in text:
        return repr(text[1:-1])
    if _NUMBER.fullmatch(text):
        return f"Fraction({text.replace('/', ', ')})" if "/" in text else text
    is_game = re.fullmatch(r"[-+*^v/\d{}|<>]+|Tiny\(\d+\)|Miny\(\d+\)", text) and not re.match(r"\d+\^", text)
    if kind == "" and is_game:
        # A set or a game: braces without a bar are a set.
        return f"Game({text!r})" if "|" in text or "{" not in text else None
    return None
