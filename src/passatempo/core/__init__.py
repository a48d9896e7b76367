"""The words of the house: outcomes, limits, records, errors, text, JSON, random streams. Plain Python only."""
