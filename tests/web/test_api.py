"""The HTTP API: the JSON of the command line, errors with the parser's sentence, limits kept.

Tests: web/command.py, web/server.py
"""

import json
import socket
import subprocess
import sys

import httpx
import pytest

from passatempo.cli.main import run
from passatempo.core.json import encode
from passatempo.core.queries import instance_of
from passatempo.core.registry import names, pastime
from passatempo.web.api import stop_outcome

GAMES = [pastime(name) for name in names()]
DEFAULTS = [(g, p) for g in GAMES for p in g.problems if not p.methods[0].needs]
each_question = pytest.mark.parametrize(("game", "problem"), DEFAULTS, ids=[f"{g.name}-{p.name}" for g, p in DEFAULTS])


@pytest.fixture(scope="module")
def client(server):
    with httpx.Client(base_url=server, timeout=60) as opened:
        yield opened


def instance(game, example=None):
    """Return an example as JSON."""
    text = game.example(example or next(iter(game.examples)))
    return json.loads(encode(game.wiring.json.dump(instance_of(game, text, {}))))


def post(client, path, body, **query):
    return client.post(f"/api/{path}", json=body, params=query)


@each_question
def test_the_api_says_what_the_command_line_says(client, capsys, tmp_path, game, problem):
    file = tmp_path / "instance.json"
    given = instance(game) | ({problem.required[0]: [1, 1]} if problem.required else {})
    file.write_text(json.dumps(given), encoding="utf-8")
    code = run([game.name, problem.name, str(file), "--format", "json"])
    told = capsys.readouterr()
    answer = post(client, f"{game.name}/{problem.name}", given)
    if code == 2:
        assert answer.status_code == 422
        assert answer.json()["error"]["message"] in " ".join(told.err.split())
        return
    ours, theirs = answer.json(), json.loads(told.out)
    for varying in ("seconds", "stats"):
        ours.pop(varying), theirs.pop(varying)
    assert answer.status_code == 200
    assert ours == theirs


def test_the_list_is_that_of_the_command_line(client, capsys):
    run(["list", "--format", "json"])
    assert client.get("/api").json() == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/openapi.json"])
def test_a_list_that_a_program_has_is_not_sent_again(client, path):
    first = client.get(path)
    assert first.headers["cache-control"] == "public, max-age=300"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert client.get(path, headers={"If-None-Match": '"other"'}).content == first.content
    assert client.head(path).headers["content-length"] == first.headers["content-length"]
    assert "Accept-Encoding" in first.headers["vary"]
    assert ("Accept," in first.headers["vary"]) == (path != "/api/openapi.json")  # a browser gets a page at `/api/`


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"table": "AS 2S 3Z"}', "'3Z' is not a card"),
        ('{"tabel": "AS"}', "unknown key 'tabel', did you mean 'table'?"),
        ('{"table": "AS AS AS"}', "AS occurs 3 times"),
        ('{"table": ', "this is not JSON"),
        ("[1]", "must be a JSON object"),
        ("", "must be a JSON object"),
        ('{"decks": "two", "table": ""}', "decks"),
    ],
)
def test_what_cannot_be_read_is_answered_with_the_sentence_of_the_parser(client, body, message):
    answer = client.post("/api/machiavelli/arrange", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert message in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "query",
    [
        {"method": "exakt"},
        {"method": "exact:speed=3"},
        {"seconds": "soon"},
        {"seconds": "-1"},
        {"seconds": "nan"},
        {"nodes": "1.5"},
        {"threads": "64"},
        {"speed": "3"},
        {"confirm": "ilp-published"},
    ],
)
def test_limits_and_methods_that_do_not_exist_are_refused(client, query):
    answer = post(client, "machiavelli/arrange", {"table": "AS 2S 3S"}, **query)
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "usage"


def test_a_second_method_confirms(client):
    answer = post(client, "machiavelli/arrange", {"table": "AS 2S 3S"}, confirm="reference")
    assert answer.json()["status"] == "solved"
    assert answer.json()["confirmed_by"] == ["reference"]


# The program as it was published takes these cards for an arrangement; there is none (found by schemathesis).
REFUTED = {"decks": 2, "ace": "low", "table": "5S 5H 5D 5H 5D 5C 4S 5S 6S 5C 6C 7C 6S 6C 6H"}


def test_a_published_program_that_is_refuted_is_a_finding_and_no_bug(client):
    query = {"method": "ilp-published", "confirm": "ilp-sets", "seconds": 20}
    answer = post(client, "machiavelli/arrange", REFUTED, **query)
    assert answer.status_code == 200
    said = answer.json()
    assert (said["method"], said["checked"], said["evidence"]) == ("ilp-published", False, "none")
    assert (said["confirmed_by"], said["refuted_by"]) == ([], ["ilp-sets"])
    assert said["refutation"]["method"] == "ilp-sets"
    assert said["refutation"]["status"] != said["status"]


def test_a_method_cannot_confirm_itself(client):
    answer = post(client, "machiavelli/arrange", {"table": "AS 2S 3S"}, method="exact", confirm="exact")
    assert answer.status_code == 422
    assert "is the method itself" in answer.json()["error"]["message"]


def test_the_outcome_of_a_process_that_was_ended_has_all_keys_and_is_not_checked(client):
    arguments = {"pastime": "machiavelli", "question": "arrange", "method": None}
    ended = stop_outcome(arguments, "seconds", 1.5)
    assert ended.keys() == post(client, "machiavelli/arrange", {"table": "AS 2S 3S"}).json().keys()
    assert (ended["status"], ended["stopped"], ended["method"]) == ("unknown", "seconds", "exact")
    assert (ended["checked"], ended["evidence"], ended["seconds"]) == (False, "none", 1.5)


