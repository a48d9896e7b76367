"""Coroutines of tests, in a thread of their own: a browser's tests leave a loop running in the one that pytest uses."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def finished(coroutine):
    """Run a coroutine to its end and return what it returns."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
