"""The constraint program."""
