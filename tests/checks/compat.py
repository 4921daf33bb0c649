#!/usr/bin/env python3
"""Runs the files of CGSuite, read from a copy outside of this tree, as a stranger would.

usage: compat.py CGT DIR [files|tests|help]     (./dev compat DIR)

DIR is a working copy of github.com/aaron-siegel/cgsuite. Three parts are counted, and each
disagreement is printed:
  files   its ruleset files, unchanged: each loads, and gives the values of the built-in rulesets
  tests   the statements of its test tables (Scala), in order, one conversation a table
  help    the examples of its help pages and documentation comments, one conversation a page
A statement that shall fail agrees if it fails: messages are our own. Help pages hold no answers, so
an example agrees if it runs.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RESOURCES = "lib/core/src/main/resources/org/cgsuite"
TESTS = "lib/core/src/test/scala/org/cgsuite/lang"
MARK = "\u0002"


def converse(cgt, folder, statements, seconds=900):
    """For each statement, run one after the other in `folder`: (printed text, failed)."""
    typed = ""
    for number, statement in enumerate(statements):
        Path(folder, f"statement{number}.cgs").write_text(statement)
        typed += f':load statement{number}.cgs\nPrint("{MARK}");\n'
    command = [cgt, "--keep-going", "--notation=cgsuite", "--budget-ms", "60000"]
    run = subprocess.run(command, input=typed, cwd=folder, text=True, timeout=seconds,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    answers = run.stdout.split(MARK + "\n")
    answers += ["error: the program ended"] * (len(statements) + 1 - len(answers))
    texts = [answer.rstrip("\n") for answer in answers[:len(statements)]]
    return [(text, re.search(r"(?m)^(\S+: )?error: ", text) is not None) for text in texts]


# --- ruleset files ------------------------------------------------------------------------------
# File of a package of the library, and expressions in it (its package is written @): one for the
# file itself if it is a base of others.
FILES = [
    ("examples/Clobber", '@Clobber("xoxo|ox..").CanonicalForm', 'game.grid.Clobber("xoxo|ox..").CanonicalForm'),
    ("examples/Nim", "@Nim(10).CanonicalForm", "*10"),
    ("examples/PartizanSubtraction", "@PartizanSubtraction([1,3],[2,3])(10).CanonicalForm",
     "game.heap.PartizanSubtraction([1,3],[2,3])(10).CanonicalForm"),
    ("examples/TopplingDominoes", '@TopplingDominoes("lrlrreelr").CanonicalForm',
     'game.strip.TopplingDominoes("lrlrreelr").CanonicalForm'),
]
for name, text in [("Amazons", "x..|..o"), ("Domineering", "...|...|..."), ("Fission", "...|.x.|...")]:
    FILES.append((f"grid/{name}", f'@{name}("{text}").CanonicalForm', f'game.grid.{name}("{text}").CanonicalForm'))
FILES += [
    ("grid/GenClobber", '@GenClobber(directions => Coordinates.Compass, maxDistance => inf)("xox|ox.").CanonicalForm',
     'game.grid.Queens("xox|ox.").CanonicalForm'),
    ("grid/GenFoxAndGeese", "@GenFoxAndGeese()({(2,2),(2,4),(2,6),(2,8)}, (1,1)).GameValue",
     "game.grid.FoxAndGeese({(2,2),(2,4),(2,6),(2,8)}, (1,1)).GameValue"),
    ("grid/GridRuleset", '@GenClobber()("xo.|oxx").ToString', '"GenClobber.Position(\\"xo.|oxx\\")"'),
    ("grid/constants", '[@Clobber("xox|ox.").CanonicalForm, @Rooks("xox|ox.").CanonicalForm,'
     '@AntiClobber("xoxo|oo..").CanonicalForm, @Cram("...|...").CanonicalForm,'
     '@HotClobber("xxo|xx.").CanonicalForm]',
     '[game.grid.Clobber("xox|ox.").CanonicalForm, game.grid.Rooks("xox|ox.").CanonicalForm,'
     'game.grid.AntiClobber("xoxo|oo..").CanonicalForm, game.grid.Cram("...|...").CanonicalForm,'
     'game.grid.HotClobber("xxo|xx.").CanonicalForm]'),
    ("strip/GenToadsAndFrogs", '@GenToadsAndFrogs(minSlide => -1)("tt..ff").GameValue',
     'game.strip.BackslidingToadsAndFrogs("tt..ff").GameValue'),
    ("strip/StripRuleset", '@GenToadsAndFrogs()("t.f").ToString',
     '"GenToadsAndFrogs.Position(\\"t.f\\")"'),
    ("strip/TopplingDominoes", '@TopplingDominoes("lrlrreelr").CanonicalForm',
     'game.strip.TopplingDominoes("lrlrreelr").CanonicalForm'),
    ("strip/Turning", '@Turning("1-3")("htthhhtth").NimValue', 'game.strip.Turning("1-3")("htthhhtth").NimValue'),
    ("strip/constants", '[@ToadsAndFrogs("ttt..ff").CanonicalForm, @ElephantsAndRhinos("tt...f").CanonicalForm]',
     '[game.strip.ToadsAndFrogs("ttt..ff").CanonicalForm, game.strip.ElephantsAndRhinos("tt...f").CanonicalForm]'),
    ("graph/Color", "[@Color.Red.Ordinal, @Color.Blue is @Color]", "[3, true]"),
    ("graph/GenArcKayles", "@GenArcKayles()(Graph.Path(9)).NimValue", "game.graph.ArcKayles(Graph.Path(9)).NimValue"),
    ("graph/GenCol", '@GenCol([Nothing, Right], [Nothing, Left])("R-.-R-.-L-.-R").CanonicalForm',
     'game.graph.Col("R-.-R-.-L-.-R").CanonicalForm'),
    ("graph/GenHackenbush", '@GenHackenbush()("lrl(e;rr)").CanonicalForm',
     'game.graph.Hackenbush("lrl(e;rr)").CanonicalForm'),
    ("graph/GraphRuleset", '@GenHackenbush()("lr").ToString', '"GenHackenbush.Position(\\"lr\\")"'),
    ("graph/PartizanArcKayles", '@PartizanArcKayles("lrlr(ll;re)").CanonicalForm',
     'game.graph.PartizanArcKayles("lrlr(ll;re)").CanonicalForm'),
    ("graph/constants", '[@ArcKayles(Graph.Path(9)).NimValue, @ChildishHackenbush("l(l;rl)").CanonicalForm,'
     '@Snort("L-.-.-.-L").CanonicalForm]',
     '[game.graph.ArcKayles(Graph.Path(9)).NimValue, game.graph.ChildishHackenbush("l(l;rl)").CanonicalForm,'
     'game.graph.Snort("L-.-.-.-L").CanonicalForm]'),
    ("heap/CoordinateRuleset", "@GenWythoff(k -> k + 1).NimValueTable(4,4).ToString",
     "game.heap.Wythoff.NimValueTable(4,4).ToString"),
    ("heap/FunctionalCoordinateRuleset",
     "@FunctionalCoordinateRuleset((m,n) -> [(m-k,n) for k from 1 to m])((5,6)).NimValue", "5"),
    ("heap/FunctionalHeapRuleset", "@FunctionalHeapRuleset(n -> [[k] for k from 0 to n-1])(6).NimValue", "6"),
    ("heap/GenCutcake", '[@GenCutcake(@TakeAndBreak("4.0"), @TakeAndBreak("4.0"))((8,n)).CanonicalForm for n from 1 to 8]',
     "[game.heap.Cutcake((8,n)).CanonicalForm for n from 1 to 8]"),
    ("heap/GenMem", "[@GenMem((memory, j) -> j >= memory)((10,n)).NimValue for n from 0 to 9]",
     "[game.heap.Mem((10,n)).NimValue for n from 0 to 9]"),
    ("heap/GenWythoff", "[@GenWythoff(k -> k + 1)((8,n)).NimValue for n from 0 to 9]",
     "[game.heap.Wythoff((8,n)).NimValue for n from 0 to 9]"),
    ("heap/HeapRuleset", "@HeapRuleset(k -> [[a,b] for a from 0 to k - 1 for b from 0 to a - 1]).NimValueSequence(9)",
     "[0,1,2,4,7,8,11,13,14]"),
    ("heap/PartizanCoordinateRuleset",
     "@PartizanCoordinateRuleset(@GenMem((m, j) -> j >= m), @GenWythoff(k -> k + 1))((3,2)).CanonicalForm",
     "game.heap.PartizanCoordinateRuleset(game.heap.Mem, game.heap.Wythoff)((3,2)).CanonicalForm"),
    ("heap/PartizanHeapRuleset",
     '@PartizanHeapRuleset(@TakeAndBreak("0.303"), @TakeAndBreak("0.033"))(6).CanonicalForm',
     "game.heap.PartizanSubtraction([1,3],[2,3])(6).CanonicalForm"),
    ("heap/Periodicity", '@TakeAndBreak("0.77").CheckPeriodicity(500) is @Periodicity', "true"),
    ("heap/Spawning", '@Spawning("1-3")(20).NimValue', 'game.heap.Spawning("1-3")(20).NimValue'),
    ("heap/TakeAndBreak", '[@TakeAndBreak("0.77")(20).NimValue, @TakeAndBreak.FromSubtractionSet([2,3])(9).NimValue]',
     "[game.heap.Kayles(20).NimValue, game.heap.Subtraction([2,3])(9).NimValue]"),
    ("heap/constants", "[@Kayles(20).NimValue, @Cutcake((8,5)).CanonicalForm, @Subtraction([2,3])(9).NimValue,"
     "@TakeAway(3)((10,5)).NimValue, @PartizanEuclid((8,3)).CanonicalForm,"
     "@PartizanSubtraction([1,3],[2,3])(6).CanonicalForm]",
     "[game.heap.Kayles(20).NimValue, game.heap.Cutcake((8,5)).CanonicalForm, game.heap.Subtraction([2,3])(9).NimValue,"
     "game.heap.TakeAway(3)((10,5)).NimValue, game.heap.PartizanEuclid((8,3)).CanonicalForm,"
     "game.heap.PartizanSubtraction([1,3],[2,3])(6).CanonicalForm]"),
]


def check_files(cgt, copy):
    """Each file as a class of a package of another name, so that nothing built in answers for it."""
    lang = copy / RESOURCES / "lang"
    found = {p.relative_to(lang).with_suffix("") for p in lang.glob("examples/*.cgs")}
    found |= {p.relative_to(lang / "resources/game").with_suffix("")
              for room in ("grid", "strip", "graph", "heap") for p in lang.glob(f"resources/game/{room}/*.cgs")}
    asked = {name for name, _, _ in FILES}
    rows = [(name, "not asked for", False) for name in sorted(str(f) for f in found) if name not in asked]
    with tempfile.TemporaryDirectory() as folder:
        for package in ("examples", "grid", "strip", "graph", "heap"):
            source = lang / "examples" if package == "examples" else lang / "resources/game" / package
            shutil.copytree(source, Path(folder) / f"copied_{package}")
        for name, own, known in FILES:
            package, last = name.split("/")
            prefix = f"copied_{package}."
            loads = "" if last == "constants" else f"{prefix}{last};"
            answers = converse(cgt, folder, [loads or own.replace("@", prefix),
                                             own.replace("@", prefix), known])
            expected = answers[2][0]
            good = not any(failed for _, failed in answers) and answers[1][0] == expected
            text = answers[0][0] if answers[0][1] else answers[1][0]
            rows.append((name, "" if good else f"{own}\n{text}\n  expected: {expected}", good,
                         not answers[0][1]))
    loaded = sum(1 for row in rows if len(row) > 3 and row[3])
    print(f"of {len(rows)} ruleset files {loaded} load")
    return [(row[0], row[1], row[2]) for row in rows]


# --- test tables --------------------------------------------------------------------------------
STRING = (r'(?:"""(?:.*?)"""(?!")|"(?:[^"\\\n]|\\.)*")'
          r"(?:\s*\.stripMargin)?(?:\s*filterNot \{[^}]*\})?")
ROW = re.compile(rf"\(\s*({STRING})\s*,\s*({STRING})\s*,\s*({STRING}|null)\s*,?\s*\)", re.S)
DECLARED = re.compile(rf"decl\(\s*({STRING})\s*,\s*({STRING})\s*\)", re.S)
ESCAPES = {"n": "\n", "t": "\t"}


def text_of(literal):
    """What a string of Scala stands for; None for null."""
    if literal == "null":
        return None
    if literal.startswith('"""'):
        text = literal[3:literal.rindex('"""')]
    else:
        text = re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))",
                      lambda m: chr(int(m[1], 16)) if m[1] else ESCAPES.get(m[2], m[2]),
                      literal[1:literal.rindex('"')])
    if ".stripMargin" in literal[len(text):]:
        text = re.sub(r"(?m)^[ \t]*\|", "", text)
    return text.replace("@", "") if "filterNot" in literal[len(text):] else text


