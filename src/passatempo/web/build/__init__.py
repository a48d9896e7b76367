"""What `make app` runs: the faces of kernels to the browser, their modules, the pages."""
