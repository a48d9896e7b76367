"""Exact methods: certain cells, chances and the best guess. The kernel does the work."""
