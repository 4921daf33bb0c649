"""Who is let in, and what the page may load: every way in but the right one is shut."""

import concurrent.futures
import json
import re
import signal
import socket
import subprocess
import threading
import time

import pytest
from conftest import BUILD, Server, is_dead

BODY = json.dumps({"tab": "tab"})


def status(server, method="POST", path="/api/info", body=BODY, **headers):
    return server.raw(method, path, body, **headers).status


def test_the_right_request_is_answered(server):
    assert status(server) == 200
    assert status(server, Content_Type="application/json; charset=utf-8") == 200
    for name in ("localhost", "[::1]"):
        host = f"{name}:{server.port}"
        assert status(server, Host=host, Origin=f"http://{host}") == 200


def test_it_listens_on_loopback_only(server):
    listening = set()
    for table, loopback in (("tcp", "0100007F"), ("tcp6", "00000000000000000000000001000000")):
        for line in open(f"/proc/net/{table}").read().splitlines()[1:]:
            address, port = line.split()[1].split(":")
            if line.split()[3] == "0A" and int(port, 16) == server.port:
                assert address == loopback
                listening.add(table)
    assert "tcp" in listening
    if socket.has_ipv6 and "tcp6" in listening:
        assert server.raw("POST", "/api/info", BODY, host="::1").status == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{}", "127.0.0.1", "127.0.0.1:1", "",
                                  "127.0.0.1:{}.evil.example", "localhost"])
def test_other_hosts_are_refused(server, host):
    host = host.format(server.port)
    assert status(server, Host=host, Origin=f"http://{host}") == 403
    assert status(server, "GET", "/", None, Host=host, Origin=None) == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1:{}",
                                    "http://127.0.0.1:{}.evil.example", "http://localhost:{}"])
def test_other_origins_are_refused(server, origin):
    origin = origin and origin.format(server.port)
    assert status(server, Origin=origin) == 403
    if origin:
        assert status(server, "GET", "/", None, Origin=origin) == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_fetches_of_other_sites_are_refused(server, site):
    assert status(server, "GET", "/", None, Sec_Fetch_Site=site) == 403


@pytest.mark.parametrize("cookie", [None, "", "cgt_{port}=", "cgt_{port}=0123456789abcdef0123456789abcdef",
                                    "other={token}", "cgt_{port}={token}0", "cgt_1={token}"])
def test_without_the_cookie_all_is_refused(server, cookie):
    cookie = cookie and cookie.format(port=server.port, token=server.token)
    assert status(server, Cookie=cookie) == 403
    for path in ("/", "/main.js", "/favicon.ico", "/lib/katex/katex.min.js", "/api/alive?tab=a", "/nothing"):
        assert status(server, "GET", path, None, Cookie=cookie) == 403
    assert status(server, Cookie=f"a=b; {server.cookie}; c=d") == 200


def test_the_token_is_exchanged_for_a_cookie(server):
    assert re.fullmatch("[0-9a-f]{32}", server.token)
    first = server.raw("GET", f"/?token={server.token}", Cookie=None, Origin=None)
    assert first.status == 303 and first.getheader("Location") == "/"
    cookie = first.getheader("Set-Cookie")
    assert cookie.startswith(f"{server.cookie};")
    assert "SameSite=Strict" in cookie and "HttpOnly" in cookie
    for token in ("", "0" * 32, server.token[:-1], server.token.upper() + "x"):
        refused = server.raw("GET", f"/?token={token}", Cookie=None, Origin=None)
        assert refused.status == 403 and refused.getheader("Set-Cookie") is None
    assert server.raw("GET", f"/?token={server.token}", Cookie=None, Origin=None, Host="evil.example").status == 403


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded",
                                  "multipart/form-data", "application/jsonp", "application/json-patch+json"])
def test_only_json_is_taken(server, kind):
    assert status(server, Content_Type=kind) in (400, 415)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused(server, method):
    response = server.raw(method, "/api/info", BODY)
    assert response.status in (400, 404, 405)
    assert response.getheader("Access-Control-Allow-Origin") is None


def test_large_bodies_are_refused(server):
    body = json.dumps({"tab": "tab", "text": "x" * (1 << 20)})
    try:
        assert status(server, body=body) == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # it stopped reading
    assert status(server, "GET", "/" + "a" * 20000, None) >= 400
    assert status(server) == 200


