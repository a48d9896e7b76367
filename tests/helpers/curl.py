"""Lines of curl that pages show: what they send, sent to a server of our own."""

import json
import shlex
import urllib.request


def sent(line, server):
    """Send by Python what the line sends; return the answer, which is JSON."""
    words = shlex.split(line)
    path = next(word for word in words if "/api/" in word).partition("/api/")[2]
    kind, _, value = words[words.index("-H") + 1].partition(": ")
    body = words[words.index("-d") + 1].encode()
    with urllib.request.urlopen(urllib.request.Request(f"{server}/api/{path}", body, {kind: value})) as answer:
        return json.load(answer)
