"""The engines we did not write: one file each, all of the shape ``solve(model, limits, report) -> Run``."""
