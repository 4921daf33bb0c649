"""The examples of every docstring, and of the tutorial."""

import doctest
import inspect
import os
import pathlib

import pytest

import cgt
from cgt import _cgt, _errors, _names, census, go, htn, ko, lang, loopy, misere, pathology, pob, rulesets, search, sums

ROOT = pathlib.Path(os.environ.get("CGT_SOURCE", pathlib.Path(__file__).parents[2]))
NAMES = {**vars(cgt), "cgt": cgt, "Sum": cgt.sums.Sum}


def docstrings():
    """(name, text, globals) of everything that has a docstring with an example."""
    seen = set()

    def look(name, thing, names):
        text = inspect.getdoc(thing) if getattr(thing, "__doc__", None) else None
        if text and ">>>" in text and (text, name) not in seen:
            seen.add((text, name))
            yield name, text, names
        if inspect.isclass(thing) or inspect.ismodule(thing):
            for inner in vars(thing):
                value = getattr(thing, inner)
                home = getattr(value, "__module__", None) or ""
                if inspect.ismodule(value) or (inspect.ismodule(thing) and not home.startswith(thing.__name__)):
                    continue
                raw = vars(thing)[inner]
                yield from look(f"{name}.{inner}", raw if isinstance(raw, property) else value, names)

    own = (_errors, _names, census, go, htn, htn._plans, htn.hddl, ko, lang, loopy, misere, pathology, pob, rulesets, search, sums)
    for module in (cgt, _cgt, *own):
        yield from look(module.__name__, module, {**NAMES, **vars(module)})


FOUND = list(docstrings())
PUBLIC = (
    cgt.Game, cgt.Store, cgt.Thermograph, rulesets.Position, sums.Sum, go.Endgame,
    *(getattr(m, n) for m in (search, pob, htn, htn.hddl, ko, loopy, misere, census, pathology)
      for n in m.__all__ if n[0].isupper() and n not in ("CHANCE", "MEASURES", "Value")),
)


def run(name, text, names):
    if "Subtraction" in text:
        names = {**names, "Subtraction": cgt.rulesets.Subtraction}
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, None, 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("name, text, names", FOUND, ids=[name for name, _, _ in FOUND])
def test_docstring(name, text, names, monkeypatch):
    monkeypatch.chdir(ROOT)
    run(name, text, names)


def test_most_of_the_interface_has_examples():
    assert len(FOUND) >= 30


def test_everything_public_is_documented():
    silent = [
        f"{cls.__name__}.{name}"
        for cls in PUBLIC
        for name in vars(cls)
        # Fields of dataclasses are told in the docstring of the class.
        if not name.startswith("_") and name not in getattr(cls, "__dataclass_fields__", ())
        and not (getattr(cls, name).__doc__ or "").strip()
    ]
    allowed = {"is_number", "is_integer", "text", "name", "size", "komi", "utility_range"}
    assert not {s for s in silent if s.split(".")[1] not in allowed}


@pytest.mark.parametrize("page, least", [("docs/python.md", 12), ("README.md", 1)])
def test_page(page, least, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = [b.split("```")[0] for b in (ROOT / page).read_text().split("```python\n")[1:]]
    assert len(blocks) >= least
    run(page, "\n".join(blocks), {"__name__": "__main__"})
