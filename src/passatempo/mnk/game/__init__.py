"""The game between two people, or between a person and a program."""
