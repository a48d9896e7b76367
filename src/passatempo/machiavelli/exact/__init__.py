"""Exact algorithms of Machiavelli, one file per question or algorithm; their hot loops are in the kernel."""