def test_an_impossible_instance_is_explained(client):
    answer = post(client, "machiavelli/arrange", {"table": "AS 2S 3S | 7H"}).json()
    assert (answer["status"], answer["conflict"]) == ("impossible", ["7H"])


@pytest.mark.parametrize(
    "path", ["nothing", "machiavelli/nothing", "nothing/arrange", "machiavelli", "machiavelli/arrange/x"]
)
def test_what_does_not_exist_is_404(client, path):
    assert post(client, path, {}).status_code == 404
    assert client.get(f"/api/{path}").status_code == 404


def test_a_question_is_no_page(client):
    assert client.get("/api/machiavelli/arrange").status_code == 405


def test_other_content_is_415(client):
    answer = client.post("/api/machiavelli/arrange", content="AS 2S 3S", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_a_long_body_is_413(client):
    assert post(client, "machiavelli/arrange", {"table": "AS " * 400_000}).status_code == 413


def test_a_visitor_who_leaves_in_the_middle_of_the_body_leaves_no_traceback(server):
    host, _, port = server.removeprefix("http://").rpartition(":")
    head = f"POST /api/machiavelli/arrange HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port))) as opened:
        opened.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
    httpx.get(f"{server}/api")
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def test_a_job_without_end_stops_at_its_limit(client, capsys):
    run(["optimiza", "new", "--N", "151", "--hardness", "clustered", "--format", "json"])
    board = json.loads(capsys.readouterr().out)
    answer = post(client, "optimiza/best", board, seconds=0.3).json()
    assert answer["stopped"] == "seconds"
    assert answer["status"] in ("feasible", "unknown")


def shown(client, path, body, **query):
    return post(client, path, body, show="true", **query)


@each_question
def test_an_answer_is_shown_in_words_and_as_a_picture(client, game, problem):
    answer = shown(client, f"{game.name}/{problem.name}", instance(game))
    if answer.status_code == 422:
        return
    told = answer.json()
    assert told["outcome"]["question"] == problem.name
    assert told["outcome"]["method"] in told["status"]
    assert told["words"]
    assert told["picture"].startswith("<svg")


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_instances_are_read_made_and_written(client, game):
    path = f"/api/{game.name}/instance"
    for name in game.examples:
        read = client.post(path, json={"example": name}).json()
        again = client.post(path, json={"text": read["text"]}).json()
        assert again["instance"] == read["instance"] == instance(game, name)
        assert again["picture"].startswith("<svg")
    for form in ("json", "text", "svg", *game.formats):
        told = client.post(path, json={"text": read["text"], "format": form})
        assert (told.status_code == 200 and told.json()["file"]) or told.json()["error"]["message"]
    if game.generates:
        made = [client.post(path, json={"params": {}, "seed": 5}).json() for _ in range(2)]
        assert made[0] == made[1]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"text": "AS 3Z"}, "line 1, column 4: '3Z' is not a card"),
        ({"example": "nothing"}, "'nothing' is not an example"),
        ({}, "one of text, example and params"),
        ({"text": "AS", "example": "heap"}, "one of text, example and params"),
        ({"example": "heap", "format": "svg"}, "format needs text"),
        ({"text": "AS", "format": "nothing"}, "'nothing' is not a format"),
        ({"text": "AS", "format": "lp", "model": "nothing"}, "'nothing' is not a model"),
        ({"txt": "AS"}, "unknown key 'txt'"),
        ({"text": 3}, "text"),
        ({"params": {"cards": "many"}}, ""),
        ({"params": {}, "seed": "x"}, "seed"),
    ],
)
def test_what_is_no_instance_is_told(client, body, message):
    answer = client.post("/api/machiavelli/instance", json=body)
    assert answer.status_code == 422
    assert message in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("..*\n...\n", "this is a whole minefield, whose mines are all known; 'field' measures it, 'play' plays it"),
        ("x..\n...\n", "line 1, column 1: two readings: x is a covered square or a mine; add the line reading: "),
        ("100\n001\n", "line 1, column 1: two readings: 1 is a number or a mine; add the line reading: position"),
        ("x*1\n", "line 1, column 2: two readings: * is a known mine or a flag; write F for a flag"),
        (
            "#1?\n",
            "line 1, column 3: two readings: ? is an opened square whose number is not known, or a covered square",
        ),
        ("#1/\n", "line 1, column 3: two readings: / ends a row"),
        ("1.\n", "line 1, column 2: two readings: . is an opened square, or a covered square; add the line"),
    ],
)
def test_a_text_with_two_readings_is_told(client, text, message):
    answer = client.post("/api/minesweeper/instance", json={"text": text})
    assert answer.status_code == 422
    assert message in answer.json()["error"]["message"]
    given = {"grid": "100/001"}
    assert client.post("/api/minesweeper/safe", json=given).json()["status"] == "impossible"


def test_help_and_list_import_no_web_library():
    program = "import sys; from passatempo.cli.main import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    for arguments in (["--help"], ["list"], ["web", "--help"]):
        told = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
        assert not {"uvicorn", "starlette"} & set(told.stderr.split())


def test_the_command_refuses_what_is_no_port_and_one_that_is_taken(server):
    taken = server.rpartition(":")[2]
    for port in ("70000", taken):
        command = [sys.executable, "-m", "passatempo", "web", "--api-only", "--port", port]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert told.returncode == 2
        assert port in told.stderr
        assert told.stdout == ""
