"""Nothing foreign was asked for and the console is empty: by its name the last file, so this is about all tests."""

import re
from urllib.parse import urlsplit


def test_nothing_foreign_is_asked_for_and_nothing_is_complained_about(page):
    page.drain()
    assert len(page.requests) > 100
    origin = page.server.origin
    foreign = [url for url in page.requests if not url.startswith((origin + "/", "data:", "blob:" + origin, "chrome:"))]
    assert foreign == []
    assert any(re.match(r"/lib/katex/fonts/", urlsplit(url).path) for url in page.requests)
    # The browser itself writes a line for each answer with a status of 400 and more, which tests above ask for.
    complaints = [entry for entry in page.complaints if not re.search(r"Failed to load resource: the server responded with a status of (4\d\d|503)", entry["message"])]
    assert complaints == []
