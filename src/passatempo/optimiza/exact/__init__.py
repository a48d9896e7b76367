"""Exact algorithms of Optimiza, one file per question or algorithm. The kernel holds the hot loops."""
