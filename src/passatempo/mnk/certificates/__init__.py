"""Proof files and their checker, which is independent of all solvers."""
