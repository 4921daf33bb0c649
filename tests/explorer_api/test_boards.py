"""Boards of all rulesets: what the server tells of them is what `cgt eval` says."""

import json
import re

import pytest
from conftest import SOURCE, cgt

LISTED = cgt("eval", "--list").splitlines()
NAMES = [line.split()[0] for line in LISTED if line and not line.startswith(" ")]
PLAYERS = ("left", "right")


@pytest.fixture(scope="module")
def rulesets(server):
    return {one["name"]: one for one in server.ask("rulesets")["rulesets"]}


def test_all_rulesets_are_offered(rulesets):
    assert sorted(rulesets) == sorted(NAMES) and len(NAMES) >= 66
    for one in rulesets.values():
        # Positions and elements by name, and numbers that were named, are no boards.
        kinds = ("text",) if one["name"] in ("explicit", "poset-game", "sylver") else \
            ("grid", "strip", "heap", "graph", "go")
        assert one["kind"] in kinds, one["name"]
        assert one["summary"] and one["board"] and one["example"]


def cells_of(picture):
    """How many cells a picture has, whatever it shows."""
    return {"grid": lambda: len(picture["cells"]), "strip": lambda: len(picture["cells"]),
            "heap": lambda: picture["cells"], "text": lambda: 0,
            "graph": lambda: len(picture["vertices"]) + len(picture["edges"])}[picture["kind"]]()


@pytest.mark.parametrize("name", NAMES)
def test_positions_moves_and_values(server, rulesets, name):
    ruleset = rulesets[name]
    game = ruleset["sample"]
    position = server.ask("position", game=game, board=ruleset["example"])
    assert position["kind"] == ruleset["kind"] and position["impartial"] == ruleset["impartial"]
    # The text reads back.
    assert server.ask("position", game=game, board=position["board"])["picture"] == position["picture"]
    known = json.loads(cgt("eval", game, ruleset["example"], "--json", "--moves"))
    value = server.ask("value", game=game, board=ruleset["example"])
    if known["value"] is not None:
        assert value["text"] == known["value"] and value["outcome"] == known["outcome"]
        for one in ("mean", "temperature", "left_stop", "right_stop"):
            if one in known:
                assert value[one] == known[one], one
        if "onside" in known:
            assert (value["loopy"]["onside"], value["loopy"]["offside"]) == (known["onside"], known["offside"])
    total = cells_of(position["picture"])
    for player in PLAYERS:
        moves = position[player]
        if "left" in known:
            assert [move["board"] for move in moves] == [move["position"] for move in known[player]]
        clicks = [tuple(move["clicks"]) for move in moves if move["clicks"]]
        assert len(set(clicks)) == len(clicks)
        for one in clicks:
            assert all(0 <= cell < total for cell in one)
            assert not any(other != one and other[:len(one)] == one for other in clicks)
        for move in moves:
            assert all(0 <= cell < total for cell in move["cells"]) and move["label"]
        # On boards every position that can be reached can be clicked, but for herds, which differ in how many
        # go, and a king who cashes out.
        boards = {move["board"] for move in moves}
        clicked = {move["board"] for move in moves if move["clicks"]}
        if position["picture"]["kind"] in ("grid", "strip", "graph") and name != "sheep":
            assert len(boards - clicked) <= (1 if name.endswith("echess") else 0), boards - clicked
        # Every move shows a position again.
        for move in moves[:3]:
            server.ask("position", game=game, board=move["board"])


