"""The examples of every docstring, and of the tutorial."""

import doctest
import enum
import inspect
import os
import pathlib
import pydoc

import pytest

import cgt
import fakes
from cgt import _cgt, htn, lang

fakes.install()

ROOT = pathlib.Path(os.environ.get("CGT_SOURCE", pathlib.Path(__file__).parents[2]))
NAMES = {**vars(cgt), "cgt": cgt, "Sum": cgt.sums.Sum}


MODULES = (cgt, *(getattr(cgt, name) for name in cgt.__all__ if inspect.ismodule(getattr(cgt, name))), htn.hddl)
CLASSES = (_cgt.Value, _cgt.KoGraph, _cgt.KoThermograph, _cgt.Misere, _cgt.MisereQuotient, _cgt.Loopy, _cgt.Endgame)


def members(cls):
    """(name, what the class holds) of its public members. Fields of dataclasses are told by the class."""
    fields = getattr(cls, "__dataclass_fields__", ())
    for name, raw in vars(cls).items():
        is_member = isinstance(raw, (property, staticmethod, classmethod)) or callable(raw)
        if not name.startswith("_") and name not in fields and is_member and not isinstance(raw, enum.Enum):
            yield name, getattr(cls, name) if isinstance(raw, (staticmethod, classmethod)) else raw


def public():
    """(name, object, names of its examples) of everything public, each once."""
    seen = set()
    for module in MODULES:
        names = {**NAMES, **vars(module)}
        # What the example of the module defines may be used by those of its members.
        exec_example(module.__doc__, names)
        for name in module.__all__:
            thing = getattr(module, name)
            if id(thing) in seen or not (inspect.isclass(thing) or inspect.isroutine(thing)):
                continue
            seen.add(id(thing))
            yield f"{module.__name__}.{name}", thing, names
            if inspect.isclass(thing):
                for inner, member in members(thing):
                    yield f"{module.__name__}.{name}.{inner}", member, names
    for cls in CLASSES:
        for inner, member in members(cls):
            yield f"cgt._cgt.{cls.__name__}.{inner}", member, NAMES
    for space in (lang.functions, lang.game):
        yield from functions(space, "lang.functions" if space is lang.functions else "lang.game")


def functions(space, path):
    """Those of a package of the language, and of the packages in it."""
    for name in dir(space):
        if name.startswith("_") or (path, name) == ("lang.functions", "game"):
            continue
        thing = getattr(space, name)
        if isinstance(thing, lang.Namespace):
            yield from functions(thing, f"{path}.{name}")
        elif type(thing).__name__ == "function":
            yield f"{path}.{name}", thing, NAMES


def exec_example(doc, names):
    for example in doctest.DocTestParser().get_examples(doc or ""):
        if example.source.lstrip().startswith(("@", "class ", "def ", "from ", "import ")) or "=" in example.source:
            exec(example.source, names)


PUBLIC = list(public())
FOUND = [
    (name, inspect.getdoc(thing), names) for name, thing, names in PUBLIC if ">>>" in (inspect.getdoc(thing) or "")
] + [(module.__name__, module.__doc__, {**NAMES, **vars(module)}) for module in MODULES if ">>>" in module.__doc__]


def run(name, text, names):
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, None, 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("name, text, names", FOUND, ids=[name for name, _, _ in FOUND])
def test_docstring(name, text, names, monkeypatch):
    for library in ("networkx", "pandas", "matplotlib", "ipywidgets") if name.startswith("cgt.adapters") else ():
        pytest.importorskip(library)
    monkeypatch.chdir(ROOT)
    run(name, text, names)


def test_every_public_name_has_signature_docstring_and_example():
    """Constants aside; a class that others make has a signature, too, which takes nothing."""
    assert len(PUBLIC) > 600
    lacking = []
    for name, thing, _ in PUBLIC:
        doc = inspect.getdoc(thing) or ""
        if not isinstance(thing, property):
            try:
                inspect.signature(thing)
            except (TypeError, ValueError):
                lacking.append(f"{name}: signature")
        if not doc:
            lacking.append(f"{name}: docstring")
        elif ">>>" not in doc:
            lacking.append(f"{name}: example")
    assert not lacking, f"{len(lacking)} of {len(PUBLIC)}: {lacking}"


def test_help_finds_the_docstring():
    for name, thing, _ in PUBLIC:
        first = inspect.getdoc(thing).splitlines()[0].strip()
        assert first in pydoc.plain(pydoc.render_doc(thing)), name


@pytest.mark.parametrize("page, least", [("docs/python.md", 9), ("docs/python-search.md", 3),
                                         ("docs/python-adapters.md", 4), ("docs/tutorials/programmer.md", 4),
                                         ("README.md", 1)])
def test_page(page, least, monkeypatch):
    for library in ("networkx", "pandas", "matplotlib", "ipywidgets") if "adapters" in page else ():
        pytest.importorskip(library)
    monkeypatch.chdir(ROOT)
    blocks = [b.split("```")[0] for b in (ROOT / page).read_text().split("```python\n")[1:]]
    assert len(blocks) >= least
    run(page, "\n".join(blocks), {"__name__": "__main__"})
