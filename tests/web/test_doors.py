"""Who may come in: names, origins, sites, content types; and what answers tell browsers."""

import re
import socket
import subprocess
import sys

import httpx
import pytest

from passatempo.core.errors import UsageError
from passatempo.web.build import pages
from passatempo.web.doors import POLICY, named

QUESTION = "/api/machiavelli/arrange"
TABLE = {"table": "AS 2S 3S"}
PATHS = ["/", "/api", "/api/", "/api/openapi.json", "/api/jobs/x", "/server.js", "/minesweeper/", "/nowhere"]


def port(address):
    return address.rpartition(":")[2]


@pytest.mark.quick(20)
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "", "localhost:x"])
def test_another_host_is_refused(server, path, host):
    answer = httpx.get(server + path, headers={"Host": host.format(port=port(server))})
    assert answer.status_code == 421
    assert "--allowed-host" in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST", "[::1]:{port}"])
def test_the_names_of_this_machine_are_let_in(server, host):
    for path in ("/api", "/api/", "/api/openapi.json"):
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
    said = {"Origin": server.replace("http", scheme), "Sec-Fetch-Site": "same-origin"}
    answer = httpx.post(server + QUESTION, json=TABLE, headers=said)
    assert answer.status_code == 200
    assert not [key for key in answer.headers if key.startswith("access-control")]


@pytest.mark.parametrize(("site", "status"), [("cross-site", 403), ("same-site", 403), ("none", 200), ("", 200)])
def test_a_page_of_another_site_may_not_ask_the_api(server, site, status):
    assert httpx.get(server + "/api", headers={"Sec-Fetch-Site": site}).status_code == status
    assert httpx.post(server + QUESTION, json=TABLE, headers={"Sec-Fetch-Site": site}).status_code == status


def test_a_link_of_another_site_leads_to_the_app(server):
    """What was opened by a link comes from another site, and is no question."""
    for path in ("/server.js", "/nowhere"):
        assert httpx.get(server + path, headers={"Sec-Fetch-Site": "cross-site"}).status_code in (200, 404)


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "TRACE"])
def test_no_other_origin_is_ever_allowed(server, method):
    """A browser that asks before it sends gets no permission."""
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    for path in PATHS:
        answer = httpx.request(method, server + path, headers=asks)
        assert answer.status_code in (204, 404, 405)  # 204: there is no job to be stopped
        assert not [key for key in answer.headers if key.startswith("access-control")]


@pytest.mark.parametrize("kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
@pytest.mark.parametrize("path", [QUESTION, "/api/machiavelli/instance"])
def test_only_json_is_taken_and_only_where_it_is_said(server, path, kind):
    headers = {} if kind is None else {"Content-Type": kind}
    answer = httpx.post(server + path, content=b'{"table": "AS 2S 3S"}', headers=headers)
    assert answer.status_code == 415
    assert answer.json()["error"]["kind"] == "content-type"


def test_a_name_that_is_allowed_is_let_in_and_the_named_host_too(serve):
    with serve("--host", "127.0.0.2", "--allowed-host", "Puzzles.Example", "--allowed-host", "::2") as address:
        for host in ("127.0.0.2", "puzzles.example:443", "[::2]", "localhost"):
            assert httpx.get(address + "/api", headers={"Host": host}).status_code == 200
        assert httpx.get(address + "/api", headers={"Host": "example"}).status_code == 421


@pytest.mark.parametrize("name", ["", "http://x", "a b", "a/b", "x:80", "\0", "é", "*"])
def test_what_is_no_host_is_refused(name):
    with pytest.raises(UsageError, match="is not the name or the address of a host"):
        named(name)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1"])
def test_who_lets_everybody_in_is_warned_in_one_line(host):
    command = [sys.executable, "-m", "passatempo", "web", "--port", "0", "--api-only", "--host", host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        process.terminate()
        told = process.communicate()[1]
    assert re.search(r"http://\S+:\d+ ", line)
    if host == "127.0.0.1":
        assert told == ""
    else:
        assert len(told.splitlines()) == 1
        for word in ("anyone who can reach", "no passwords", "encryption", "proxy", named(socket.gethostname())):
            assert word in told


def test_the_policy_is_that_of_the_pages():
    """A header may say one thing more than a page."""
    assert f"{pages.POLICY}; frame-ancestors 'none'" == POLICY


def test_there_are_no_sockets(server):
    """What wants one is answered as if it had not asked."""
    asks = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": "x" * 22 + "==",
        "Sec-WebSocket-Version": "13",
    }
    assert httpx.get(server + "/api", headers=asks).status_code == 200


def test_browsers_are_told_to_connect_to_this_server_alone(server):
    for path in PATHS[1:4]:
        assert httpx.get(server + path).headers["content-security-policy"] == POLICY
    assert "connect-src 'self';" in POLICY
    assert "unsafe-inline" not in POLICY
    assert "unsafe-eval" not in POLICY.replace("'wasm-unsafe-eval'", "")


def test_the_word_of_a_stranger_about_who_asks_counts_behind_a_proxy_only(serve):
    """Else anybody could be a thousand visitors."""
    with serve("--api-only", "--seats", "1") as address:
        asks = {"X-Forwarded-For": "10.0.0.1"}
        assert httpx.post(address + QUESTION, json=TABLE, headers=asks).status_code == 200