def tables(scala):
    """The tables of rows that are written out: [[(name, input, answer or None)]]."""
    scala = re.sub(r"(?m)^\s*//.*$|(?s:/\*.*?\*/)", "", scala)
    # What a table is made of by code.
    scala = re.sub(r"(?s)val (?:instances|loopScenarios|collectionScenarios) = Seq\(.*?\n    \)\n", "", scala)
    found = []
    for part in re.split(r"\bexecuteTests(?:NoClear)?\b", scala):
        rows = [tuple(text_of(literal) for literal in match) for match in ROW.findall(part)]
        if rows:
            found.append(rows)
    return found


def same(answer, expected):
    return [line.rstrip() for line in answer.strip().split("\n")] == \
        [line.rstrip() for line in expected.strip().split("\n")]


def judged(title, statement, expected, text, failed):
    fails = (expected or "").startswith("!!")
    good = failed if fails else not failed and same(text, expected or "")
    return title, f"{statement}\n{text}\n  expected: {expected}", good


# What the test of changing classes does, one after the other: writes a file, deletes it, asks.
STEP = re.compile(rf'testClasspathDir\s*/\s*"([^"]+)"\s+overwrite\s+({STRING})'
                  rf'|\(testClasspathDir\s*/\s*"([^"]+)"\)\.delete\(\)|{ROW.pattern}', re.S)


