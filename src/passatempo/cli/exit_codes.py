"""The exit codes of every command; 0 is an answer."""

NO = 1  # proved: there is none; or what was judged breaks a rule
BAD_INPUT = 2
STOPPED = 3  # a limit or Ctrl-C came first
OUR_BUG = 4
