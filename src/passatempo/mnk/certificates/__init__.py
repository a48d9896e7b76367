"""Proof files and their checker, which knows no solver."""
