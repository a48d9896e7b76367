"""Who may come in: names, origins, content types, how many pages, and what answers tell browsers."""

import re
import subprocess
import sys
import time

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from passatempo.core.errors import UsageError
from passatempo.web.doors import named

from .loops import finished

SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport="
QUESTION = "/api/machiavelli/arrange"
TABLE = {"table": "AS 2S 3S"}
PATHS = ["/", "/machiavelli", "/manual", "/api", "/openapi.json", "/static/page.css", SOCKET + "polling", "/nowhere"]


def port(address):
    return address.rpartition(":")[2]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "", "localhost:x"])
def test_another_host_is_refused(server, path, host):
    answer = httpx.get(server + path, headers={"Host": host.format(port=port(server))})
    assert answer.status_code == 403
    assert "--allowed-host" in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST", "[::1]:{port}"])
def test_the_names_of_this_machine_are_let_in(server, host):
    for path in PATHS[:-1]:
        assert httpx.get(server + path, headers={"Host": host.format(port=port(server))}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1", "x"])
def test_pages_of_another_origin_may_not_ask(server, origin):
    for path in PATHS:
        assert httpx.get(server + path, headers={"Origin": origin}).status_code == 403
    answer = httpx.post(server + QUESTION, json=TABLE, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("scheme", ["http", "https"])  # https: behind a proxy
def test_own_pages_may_ask(server, scheme):
    origin = {"Origin": server.replace("http", scheme)}
    assert httpx.post(server + QUESTION, json=TABLE, headers=origin).status_code == 200
    polled = httpx.get(server + SOCKET + "polling", headers=origin)
    assert polled.status_code == 200
    assert polled.headers["access-control-allow-origin"] == origin["Origin"]


def greeting(address, **headers):
    """Open a WebSocket as a browser does; return the first words of the server, or the status of its refusal."""

    async def connect():
        try:
            async with websockets.connect(
                address.replace("http", "ws") + SOCKET + "websocket", additional_headers=headers
            ) as opened:
                return await opened.recv()
        except InvalidStatus as refused:
            return refused.response.status_code

    return finished(connect())


def test_sockets_are_let_in_by_the_same_rules(server):
    assert greeting(server, Origin=server).startswith("0{")
    assert greeting(server).startswith("0{")
    assert greeting(server, Origin="http://evil.example") == 403


def test_nicegui_alone_would_not_let_another_origin_in_either(server):
    from nicegui import core

    from passatempo.web.app import create

    create()
    own = core.sio.eio.cors_allowed_origins
    assert own("http://localhost:8080", {"HTTP_HOST": "localhost:8080"})
    assert not own("http://evil.example", {"HTTP_HOST": "localhost:8080"})


@pytest.mark.parametrize("kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_taken_and_only_where_it_is_said(server, kind):
    headers = {} if kind is None else {"Content-Type": kind}
    answer = httpx.post(server + QUESTION, content=b'{"table": "AS 2S 3S"}', headers=headers)
    assert answer.status_code == 415
    assert answer.json()["error"]["kind"] == "content-type"


def test_a_name_that_is_allowed_is_let_in_and_the_named_host_too(serve):
    with serve("--host", "127.0.0.2", "--allowed-host", "Puzzles.Example", "--allowed-host", "::2") as address:
        for host in ("127.0.0.2", "puzzles.example:443", "[::2]", "localhost"):
            assert httpx.get(address + "/api", headers={"Host": host}).status_code == 200
        assert httpx.get(address + "/api", headers={"Host": "example"}).status_code == 403


@pytest.mark.parametrize("name", ["", "http://x", "a b", "a/b", "x:80", "\0", "é", "*"])
def test_what_is_no_host_is_refused(name):
    with pytest.raises(UsageError, match="is not the name or the address of a host"):
        named(name)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1"])
def test_who_lets_everybody_in_is_warned_in_one_line(host):
    command = [sys.executable, "-m", "passatempo", "web", "--port", "0", "--host", host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        process.terminate()
        told = process.communicate()[1]
    assert re.search(r"http://\S+:\d+ ", line)
    if host == "127.0.0.1":
        assert told == ""
    else:
        assert len(told.splitlines()) == 1
        assert "everybody" in told


def test_browsers_are_told_to_connect_to_this_server_alone(server):
    policy = httpx.get(server).headers["content-security-policy"]
    assert "connect-src 'self';" in policy
    assert "ws:" not in policy


def memory_of(pid):
    """Return the resident memory of a process in megabytes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def load(client, path, visitor):
    return client.get(path, headers={"X-Forwarded-For": visitor}).status_code


def test_a_visitor_has_so_many_pages_and_the_others_have_theirs(serve):
    with serve() as address, httpx.Client(base_url=address, timeout=60) as client:
        told = [load(client, "/minesweeper", "10.0.0.1") for _ in range(42)]
        assert told == [200] * 40 + [429] * 2
        refused = client.get("/mnk", headers={"X-Forwarded-For": "10.0.0.1"})
        assert refused.headers["retry-after"]
        assert "40 pages of yours are open" in refused.text
        assert load(client, "/minesweeper", "10.0.0.2") == 200
        assert client.get("/nowhere", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 404  # that is no page
        assert client.get("/api", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 200


@pytest.mark.long
def test_all_visitors_together_have_so_many_pages(serve):
    with serve() as address, httpx.Client(base_url=address, timeout=60) as client:
        told = [load(client, "/minesweeper", f"10.0.1.{k // 30}") for k in range(162)]
        assert told == [200] * 160 + [429] * 2


@pytest.mark.long
def test_a_thousand_loads_take_no_more_memory_than_the_pages_that_are_open(serve):
    """Pages whose browser never calls back die after 15 seconds, and what they took serves the next ones."""
    paths = ["/", "/machiavelli", "/cards", "/optimiza", "/minesweeper", "/mnk", "/manual"]
    with serve() as address, httpx.Client(base_url=address, timeout=60) as client:
        pid = address.pid
        done, settled = 0, 0.0
        while done < 1000:
            if load(client, paths[done % 7], f"10.0.{done // 40}.1") == 200:
                done += 1
            else:
                time.sleep(0.5)
            if done == 300:
                settled = memory_of(pid)
        assert memory_of(pid) <= 300
        time.sleep(18)
        assert [load(client, "/mnk", "10.0.0.1") for _ in range(40)] == [200] * 40  # the others are dead
        assert memory_of(pid) <= 1.2 * settled
