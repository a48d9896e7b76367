"""Whatever is sent to the HTTP API is answered: with an outcome, or with a sentence; never with a bug of ours."""

import asyncio
import copy
import json
import random
import re
import time

import httpx
import pytest

from passatempo.core.json import encode
from passatempo.core.queries import instance_of
from passatempo.core.registry import names, pastime

from .loops import finished

GAMES = [pastime(name) for name in names()]
QUESTIONS = [(game, problem) for game in GAMES for problem in game.problems]
IDS = [f"{game.name}-{problem.name}" for game, problem in QUESTIONS]
QUICK, MANY = 8, 3400  # calls for each question: 30 questions make 10^5 of them
OTHERS = 0.01  # the share of the methods of other packages in very many calls: a new worker loads them for a second
AT_ONCE = 4
NUMBERS = ["-1", "0", "1", str(2**31), str(2**32), str(2**63), str(2**63 - 1), str(10**20), str(-(10**20)), "1e400"]
WORDS = ["nan", "inf", "", "x", "é", "\0", "1_0", " 1", "0x10", "1.5", "9" * 5000, "true", "١"]
VALUES = [None, True, -1, 0, 1, 2**31, 2**63, 10**20, -(10**20), 1.5, 1e308, "", "x", "é", "\0", "1e400", [], {}, [[]]]
VALUES += [
    [None],
    [[1, 1]],
    [-1],
    {"": 1},
    "9" * 5000,
    [10**9] * 3,
    "<b>",
    "0/0",
    "-1",
    [[10**9, 1]],
    "AS 2S 3S",
    "#F1",
]
QUERY = ("method", "confirm", "seconds", "nodes", "threads", "seed")
HEADERS = {"Content-Type": "application/json"}
LATER = HEADERS | {"Prefer": "respond-async"}


def instances(game):
    """Return the small examples as JSON."""
    found = []
    for name in game.examples:
        said = json.loads(encode(game.wiring.json.dump(instance_of(game, game.example(name), {}))))
        found.append({key: value for key, value in said.items() if value is not None})
    return [said for said in found if len(encode(said)) < 2000] or found[:1]


def keys_of(game, problem):
    shapes = [game.wiring.json.keys, *([problem.wiring.ask] if problem.wiring.ask else [])]
    return [key for shape in shapes for key in shape.__dataclass_fields__]


def mutated(said, keys, rng):
    """Change an instance a little: a key, a part of a list, a sign of a text."""
    said = json.loads(json.dumps(said))
    for _ in range(rng.choice([0, 1, 1, 2])):
        key = rng.choice(keys)
        old = said.get(key)
        if isinstance(old, list) and old and rng.random() < 0.5:
            old[rng.randrange(len(old))] = copy.deepcopy(rng.choice(VALUES))
        elif isinstance(old, str) and old and rng.random() < 0.5:
            at = rng.randrange(len(old))
            said[key] = old[:at] + rng.choice(["", "\0", "é", "9", "#", "|", " ", old]) + old[at + 1 :]
        elif rng.random() < 0.2:
            said.pop(key, None)
        else:
            said[key] = copy.deepcopy(rng.choice(VALUES))
    return said


def query_of(problem, rng, others):
    """Make the query of a call: some sensible, some not; `others` is how many ask methods that are not ours."""
    methods = [method.name for method in problem.methods if not method.needs or rng.random() < others]
    methods = methods or [problem.methods[0].name]
    query = {"seconds": rng.choice(["0", "0.005", "0.02"])}
    if rng.random() < 0.5:
        query["method"] = rng.choice(methods)
    if rng.random() < 0.2:
        query["confirm"] = rng.choice(methods)
    if rng.random() < 0.2:
        query["nodes"] = rng.choice(["0", "1", "50", "4000", str(2**32 + 1), str(2**63 - 1)])
    if rng.random() < 0.1:
        query["seed"] = rng.choice(["1", str(2**31), str(2**64 - 1), str(-(2**63))])
    if rng.random() < 0.3:
        key = rng.choice(QUERY)
        word = rng.choice(
            [*NUMBERS, *WORDS, *(f"{name}:{key}=x" for name in methods), f"{methods[0]}:{rng.choice(WORDS)}"]
        )
        query[key] = word
    if rng.random() < 0.02:
        query["other"] = "1"
    if rng.random() < 0.15:
        query["show"] = rng.choice(["true", "true", "true", "false", "1", ""])
    if query["seconds"] in ("1", "1_0", " 1", "1.5"):
        query["seconds"] = "0.1"  # time is dear here
    query["seconds"] = "0.1" if query["seconds"].isdecimal() and float(query["seconds"]) > 1 else query["seconds"]
    return query


