"""The command line, built from the registry alone. It knows no pastime by name."""
