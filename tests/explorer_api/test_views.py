"""Go, worksheets, plans and partial orders."""

import base64
import json
import subprocess

import pytest
from conftest import BUILD, SOURCE, Server, cgt

RECORDS = sorted(path.name for path in (SOURCE / "examples/go").glob("*.sgf"))


def decoded(fragment):
    assert fragment.startswith("v1/")
    text = fragment.removeprefix("v1/")
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def without_times(answer):
    return {name: part for name, part in answer.items() if name not in ("stats", "default_limit_ms")}


GAME = SOURCE / "examples" / "go" / "games" / "game9.sgf"


def test_a_game_is_reviewed(server):
    """As `cgt go --review` does, with the stones that are told to be dead; shown is the end of a game."""
    record = GAME.read_text()
    assert server.ask("go/load", sgf=record)["move"] == server.ask("go/load", sgf=record)["moves_total"] == 35
    assert server.ask("go/load", sgf=record, move=0)["move"] == 0
    said = json.loads(cgt("go", "examples/go/S9.sgf", "--review", "--json"))
    assert server.ask("go/review", sgf=(SOURCE / "examples/go/S9.sgf").read_text()) == said
    told = server.ask("go/review", sgf=record, name="game9.sgf", dead="H7,C4", budget_ms=3000)
    assert len(told["if"]) == 2 and told["positions"][-1]["bounds"]["black_first"] == ["27/2", "27/2"]
    assert server.post("go/review", sgf="XX.OO/XX.OO/XX.OO/XX.OO/.X.O.")[0] == 400


@pytest.mark.parametrize("name", RECORDS)
def test_go_is_solved_as_cgt_go_does(server, name):
    record = server.ask("go/example", name=name)["sgf"]
    assert record == (SOURCE / "examples/go" / name).read_text()
    loaded = server.ask("go/load", sgf=record)
    solved = server.ask("go/solve", sgf=record, name=name)
    known = json.loads(cgt("go", f"examples/go/{name}", "--json"))
    assert without_times(solved["answer"]) == without_times(known)
    assert solved["scores"] == known["score"]
    assert [region["points"] for region in solved["regions"]] == [one["points"] for one in known["subgames"]]
    assert solved["svg"].startswith("<svg") and len(loaded["picture"]["cells"]) == known["size"] ** 2
    best = [move["point"] for move in solved["best"] if move["loss"] == "0"]
    assert best == known["best_moves"] == [move["point"] for move in solved["best"]][:len(best)]
    # The line of the answer, tried move by move, ends on the board that it says.
    line = [move["point"] for move in solved["line"]]
    tried = server.ask("go/try", sgf=record, line=line, board_only=True)
    assert "".join(solved["line"][-1]["rows"]) == "".join(tried["picture"]["cells"])


def test_go_diagrams_are_read(server):
    record = server.ask("go/example", name="comb9.sgf")["sgf"]
    cells = "".join(server.ask("go/load", sgf=record)["picture"]["cells"])
    diagram = "\n".join(cells[row:row + 9] for row in range(0, 81, 9))
    known, solved = (server.ask("go/solve", sgf=text) for text in (record, diagram))
    assert known["regions"] and (solved["scores"], solved["regions"]) == (known["scores"], known["regions"])
    assert len(server.ask("go/load", sgf="$$B\n$$ XX.OO\n$$ XX.OO\n$$ .X.O.")["picture"]["cells"]) == 15
    assert server.post("go/load", sgf=diagram, name="x.sgf")[0] == 400


def test_go_lines_are_judged(server):
    record = server.ask("go/example", name="S9.sgf")["sgf"]
    solved = server.ask("go/solve", sgf=record)
    point = solved["best"][0]["point"]
    tried = server.ask("go/try", sgf=record, line=[point])
    colour = solved["answer"]["to_play"]
    # The best move keeps the score.
    first = "black_first" if colour == "B" else "white_first"
    then = "white_first" if colour == "B" else "black_first"
    assert tried["scores"][then] == solved["scores"][first]
    assert server.post("go/try", sgf=record, line=[point, point])[0] == 422
    assert server.post("go/try", sgf=record, line=["Z99"])[0] == 422
    assert server.post("go/solve", sgf="(;SZ[9]AB[zz])")[0] == 400


