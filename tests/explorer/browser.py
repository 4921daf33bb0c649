"""The explorer and a browser that looks at it: for the tests, the screenshots and the benchmark."""

import base64
import functools
import http.server
import json
import os
import pathlib
import signal
import subprocess
import threading

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

TIMEOUT = 300  # seconds; only for what went wrong


def fragment(state):
    """What stands behind the # for a state."""
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    return "#v1/" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


class Server:
    """`cgt explore`, with arguments; its address ends where the fragment would begin."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, "explore", *arguments, "--no-open", "--port", "0"],
            stdout=subprocess.PIPE, text=True, cwd=pathlib.Path(program).parents[3])
        self.first_line = self.process.stdout.readline().strip()
        self.url = self.first_line.partition("#")[0]
        self.origin = self.url.partition("/?")[0]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=TIMEOUT)
        self.process.stdout.close()


class Site:
    """The folder of the site behind a web server that knows nothing of it."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

        def log_message(self, *arguments):
            pass

    def __init__(self, folder):
        handler = functools.partial(self.Handler, directory=folder)
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(target=self.http.serve_forever)
        self.thread.start()
        self.origin = f"http://127.0.0.1:{self.http.server_port}"
        self.url = self.origin + "/"

    def close(self):
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


def opened():
    """What the tests look at: the site that CGT_SITE names, or `cgt explore`."""
    folder = os.environ.get("CGT_SITE")
    return Site(folder) if folder else Server(program())


# What scripts below may use: modules of the page, waiting, and where things are.
HELPERS = """
window.__test = {
  async state() { return import('/core/state.js'); },
  async until(condition, what, most = 50_000) {
    const end = performance.now() + most;
    for (;;) {
      const found = condition();
      if (found) return found;
      if (performance.now() > end) throw new Error('waited for ' + (what || condition));
      await new Promise((done) => setTimeout(done, 4));
    }
  },
  // The text of the next file that the page saves.
  saved() {
    return new Promise((done) => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        URL.createObjectURL = create;
        blob.text().then(done);
        return create(blob);
      };
    });
  },
  // Where an element is in the window, after it was scrolled there.
  middle(element) {
    element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    return this.at(element);
  },
  at(element) {
    const hit = element.querySelector('path.hit');
    if (hit) {
      const p = hit.getPointAtLength(hit.getTotalLength() / 2).matrixTransform(hit.getScreenCTM());
      return [Math.round(p.x), Math.round(p.y)];
    }
    const {left, top, width, height} = element.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  },
};
"""


class Browser:
    """Chromium without a window, with a log of what it asks for and of what its console says."""

    def __init__(self, server, width=1280, height=1000):
        options = webdriver.ChromeOptions()
        for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                       "--disable-background-networking", "--disable-component-update", "--no-first-run",
                       "--disable-extensions", "--disable-sync", "--hide-scrollbars", "--force-color-profile=srgb",
                       f"--window-size={width},{height}"):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.binary_location = "/usr/bin/chromium"
        self.server = server
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.cdp("Browser.setDownloadBehavior", {"behavior": "deny"})
        self.driver.set_script_timeout(TIMEOUT)
        self.driver.set_page_load_timeout(TIMEOUT)
        self.requests = []
        self.complaints = []

    def close(self):
        self.driver.quit()

    def open(self, state=None):
        """Loads the page anew, by the address with the token."""
        # Without a token another fragment alone would load nothing.
        self.driver.get("about:blank")
        self.driver.get(self.server.url + (fragment(state) if state is not None else ""))
        self.ready((state or {}).get("view", "position"))

    def ready(self, view):
        self.run("await T.until(() => document.documentElement.dataset.ready === arguments_[0], 'the view');", view)

    def run(self, body, *arguments):
        """The result of the body of an async function; T are the helpers, arguments_ the arguments."""
        script = HELPERS + """
        const done = arguments[arguments.length - 1];
        const arguments_ = arguments;
        const T = window.__test;
        (async () => {""" + body + """})().then((value) => done({value}), (error) => done({error: String(error.stack || error)}));"""
        reply = self.driver.execute_async_script(script, *arguments)
        assert "error" not in reply, reply["error"]
        return reply.get("value")

    def show(self, state):
        """Puts a state into the page that is open, as a new fragment would."""
        return self.run("""
            const {restore} = await T.state();
            // Whoever waits for an answer waits for the next one.
            for (const panel of document.querySelectorAll('[data-state]')) panel.dataset.state = 'old';
            delete document.documentElement.dataset.ready;
            restore(arguments_[0]);
            await T.until(() => document.documentElement.dataset.ready);""", state)

    def click_at(self, *points):
        """Clicks of the mouse at points of the window."""
        for x, y in points:
            at = {"x": x, "y": y, "button": "left", "clickCount": 1}
            self.cdp("Input.dispatchMouseEvent", {**at, "type": "mousePressed"})
            self.cdp("Input.dispatchMouseEvent", {**at, "type": "mouseReleased"})

    def key(self, key, code=None, modifiers=0, text=None):
        event = {"key": key, "code": code or key, "modifiers": modifiers}
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
                 "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36}
        event["windowsVirtualKeyCode"] = codes.get(key, ord(key[0].upper()))
        if text or key == "Enter":
            event["text"] = text or "\r"
        self.cdp("Input.dispatchKeyEvent", {**event, "type": "keyDown"})
        self.cdp("Input.dispatchKeyEvent", {"key": key, "code": event["code"], "modifiers": modifiers,
                                            "windowsVirtualKeyCode": event["windowsVirtualKeyCode"], "type": "keyUp"})

    def cdp(self, command, parameters=None):
        return self.driver.execute_cdp_cmd(command, parameters or {})

    def drain(self):
        """Collects the logs of the browser."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        self.complaints += [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def size(self, width, height, **more):
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False, **more})

    def scheme(self, name):
        """light or dark, as the system of the user prefers it."""
        self.cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def follow(self, name):
        """The same, once the page follows, which it does with its next frame."""
        self.scheme(name)
        self.run("await T.until(() => document.documentElement.hasAttribute('data-dark') === arguments_[0], 'the theme');", name == "dark")

    def picture(self, whole=False):
        """What is seen, as PNG."""
        parameters = {"format": "png"}
        if whole:
            box = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
            parameters |= {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": box["width"], "height": box["height"], "scale": 1}}
        return base64.b64decode(self.cdp("Page.captureScreenshot", parameters)["data"])


# The value panel has answered for what is shown; gives the text of the value.
VALUE_READY = """
    const panel = document.querySelector('.value');
    await T.until(() => panel.dataset.state === 'ready' || panel.dataset.state === 'error', 'the value');
"""


def program():
    return pathlib.Path(os.environ["CGT_BUILD"]) / "bin" / "cgt"
