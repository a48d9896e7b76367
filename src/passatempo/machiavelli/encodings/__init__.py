"""Declarative models: integer programs and constraint programs, the published one among them."""
