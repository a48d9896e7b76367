"""A pastime as a Python module: its questions as functions, and what stands beside them."""
