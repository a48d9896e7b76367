"""Five old pastimes, solved exactly, checked and explained."""

__version__ = "0.1.0"
