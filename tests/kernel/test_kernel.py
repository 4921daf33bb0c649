"""What the kernel does beyond the protocol: forms of values, streams, interrupts, budgets."""

import json
import os
import random
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import BUILD, PROGRAM, prompt, wait_for
from jupyter_client.kernelspec import KernelSpecManager

PLAIN, LATEX = "text/plain", "text/latex"
SVG, HTML = "image/svg+xml", "text/html"


def test_installed():
    assert "cgt" in KernelSpecManager().find_kernel_specs()
    spec = KernelSpecManager().get_kernel_spec("cgt")
    assert spec.language == "cgscript" and spec.interrupt_mode == "signal"
    listed = subprocess.run(
        ["/usr/bin/python3", "-m", "jupyter_client.kernelspecapp", "list", "--json"],
        stdout=subprocess.PIPE,
        check=True,
    )
    assert "cgt" in json.loads(listed.stdout)["kernelspecs"]


def test_kernel_info(kernel):
    info = kernel.ask(kernel.client.kernel_info())
    assert info["protocol_version"] == "5.3"
    assert info["implementation"] == "cgt"
    version = subprocess.run([PROGRAM, "--version"], stdout=subprocess.PIPE, check=True)
    assert info["implementation_version"] in version.stdout.decode().split()
    language = info["language_info"]
    assert (language["name"], language["file_extension"]) == ("cgscript", ".cgs")
    assert language["pygments_lexer"] and language["codemirror_mode"]


def test_links_no_readline():
    linked = subprocess.run(
        ["ldd", BUILD / "bin" / "cgt-kernel"], stdout=subprocess.PIPE, check=True
    ).stdout.decode()
    assert "libzmq" in linked and "readline" not in linked
    program = subprocess.run(["ldd", PROGRAM], stdout=subprocess.PIPE, check=True).stdout.decode()
    assert "libzmq" not in program and "xeus" not in program and "crypto" not in program


CORRIDOR = 'game.go.Region("BBBB/W..B/BBBB")'
# From tests/python and examples/go/S9.sgf: a small board.
BOARD = 'game.go.Board(".X./XXX/.X.")'
SNORT = """singleton class Snort extends StripRuleset
  class Position(strip as Strip) extends StripGame
    override def Options(player as Player) := [];
  end
  override def CharMap := ".lr";
end;
"""
# A class that draws itself.
DRAWN = """class Drawn()
  def Svg := "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><title>a dot</title></svg>";
end;
"""


@pytest.mark.parametrize(
    "code, forms",
    [
        ("3", {PLAIN, LATEX}),
        ("1/3", {PLAIN, LATEX}),
        ("{2|1||0}", {PLAIN, LATEX}),
        ("on", {PLAIN, LATEX}),
        ("[1, *2, {3|^}]", {PLAIN, LATEX}),
        ('[1, "a"]', {PLAIN}),
        ('"a"', {PLAIN}),
        ("true", {PLAIN}),
        ("Left", {PLAIN}),
        ("x -> x", {PLAIN}),
        ("{2|1}.Thermograph", {PLAIN, SVG}),
        ('game.ko.Graph("A: B | 0; B: 30 | A").Thermograph(Left)', {PLAIN, SVG}),
        ('game.grid.Domineering("..|.#")', {PLAIN, SVG}),
        ('game.strip.ToadsAndFrogs("t.f")', {PLAIN, SVG}),
        ("game.heap.Kayles(5)", {PLAIN, SVG}),
        ('game.graph.Hackenbush("l(r;le)")', {PLAIN, SVG}),
        ('game.heap.Mem("(10,7)")', {PLAIN}),
        (SNORT + 'Snort("l..r")', {PLAIN, SVG}),
        (DRAWN + "Drawn()", {PLAIN, SVG}),
        ("Grid([[0,1],[2,0]])", {PLAIN, SVG}),
        ("Strip([0,1])", {PLAIN, SVG}),
        (CORRIDOR, {PLAIN, SVG}),
        (BOARD, {PLAIN, SVG}),
        ("{2|1||0}.Svg", {PLAIN, SVG}),
        ("on.Svg", {PLAIN, SVG}),
        ("{2|1}.Svg.ToUnquotedOutput", {PLAIN, SVG}),
        ('Table([["n", "value"], [1, {2|^}]])', {PLAIN, HTML}),
        ('{1 => "a", 2 => "b"}', {PLAIN, HTML}),
        ("{1 => *2}", {PLAIN, LATEX, HTML}),
    ],
)
def test_forms(fresh, code, forms):
    cell = fresh.run(code)
    assert cell.ok, cell.reply
    assert set(cell.data) == forms
    if SVG in forms:
        root = ElementTree.fromstring(cell.data[SVG])
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.get("viewBox")
        assert root.find("{http://www.w3.org/2000/svg}title").text
    if LATEX in forms:
        assert cell.data[LATEX].startswith("$") and cell.data[LATEX].endswith("$")
        assert cell.data[LATEX].count("{") == cell.data[LATEX].count("}")


