"""Declarative models: formulas, the published one among them, an answer set program, a constraint program."""
