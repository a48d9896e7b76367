"""Exact algorithms of Optimiza, a file a question or algorithm; their hot parts are in the kernel."""
