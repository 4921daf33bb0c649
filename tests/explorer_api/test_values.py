"""Values, thermographs, sums and trees against the language and `cgt eval`."""

import json

import pytest
from conftest import cgt

EXPRESSIONS = ["0", "1/2", "-3", "*", "*3", "^", "v*", "+-1", "{3||2|1}", "{2|1||0}", "Tiny(2)", "{5|*,{1|-1}}",
               "{3|1}+{2|-1}", "1/2+^", "on", "over", "{0|pass}", "a{0|{1|a}}", "on & off", "{4|2||0|-3}"]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_values_are_those_of_the_language(server, expression):
    value = server.ask("value", expr=expression)
    assert value["text"] == cgt("-e", expression).strip()
    assert server.ask("value", expr=value["text"])["text"] == value["text"]
    assert value["latex"] == cgt("--format", "latex", "-e", expression).strip()
    if value["kind"] in ("stopper", "loopy"):
        return
    facts = json.loads(cgt("--format", "json", "-e", f"X := {expression}; "
                           "[X.OutcomeClass.ToString, X.Mean, X.Temperature, X.LeftStop, X.RightStop, "
                           "X.CanonicalForm.Birthday, X.ReducedCanonicalForm.ToString, X.Cool(1).ToString]"))
    names = ("outcome", "mean", "temperature", "left_stop", "right_stop", "birthday", "reduced", "cooled")
    assert [value[name] for name in names] == [str(fact) for fact in facts]


@pytest.mark.parametrize("expression", ["{3||2|1}", "+-1", "{5|*,{1|-1}}", "{4|2||0|-3}", "1/2", "^", "2"])
def test_walls_are_exact(server, expression):
    temperatures = [f"{i}/8" for i in range(-8, 20)] + ["1/1024"]
    found = server.ask("thermograph", expr=expression, t=temperatures)["at"]
    wanted = cgt("-e", f"X := ({expression}).Thermograph; "
                 f"[[X.Wall(Left).At(t), X.Wall(Right).At(t)] for t in [{','.join(temperatures)}]]").strip()
    assert "[" + ",".join(f"[{one['left']},{one['right']}]" for one in found) + "]" == wanted
    drawn = server.ask("value", expr=expression)["thermograph"]
    for side in ("left", "right"):
        corners = server.ask("thermograph", expr=expression, t=[t for t, _ in drawn[side]])["at"]
        assert [one[side] for one in corners] == [x for _, x in drawn[side]]


def test_other_temperatures_are_refused(server):
    for t in ("-2", "1/3", "x", "^", ""):
        assert server.post("thermograph", expr="1", t=[t])[0] == 400
    assert server.post("value", expr="1", t="-3")[0] == 400


def test_sums(server):
    parts = [({"expr": "{3|1}"}, False, 2), ({"game": "domineering", "board": "..|.."}, True, 1),
             ({"expr": "^"}, False, 3), ({"sum": [{"subject": {"expr": "*"}}, {"subject": {"expr": "1"}}]}, False, 1)]
    total = server.ask("sum", sum=[{"subject": s, "negated": n, "count": c} for s, n, c in parts])
    assert total["text"] == cgt("-e", "{3|1}+{3|1} - (+-1) + ^+^+^ + * + 1").strip()
    assert [part["text"] for part in total["parts"]] == ["4", "+-1", "^3", "1+*"]
    assert total["left"][0]["best"]
    # All moves of the sum are there: of the switch, of the board, of ups and of the inner sum.
    assert {move["part"] for move in total["left"]} == {0, 1, 2, 3}
    assert server.ask("value", sum=[{"subject": {"expr": "1"}, "count": 0}])["text"] == "0"


def test_best_moves_of_a_sum_win(server):
    total = server.ask("sum", sum=[{"subject": {"expr": "+-1"}}, {"subject": {"expr": "+-2"}}])
    best = [(move["part"], move["incentive"]) for move in total["left"] if move["best"]]
    assert best == [(1, "{4|0}")]


