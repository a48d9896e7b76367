"""Our exact methods: certain cells, chances, the best guess; their hot parts are in the kernel."""
