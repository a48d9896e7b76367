"""The same answers in the plainest Python: what the kernels and models are compared with."""