def test_trees(server):
    whole = server.ask("tree", game="domineering", board="...|...")
    assert whole["text"] == server.ask("value", game="domineering", board="...|...")["text"]
    known = json.loads(cgt("eval", "domineering", "...|...", "--json", "--moves"))
    for player in ("left", "right"):
        children = [child for child in whole["children"] if child["player"] == player]
        assert [(c["board"], c["text"], c["sensible"]) for c in children] == \
            [(m["position"], m["value"], m["sensible"]) for m in known[player]]
        canonical = {c["text"] for c in children if c["status"] == "canonical"}
        side = "LeftOptions" if player == "left" else "RightOptions"
        options = json.loads(cgt("--format", "json", "-e", f"[g.ToString for g in ({whole['text']}).{side}]"))
        # Others replace a reversible option.
        assert canonical <= set(options)
        for child in children:
            assert child["status"] in ("canonical", "dominated", "reversible")
            assert bool(child["by"]) == (child["status"] != "canonical")
    first = whole["children"][0]
    again = server.ask("tree", game="domineering", board="...|...", path=[first["id"]])
    assert again["board"] == first["board"] and again["text"] == first["text"]
    assert whole["sensible_lines"][0][0]["id"].startswith("L")
    for path in (["X0"], ["L99"], ["L-1"], [0], "L0"):
        assert server.post("tree", game="domineering", board="..", path=path)[0] == 400


def test_a_part_that_cannot_be_read_spoils_no_other(server):
    total = server.ask("sum", sum=[{"subject": {"expr": "{3|1}"}}, {"subject": {"expr": "{3|"}}])
    assert total["unknown"] == "part 2 cannot be read" and total["parts"][0]["text"] == "{3|1}"
    assert "ends too early" in total["parts"][1]["error"] and "opened at 1:1" in total["parts"][1]["hint"]
    assert server.post("value", expr="{3|")[1]["error"]["message"] == total["parts"][1]["error"]


def test_drawings_have_the_names_that_people_use(server):
    for game, board, title in (("hackenbush", "l(r;le)", "Hackenbush l(r;le)"), ("toads-and-frogs", "tt.ff", "Toads and Frogs tt.ff"),
                               ('take-and-break("0.77")', "12", "Take and Break(&quot;0.77&quot;) 12")):
        assert f"<title>{title}</title>" in server.ask("value", game=game, board=board)["svg"]
    assert all(one["title"].split("(")[0].replace(" ", "").lower() in one["path"].lower() for one in server.ask("rulesets")["rulesets"])


@pytest.mark.parametrize("subject", [{"expr": "{3||2|1}"}, {"game": "clobber", "board": "xoxo"}, {"expr": "over"}])
def test_exports(server, subject):
    for what, formats in (("tree", ("svg", "dot", "json", "latex")), ("thermograph", ("svg", "json", "latex"))):
        for kind in formats:
            reply = server.ask("export", what=what, format=kind, **subject)
            beginning = {"svg": "<svg", "dot": "digraph", "json": "{", "latex": "\\begin{tikzpicture}"}[kind]
            assert reply["text"].startswith(beginning) and reply["name"].startswith(what)
            assert reply == server.ask("export", what=what, format=kind, **subject)
    assert server.post("export", what="thermograph", format="dot", **subject)[0] == 400
    assert server.post("export", what="tree", format="png", **subject)[0] == 400


def test_kos_have_a_thermograph_for_each_komaster(server):
    value = server.ask("value", game="go", board="#BW#/B.XW/#BW#")
    assert value["kind"] == "ko" and value["ko"]["right"]["mean"] == "-1/3"


def test_loopy_thermographs_begin_at_0(server):
    """Over is an infinitesimal: its temperature is 0, in words and in the drawing."""
    value = server.ask("value", expr="a{0|a}")
    assert value["temperature"] == "0" and "temperature 0," in value["svg"] and "temperature -1" not in value["svg"]


def test_mistakes_have_their_place(server):
    status, reply = server.post("value", expr="1 + foo")
    assert status == 400 and reply["error"]["diagnostics"][0]["line"] == 1
    status, reply = server.post("position", game="clobber", board="xo|x?")
    assert status == 400 and reply["error"]["diagnostics"][0]["offset"] == 4
    status, reply = server.post("position", game="cloober", board="xo")
    assert status == 400 and "clobber" in reply["error"]["hint"]
