"""The published player Corrado, and the same mended where its faults lose games."""
