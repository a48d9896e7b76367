"""The same answers in the plainest Python: the closed form, the scan over values, the search."""