def test_records_are_saved_with_what_was_found(server):
    record = server.ask("go/example", name="S9.sgf")["sgf"]
    loaded = server.ask("go/load", sgf=record)
    saved = server.ask("go/save", sgf=record, name="S9.sgf")
    assert saved["name"] == "S9-notes.sgf" and "cgt: Black first B+4, White first B+3" in saved["text"]
    again = server.ask("go/load", sgf=saved["text"])
    assert (again["picture"], again["moves"]) == (loaded["picture"], loaded["moves"])
    # Best play is a variation beside the moves of the record; so is what was tried, at any move.
    line = server.ask("go/solve", sgf=record)["line"]
    beside = server.ask("go/load", sgf=saved["text"], path="2")["moves"]
    assert [move["point"] for move in beside] == [move["point"] for move in line]
    tried = ["W " + loaded["moves"][0]["point"], "pass"]
    later = server.ask("go/save", sgf=record, move=1, line=["pass", "pass"])["text"]
    assert [move["point"] for move in server.ask("go/load", sgf=later, path="2")["moves"]][:3] == \
        [loaded["moves"][0]["point"], None, None]
    assert server.post("go/save", sgf=record, move=1, line=tried)[0] == 422
    # A diagram becomes a record; other rules are said in the notes, and only where they were asked for.
    diagram = server.ask("go/save", sgf="XX.OO/XX.OO/XX.OO/XX.OO/.X.O.", komi="1/2")["text"]
    assert diagram.startswith("(;FF[4]") and server.ask("go/load", sgf=diagram)["info"]["komi"] == "1/2"
    area = server.ask("go/save", sgf=record, rules="area", move=2)["text"]
    assert area.count("cgt: Black first") == 1 and "area" in area


def test_worksheets_run(server):
    def run(source, tab="sheet"):
        return server.ask("sheet/run", tab, cell=1, source=source)
    lines = run('G := {3||2|1}\n[G.Mean, G.Temperature]\nPrint("a")\nG.Thermograph\nfoo')
    assert [line["type"] for line in lines] == ["result", "result", "stream", "result", "result", "error", "done"]
    assert lines[1]["text"] == "[9/4,3/4]" and "\\frac{9}{4}" in lines[1]["latex"]
    assert any(line.get("svg", "").startswith("<svg") for line in lines)
    error = lines[-2]
    assert error["kind"] == "SyntaxError" and error["diagnostics"][0]["line"] == 5
    assert run("G + 1")[0]["text"] == cgt("-e", "{3||2|1} + 1").strip()
    assert run("G", "another")[-1]["ok"] is False
    server.ask("sheet/reset", "sheet")
    assert run("G")[-1]["ok"] is False


def test_worksheets_help(server):
    text = "x := \"\U0001d50a\" + game.grid.Dom"
    cursor = len(text.encode("utf-16-le")) // 2
    found = server.ask("sheet/complete", source=text, cursor=cursor)
    assert found["candidates"] == ["game.grid.Domineering"] and found["start"] == cursor - len("game.grid.Dom")
    assert server.ask("sheet/check", source="1 + 2")["status"] == "ok"
    assert server.ask("sheet/check", source="{1|")["status"] == "incomplete"
    wrong = server.ask("sheet/check", source="1\n\"\U0001d50a\" + )")
    assert wrong["status"] == "error"
    assert (wrong["diagnostics"][0]["line"], wrong["diagnostics"][0]["column"]) == (2, 8)
    assert "Mean" in server.ask("sheet/inspect", source="{1|0}.Mean", cursor=8)["text"]
    assert server.ask("sheet/inspect", source="zzz", cursor=1)["found"] is False


def test_worksheets_tell_what_notebooks_save(server):
    """Each output in the forms of a notebook; streams by their names; a plot, which is not a result."""
    lines = server.ask("sheet/run", "outputs", source="{3||2|1}\n:plot %\nPrint(1);\n{1 => 2}\n:nonsense")
    kinds = [line["type"] for line in lines]
    assert kinds == ["result", "display", "stream", "result", "error", "done"]
    assert lines[0]["latex"].startswith("$") and lines[0]["text"] == "{3||2|1}"
    assert lines[1]["svg"].startswith("<svg") and "name" not in lines[1]
    assert lines[2] == {"type": "stream", "name": "stdout", "text": "1\n"}
    assert lines[3]["html"].startswith("<table>")
    assert lines[4]["kind"] == "CommandError" and lines[4]["trace"] == [f"error: {lines[4]['message']}"]


def test_worksheets_are_saved(server):
    cells = [{"type": "markdown", "source": "A *text*\n\nof two"}, {"type": "code", "source": "x := 1\n:help"},
             {"type": "raw", "source": "\\alpha\n\n  x"}, {"type": "code", "source": ""}, {"type": "code", "source": "// a comment\nx + 1"}]
    saved = server.ask("sheet/export", cells=cells)
    assert saved["name"].endswith(".cgs")
    assert server.ask("sheet/import", text=saved["text"])["cells"] == cells
    assert server.ask("sheet/import", text="1 + 1\n2\n")["cells"] == [{"type": "code", "source": "1 + 1\n2"}]
    assert subprocess.run([BUILD / "bin/cgt", "-"], input=saved["text"], capture_output=True, text=True).stdout == "2\n"
    assert server.post("sheet/export", cells=[{"type": "x", "source": ""}])[0] == 400


