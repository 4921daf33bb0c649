"""A kernel to talk to, and what the prompt answers to the same input."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time

import pytest

SOURCE = pathlib.Path(os.environ["CGT_SOURCE"])
BUILD = pathlib.Path(os.environ["CGT_BUILD"])
PROGRAM = BUILD / "bin" / "cgt"

# Nothing of the user's own: neither his kernels and settings, nor the files of running kernels.
_private = tempfile.TemporaryDirectory()
for _name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
    os.environ[_name] = os.path.join(_private.name, _name)
os.environ["JUPYTER_PATH"] = str(BUILD / "share" / "jupyter")

from jupyter_client.manager import start_new_kernel  # noqa: E402  (reads the environment)

TIMEOUT = 300  # seconds; only for what went wrong


class Cell:
    """What came of a cell: the reply and the outputs, in order, as (type, content)."""

    def __init__(self, reply, outputs):
        self.reply = reply
        self.outputs = outputs

    @property
    def text(self):
        """Everything as plain text: what the prompt prints with numbered results."""
        out = ""
        for kind, content in self.outputs:
            if kind == "stream":
                out += content["text"]
            elif kind == "execute_result":
                name = content["metadata"].get("name")
                # As at the prompt, where the lines of a table stand below each other.
                head = f"{name} = " if name else ""
                first, *others = content["data"]["text/plain"].split("\n")
                out += "\n".join([head + first, *(" " * len(head) + line if line else "" for line in others)]) + "\n"
            elif kind == "display_data":
                out += content["data"]["text/plain"] + "\n"
            elif kind == "error":
                out += "\n".join(content["traceback"]) + "\n"
        return out

    @property
    def data(self):
        """The forms of the only result."""
        found = [content["data"] for kind, content in self.outputs if kind == "execute_result"]
        assert len(found) == 1, self.outputs
        return found[0]

    @property
    def ok(self):
        return self.reply["status"] == "ok"


class Kernel:
    def __init__(self):
        self.manager, self.client = start_new_kernel(kernel_name="cgt", startup_timeout=TIMEOUT)
        self.pid = self.manager.provisioner.process.pid

    def begin(self, code, **options):
        return self.client.execute(code, **options)

    def next_output(self, request):
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status":
                if message["content"]["execution_state"] == "idle":
                    return None
            elif message["msg_type"] != "execute_input":
                return message["msg_type"], message["content"]

    def finish(self, request):
        outputs = list(iter(lambda: self.next_output(request), None))
        while True:
            reply = self.client.get_shell_msg(timeout=TIMEOUT)
            if reply["parent_header"].get("msg_id") == request:
                return Cell(reply["content"], outputs)

    def run(self, code, **options):
        return self.finish(self.begin(code, **options))

    def ask(self, request):
        while True:
            reply = self.client.get_shell_msg(timeout=TIMEOUT)
            if reply["parent_header"].get("msg_id") == request:
                return reply["content"]

    def interrupt(self):
        os.kill(self.pid, signal.SIGINT)

    def cpu_seconds(self):
        """Time that the process has computed, not waited."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def restart(self):
        self.manager.restart_kernel(now=True)
        self.client.wait_for_ready(timeout=TIMEOUT)
        self.pid = self.manager.provisioner.process.pid

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel()


@pytest.fixture(scope="session")
def kernel():
    found = Kernel()
    yield found
    found.close()


@pytest.fixture
def fresh(kernel):
    """The kernel, with nothing of the tests before."""
    kernel.run(":clear\n:set format text\n:set show_type off\n:set history on\n:time off")
    return kernel


def prompt(text):
    """What the program says to the same lines, errors among the results. Statements of a pipe have
    places as cells have."""
    done = subprocess.run(
        [PROGRAM, "--keep-going"],
        input=":set history on\n:set max 4000\n" + text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=SOURCE,
        check=False,
    )
    return done.stdout


def wait_for(condition):
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
