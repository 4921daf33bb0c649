"""Requests as nobody writes them: whatever comes, the server and its workers stand."""

import json
import random

from conftest import SOURCE

REQUESTS = {
    "position": {"game": "clobber", "board": "xo|ox"},
    "explain": {"game": "clobber", "board": "xo|ox", "player": "left", "cells": [0]},
    "edit": {"game": "nim", "board": "3+5", "op": {"heap": [0, 2]}},
    "play": {"game": "col", "board": ".-.", "player": "right"},
    "value": {"expr": "{1|0}", "t": "1"},
    "thermograph": {"expr": "{1|0}", "t": ["0", "1/2"]},
    "sum": {"sum": [{"subject": {"expr": "1"}, "negated": True, "count": 2}]},
    "tree": {"game": "domineering", "board": "..|..", "path": ["L0"]},
    "export": {"expr": "{1|0}", "what": "tree", "format": "svg"},
    "go/load": {"sgf": "(;SZ[5];B[cc];W[dd])", "move": 1},
    "go/solve": {"sgf": "XX.OO/XX.OO/XX.OO/XX.OO/.X.O.", "komi": "1/2", "rules": "area"},
    "go/try": {"sgf": "XX.OO/XX.OO/XX.OO/XX.OO/.X.O.", "line": ["C1"], "prisoners": "1,2"},
    "go/review": {"sgf": "(;SZ[5];B[cc];W[bb])", "dead": "none"},
    "go/save": {"sgf": "(;SZ[5];B[cc])"},
    "go/example": {"name": "S9.sgf"},
    "plan": {"example": "towers"},
    "pob": {"example": "subgoals"},
    "sheet/run": {"cell": 1, "source": "1 + 1"},
    "sheet/complete": {"source": "Prin", "cursor": 4},
    "sheet/check": {"source": "1 + "},
    "sheet/inspect": {"source": "Print", "cursor": 2},
    "sheet/export": {"cells": [{"type": "code", "source": "1"}, {"type": "markdown", "source": "*a*"}]},
    "sheet/import": {"text": "// %% text\n// *a*\n// %%\n1"},
    "info": {}, "rulesets": {}, "plan/examples": {}, "sheet/reset": {}, "wait": {}, "cancel": {}, "alive": {},
}
ODD = [None, True, False, 0, -1, 1, 1.5, 1e300, 2**63, -2**63, 10**40, "", "x", "left", "\u0000", "\ud800", "x" * 5000,
       [], {}, [[]], [None], {"": {}}, "{" * 3000, "(" * 3000, "*" * 3000, "1/0", "..|.", "(0,0)", "99999999999",
       "(;SZ[99])", "L0", "<script>"]


def changed(random_, value):
    """The same with something in it replaced, left out or added."""
    if isinstance(value, dict) and value and random_.random() < 0.8:
        name = random_.choice(sorted(value))
        out = dict(value)
        if random_.random() < 0.2:
            del out[name]
        else:
            out[name] = changed(random_, value[name])
        if random_.random() < 0.1:
            out[random_.choice(["game", "expr", "sum", "t", "op", "budget_ms", "poll", "path"])] = random_.choice(ODD)
        return out
    if isinstance(value, list) and value and random_.random() < 0.7:
        at = random_.randrange(len(value))
        return value[:at] + [changed(random_, value[at])] + value[at + 1:]
    if isinstance(value, str) and value and random_.random() < 0.4:
        at = random_.randrange(len(value))
        return value[:at] + random_.choice(["|", "#", "9", "(", "{", ":", "\n", "x", "-", ""]) + value[at + 1:]
    return random_.choice(ODD)


def test_a_thousand_random_requests_do_no_harm(server):
    chance = random.Random(20261124)
    before = server.workers()
    seen = {}
    for number in range(1000):
        name = chance.choice(sorted(REQUESTS))
        body = changed(chance, REQUESTS[name])
        request = {"tab": "fuzz", "budget_ms": 200, **(body if isinstance(body, dict) else {"x": body})}
        request.pop("poll", None)
        response = server.raw("POST", f"/api/{name}", json.dumps(request))
        assert response.status in (200, 202, 400, 404, 409, 422), (number, name, request, response.text[:300])
        seen[response.status] = seen.get(response.status, 0) + 1
        for line in response.text.splitlines():
            json.loads(line)
    assert seen[200] > 150 and seen[400] > 150, seen
    # The worker of this tab is the one that began.
    fresh = [worker for worker, _ in server.workers() if worker not in dict(before)]
    assert len(fresh) <= 1
    assert server.ask("value", "fuzz", expr="{3||2|1}")["mean"] == "9/4"


def test_bytes_that_are_no_json(server):
    chance = random.Random(7)
    whole = json.dumps({"tab": "fuzz", **REQUESTS["sum"]}).encode()
    for _ in range(200):
        text = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text))
            text[at:at + chance.randrange(3)] = bytes(chance.randrange(256) for _ in range(chance.randrange(3)))
        assert server.raw("POST", "/api/sum", bytes(text)).status in (200, 202, 400)
    for body in (b"", b"[]", b"null", b"1", b"\xff\xfe", b'{"tab":"fuzz"', b'{"tab":1}', b'{"tab":""}',
                 b'{"tab":"a b"}', b'{"tab":"' + b"a" * 65 + b'"}', b"[" * 100000, b'{"tab":' * 100000):
        assert server.raw("POST", "/api/info", body).status == 400
    assert server.raw("POST", "/api/no/such", b'{"tab":"fuzz"}').status == 404


def test_deep_nests_and_large_numbers(server):
    nested = {"subject": {"expr": "1"}}
    for _ in range(200):
        nested = {"subject": {"sum": [nested]}}
    assert server.post("sum", sum=[nested])[0] == 400
    # A part that is refused spoils the total, and the others are told.
    reply = server.ask("sum", sum=[{"subject": {"expr": "1"}, "count": 2**62}, {"subject": {"expr": "2"}}])
    assert reply["text"] == "unknown" and "error" in reply["parts"][0] and reply["parts"][1]["text"] == "2"
    assert server.post("position", game="nim", board="9" * 400)[0] == 400
    for expression in ("{" * 20000, "1|" * 20000, "-" * 20000 + "1", "[" * 20000, "1+" * 20000 + "1"):
        status, reply = server.post("value", expr=expression, budget_ms=2000)
        assert status in (200, 400), reply
    assert server.post("value", expr="x" * 300000)[0] == 400
    assert (SOURCE / "README.md").exists()