def test_pieces_belong_to_who_moves_them(server, rulesets):
    """A click begins on a piece of the player's or of nobody's, in every example; walls of mazes are sides of cells."""
    begun = set()
    for name, ruleset in rulesets.items():
        picture = server.ask("position", game=ruleset["sample"], board=ruleset["example"])
        owners = picture["picture"].get("owners")
        if owners is None:
            continue
        assert len(owners) == len(picture["picture"]["cells"]) and set(owners) <= {"left", "right", "both", ""}
        for player in PLAYERS:
            for move in picture[player]:
                if move["clicks"]:
                    begun.add((name, owners[move["clicks"][0]]))
                    assert owners[move["clicks"][0]] in (player, "both", ""), (name, move)
                    # Who goes from one cell to another goes with a piece.
                    if len(move["clicks"]) == 2 and name not in ("domineering", "cram", "patterns"):
                        assert owners[move["clicks"][0]] != "", (name, move)
    expected = {("toads-and-frogs", "left"), ("toads-and-frogs", "right"), ("ski-jumps", "right"), ("chomp", "both"),
                ("fission", "both"), ("maze", "both"), ("echess", "left"), ("push", "left"), ("shove", "left"), ("toppling-dominoes", "both")}
    assert expected - begun == set()
    # Moves of a herd between two cells differ in how many go.
    sheep = server.ask("position", game="sheep", board="3, 0, 0 | 0, -4, 0")
    assert [move["label"] for move in sheep["left"]] == ["a2-a1: 1", "a2-a1: 2", "a2-c2: 1", "a2-c2: 2"]
    assert len({move["label"] for move in sheep["right"]}) == len(sheep["right"]) == 12
    maze = server.ask("position", game="maze", board="u.#|_)J|).J")["picture"]
    assert maze["walls"] == ["below", "", "", "below", "right", "below right", "right", "", "below right"]
    assert maze["owners"] == ["both" if cell in "oudj" else "" for cell in maze["cells"]]


def test_pieces_that_are_named_are_drawn(server, rulesets):
    """What a cell looks like is a symbol of the page; each piece of somebody has one, but those of scripts."""
    symbols = set(re.findall(r'<symbol id="(\w+)"', (SOURCE / "repl/explorer/page/board/pieces.svg").read_text()))
    seen = set()
    for ruleset in rulesets.values():
        picture = server.ask("position", game=ruleset["sample"], board=ruleset["example"])["picture"]
        if picture["kind"] not in ("grid", "strip") or picture.get("go"):
            continue
        assert len(picture["looks"]) == len(picture["cells"]) and len(picture["alphabet_looks"]) == len(picture["alphabet"])
        looks = {*picture["looks"], *picture["alphabet_looks"]} - {""}
        assert looks <= symbols, ruleset["name"]
        for cell, owner, look in zip(picture["cells"], picture["owners"], picture["looks"]):
            assert bool(owner) <= bool(look), (ruleset["name"], cell)
        seen |= looks
    assert len(seen) >= 24


@pytest.mark.parametrize("name", NAMES)
def test_play_and_explain(server, rulesets, name):
    game, board = rulesets[name]["sample"], rulesets[name]["example"]
    position = server.ask("position", game=game, board=board)
    known = json.loads(cgt("eval", game, board, "--json", "--moves"))
    for player in PLAYERS:
        reply = server.ask("play", game=game, board=board, player=player)
        moves = position[player]
        assert [move["board"] for move in reply["all"]] == [move["board"] for move in moves]
        if moves and "unknown" not in reply and reply.get("value") != "depends on ko":
            assert reply["best"] and reply["why"]["text"]
            for mine, theirs in zip(reply["all"], known[player]):
                assert mine["value"] == theirs["value"]
            ends = {"win": 2, "draw": 1, "loss": 0}
            most = max(ends[move["end"]] for move in reply["all"])
            assert all(ends[move["end"]] == most for move in reply["best"])
        explained = server.ask("explain", game=game, board=board, player=player,
                               cells=moves[0]["cells"] if moves else [])
        assert explained["legal"] == bool(moves and moves[0]["cells"]) and explained["message"]


def test_illegal_clicks_are_explained(server):
    def why(player, cells, board="....|....|...."):
        reply = server.ask("explain", game="domineering", board=board, player=player, cells=cells)
        assert not reply["legal"]
        return reply["message"]
    assert "a move of Right" in why("left", [0, 1])
    assert "together; moves near it: a3 a2" in why("left", [0, 11])
    assert "No move of Left changes a2" in why("left", [0], "#..|..#")
    assert "no move" in why("left", [0], "..")
    assert "over" in why("left", [0], "##")
    assert server.post("explain", game="domineering", board="..", player="left", cells=[2])[0] == 400