def test_pictures_show_the_board(fresh):
    board = fresh.run('game.grid.Clobber("xo.|..#")').data[SVG]
    root = ElementTree.fromstring(board)
    svg = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(svg + "rect")) == 6
    assert [text.text for text in root.findall(svg + "text")] == ["x", "o"]
    stones = ElementTree.fromstring(fresh.run(BOARD).data[SVG])
    assert len(stones.findall(svg + "circle")) == 5
    # Tinted once it is solved.
    open_board = 'b := game.go.Board(".X.OO/XXXO./.X.OO");\nb'
    untinted = fresh.run(open_board).data[SVG]
    tinted = fresh.run("b.Subgames;\nb").data[SVG]
    assert "fill-opacity" not in untinted and "fill-opacity" in tinted


def test_table_names_its_rows_and_columns(fresh):
    table = ElementTree.fromstring(
        fresh.run('Table([["n", "<value>"], [1, {2|1}], [2, ^]])').data[HTML]
    )
    headers = [(cell.get("scope"), cell.text) for cell in table.iter("th")]
    assert headers == [("col", "n"), ("col", "<value>"), ("row", "1"), ("row", "2")]
    assert [cell.text for cell in table.iter("td")] == ["{2|1}", "^"]


def test_all_results_of_a_cell_are_shown_until_one_fails(fresh):
    cell = fresh.run("1\n2;\n3\n0/0\n4")
    assert cell.text.startswith("%1 = 1\n%2 = 3\n<cell ")
    assert [kind for kind, _ in cell.outputs] == ["execute_result", "execute_result", "error"]
    assert not cell.ok


def test_error_is_the_stack_of_the_script(fresh):
    cell = fresh.run("def inner(x) := x.Nope;\n\ndef outer(x) := inner(x);\nouter(1)")
    error = cell.outputs[-1][1]
    number = cell.reply["execution_count"]
    assert (error["ename"], error["evalue"]) == ("RuntimeError", "Integer has no method 'Nope'")
    assert error["traceback"] == [
        f"<cell {number}>:1:17: error: Integer has no method 'Nope'",
        "  def inner(x) := x.Nope;",
        "                  ^~~~~~",
        f"  in inner, <cell {number}>:1:17",
        f"  in outer, <cell {number}>:3:17",
        f"  at top level, <cell {number}>:4:1",
    ]
    assert cell.reply["traceback"] == error["traceback"]
    assert fresh.run("1 +").reply["ename"] == "SyntaxError"
    assert fresh.run(":nonsense").reply["ename"] == "CommandError"
    # An unfinished statement does not go on in the next cell.
    assert fresh.run("[1,").reply["ename"] == "SyntaxError"
    assert fresh.run("2").data[PLAIN] == "2"


def test_print_streams_while_the_cell_runs(fresh):
    request = fresh.begin('Print("begun"); while true do end')
    kind, content = fresh.next_output(request)
    assert (kind, content) == ("stream", {"name": "stdout", "text": "begun\n"})
    fresh.interrupt()
    assert fresh.finish(request).reply["ename"] == "Interrupted"


def test_a_flood_of_lines_arrives_whole(fresh):
    cell = fresh.run("for n from 1 to 20000 do Print(n) end;")
    assert cell.text == "".join(f"{n}\n" for n in range(1, 20001))
    assert len(cell.outputs) < 2000


def test_interrupt_keeps_the_session(fresh):
    fresh.run("x := {7|3};")
    request = fresh.begin('Print("on"); n := 0; while true do n := n + 1 end')
    fresh.next_output(request)
    before = fresh.cpu_seconds()
    wait_for(lambda: fresh.cpu_seconds() - before >= 0.2)
    fresh.interrupt()
    at = fresh.cpu_seconds()
    cell = fresh.finish(request)
    assert cell.reply["ename"] == "Interrupted"
    # Of computing, whatever else the machine has to do.
    assert fresh.cpu_seconds() - at <= 0.2
    assert fresh.run("x").data[PLAIN] == "{7|3}"
    assert int(fresh.run("n").data[PLAIN]) > 0


def test_interrupt_of_a_search(fresh):
    request = fresh.begin('Print("on"); game.grid.Domineering(Grid.Empty(9, 9)).CanonicalForm')
    fresh.next_output(request)
    fresh.interrupt()
    assert fresh.finish(request).reply["ename"] == "Interrupted"
    assert fresh.run("1+1").data[PLAIN] == "2"


