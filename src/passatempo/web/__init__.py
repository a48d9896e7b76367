"""The server of the browser app, and an HTTP API made from the registry."""
