"""Coroutines of tests, in a thread of their own: a browser's tests leave a loop running in the one that pytest uses."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import uvicorn


def finished(coroutine):
    """Run a coroutine to its end and return what it returns."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def of_server(app, work, **settings):
    """Run a coroutine that is given the port of a server in this process, and return what it returns."""

    async def main():
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical", ws="none", **settings))
        serving = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            return await asyncio.wait_for(work(server.servers[0].sockets[0].getsockname()[1]), 60)
        finally:
            server.should_exit = True
            await serving

    return finished(main())
