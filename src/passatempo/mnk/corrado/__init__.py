"""The published player Corrado, and the same corrected where its faults lose games."""
