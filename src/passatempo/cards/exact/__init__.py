"""Our exact methods: the closed form, counts and numbered sequences; their hot parts are in the kernel."""
