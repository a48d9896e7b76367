"""Our exact algorithms, a file a question or algorithm; their hot parts are in the kernel."""
