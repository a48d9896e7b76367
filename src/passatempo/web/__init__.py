"""The server of the browser app, and an HTTP API generated from the registry."""
