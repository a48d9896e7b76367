"""Reports: figures against those of other programs, the same bytes twice, pages that need nothing beside them.

Wilson's interval and Student's are those of R's ``prop.test(correct = FALSE)`` and ``t.test``, written down by hand.

Tests: campaigns/reports.py, campaigns/estimates.py, campaigns/tables.py, campaigns/charts.py, campaigns/reports.py,
campaigns/reports.py
"""

import csv
import json
import re
from html.parser import HTMLParser
from statistics import mean as plain_mean

import pytest

from passatempo.campaigns.jobs import perform_jobs
from passatempo.campaigns.reports import FORMS, figure_text
from passatempo.campaigns.reports import report as report_of
from passatempo.campaigns.runs import new_run
from passatempo.campaigns.schedules import read_plan
from passatempo.campaigns.store import open_store
from passatempo.core.errors import FormatError, UsageError
from passatempo.core.json import decode

estimates = pytest.importorskip("passatempo.campaigns.estimates")


@pytest.fixture
def results(plan, file_of):
    """Return a file of results, written in two orders."""

    def made(text=None, name="results.sqlite", *, backwards=False):
        path = file_of(text or plan(repeat=12), name)
        with open_store(path) as store:
            store.begin_run(new_run("here"))
            found = perform_jobs(store.plan.text, range(store.plan.jobs))
            for one in reversed(found) if backwards else found:
                store.add_results([one])
        return path

    return made


def test_intervals_are_those_of_other_programs():
    # Wilson's, as R. G. Newcombe has it: Statistics in Medicine 17 (1998), table I, method 3.
    found = estimates.share_estimate(15, 148)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0624, 0.1605)
    found = estimates.share_estimate(0, 20)  # the same table: 0 to 0.1611
    assert (round(found.low, 4), round(found.high, 4)) == (0.0, 0.1611)
    # Student's sleep data, the paired difference of the two drugs, as R's documentation of t.test has it.
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = estimates.difference_estimate(second, first)
    assert (round(found.value, 2), round(found.low, 4), round(found.high, 4)) == (1.58, 0.7001, 2.4599)


def test_a_bootstrap_is_near_the_other_interval_and_the_same_each_time():
    values = [float(k % 7) for k in range(200)]
    boot, student = estimates.mean_estimate(values, "bootstrap"), estimates.mean_estimate(values)
    assert boot == estimates.mean_estimate(values, "bootstrap")
    assert boot.low == pytest.approx(student.low, abs=0.05)
    assert boot.high == pytest.approx(student.high, abs=0.05)


@pytest.mark.parametrize("how", ["t", "bootstrap"])
@pytest.mark.parametrize(
    "pairs",
    [
        [(25.0, 25.0)] * 60,
        [(25.0, 24.0)] * 60,
        [(k / 10, (k - 1) / 10) for k in range(60)],  # equal but for rounding
        [(25.0, 24.0)],
    ],
)
def test_equal_values_have_no_interval(pairs, how):
    """L15: 60 equal differences, or values, were told as '0 (0 to 0)', which reads as certain."""
    others, first = map(list, zip(*pairs, strict=True))
    found = estimates.difference_estimate(others, first, how)
    assert (found.low, found.high, found.runs) == (None, None, len(pairs))
    assert figure_text(found) == f"{pairs[0][0] - pairs[0][1]:g} (no interval)"
    assert estimates.mean_estimate([25.0] * len(pairs), how).note == "the interval cannot be estimated"
    assert estimates.elo_estimate(estimates.mean_estimate([0.5] * 60, how)).low is None
    assert estimates.share_estimate(60, 60).note is None


def test_a_report_tells_that_an_interval_cannot_be_estimated(results, plan):
    """L15, in each form."""
    path = results(plan(repeat=1))
    report = report_of(path)
    for form in ("text", "markdown", "html"):
        said = report.text(form)
        assert "(no interval)" in said
        assert "no interval: it cannot be estimated from equal values or a single one" in said
    rows = list(csv.DictReader(report.text("csv").splitlines()))
    figures = json.loads(report.text("json"))["figures"]
    for row, figure in zip(rows, figures, strict=True):
        without = row["kind"] != "share"
        assert (row["low"] == row["high"] == "") == without == (figure["low"] is None)
        assert (row["note"] or None) == figure["note"] == ("the interval cannot be estimated" if without else None)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_results_give_the_same_bytes(results, form):
    """In whatever order they were written."""
    first, other = (results(name=f"{k}.sqlite", backwards=k == 1) for k in range(2))
    said = report_of(first).text(form)
    assert said == report_of(other).text(form) == report_of(first).text(form)


