"""The command line, made from the registry alone: it knows no pastime by name."""
