"""Writes the stubs of the compiled module: those written by hand, and in them the rows of the language.

stubs.py FOLDER SOURCE TARGET: `# rows` at the end of a class in SOURCE becomes its rows, as the package in FOLDER has them.
"""

import pathlib
import re
import sys


def method(name, parameters, doc):
    """The stub of one row, with its docstring."""
    given = [f"{p}: Any" if required else f"{p}: Any = ..." for p, required in parameters]
    result = "bool" if re.match("is_|has_", name) else "Any"
    head = f"    def {name}({', '.join(['self', *given])}, *, budget: Optional[Budget] = ...) -> {result}:"
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
    if rows:
        raise SystemExit(f"{source} has no '# rows' for {', '.join(rows)}")
    pathlib.Path(target).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
