"""Reference implementations in plain Python, with which the kernels and models are compared."""
