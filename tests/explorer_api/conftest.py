"""The server of the explorer, asked as a browser asks it, with http.client alone."""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import urllib.parse

import pytest

BUILD = pathlib.Path(os.environ["CGT_BUILD"])
SOURCE = pathlib.Path(os.environ["CGT_SOURCE"])


class Server:
    def __init__(self, *words, folder=None):
        self.process = subprocess.Popen(
            [BUILD / "bin/cgt-explorer", "--no-open", *words],
            stdout=subprocess.PIPE, text=True, cwd=folder or SOURCE)
        self.url = self.process.stdout.readline().strip()
        parts = urllib.parse.urlsplit(self.url)
        self.port = parts.port
        self.fragment = parts.fragment
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]
        self.host = f"127.0.0.1:{self.port}"
        self.cookie = f"cgt_{self.port}={self.token}"

    def connection(self, host="127.0.0.1", timeout=300):
        return http.client.HTTPConnection(host, self.port, timeout=timeout)

    def headers(self, **changes):
        """Those of a page of the explorer; None leaves one out."""
        headers = {"Host": self.host, "Origin": f"http://{self.host}", "Cookie": self.cookie,
                   "Content-Type": "application/json"}
        headers.update({name.replace("_", "-"): value for name, value in changes.items()})
        return {name: value for name, value in headers.items() if value is not None}

    def raw(self, method, path, body=None, host="127.0.0.1", **headers):
        connection = self.connection(host)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers(**headers).items():
                connection.putheader(name, value)
            data = body.encode() if isinstance(body, str) else body
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            response = connection.getresponse()
            response.text = response.read()
            return response
        finally:
            connection.close()

    def post(self, request, tab="tab", /, **body):
        """Status and object of a request."""
        response = self.raw("POST", f"/api/{request}", json.dumps({"tab": tab, **body}))
        if response.getheader("Content-Type") == "application/x-ndjson":
            return response.status, [json.loads(line) for line in response.text.splitlines()]
        return response.status, json.loads(response.text)

    def ask(self, request, tab="tab", /, **body):
        """The object of a request that succeeds."""
        status, reply = self.post(request, tab, **body)
        assert status == 200, (request, body, reply)
        return reply

    def workers(self):
        """The processes of its tabs, by what Linux says of them."""
        found = []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                ticks = int(fields[11]) + int(fields[12])
                found.append((int(stat.parent.name), ticks))
        return found

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.process.wait(timeout=300)


def is_dead(process):
    """Gone, or a zombie that nobody has waited for yet."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture(scope="session")
def server():
    made = Server()
    yield made
    assert made.process.poll() is None, "the server fell"
    assert made.end() == 0


def cgt(*words, code=0):
    done = subprocess.run([BUILD / "bin/cgt", *words], capture_output=True, text=True, cwd=SOURCE)
    assert done.returncode == code, (words, done.stderr)
    return done.stdout
