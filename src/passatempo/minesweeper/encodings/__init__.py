"""Declarative models: the published programs, answer sets, constraints, clauses."""
