"""Declarative models: integer programs, among them the published one, and constraint programs."""
