"""Writes the stubs of the compiled module: those written by hand, and in them the rows of the language.

stubs.py FOLDER SOURCE TARGET: `# rows: CLASS` in SOURCE becomes the rows of the class, as the package in FOLDER has
them, and `# values` the classes that are made of rows alone.
"""

import pathlib
import re
import sys


def method(name, _, parameters, doc, result, is_property):
    """The stub of one row, with its docstring."""
    types = {"player": "_PlayerLike", "komaster": "_PlayerLike"}
    given = [f"{p}: {types.get(p, 'Any') if required else 'Any = ...'}" for p, required in parameters]
    result = result or ("bool" if re.match("is_|has_", name) else "Any")
    head = f"    def {name}({', '.join(['self', *given])}, *, budget: Optional[Budget] = ...) -> {result}:"
    if is_property:
        head = f"    @property\n    def {name}(self) -> {result}:"
    doc = doc.replace("\\", "\\\\").replace('"""', "'''").replace("\n", "\n        ").replace("\n        \n", "\n\n")
    return f'{head}\n        """{doc} """\n' if doc.endswith('"') else f'{head}\n        """{doc}"""\n'


def main(folder, source, target):
    sys.path.insert(0, folder)
    from cgt import _cgt

    rows = {}
    for owner, *row in _cgt._rows:
        rows.setdefault(owner, []).append(method(*row))
    text = pathlib.Path(source).read_text()
    text = re.sub(r"^    # rows: (\w+)\n", lambda found: "".join(rows.pop(found[1], [])), text, flags=re.M)
    classes = [f'class {name}(Value):\n    """{getattr(_cgt, name).__doc__}"""\n\n{"".join(rows[name])}\n' for name in rows]
    pathlib.Path(target).write_text(text.replace("# values\n", "".join(classes)))


if __name__ == "__main__":
    main(*sys.argv[1:])
