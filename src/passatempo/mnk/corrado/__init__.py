"""The published player Corrado, and a version that corrects the faults that lose games."""
