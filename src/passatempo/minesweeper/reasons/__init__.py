"""Why a cell is certain, in steps that a person can follow."""