def test_interrupts_of_an_idle_kernel_do_nothing(fresh):
    for _ in range(20):
        fresh.interrupt()
        assert fresh.manager.is_alive()
    # Nor does what came before stop the next cell.
    assert fresh.run("Sum(n for n in 1..100000)").data[PLAIN] == "5000050000"
    for n in range(20):
        fresh.interrupt()
        assert fresh.run(str(n)).data[PLAIN] == str(n)


def test_two_interrupts_at_once_are_one(fresh):
    request = fresh.begin('Print("on"); while true do end')
    fresh.next_output(request)
    fresh.interrupt()
    fresh.interrupt()
    assert fresh.finish(request).reply["ename"] == "Interrupted"
    assert fresh.manager.is_alive()
    assert fresh.run("2").data[PLAIN] == "2"


def test_spent_budget_is_an_error(fresh):
    fresh.run("x := 5;")
    for limit, kind in (("mb 1", "memory"), ("ms 20", "time"), ("nodes 1000", "node")):
        cell = fresh.run(
            f":set budget_{limit}\ngame.grid.Domineering(Grid.Empty(7, 7)).CanonicalForm"
        )
        name = limit.split()[0]
        fresh.run(f":set budget_{name} off")
        assert cell.reply["ename"] == "OutOfBudget", cell.reply
        assert "unknown" in "\n".join(cell.reply["traceback"])
        assert kind in cell.reply["evalue"]
    assert fresh.run("x").data[PLAIN] == "5"
    fresh.run(":set budget_mb 4096")


def test_inspection_is_the_help_of_the_name(fresh):
    page = prompt("?Thermograph\n")
    for code, cursor in (("{2|1}.Thermograph", 10), ("Thermograph(", 12), ("1;\n^.Thermograph", 9)):
        found = fresh.ask(fresh.client.inspect(code, cursor))
        assert found["found"] and found["data"][PLAIN] == page
    fresh.run("a_game := {2|1};")
    found = fresh.ask(fresh.client.inspect("1 + a_game", 8))
    assert found["data"][PLAIN] == "a_game: Game\n  {2|1}\n"
    assert not fresh.ask(fresh.client.inspect("no_such_name", 4))["found"]
    # Places are counted in characters.
    found = fresh.ask(fresh.client.inspect('"äöü" + a_game', 10))
    assert found["found"]


def test_completion_replaces_the_right_part(fresh):
    for text, start, match in (
        ("1;\ngame.grid.Domin", 3, "game.grid.Domineering"),
        ('"äöü"; {2|1}.Thermograph.LeftW', 24 + 1, "LeftWall"),
        ("2*\\upst", 2, "^*"),
        (":rel", 0, ":reload"),
    ):
        found = fresh.ask(fresh.client.complete(text, len(text)))
        assert found["matches"] == [match]
        assert (found["cursor_start"], found["cursor_end"]) == (start, len(text)), text
    # In the middle of a cell.
    found = fresh.ask(fresh.client.complete("game.grid.Dom\n17", 13))
    assert "game.grid.Domineering" in found["matches"] and found["cursor_end"] == 13


def test_silent_cells_and_expressions(fresh):
    cell = fresh.run("7\n8", silent=True)
    assert cell.ok and cell.outputs == []
    assert fresh.run("1").text == "%1 = 1\n"
    cell = fresh.run("y := *2;", user_expressions={"a": "y + *3", "b": "0/0"})
    assert cell.reply["user_expressions"]["a"]["data"][PLAIN] == "*"
    assert cell.reply["user_expressions"]["b"]["status"] == "error"
    assert fresh.run("%").text == "%2 = 1\n"


def test_text_that_is_no_utf8(fresh, tmp_path):
    script = tmp_path / "latin.cgs"
    script.write_bytes(b'Print("\xe9t\xe9"); 3')
    cell = fresh.run(f":load {script}")
    assert cell.ok and cell.text == "\N{REPLACEMENT CHARACTER}t\N{REPLACEMENT CHARACTER}\n3\n"


def test_an_error_stops_the_cells_that_wait(fresh):
    # Both are there before the kernel looks at either; the client sends in a thread of its own, later.
    os.kill(fresh.pid, signal.SIGSTOP)
    first = fresh.begin('Print("on"); for n from 1 to 1000000 do end; 0/0')
    second = fresh.begin("12345")
    time.sleep(0.5)
    os.kill(fresh.pid, signal.SIGCONT)
    assert fresh.finish(first).reply["status"] == "error"
    assert fresh.ask(second)["status"] in ("aborted", "error")
    assert fresh.run("2").text == "%1 = 2\n"