def test_figures_are_those_of_the_rows(results):
    path = results()
    with open_store(path) as store:
        rows = [decode(one.row_json) for one in store.read_results()]
    figures = {
        (one["table"], one["row"], one["column"]): one for one in json.loads(report_of(path).text("json"))["figures"]
    }
    for at, steps in enumerate(("5", "10", "20")):
        mine = rows[12 * at : 12 * at + 12]
        assert figures["figures", steps, "won"]["value"] == sum(row["wins"] for row in mine) / 12
        assert figures["figures", steps, "won"]["kind"] == "share"
        assert figures["figures", steps, "place"]["value"] == pytest.approx(plain_mean(row["place"] for row in mine))
        pairs = [row["place"] - row["wins"] for row in mine]
        paired = figures["difference to won, paired", f"steps {steps}", "place"]
        assert paired["value"] == pytest.approx(plain_mean(pairs))
        assert paired["runs"] == 12


def test_failures_and_what_is_missing_are_counted(plan, file_of):
    path = file_of(plan(repeat=4))
    with open_store(path) as store:
        found = perform_jobs(store.plan.text, range(6))
        store.add_results([*found[:5], type(found[5])(found[5].job_name, 5, "failed", "it fell", 0.0)])
    said = report_of(path).text("text")
    assert "12 jobs: 5 done, 1 failed, 6 missing" in said
    assert "failed 1x: it fell" in said


def test_a_value_that_no_result_has_is_refused_by_name(results, plan):
    path = results(plan(repeat=1).replace('"place"', '"plaice"'))
    with pytest.raises(FormatError, match=r"\[report\] value: 'plaice' is in no result, did you mean 'place'\?"):
        report_of(path)


def test_another_plan_of_the_same_jobs_may_tell_them_otherwise(results, plan):
    text = plan(repeat=12)
    other = read_plan(text.replace('value = ["won", "place", "far"]', 'value = "place"').replace("lines", "none"))
    assert [table.columns for table in report_of(results(), plan=other).report_tables] == [("place",)]
    with pytest.raises(UsageError, match="has the results of another plan"):
        report_of(results(name="again.sqlite"), plan=read_plan(plan(repeat=3)))


def test_levels_may_be_pooled_and_told_apart(toy, results):
    text = """
name = "pooled"
repeat = 6
[run]
simulate = "walking walk"
[grid]
steps = [5, 10]
sleep = [0.0, 0.00001]
[report]
rows = "steps"
pool = "sleep"
pair = "steps"
value = "won"
elo = true
"""
    pooled, as_elo, apart, paired = report_of(results(text)).report_tables
    assert [line[0].runs for line in pooled.figures] == [12, 12]
    assert [len(line) for line in apart.figures] == [2, 2]
    assert {figure.runs for line in apart.figures for figure in line} == {6}
    assert paired.figures[0][0].runs == 12
    assert as_elo.figures[0][0].kind == "elo"


class Page(HTMLParser):
    """What a page names outside of itself, its tags, its names."""

    def __init__(self):
        super().__init__()
        self.outside, self.open, self.names = [], [], []

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        named = [said.get(key) or "" for key in ("src", "href", "xlink:href")]
        self.outside += [name for name in named if name and not name.startswith("#")]
        self.names += [said["id"]] if "id" in said else []


def test_the_page_stands_alone_and_names_nothing_twice(results):
    said = report_of(results()).text("html")
    page = Page()
    page.feed(said)
    assert page.outside == []
    assert len(page.names) == len(set(page.names)) > 0
    assert "http" not in re.sub(r'xmlns(:xlink)?="[^"]+"', "", said.split("<h2>The plan")[0])
    assert "simulate = &quot;walking walk&quot;" in said
    assert not re.search(r"\d{4}-\d\d-\d\d", said.replace("20261122", ""))


@pytest.mark.parametrize("plot", ["lines", "bars"])
def test_drawings_are_grey_and_the_same_each_time(results, plan, plot):
    from passatempo.campaigns.charts import draw_chart

    report = report_of(results(plan(repeat=4).replace('"lines"', f'"{plot}"')))
    table, layout = report.report_tables[0], report.plan.layout
    for form in ("svg", "png"):
        assert draw_chart(table, layout, form) == draw_chart(table, layout, form)
    colours = set(re.findall(r"#[0-9a-f]{6}", draw_chart(table, layout, "svg").decode()))
    assert colours
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
