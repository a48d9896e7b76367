"""The exit codes of every command; 0 is an answer."""

NO = 1  # proved: there is none; or what was judged breaks a rule
BAD_INPUT = 2
STOPPED = 3  # a limit or Ctrl-C came first
OUR_BUG = 4

# As the reference and the page of man tell them.
MEANINGS = {
    0: "solved or feasible",
    NO: "proved impossible",
    BAD_INPUT: "bad input or usage",
    STOPPED: "unknown: a limit stopped the run",
    OUR_BUG: "internal error, with the instance saved for a report",
}
