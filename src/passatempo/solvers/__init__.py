"""Adapters of external solvers, one file each, with the interface ``solve(model, limits, report) -> SolverRun``."""