def calls(game, problem, number, others):
    """Make calls of one question: bodies, queries, and whether it may be followed."""
    rng = random.Random(f"calls of {game.name} {problem.name}")
    known, keys = instances(game), keys_of(game, problem)
    for _ in range(number):
        body = encode_any(mutated(rng.choice(known), keys, rng))
        if rng.random() < 0.05:
            at = rng.randrange(len(body))
            body = rng.choice([body[:at], body[:at] + "\0" + body[at:], body + body, "[" * 2000, "", "null", "{}"])
        headers = LATER if rng.random() < 0.1 else HEADERS
        yield {
            "params": query_of(problem, rng, others),
            "headers": headers,
            "content": body.encode("utf-8", "surrogatepass"),
        }


def encode_any(said):
    return json.dumps(said, ensure_ascii=False)


async def followed(client, job):
    """Hear of a job until it ends; return the end as the answer that it would have been without the wait."""
    told = await client.get(f"/api/jobs/{job}")
    kind, said = re.search(r"event: (outcome|refused)\ndata: (.*)\n\n\Z", told.text).groups()
    return httpx.Response(200 if kind == "outcome" else 422, content=said)


def ask_all(server, game, problem, number, others=1.0):
    """Send calls, a few at a time; return how many had which status, and the longest wait of another visitor."""
    seen, slow, wrong, pending = {}, [], [], calls(game, problem, number, others)

    async def send(client):
        for call in pending:
            answer = await client.post(f"/api/{game.name}/{problem.name}", **call)
            while answer.status_code in (429, 503):
                await asyncio.sleep(0.2)
                answer = await client.post(f"/api/{game.name}/{problem.name}", **call)
            seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
            if answer.status_code == 202 and call["headers"] is LATER:
                answer = await followed(client, answer.json()["job"])
            if answer.status_code not in (200, 413, 422) or "message" not in answer.json().get(
                "error", {"message": ""}
            ):
                wrong.append((call, answer.status_code, answer.text[-400:]))

    async def watch(client):
        while True:
            began = time.monotonic()
            await client.get("/api/nothing/nothing")
            slow.append(time.monotonic() - began)
            await asyncio.sleep(0.05)

    async def every():
        async with httpx.AsyncClient(base_url=server, timeout=120) as client:
            watching = asyncio.ensure_future(watch(client))
            await asyncio.gather(*(send(client) for _ in range(AT_ONCE)))
            watching.cancel()

    finished(every())
    if wrong:
        pytest.fail(f"{len(wrong)} calls went wrong: {repr(wrong[:3])[:3000]}", pytrace=False)
    assert "Traceback" not in server.log.read_text(encoding="utf-8")
    return seen, max(slow, default=0.0)


@pytest.mark.parametrize(("game", "problem"), QUESTIONS, ids=IDS)
def test_whatever_is_asked_is_answered(server, game, problem):
    seen, _ = ask_all(server, game, problem, QUICK)
    assert sum(seen.values()) == QUICK


@pytest.mark.long
@pytest.mark.parametrize(("game", "problem"), QUESTIONS, ids=IDS)
def test_very_much_that_is_asked_is_answered(server, game, problem):
    seen, slow = ask_all(server, game, problem, MANY, OTHERS)
    print(f"{game.name} {problem.name}: {seen}, longest wait for another answer {slow:.3f} s")
    assert sum(seen.values()) == MANY


@pytest.mark.parametrize("key", QUERY)
def test_every_query_parameter_takes_or_refuses_every_value(server, key):
    """Never a 5xx, whatever number or word it is (class K3)."""
    with httpx.Client(base_url=server, timeout=60) as client:
        for value in [*NUMBERS, *WORDS]:
            others = {} if key == "seconds" else {"seconds": "2"}
            answer = client.post("/api/machiavelli/arrange", json={"table": "AS 2S 3S"}, params={**others, key: value})
            assert answer.status_code in (200, 422), (key, value, answer.text)
            if answer.status_code == 422:
                assert answer.json()["error"]["kind"] == "usage", (key, value)


def test_a_query_parameter_that_stands_twice_is_refused(server):
    answer = httpx.post(f"{server}/api/machiavelli/arrange?seconds=1&seconds=2", json={"table": "AS 2S 3S"})
    assert answer.status_code == 422
    assert "'seconds' is given twice" in answer.json()["error"]["message"]


