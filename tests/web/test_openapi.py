"""The OpenAPI description against the server: what schemathesis makes up is answered as described.

Tests: web/schema.py
"""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from passatempo.web.bounds import Bounds
from passatempo.web.schema import api_document

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(api_document(Bounds()))
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
QUICK = 6  # examples for each question; the long test has more
each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=[f"{o.method}-{o.path}" for o in OPERATIONS])


def ask(server, operation, examples):
    """Send what schemathesis makes up, with little time for each."""

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def every(case):
        if case.method == "POST" and "seconds" in (case.query or {}):
            case.query["seconds"] = 0.2
        case.call_and_validate(base_url=server, checks=CHECKS, timeout=60)

    every()


@each_operation
def test_what_is_made_up_is_answered_as_described(server, operation):
    ask(server, operation, QUICK)


@pytest.mark.long
@each_operation
def test_much_that_is_made_up_is_answered_as_described(server, operation):
    ask(server, operation, 200)
