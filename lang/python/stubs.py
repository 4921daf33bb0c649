"""Writes the stubs of the compiled module: those written by hand, with the docstrings, the rows and the rulesets.

stubs.py FOLDER SOURCE TARGET: `# rows: CLASS` in SOURCE becomes the rows of the class, as the package in FOLDER has
them, and `# values` the classes that are made of rows alone. Every class and function gets the docstring that it
has. Beside TARGET, _rulesets.pyi names the rulesets.
"""

import inspect
import pathlib
import re
import sys


def docstring(doc, indent):
    """Lines with the docstring, quoted."""
    doc = doc.strip().replace("\\", "\\\\").replace('"""', "'''")
    doc = "\n".join(indent + line if line.strip() else "" for line in doc.splitlines())
    doc = doc + " " if doc.endswith('"') else doc
    return f'{indent}"""{doc[len(indent):]}"""\n'


def method(name, _, parameters, doc, result, is_property):
    """The stub of one row; its docstring is added with all others."""
    types = {"player": "_PlayerLike", "komaster": "_PlayerLike"}
    given = [f"{p}: {types.get(p, 'Any') if required else 'Any = ...'}" for p, required in parameters]
    result = result or ("bool" if re.match("is_|has_", name) else "Any")
    if is_property:
        return f"    @property\n    def {name}(self) -> {result}: ...\n"
    return f"    def {name}({', '.join(['self', *given])}, *, budget: Optional[Budget] = ...) -> {result}: ...\n"


def with_docstrings(text, module):
    """The stubs with a docstring in each class and function."""
    out, owner, head = [], module, None
    for line in text.splitlines(keepends=True):
        out.append(line)
        if line.strip() and not line.startswith((" ", ")", "#", '"')):
            owner = module
        if found := re.match(r"class (\w+).*:\s*(\.\.\.)?$", line):
            owner = getattr(module, found[1], None)
            if owner is not None and owner.__doc__ and not found[2]:
                out.append(docstring(owner.__doc__, "    "))
        if found := re.match(r"( *)def (\w+)\(", line):
            head = found
        if head and line.rstrip().endswith(": ..."):
            indent, name = head[1], head[2]
            head = None
            doc = None if name.startswith("__") else inspect.getdoc(inspect.getattr_static(owner, name, None))
            if doc and owner is not None and hasattr(owner, name):
                out[-1] = line.replace(": ...", ":")
                out.append(docstring(doc, indent + "    "))
    return "".join(out)


def main(folder, source, target):
    sys.path.insert(0, folder)
    import cgt
    from cgt import _cgt

    rows = {}
    for owner, *row in _cgt._rows:
        rows.setdefault(owner, []).append(method(*row))
    text = pathlib.Path(source).read_text()
    text = re.sub(r"^    # rows: (\w+)\n", lambda found: "".join(rows.pop(found[1], [])), text, flags=re.M)
    classes = [f"class {name}(Value):\n{''.join(rows[name])}\n" for name in rows]
    text = text.replace("# values\n", "".join(classes))
    pathlib.Path(target).write_text(with_docstrings(text, _cgt))
    names = "".join(
        f"{family.__name__}: Family\n{docstring(family.__doc__, '')}" for family in cgt.rulesets.all_rulesets()
    )
    rulesets = f"from typing import Dict\n\nfrom ._family import Family\n\n{names}\nFAMILIES: Dict[str, Family]\n"
    pathlib.Path(target).with_name("_rulesets.pyi").write_text(rulesets)


if __name__ == "__main__":
    main(*sys.argv[1:])
