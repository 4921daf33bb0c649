"""Laws that need no referee: what must not change an answer, and what must change it in a known way.

Each is asked of random boards, strips, heaps and values, of the program, of Python, of the C library."""

import ctypes
import json
import os
import random
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import cgt
from cgt import rulesets

BUILD = os.environ.get("CGT_BUILD", "build/release")
PROGRAM = os.path.join(BUILD, "bin", "cgt")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "referee"))
from rulesets import ALL  # noqa: E402  # isort: skip

slow = settings(max_examples=25 * int(os.environ.get("CGT_TEST_MULTIPLIER", "1")), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def cells(letters, rows, columns):
    def board(shape):
        return some.lists(
            some.text(letters, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
        ).map("|".join)

    return some.tuples(some.integers(1, rows), some.integers(1, columns)).flatmap(board)


# Of each ruleset: its class, its name for the program, boards, and how the players change places.
SWAP = str.maketrans("xo", "ox")
BOARDS = {
    "domineering": (rulesets.Domineering, cells(".#", 3, 4), None),
    "clobber": (rulesets.Clobber, cells(".xo", 3, 3), SWAP),
    "nogo": (rulesets.NoGo, cells(".", 2, 3), None),
    "amazons": (rulesets.Amazons, cells("#xo.", 2, 3), SWAP),
    "konane": (rulesets.Konane, cells(".xo", 3, 4), SWAP),
    "fission": (rulesets.Fission, cells(".x", 3, 3), None),
}
positions = some.one_of([boards.map(lambda b, n=name: (n, b)) for name, (_, boards, _) in BOARDS.items()])
numbers = some.integers(-4, 4).map(str)
forms = some.recursive(
    some.one_of(numbers, some.sampled_from(["*", "^", "v", "*2", "1/2", "-3/4", "+-1", "^*"])),
    lambda inner: some.tuples(*[some.lists(inner, min_size=1, max_size=2).map(",".join)] * 2).map(
        lambda sides: "{" + "|".join(sides) + "}"
    ),
    max_leaves=8,
)


def run(*words, text=""):
    done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 4), done.stderr
    return done.stdout


def position(name, board):
    return BOARDS[name][0](board)


def turned(board):
    return "|".join("".join(column) for column in zip(*board.split("|")))


def mirrored(board):
    return "|".join(row[::-1] for row in board.split("|"))


@slow
@given(positions)
def test_images_and_exchanged_players(case):
    name, board = case
    value = position(name, board).canonical_form()
    assert position(name, mirrored(board)).canonical_form() == value
    assert position(name, "|".join(board.split("|")[::-1])).canonical_form() == value
    # Quarter turns are no images of rules with directions of their own.
    other = position(name, turned(board)).canonical_form()
    assert other == (-value if name in ("domineering", "fission") else value)
    swap = BOARDS[name][2]
    if swap:
        assert position(name, board.translate(swap)).canonical_form() == -value


@slow
@given(positions)
def test_children_against_parents(case):
    """A value is that of its options; who wins is decided by whom the options win."""
    g = position(*case)
    left, right = ([option.canonical_form() for option in side] for side in (g.left, g.right))
    assert cgt.braces(left, right) == g.canonical_form()
    zero = cgt.Game(0)
    wins = any(x >= zero for x in left), any(x <= zero for x in right)
    assert g.outcome_class() == {(True, True): "N", (True, False): "L", (False, True): "R"}.get(wins, "P")


@slow
@given(forms, forms)
def test_sums_cancel_and_texts_read_back(first, second):
    g, h = cgt.Game(first), cgt.Game(second)
    assert g + h - h == g
    assert g - g == cgt.Game(0)
    assert (g + h <= g) == (h <= cgt.Game(0))
    for x in (g, h, g + h):
        assert cgt.Game(str(x)) == x
    assert (g + h).mean() == g.mean() + h.mean()
    assert (g + h).temperature() <= max(g.temperature(), h.temperature())


@slow
@given(some.lists(some.one_of(forms, positions.map(lambda c: f"{c[0]}:{c[1]}")), min_size=1, max_size=4))
def test_options_that_may_not_change_who_wins(terms):
    def outcome(terms, *options):
        return json.loads(run("sum", "--json", *options, "--", " + ".join(terms)))

    told = outcome(terms)
    assert told["proved"]
    for options in (["--method", "alpha-beta"], ["--method", "in-turns"], ["--threads", "2"]):
        assert outcome(terms, *options)["outcome"] == told["outcome"], options
    assert outcome(terms[::-1])["outcome"] == told["outcome"]
    # What a budget ends is open, or right.
    short = outcome(terms, "--budget-nodes", "20")
    assert short["outcome"] in (None, told["outcome"])
    assert short["proved"] == (short["outcome"] is not None)
    lines = run("sum", "--", " + ".join(terms)).splitlines()
    assert next(line.split()[1] for line in lines if line.startswith("outcome")) == told["outcome"]
    # The program proves each winner, and takes its own proofs for right.
    winner = {first: told[side]["verdict"] for first, side in (("L", "left_first"), ("R", "right_first"))}
    for first, verdict in winner.items():
        assert outcome(terms, "--first", first)[{"L": "left_first", "R": "right_first"}[first]]["verdict"] == verdict


@slow
@given(some.sampled_from(["domineering", "clobber", "nogo", "amazons", "konane"]).flatmap(
    lambda name: some.tuples(some.just(name), some.lists(BOARDS[name][1], min_size=1, max_size=3))))
def test_program_python_and_scripts_agree(case):
    name, boards = case
    answers = [json.loads(line) for line in run("eval", name, *boards, "--json").splitlines()]
    text = run("eval", name, boards[0])
    two = [json.loads(line) for line in run("eval", name, *boards, "--json", "--threads", "2").splitlines()]
    for answer, again, board in zip(answers, two, boards, strict=True):
        g = position(name, board)
        assert answer["value"] == again["value"] == str(g.canonical_form())
        assert answer["mean"] == str(g.mean())
        assert answer["temperature"] == str(g.temperature())
        assert answer["outcome"] == str(g.outcome_class())
        value = cgt.Game(str(g.canonical_form()))
        assert [answer["left_stop"], answer["right_stop"]] == [str(value.left_stop()), str(value.right_stop())]
    assert answers[0]["value"] in text
    script = cgt.lang.Session().run(f'{BOARDS[name][0]().path}("{boards[0]}").CanonicalForm').value
    assert str(script) == answers[0]["value"]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("db") / "clobber.db")
    run("db", "build", "clobber", "3x3", "--out", path, "-q")
    return path


