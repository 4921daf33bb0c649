"""One server and one browser for all tests; the tests of one file go on where the last one stopped."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser, opened, program  # noqa: E402

SOURCE = pathlib.Path(os.environ["CGT_SOURCE"])


@pytest.fixture(scope="session")
def server():
    found = opened()
    yield found
    found.close()


@pytest.fixture(scope="session")
def page(server):
    """The browser, with the page open. At the end nothing foreign was asked for, and nothing went wrong."""
    found = Browser(server)
    found.open()
    yield found
    found.close()


def cgt(*arguments, text=None):
    return subprocess.run([program(), *arguments], input=text, capture_output=True, text=True, check=False, cwd=SOURCE)


def values(game, boards):
    """What `cgt eval` says of boards: one object each."""
    # Lines without text are not boards to it: a string that is gone is asked for by itself.
    written = [board for board in boards if board]
    done = cgt("eval", game, "-", "--json", text="\n".join(written) + "\n")
    lines = iter(done.stdout.splitlines())
    found = [next(lines) if board else cgt("eval", game, "", "--json").stdout for board in boards]
    assert next(lines, None) is None, done.stderr
    return [json.loads(line) for line in found]