def check_reload(cgt, scala):
    """One conversation while class files come, change and go."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        talk = subprocess.Popen([cgt, "--keep-going", "--notation=cgsuite"], cwd=folder, text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for number, step in enumerate(STEP.finditer(scala)):
            written, text, deleted, name, statement, expected = step.groups()
            if written:
                Path(folder, written).write_text(text_of(text))
            elif deleted:
                Path(folder, deleted).unlink()
            else:
                Path(folder, f"statement{number}.cgs").write_text(text_of(statement))
                talk.stdin.write(f':load statement{number}.cgs\nPrint("{MARK}");\n')
                talk.stdin.flush()
                answer = ""
                for line in iter(talk.stdout.readline, MARK + "\n"):
                    if not line:
                        raise RuntimeError("the program ended")
                    answer += line
                answer = answer.rstrip("\n")
                failed = re.search(r"(?m)^(\S+: )?error: ", answer) is not None
                rows.append(judged(f"ClassReloadTest: {text_of(name)}", text_of(statement),
                                   text_of(expected), answer, failed))
        talk.stdin.close()
        talk.wait()
    return rows


def check_tests(cgt, copy):
    rows = []
    for source in sorted((copy / TESTS).glob("*Test.scala")):
        scala = source.read_text()
        if source.stem == "ClassReloadTest":
            rows += check_reload(cgt, scala)
            continue
        with tempfile.TemporaryDirectory() as folder:
            for path, text in DECLARED.findall(scala):
                file = Path(folder, *text_of(path).split(".")).with_suffix(".cgs")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text_of(text))
            for table in tables(scala):
                answers = converse(cgt, folder, [row[1] for row in table])
                for (name, statement, expected), (text, failed) in zip(table, answers):
                    rows.append(judged(f"{source.stem}: {name}", statement, expected, text, failed))
    return rows


# --- help ---------------------------------------------------------------------------------------
def examples(page):
    r"""The arguments of \display{...}, \eval{...} and their like, with what the braces hold."""
    found = []
    for match in re.finditer(r"\\(?:display|eval)\w*\{", page):
        depth, end = 1, match.end()
        while depth > 0 and end < len(page):
            depth += {"{": 1, "}": -1}.get(page[end], 0)
            end += 1
        found.append(re.sub(r"(?m)^\s*\* ?", "", page[match.end():end - 1]) if "\n *" in page
                     else page[match.end():end - 1])
    return found


def check_help(cgt, copy):
    rows = []
    resources = copy / RESOURCES
    for page in sorted(resources.rglob("*.cgs*")):
        statements = examples(page.read_text())
        if not statements:
            continue
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(resources / "lang/examples", Path(folder) / "examples")
            answers = converse(cgt, folder, statements)
        for statement, (text, failed) in zip(statements, answers):
            rows.append((str(page.relative_to(resources)), f"{statement}\n{text}", not failed))
    return rows


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    cgt, copy = str(Path(arguments[0]).absolute()), Path(arguments[1]).absolute()
    if not (copy / RESOURCES).is_dir():
        sys.exit(f"{copy}: expected a copy of CGSuite, with a folder {RESOURCES}")
    parts = {"files": check_files, "tests": check_tests, "help": check_help}
    summary = []
    for name in arguments[2:] or parts:
        rows = parts[name](cgt, copy)
        for title, what, good in rows:
            if not good:
                print(f"--- {title}\n{what}")
        summary.append(f"{name:<6} {sum(good for _, _, good in rows)} of {len(rows)}")
    print("\n".join(summary))


if __name__ == "__main__":
    main(sys.argv[1:])
