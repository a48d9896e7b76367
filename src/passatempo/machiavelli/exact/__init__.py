"""Exact algorithms of Machiavelli, a file a question or algorithm; their hot parts are in the kernel."""