def test_nonsense_does_no_harm(fresh):
    """Random requests, with a fixed seed: every one is answered, and the kernel lives."""
    rng = random.Random(20260)
    bricks = ["{", "|", "}", "^", "*2", "+-1", "[", "]", ";", "\n", ":set ", ":", "?", "??", "##", "%", '"', "x", " := ",
              "game.grid.", ".Svg", "def ", "begin", " end", "for ", "é", "\U0001d54f", "\\up", "\\", "// ", "\t", "1/0",
              ":wipe", "Print(", ")", ":plot ", "Table([[1]])", "\x00", "\x7f"]
    for _ in range(150):
        code = "".join(rng.choice(bricks) for _ in range(rng.randrange(12)))
        if rng.random() < 0.5:
            assert fresh.run(code).reply["status"] in ("ok", "error"), code
        place = rng.randrange(-2, len(code) + 3)
        completed = fresh.ask(fresh.client.complete(code, place))
        assert completed["status"] == "ok"
        assert 0 <= completed["cursor_start"] <= completed["cursor_end"] <= len(code)
        assert fresh.ask(fresh.client.inspect(code, place))["status"] == "ok"
        assert fresh.ask(fresh.client.is_complete(code))["status"] in (
            "complete", "incomplete", "invalid")
    fresh.run(":clear")
    assert fresh.manager.is_alive() and fresh.run("1+1").data[PLAIN] == "2"


def test_history_numbers_cells_as_they_were(fresh):
    fresh.restart()
    for code in ("{2|1}", "x := 3;", "{2|1}", "0/0"):
        fresh.run(code)
    fresh.run("hidden", store_history=False)

    def asked(**options):
        return fresh.ask(fresh.client.history(raw=True, **options))["history"]

    assert asked(hist_access_type="tail", n=2, output=True) == [
        [1, 3, ["{2|1}", "{2|1}"]],
        [1, 4, ["0/0", ""]],
    ]
    assert asked(hist_access_type="range", session=0, start=2, stop=4, output=False) == [
        [1, 2, "x := 3;"],
        [1, 3, "{2|1}"],
    ]
    assert asked(hist_access_type="range", session=7, start=1, stop=9, output=False) == []
    assert asked(hist_access_type="search", pattern="{*", n=9, unique=True, output=False) == [
        [1, 3, "{2|1}"]
    ]


# One script for both: incomplete statements, ';', earlier results, help, settings, times.
SCRIPT = """1+1
{3||
2|1}
% + %1;
%
%%
[%1, %2]
// a comment

x := 3; // another
def twice(x) := 2*x;
twice(^)
?Mean
?x
?*thermogr
:set show_type on
{2|1}
:set show_type off
:set format latex
{2|1}
:set format text
:set max 20
2^200
:all
:set max 4000
:set
:show_type
"text"
:plot {2|1}
:set plots ascii
:plot {3|1}
:set plots braille
Print([1,2]); 5
:version
:help
:set history off
6
:set history on
7
"""


def test_the_prompt_says_the_same(fresh):
    fresh.restart()
    fresh.run(":set max 4000")
    whole = fresh.run(SCRIPT).text
    said = prompt(SCRIPT)
    # A notebook has no log.
    log = [line for line in said.splitlines() if line.startswith(":log ")]
    assert len(log) == 1
    assert whole == said.replace(log[0] + "\n", "")
    # And line by line, where the statements allow it.
    fresh.restart()
    parts = SCRIPT.replace("{3||\n2|1}", "{3||2|1}").splitlines()
    assert "".join(fresh.run(line).text for line in parts) == whole


@pytest.mark.parametrize(
    "code",
    ["0/0", "x = 3", "{2|", ":nonsense", ":set max 0", "?no_such_topic", ":plot [1]", ":load none",
     "def f(x) := x.Nope;\nf(3)", ":time perhaps", "UnknownName", "error(\"mine\")"],
)
def test_errors_are_those_of_the_prompt(fresh, code):
    cell = fresh.run(code)
    assert not cell.ok
    number = cell.reply["execution_count"]
    text = cell.text.replace(f"<cell {number}>", "<stdin>")
    # Statements of a pipe are counted one by one, those of a cell together.
    if code.startswith("def "):
        text = text.replace("<stdin>:2:", "<stdin>:1:")
    assert text == prompt(code)


def test_time_is_told(fresh):
    lines = fresh.run(":time on\n1\n:time off").text.splitlines()
    assert lines[0] == "%1 = 1" and " ms (CPU " in lines[1] and len(lines) == 2
    assert "new games" in fresh.run("##").text


def test_quit_asks_the_front_end(fresh):
    cell = fresh.run("1\n:quit\n2")
    assert cell.reply["payload"] == [{"source": "ask_exit", "keepkernel": False}]
    assert cell.text.startswith("%1 = 1\n") and "%2" not in cell.text
    assert fresh.run("3").data[PLAIN] == "3"
