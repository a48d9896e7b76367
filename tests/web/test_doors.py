"""Who may come in: names, origins, sites, content types; and what answers tell browsers.

Tests: web/request_guard.py
"""

import re
import shlex
import socket
import subprocess
import sys
from types import SimpleNamespace

import httpx
import pytest

from passatempo.core.errors import UsageError
from passatempo.web.bounds import Bounds
from passatempo.web.build import head
from passatempo.web.build.files import LIST
from passatempo.web.files import Files
from passatempo.web.request_guard import POLICY, RequestGuard, normalise_host
from passatempo.web.server import create_app

from .loops import finished
from .recorder import Recorder

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
    allowed = [word for name in ("Puzzles.Example", "::2", "192.0.2.2:8080") for word in ("--allowed-host", name)]
    with serve("--host", "127.0.0.2", *allowed) as address:
        for host in ("127.0.0.2", "puzzles.example:443", "[::2]", "192.0.2.2", "192.0.2.2:80", "localhost"):
            assert httpx.get(address + "/api", headers={"Host": host}).status_code == 200
        assert httpx.get(address + "/api", headers={"Host": "example"}).status_code == 421


HOSTED = [
    ("192.0.2.2:8080", "192.0.2.2"),
    ("192.0.2.2", "192.0.2.2"),
    ("Puzzles.Example:443", "puzzles.example"),
    ("[2001:DB8:0::1]:8080", "[2001:db8::1]"),
    ("[2001:db8::1]", "[2001:db8::1]"),
    ("2001:db8::8080", "[2001:db8::8080]"),
    ("[fe80::1%a;b]:80", "[fe80::1%a;b]"),
    ("my_machine.local:1", "my_machine.local"),
]
BROKEN = ["", "http://x", "a b", "a/b", "x:y", "x:", ":80", "x:123456", "\0", "é", "*", "-x", ".", "[::1]:x", "x\n"]


@pytest.mark.parametrize(("host", "name"), HOSTED)
def test_a_host_may_have_a_port_and_what_a_refusal_proposes_lets_it_in(host, name):
    """The proposal is pasted as a shell reads it."""
    asks = [(b"host", host.encode())]
    status, sentence = RequestGuard(None).check_headers("/api", asks)
    assert (status, repr(name) in sentence, normalise_host(host)) == (421, True, name)
    pasted = sentence.rpartition(" --allowed-host ")[2]
    (proposed,) = shlex.split(pasted)
    assert (pasted, normalise_host(proposed)) == (
        shlex.quote(proposed),
        name,
    )  # no sign has a meaning of its own in a shell
    for allowed in (proposed, host):
        assert RequestGuard(None, [allowed]).check_headers("/api", asks) == (0, "")


@pytest.mark.parametrize("host", BROKEN)
def test_a_refusal_proposes_nothing_for_what_is_no_host(host):
    for asks in ([(b"host", host.encode("latin-1"))], [(b"host", b"localhost")] * 2, []):
        status, sentence = RequestGuard(None).check_headers("/api", asks)
        assert status == 421
        assert re.search("is not the name or the address of a host: .* --allowed-host$", sentence)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_host_is_refused(name):
    with pytest.raises(UsageError, match="is not the name or the address of a host"):
        normalise_host(name)


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
        for word in (
            "anyone who can reach",
            "no passwords",
            "encryption",
            "proxy",
            normalise_host(socket.gethostname()),
        ):
            assert word in told


def test_the_policy_is_that_of_the_pages():
    """A header may say one thing more than a page."""
    assert f"{head.POLICY}; frame-ancestors 'none'" == POLICY


def test_frames_are_let_in_by_an_option_and_an_address(server, serve):
    """Only together, only for pages; all else that the policy says stays."""
    with serve("--embed") as embedding:
        for address, path, embeds in [
            (embedding, "/minesweeper/?embed", True),
            (embedding, "/minesweeper/?a=1&embed", True),
            (embedding, "/minesweeper/", False),
            (embedding, "/minesweeper/?embedded", False),
            (embedding, "/api?embed", False),
            (server, "/minesweeper/?embed", False),
        ]:
            policy = httpx.get(address + path).headers["content-security-policy"]
            assert policy == (head.POLICY if embeds else POLICY), (address, path)


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


METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "X"]
JSON = {"Content-Type": "application/json"}
BY_STATUS = {
    200: ("POST", "/api/mnk/value", JSON, b"{}"),
    204: ("DELETE", "/api/jobs/x", {}, b""),
    304: ("GET", "/api", {"If-None-Match": "*"}, b""),
    308: ("GET", "/folder", {}, b""),
    403: ("GET", "/api", {"Origin": "http://evil.example"}, b""),
    404: ("GET", "/nowhere", {}, b""),
    405: ("GET", "/api/mnk/value", {}, b""),
    413: ("POST", "/api/mnk/value", JSON, b"x" * 20),
    415: ("POST", "/api/mnk/value", {}, b"{}"),
    421: ("GET", "/", {"Host": "evil.example"}, b""),
    422: ("POST", "/api/mnk/value?seconds=x", JSON, b"{}"),
    431: ("GET", "/", {"X": "x" * 20_000}, b""),
    500: ("GET", "/api/openapi.json", {}, b""),
}


@pytest.fixture
def small_app(tmp_path, monkeypatch):
    """Make an app with three files, whose description fails."""
    for name in ("index.html", "404.html", "folder/index.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / LIST).write_text('{"files": []}')
    monkeypatch.setattr("passatempo.web.api.api_document", lambda bounds: 1 / 0)
    return lambda **bounds: create_app(Recorder(b"{}", bounds=Bounds(body_size=10, **bounds)), files=Files(tmp_path))


def resource_policies(app, calls):
    """Send requests; return the statuses, and all that the answers say of who may load them."""

    async def send():
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [
                await client.request(method, path, headers=headers, content=body)
                for method, path, headers, body in calls
            ]

    answers = finished(send())
    assert all(not key.startswith("access-control") for answer in answers for key in answer.headers)
    found = [answer.headers.get_list("cross-origin-resource-policy") for answer in answers]
    return [answer.status_code for answer in answers], {tuple(said) for said in found}


def test_no_page_of_another_site_learns_that_the_app_runs_here(small_app):
    """Every route, by every method, and every status; tests/web/test_protocol.py has what does not reach the app."""
    app = small_app()
    values = {"job": "x", "game": "mnk", "question": "value", "path:path": "nothing"}
    paths = [re.sub(r"\{(.*?)\}", lambda found: values[found[1]], route.path) or "/" for route in app.app.routes]
    assert len(paths) == len(set(paths)) + 1  # a job is followed and stopped at one address
    calls = [(method, path, {}, b"") for method in METHODS for path in [*paths, "/index.html", "/nowhere"]]
    assert resource_policies(app, calls)[1] == {("same-origin",)}
    assert resource_policies(app, BY_STATUS.values()) == (list(BY_STATUS), {("same-origin",)})


def test_nor_by_a_refusal_of_too_many_requests(small_app, monkeypatch):
    monkeypatch.setattr("passatempo.web.request_guard.time", SimpleNamespace(monotonic=lambda: 0.0))
    statuses, said = resource_policies(small_app(requests=(1, 9, 0.0)), [("GET", "/api", {}, b"")] * 2)
    assert statuses == [200, 429]
    assert said == {("same-origin",)}
