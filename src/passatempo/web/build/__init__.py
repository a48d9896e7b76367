"""What `make app` runs: the modules of kernels, their interfaces, the pages."""
