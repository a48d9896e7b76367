"""The build of `make app`: kernel modules, their interfaces, and the pages."""
