"""Budgets, cancelling, tabs that close, and the sandbox of scripts."""

import json
import os
import signal
import threading
import time

from conftest import SOURCE, Server, is_dead

# Nothing finds its value in the ten seconds of a request.
HARD = {"game": "domineering", "board": "|".join(["." * 10] * 10)}
ENDLESS = "while true do end"


# Seconds after which something hangs, however much else the machine does.
HANGS = 300
# Clock ticks, which no other process can slow down: more than a worker needs to begin, and half of what a request may use
# before it ends by itself.
BEGINNING, MUCH = 20, 500


def later(work):
    """Runs it in a thread; result() waits for it, result.ended tells whether it has to."""
    box = []
    thread = threading.Thread(target=lambda: box.append(work()))
    thread.start()

    def result():
        thread.join(HANGS)
        return box[0]
    result.ended = box
    return result


def used(server, before):
    """Clock ticks that its workers have used since then, each."""
    return {worker: ticks - before.get(worker, 0) for worker, ticks in server.workers()}


def until(condition):
    end = time.monotonic() + HANGS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def wait_for_work(server, before):
    until(lambda: any(ticks > BEGINNING for ticks in used(server, before).values()))


def stops(server):
    """Do its workers end before the request would by itself?"""
    before = dict(server.workers())

    def is_idle():
        last = dict(server.workers())
        time.sleep(0.3)
        return all(ticks < 5 for ticks in used(server, last).values())
    until(is_idle)
    return all(ticks < MUCH for ticks in used(server, before).values())


def test_budgets_end_requests_with_what_is_known(server):
    for name, body in (("value", {}), ("play", {"player": "left"}), ("tree", {}), ("sum", None)):
        request = {"sum": [{"subject": HARD}]} if body is None else {**HARD, **body}
        before = dict(server.workers())
        reply = server.ask(name, budget_ms=300, **request)
        assert all(ticks < MUCH for ticks in used(server, before).values())
        assert reply.get("unknown"), (name, reply)
    # Where there are no values there are moves.
    children = server.ask("tree", budget_ms=300, **HARD)["children"]
    assert len(children) == 180 and {child["status"] for child in children} == {"unknown"}
    assert server.post("value", budget_ms=0, **HARD)[0] == 400
    assert server.post("value", budget_ms=10**9, **HARD)[0] == 400


def test_scripts_end_with_their_budget(server):
    *_, error, done = [line for line in server.ask("sheet/run", "budget", source=ENDLESS, budget_ms=300)]
    assert error["kind"] == "OutOfBudget" and not done["ok"]
    # All statements of a cell share it, and the session goes on.
    lines = server.ask("sheet/run", "budget", source="x := 7\n" + f"{ENDLESS}\n" * 20, budget_ms=300)
    assert lines[-2]["kind"] == "OutOfBudget" and not lines[-1]["ok"]
    assert server.ask("sheet/run", "budget", source="x + 1")[0]["text"] == "8"


def test_memory_is_limited(server):
    lines = server.ask("sheet/run", "memory", source="x := [1]; while true do x := [x, x, x.ToString.Length] end",
                       budget_ms=2000)
    assert not lines[-1]["ok"] and lines[-2]["type"] == "error"


def test_cancel_ends_what_runs_and_what_waits(server):
    before = dict(server.workers())
    first = later(lambda: server.post("value", "cancel", **HARD))
    second = later(lambda: server.post("value", "cancel", **HARD))
    wait_for_work(server, before)
    server.ask("cancel", "cancel")
    assert first()[0] == 409 and second()[0] == 409
    assert server.ask("value", "cancel", expr="1/2")["text"] == "1/2"


def test_a_cell_is_interrupted_and_the_session_goes_on(server):
    server.ask("sheet/run", "interrupt", source="kept := {3||2|1};")
    before = dict(server.workers())
    running = later(lambda: server.post("sheet/run", "interrupt", source=ENDLESS))
    wait_for_work(server, before)
    server.ask("cancel", "interrupt")
    status, lines = running()
    assert status == 200 and lines[-2]["kind"] == "Interrupted"
    assert server.ask("sheet/run", "interrupt", source="kept.Mean")[0]["text"] == "9/4"


def test_a_cell_tells_how_long_it_runs(server):
    lines = server.ask("sheet/run", "progress", source=ENDLESS, budget_ms=1300)
    assert [line["seconds"] for line in lines if line["type"] == "progress"] == [1]


