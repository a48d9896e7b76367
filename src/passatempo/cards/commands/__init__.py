"""The pastime's own commands."""
