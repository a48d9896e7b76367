"""The web app: a page for each pastime and an HTTP API, made from the registry."""
