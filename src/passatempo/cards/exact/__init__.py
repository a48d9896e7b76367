"""The exact methods: closed form, counts and numbered sequences. The kernel does the heavy work."""
