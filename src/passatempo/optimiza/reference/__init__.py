"""The plainest searches, which try every path."""
