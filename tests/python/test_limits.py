"""Too little disk, two processes on one file, long texts, small budgets.

Each test counts what it did: an answer or a refusal in words, never a crash, never half a file that
passes for a whole one."""

import concurrent.futures
import json
import os
import pathlib
import resource
import signal
import subprocess

import pytest

BUILD = pathlib.Path(os.environ["CGT_BUILD"])
SOURCE = pathlib.Path(os.environ["CGT_SOURCE"])
PROGRAM = BUILD / "bin/cgt"
GO = SOURCE / "examples/go/S9.sgf"
HDDL = [SOURCE / f"examples/htn/hddl/transport-{part}.hddl" for part in ("domain", "problem")]


def run(*words, text="", limit=None, folder=None):
    """Exit code, both outputs; `limit`: bytes that a file may have."""
    def prepare():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write fails, as on a full disk
    done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, check=False,
                          preexec_fn=prepare, cwd=folder, timeout=600)
    assert 0 <= done.returncode < 128, (words, done.returncode, done.stderr)
    return done


@pytest.mark.parametrize("words", [
    ["db", "build", "clobber", "3x3", "--out", "FILE"],
    ["octal", "0.06", "--to", "100000", "--state", "FILE"],
    ["census", "domineering", "3x4", "--state", "FILE"],
    ["go", GO, "--svg", "FILE.svg"],
    ["sum", "domineering:....|....|.... + {1|-1}", "--first", "L", "--certificate", "FILE.json"],
    ["prove", 'game.grid.Clobber("xoxo|oxox")', "--coq", "FILE.v"],
    ["misere", "quotient", "0.77", "--certificate", "FILE"],
], ids=lambda words: " ".join(map(str, words[:2])))
def test_a_full_disk(words, tmp_path):
    """The command says so and fails; what it leaves is no whole file for the one that reads it."""
    name = next(str(w) for w in words if str(w).startswith("FILE"))
    command = [str(tmp_path / name) if w == name else w for w in words]
    full = run(*command, limit=200)
    assert full.returncode not in (0, 4), full.stdout
    assert name in full.stderr or "File too large" in full.stderr, full.stderr
    again = run(*command)
    assert again.returncode == 0, again.stderr


def test_two_processes_on_one_database(tmp_path):
    """Both build one file while others read it: each ends in words, and the file is whole."""
    path = str(tmp_path / "both.db")
    run("db", "build", "clobber", "2x3", "--out", path)

    def one(i):
        if i % 2 == 0:
            return run("db", "build", "clobber", "3x3", "--out", path, "-q")
        return run("eval", "clobber", "xo.|oxo|.xo", "--db", path)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        ended = list(pool.map(one, range(24)))
    for done in ended:
        assert done.returncode in (0, 1, 2), done.stderr
        assert done.returncode == 0 or done.stderr
    values = {line for done in ended[1::2] for line in done.stdout.splitlines() if line.startswith("value")}
    assert len(values) == 1
    assert run("db", "verify", path, "--recompute", "all").returncode == 0


def test_a_million_terms():
    many = 10**6
    done = run("-q", "--no-init", "-", text="+".join(["1"] * many))
    assert (done.returncode, done.stdout) == (0, f"{many}\n")
    done = run("sum", "--json", "--file", "-", text=" + ".join(["*2"] * many))
    assert done.returncode == 0 and '"outcome":"P"' in done.stdout
    deep = run("-q", "--no-init", "-", text="{" * many + "0|0" + "}" * many)
    assert deep.returncode == 3 and "250 levels" in deep.stderr


