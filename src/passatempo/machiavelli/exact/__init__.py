"""Exact algorithms of Machiavelli, one file per question or algorithm; the kernel has their critical parts."""
