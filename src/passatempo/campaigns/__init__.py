"""Campaigns: plans, their jobs on several workers or machines, their results and reports.

>>> from passatempo import campaigns
>>> plan = {"name": "sizes", "repeat": 4, "run": {"question": "optimiza best"}, "grid": {"N": [3, 4]}}
>>> campaigns.plan(plan).jobs
8
"""

from typing import TYPE_CHECKING

from passatempo.core.library import exports

if TYPE_CHECKING:
    from passatempo.campaigns.reports import Report as Report
    from passatempo.campaigns.reports import report as report
    from passatempo.campaigns.results import Results as Results
    from passatempo.campaigns.results import Status as Status
    from passatempo.campaigns.results import export as export
    from passatempo.campaigns.results import merge as merge
    from passatempo.campaigns.results import status as status
    from passatempo.campaigns.runs import resume as resume
    from passatempo.campaigns.runs import run as run
    from passatempo.campaigns.schedules import Plan as Plan
    from passatempo.campaigns.schedules import plan as plan
    from passatempo.campaigns.schedules import plans as plans

if not TYPE_CHECKING:
    homes = {
        "reports": "Report report",
        "results": "Results Status export merge status",
        "runs": "resume run",
        "schedules": "Plan plan plans",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