def test_closing_the_connection_stops_computing():
    server = Server()
    for request in ({**HARD}, {**HARD, "poll": True}):
        before = dict(server.workers())
        connection = server.connection()
        connection.request("POST", "/api/value", json.dumps({"tab": "gone", **request}), server.headers())
        wait_for_work(server, before)
        connection.close()
        assert stops(server)
    assert server.end() == 0


def test_closing_the_stream_or_the_tab_stops_computing():
    server = Server()
    for way in ("stream", "close"):
        stream = server.connection()
        stream.request("GET", "/api/alive?tab=here", headers=server.headers(Origin=None))
        response = stream.getresponse()
        assert response.getheader("Content-Type") == "text/event-stream"
        assert response.fp.readline()
        before = dict(server.workers())
        running = later(lambda: server.post("value", "here", **HARD))
        wait_for_work(server, before)
        if way == "stream":
            response.close()
            stream.close()
        else:
            server.ask("close", "here")
        assert running()[0] == 409
        assert stops(server)
        stream.close()
    assert server.end() == 0


def test_polls_answer_before_the_end(server):
    status, reply = server.post("value", "poll", poll=True, budget_ms=1500, **HARD)
    assert status == 202 and reply["pending"]
    while status == 202:
        status, reply = server.post("wait", "poll")
    assert status == 200 and reply["unknown"]
    # What is there at once is answered at once, and a stream comes in parts.
    assert server.post("value", "poll", poll=True, expr="^") == (200, server.ask("value", expr="^"))
    status, reply = server.post("sheet/run", "poll", poll=True, source=f'Print("a")\n{ENDLESS}', budget_ms=1200)
    lines = reply["lines"]
    while status == 202:
        status, reply = server.post("wait", "poll")
        lines += reply["lines"]
    assert status == 200 and reply["done"]
    assert lines[0] == {"type": "stream", "name": "stdout", "text": "a\n"} and lines[-1]["type"] == "done"


def test_eight_tabs_do_not_starve_each_other(server):
    before = dict(server.workers())
    running = [later(lambda i=i: server.post("value", f"many{i}", **HARD)) for i in range(8)]
    until(lambda: sum(ticks > BEGINNING for worker, ticks in server.workers() if worker not in before) == 8)
    # Answered while all of them compute: nothing else ends them but this.
    assert server.ask("value", "ninth", expr="{2|1}")["mean"] == "3/2"
    for i in range(8):
        server.ask("close", f"many{i}")
    assert {one()[0] for one in running} == {409}


def test_too_much_at_once_is_refused(server):
    running = [later(lambda: server.post("value", "queue", **HARD)) for _ in range(33)]
    until(lambda: any(one.ended for one in running))
    server.ask("cancel", "queue")
    assert sorted(one()[0] for one in running) == [409] * 32 + [503]
    assert server.ask("value", "other", expr="1")["text"] == "1"


def test_scripts_stay_in_the_sandbox(tmp_path):
    (tmp_path / "inside.txt").write_text("inside")
    server = Server(folder=tmp_path)

    def run(source):
        return server.ask("sheet/run", source=source)
    assert run('ReadText("inside.txt")')[0]["text"] == '"inside"'
    for path in ("/etc/passwd", "../secret.txt", f"{SOURCE}/README.md"):
        lines = run(f'ReadText("{path}")')
        assert lines[-2]["type"] == "error" and not lines[-1]["ok"], path
        assert server.post("value", expr=f'ReadText("{path}")')[0] == 400
    for command in (":load inside.txt", ":reload", ":export stolen.svg", "  :export x.txt"):
        lines = run(f"1;\n{command}")
        assert lines[-2]["kind"] == "CommandError", command
    for game in ("/etc/passwd.cgs", "../x.cgs", f"{SOURCE}/examples/edaps/Part.cgs"):
        assert server.post("position", game=game, board="x")[0] == 400
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inside.txt"]
    assert server.end() == 0


def test_a_worker_that_dies_is_replaced():
    server = Server()
    server.ask("sheet/run", source="x := 1")
    assert server.ask("alive")["fresh"] is False
    worker = server.workers()[0][0]
    os.kill(worker, signal.SIGKILL)
    until(lambda: is_dead(worker))
    assert server.ask("value", expr="1")["text"] == "1"
    before = dict(server.workers())
    running = later(lambda: server.post("value", **HARD))
    wait_for_work(server, before)
    os.kill(server.workers()[0][0], signal.SIGKILL)
    status, reply = running()
    assert status == 500 and reply["error"]["message"]
    assert server.ask("alive")["fresh"] is True
    assert server.ask("value", expr="1")["text"] == "1"
    assert server.end() == 0
