"""Minesweeper: which cells are certainly safe, and the exact chance of a mine in every other.

Every question is a function of this module: it takes an instance, a text of any format, a mapping of JSON keys, or keys
alone. Values count rows and columns from 0; texts, keys and JSON count from 1.
"""

from passatempo.core.library.package import library

__getattr__, __dir__ = library(__package__)