PIECES = [
    "/",
    "api",
    "/api/",
    "jobs",
    "mnk",
    "value",
    "instance",
    "..",
    "%2e%2e",
    "%00",
    "%",
    "\u00e9",
    "?",
    "=",
    "&",
    "seconds",
    "minesweeper",
    "index.html",
    "kernel",
    ".wasm",
    "//",
    "\\",
    ";",
    "9" * 40,
    "openapi.json",
    "x" * 300,
    "%ff",
    "~",
]
METHODS = ["GET", "GET", "HEAD", "POST", "DELETE", "PUT", "OPTIONS", "PATCH"]
SENT = {
    "Range": "bytes=0-1",
    "If-None-Match": '"',
    "Accept-Encoding": ";q=,gzip;",
    "Prefer": "respond-async, ,",
    "Expect": "x",
    "Content-Type": "application/json; charset=x",
    "Accept": "text/html;q=x",
    "Cookie": "a=b",
    "Sec-Fetch-Site": "none",
    "Transfer-Encoding": "chunked",
    "X-Forwarded-For": "x, y",
    "Upgrade": "websocket",
    "Connection": "upgrade",
}
ADDRESSES = 300, 30_000
INSTANCES = 60, 4000  # for each pastime


def stray(rng):
    """Make a request that nobody would make."""
    path = "/" + "".join(rng.choice(PIECES) for _ in range(rng.randrange(6)))
    headers = {key: SENT[key] for key in rng.sample(list(SENT), rng.randrange(3))}
    body = rng.choice([b"", b"{}", b"\xff", b"[" * 500, b'{"text": 1}'])
    return rng.choice(METHODS), path, headers, body


async def raw(server, requests):
    """Send requests byte by byte as they are, each over a connection of its own; return how many had which status."""
    host, _, port = server.removeprefix("http://").rpartition(":")
    seen = {}
    for method, path, headers, body in requests:
        said = {"Host": host, "Content-Length": str(len(body)), "Connection": "close", **headers}
        if "Transfer-Encoding" in said:
            del said["Content-Length"]
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{key}: {value}\r\n" for key, value in said.items()) + "\r\n"
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(head.encode("utf-8") + body)
        line = await asyncio.wait_for(reader.readline(), 30)
        writer.close()
        assert line.startswith(b"HTTP/1.1 "), (method, path, headers, body)
        status = int(line.split()[1])
        assert status < 500, (method, path, headers, body, line)
        seen[status] = seen.get(status, 0) + 1
    return seen


def strays(server, number):
    rng = random.Random(f"strays {number}")
    seen = finished(raw(server, [stray(rng) for _ in range(number)]))
    assert "Traceback" not in server.log.read_text(encoding="utf-8")
    assert {404, 405} <= seen.keys()


def test_no_stray_request_is_answered_with_a_fault_of_ours(server):
    strays(server, ADDRESSES[0])


@pytest.mark.long
def test_none_of_very_many_stray_requests_is_answered_with_a_fault_of_ours(server):
    strays(server, ADDRESSES[1])


def wanted(game, rng):
    """Make the body of a request for an instance; every third fits."""
    texts = [game.example(name) for name in game.examples]
    text = rng.choice([text for text in texts if len(text) < 3000] or texts[:1])
    if rng.random() < 0.6:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(["", "\0", "é", "9", "#", "|", text[:9], "{"]) + text[at + rng.randrange(3) :]
    said = {"text": text}
    if rng.random() < 0.3:
        said["format"] = rng.choice(["json", "text", "svg", *game.formats, "", "x"])
    if rng.random() < 0.2:
        said = {"params": {rng.choice(["N", "m", "rows", "size", "x"]): rng.choice(VALUES)}, "seed": rng.choice(VALUES)}
    if rng.random() < 0.2:
        said[rng.choice(["text", "example", "params", "seed", "format", "model"])] = rng.choice(VALUES)
    return said


def read_all(server, game, number):
    rng = random.Random(f"instances of {game.name}")
    seen = {}
    with httpx.Client(base_url=server, timeout=60) as client:
        for _ in range(number):
            body = json.dumps(wanted(game, rng))
            answer = client.post(f"/api/{game.name}/instance", content=body, headers=HEADERS)
            assert answer.status_code in (200, 422), (body, answer.text[:500])
            assert answer.status_code == 200 or answer.json()["error"]["message"]
            seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
    assert len(seen) == 2


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_whatever_is_to_be_read_is_read_or_refused(server, game):
    read_all(server, game, INSTANCES[0])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_very_much_that_is_to_be_read_is_read_or_refused(server, game):
    read_all(server, game, INSTANCES[1])
