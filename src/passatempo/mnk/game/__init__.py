"""The game that two people, or a person and a program, play."""