@pytest.mark.parametrize("path", ["/../main.cpp", "/..%2fmain.cpp", "/%2e%2e/main.cpp", "/lib/../../../etc/passwd",
                                  "/lib/katex/../../../../etc/passwd", "/lib/marked", "/lib/marked/../jquery/jquery.js", "/lib/jquery/jquery.js", "/lib/katex",
                                  "//etc/passwd", "/.git/config", "/lib/katex/.hidden.js", "/main.js%00.html",
                                  "/etc/passwd", "/style/", "/lib/katex/katex.min.js/", "/nothing.js", "/api/value"])
def test_paths_lead_to_the_page_only(server, path):
    response = server.raw("GET", path, Origin=None)
    assert response.status in (400, 404), path
    assert b"root:" not in response.text


def test_every_answer_has_the_headers(server):
    found = [server.raw("GET", path, Origin=None)
             for path in ("/", "/favicon.ico", "/lib/katex/katex.min.js", "/lib/codemirror/lib/codemirror.js", "/lib/marked/marked.min.js", "/no")]
    found += [server.raw("POST", "/api/info", BODY), server.raw("POST", "/api/info", BODY, Host="evil.example"),
              server.raw("PUT", "/", BODY), server.raw("POST", "/api/value", "{")]
    assert [one.status for one in found] == [200, 200, 200, 200, 200, 404, 200, 403, 405, 400]
    for one in found:
        policy = one.getheader("Content-Security-Policy")
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert one.getheader("X-Content-Type-Options") == "nosniff"
        assert one.getheader("Referrer-Policy") == "no-referrer"
        assert not [name for name, _ in one.getheaders() if name.lower().startswith("access-control")]
    kinds = [one.getheader("Content-Type").split(";")[0] for one in found[:4]]
    assert kinds == ["text/html", "image/svg+xml", "text/javascript", "text/javascript"]


def test_the_page_is_whole_and_has_nothing_inline(server):
    page = server.raw("GET", "/", Origin=None).text.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)
    for path in re.findall(r'(?:src|href)="([^"#]+)"', page):
        assert not path.startswith(("http", "//")), path
        assert server.raw("GET", "/" + path.removeprefix("/"), Origin=None).status == 200, path


def test_other_networks_only_for_those_who_know():
    refused = subprocess.run([BUILD / "bin/cgt-explorer", "--no-open", "--host", "0.0.0.0"], capture_output=True,
                             text=True, timeout=300)
    assert refused.returncode == 2 and "--i-know" in refused.stderr and refused.stdout == ""
    knowing = Server("--host", "0.0.0.0", "--i-know")
    try:
        assert knowing.url.startswith("http://0.0.0.0:") and len(knowing.token) == 32
        assert knowing.raw("POST", "/api/info", BODY, Cookie=None).status == 403
        assert knowing.raw("POST", "/api/info", BODY).status == 200
    finally:
        assert knowing.end() == 0


def test_slow_requests_are_dropped(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as slow:
        slow.sendall(b"POST /api/info HTTP/1.1\r\nHost: ")
        # Meanwhile others are served.
        assert status(server) == 200
        while slow.recv(4096):
            pass


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_and_its_workers(how):
    one = Server()
    one.ask("info")
    workers = one.workers()
    assert len(workers) == 1
    assert one.end(how) == 0
    # They die with it, if not before.
    for worker, _ in workers:
        while not is_dead(worker):
            time.sleep(0.02)


def test_two_servers_do_not_share_a_port(server):
    second = subprocess.run([BUILD / "bin/cgt-explorer", "--no-open", "--port", str(server.port)],
                            capture_output=True, text=True, timeout=300)
    assert second.returncode == 2 and "cannot listen" in second.stderr


def test_two_hundred_connections_and_slow_clients(server):
    """Connections that say nothing or a byte at a time keep nobody from an answer."""
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    stop = threading.Event()

    def trickle():
        for byte in b"POST /api/position HTTP/1.1\r\nContent-Length: 1000000\r\n":
            for each in slow:
                try:
                    each.send(bytes([byte]))
                except OSError:
                    pass
            if stop.wait(0.02):
                return

    thread = threading.Thread(target=trickle)
    thread.start()
    try:
        ask = {"game": "domineering", "board": "..|.."}
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            replies = list(pool.map(lambda i: server.post("position", f"t{i % 4}", **ask), range(60)))
        # A tab that is asked while it computes drops the question before; none is left without a reply.
        assert len(replies) == 60
        assert {status for status, _ in replies} <= {200, 409, 429, 503}
        assert sum(status == 200 for status, _ in replies) >= 4
    finally:
        stop.set()
        thread.join()
        for each in silent + slow:
            each.close()
    assert server.ask("position", "after", **ask)
