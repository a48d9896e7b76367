"""Declarative models: formulas (including the published one), an answer set program and a constraint program."""