def edit(server, game, board, **op):
    status, reply = server.post("edit", game=game, board=board, op=op)
    return reply["board"] if status == 200 else reply["error"]["message"]


def test_edits(server):
    def grid(**op):
        return edit(server, "clobber", "xo|ox", **op)
    assert grid(set=[0, "."]) == ".o|ox"
    assert grid(cycle=0) == "oo|ox" and grid(set=[1, "."]) == "x.|ox"
    assert grid(add_row=0) == "..|xo|ox" and grid(add_row=2) == "xo|ox|.."
    assert grid(delete_row=1) == "xo" and grid(delete_column=0) == "o|x"
    assert grid(add_column=1) == "x.o|o.x" and grid(clear=True) == "..|.."
    assert "is written so" in grid(set=[0, "z"])
    assert edit(server, "toads-and-frogs", "t.f", add_column=3) == "t.f."
    assert "does not fit" in edit(server, "toads-and-frogs", "t.f", add_row=0)
    assert "a board has a row" in edit(server, "clobber", "xo", delete_row=0)
    assert edit(server, "sheep", "3, 0 | 0, -4", set=[1, "2"]) == "3, 2 | 0, -4"
    assert edit(server, "king-dirt", "0,1,0:x..|.#o", reserve="1,1,0") == "1,1,0:x..|.#o"
    # There is one fox and one king: they are moved.
    assert edit(server, "fox-and-geese", "(3,1);(3,3);(1,3)", set=[48 + 3, "o"]) == "(3,1);(3,3);(2,4)"
    assert edit(server, "echess", "K..|..R|k..", set=[7, "k"]) == "K..|..R|.k."
    assert edit(server, "nim", "3+5", heap=[1, 2]) == "2+3"
    assert edit(server, "nim", "3+5", add_heap=4) == "3+4+5"
    assert edit(server, "nim", "3+5", remove_heap=0) == "5"
    assert edit(server, "cutcake", "(3,5)", add_heap=[2, 2]) == "(2,2)+(3,5)"
    assert edit(server, "wythoff", "(10,7)", heap=[0, [4, 3]]) in ("(4,3)", "(3,4)")
    assert edit(server, "col", ".-.", add_vertex="") != ".-."
    assert edit(server, "col", ".-.", remove_edge=0) in (".;.", ".;")
    assert edit(server, "hackenbush", "l", add_edge=[0, 1, "r"]) != "l"
    assert "ground stays" in edit(server, "hackenbush", "l", remove_vertex=0)
    # What is cut off from the ground is gone, and what is new has an edge.
    assert edit(server, "hackenbush", "lre", remove_edge=1) == "l"
    assert edit(server, "hackenbush", "l(r;le)", remove_vertex=1) == edit(server, "hackenbush", "l", clear=True)
    grown = edit(server, "hackenbush", "l", add_edge=[1, None, "r"])
    assert server.ask("value", game="hackenbush", board=grown)["text"] == "1/2"
    assert "would fall" in edit(server, "hackenbush", "l", add_vertex="")
    assert edit(server, "col", ".-.", add_edge=[1, None, ""]) == server.ask("position", game="col", board=".-.-.")["board"]


@pytest.mark.parametrize("op", [None, 1, [], {}, {"set": 1}, {"set": [0]}, {"set": [99, "."]}, {"set": [0, 1]},
                                {"cycle": -1}, {"cycle": "a"}, {"cycle": 0, "clear": True}, {"add_row": 99},
                                {"heap": [0, 1]}, {"nonsense": 0}])
def test_wrong_edits_are_refused(server, op):
    status, reply = server.post("edit", game="clobber", board="xo|ox", op=op)
    assert status == 400 and reply["error"]["message"]