COMMANDS = [
    ["-e", 'game.grid.Domineering("......|......|......|......|......|......").CanonicalForm'],
    ["batch", "-"], ["eval", "domineering", "......|......|......|......|......"],
    ["eval", "amazons", "x...|....|....|...o", "--discover"], ["census", "domineering", "4x4"],
    ["ko", "..W/.BB/BB#", "--verify"], ["octal", "0.06", "--to", "1000000"],
    ["octal", "--digits", "2", "--to", "3000"], ["misere", "quotient", "0.77"],
    ["misere", "outcome", "0.77", "30+31+25"], ["misere", "compare", "--universe", "dicot", "{*|*} ? 0"],
    ["misere", "count", "--universe", "dead-ending", "--day", "2"],
    ["sum", "clobber:xoxoxo|oxoxox|xoxoxo|oxoxox + ^*"], ["sum", "--mcgs", SOURCE / "examples/sums/first.test"],
    ["prove", 'game.grid.Clobber("xoxo|oxox")', "--coq", os.devnull],
    ["db", "build", "domineering", "3x4", "--out", "FILE"], ["go", GO], ["go", GO, "--groups"],
    ["go", GO, "--status", "A1"], ["semeai", SOURCE / "examples/go/race.txt"],
    ["bridge", "suit", "AJT", "432"], ["bridge", "dd", SOURCE / "examples/bridge/smith.pbn"],
    ["bridge", "mistakes", SOURCE / "examples/bridge/smith.pbn"],
    ["pathology", "chess", "KRK", "--counts"], ["htn", "plan", *HDDL, "--best"], ["htn", "lint", *HDDL],
    ["sokoban", "solve", SOURCE / "examples/sokoban/four.xsb", "--all", "--best"],
]


@pytest.mark.parametrize("limit", [["--budget-ms", "1"], ["--budget-ms", "50"], ["--budget-mb", "1"],
                                   ["--budget-nodes", "1"], ["--budget-nodes", "1000"]], ids=" ".join)
def test_every_command_ends_in_a_small_budget(limit, tmp_path):
    """An answer, or exit code 4 with words: how far it came."""
    open_ends = 0
    for words in COMMANDS:
        if limit[0] not in run(*[w for w in words[:2] if str(w).isalpha()][:2], "--help").stdout:
            continue
        command = [str(tmp_path / w) if w == "FILE" else w for w in words]
        done = run(*command, *limit, text="1+1\n")
        told = done.returncode == 1 and "--budget-mb allows 1" in done.stderr  # before it begins
        assert told or done.returncode in (0, 4), (words, done.returncode, done.stderr)
        if done.returncode == 4:
            open_ends += 1
            assert (done.stdout + done.stderr).strip(), words
    assert open_ends >= (3 if limit[1] == "50" else 1)


def test_ctrl_c_ends_a_wait_for_answers():
    """While the other end of a pipe says nothing, and keeps it open."""
    with subprocess.Popen([PROGRAM, "htn", "act", *HDDL, "--answers", "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as act:
        for line in act.stdout:
            if line.startswith("do "):
                break
        act.send_signal(signal.SIGINT)
        assert act.wait(timeout=600) == 130


def test_names_that_are_not_utf8(tmp_path):
    """Files of others have names in other encodings: JSON has U+FFFD for what it cannot have."""
    level = tmp_path / "level.xsb"
    level.write_bytes(b"; M\xfcller\n#####\n#@$.#\n#####\n")
    record = (SOURCE / "examples/bridge/smith.pbn").read_bytes()
    for seat in (b"North", b"East", b"South", b"West"):
        record = record.replace(b"[" + seat + b' "', b"[" + seat + b' "M\xfcller ')
    deals = tmp_path / "deals.pbn"
    deals.write_bytes(record.replace(b'[Board "', b'[Board "M\xfcller '))
    for words in (["sokoban", "rate", level, "--json"], ["sokoban", "hint", level, "--json"],
                  ["bridge", "dd", deals, "--json"], ["bridge", "mistakes", deals, "--json"],
                  ["bridge", "endplays", deals, "--json"], ["sum", "clobber:x\udcfc", "--json"],
                  ["eval", "clobber", "x\udcfc", "--json"], ["ko", "A: \udcfc | 0", "--json"]):
        done = run(*words)
        for line in done.stdout.splitlines():
            assert json.loads(line), words