def test_plans(server):
    examples = server.ask("plan/examples")["examples"]
    assert {one["kind"] for one in examples} == {"hddl", "edaps", "pob"}
    for one in examples:
        if one["kind"] == "pob":
            continue
        reply = server.ask("plan", example=one["name"])
        if reply["tree"] is None:
            assert reply["message"]
            continue
        leaves, open_ = [], [reply["tree"]]
        while open_:
            node = open_.pop()
            open_ += reversed(node["children"])
            if node["kind"] == "action":
                leaves.append(node["name"])
        assert leaves == reply["steps"] and len(reply["step_values"]) == len(leaves)
    domain, problem = ("examples/htn/hddl/transport-" + part + ".hddl" for part in ("domain", "problem"))
    reply = server.ask("plan", domain=(SOURCE / domain).read_text(), problem=(SOURCE / problem).read_text())
    steps = cgt("htn", "plan", domain, problem)
    assert reply["steps"] and all(step in steps for step in reply["steps"])
    assert server.post("plan", domain="(define", problem="")[0] == 400


def test_lead_times_are_those_of_cgt_edaps(server):
    reply = server.ask("plan", example="RM1.edaps")
    assert f"lead time {reply['cost']:.2f} minutes" in cgt("edaps", "examples/edaps/designs/RM1.edaps")
    assert server.post("plan", edaps="nonsense here")[0] == 400


def test_partial_orders(server):
    reply = server.ask("pob", example="figure 1")
    labels = [element["label"] for element in reply["elements"]]
    assert ["(5,7)", "(10,3)"] in [[labels[i] for i in one["antichain"]] for one in reply["bounds"]
                                   if one["result"] == "win"]
    asked = {tuple(labels[i] for i in one["antichain"]): one["result"] for one in reply["bounds"]
             if not one.get("strongest")}
    assert asked == {("(5,7)", "(10,3)"): "win", ("(5,8)", "(6,4)"): "loss", ("(5,7)",): "loss",
                     ("(10,3)",): "loss"}
    assert sum(one.get("strongest", False) for one in reply["bounds"]) == 7
    # Covers are a Hasse diagram: no line bridges two others, and each goes up.
    covers = {tuple(cover) for cover in reply["covers"]}
    for low, high in covers:
        assert reply["elements"][low]["height"] < reply["elements"][high]["height"]
        assert not any((low, middle) in covers and (middle, high) in covers for middle in range(len(labels)))
    for name in ("two wishes", "subgoals"):
        assert server.ask("pob", example=name)["elements"]
    assert server.post("pob", script="x := 1")[0] == 400


@pytest.mark.parametrize("words, said", [(("nosuchgame", "x"), 'there is no game "nosuchgame"'), (("clober", "x"), 'did you mean "clobber"?'),
                                         (("domineering", "zz"), "1:1: error: no cell of Domineering"), (("{3||2|",), "1:7: error: the input ends too early")])
def test_what_cannot_be_shown_starts_no_server(words, said):
    done = subprocess.run([BUILD / "bin/cgt-explorer", "--no-open", *words], capture_output=True, text=True, cwd=SOURCE, timeout=300)
    assert done.returncode == 2 and not done.stdout and said in done.stderr


def test_what_it_was_started_with():
    for words, state in ((("domineering", "..|.."), {"view": "position", "game": "domineering", "board": "..|.."}),
                         (("subtraction([1,2])",), {"view": "position", "game": "subtraction([1,2])"}),
                         (("{3||2|1}",), {"view": "position", "expr": "{3||2|1}"}), ((), None)):
        one = Server(*words)
        assert (decoded(one.fragment) if one.fragment else None) == state
        assert one.end() == 0
    one = Server("examples/go/S9.sgf")
    assert decoded(one.fragment)["go"]["sgf"] == (SOURCE / "examples/go/S9.sgf").read_text()
    assert one.end() == 0
    long = max((SOURCE / "examples/go/games").rglob("*.sgf"), key=lambda path: path.stat().st_size, default=None)
    if long is not None and long.stat().st_size > 6000:
        one = Server(str(long))
        assert decoded(one.fragment) == {"view": "go", "initial": True}
        assert one.ask("info")["initial"] == {"sgf": long.read_text(), "name": long.name}
        assert one.end() == 0