def test_databases_change_nothing(database):
    source = random.Random(7)
    for _ in range(40):
        board = "|".join("".join(source.choices(".xo", k=4)) for _ in range(3))
        plain, known = (json.loads(run("eval", "clobber", board, "--json", *more))
                        for more in ([], ["--db", database]))
        assert plain["value"] == known["value"]
        term = f"clobber:{board} + {{1|-1}}"
        plain, known = (json.loads(run("sum", "--json", *more, "--", term))
                        for more in ([], ["--db", database]))
        assert plain["outcome"] == known["outcome"]


@slow
@given(some.sampled_from(ALL), some.randoms(use_true_random=False))
def test_what_a_budget_ends_is_open_or_right(rules, source):
    text = rules.expression(rules.make(source))
    questions = f"[{text}.OutcomeClass]", f"[{text}.Mean]", f"[{text}.CanonicalForm]"
    for question in questions:
        whole = run("--format", "json", "-e", question)
        short = run("--format", "json", "--budget-nodes", "30", "-e", question)
        assert short in ("", whole)


@pytest.fixture(scope="module")
def library():
    path = os.path.join(BUILD, "lib", "libcgt_c.so")
    if not os.path.exists(path):
        pytest.skip("the library for C is not built")
    return ctypes.CDLL(path)


def test_the_library_for_c_agrees(library):
    """Values that C adds print as those of Python do."""
    store = ctypes.c_void_p()
    assert library.cgt_store_new(ctypes.byref(store)) == 0
    source = random.Random(11)
    texts = ["{2|1||0}", "^", "*2", "+-1", "{3||2|-1}", "1/2", "{0|^*}", "-3", "{4|*||-2}"]
    for _ in range(200):
        first, second = source.choice(texts), source.choice(texts)
        games = [ctypes.c_uint32() for _ in range(3)]
        for text, game in zip((first, second), games):
            assert library.cgt_parse(store, text.encode(), ctypes.byref(game)) == 0
        assert library.cgt_add(store, games[0], games[1], ctypes.byref(games[2])) == 0
        buffer = ctypes.create_string_buffer(1000)
        assert library.cgt_print(store, games[2], 0, buffer, len(buffer), None) == 0
        assert buffer.value.decode() == str(cgt.Game(first) + cgt.Game(second))
    library.cgt_store_free(store)
