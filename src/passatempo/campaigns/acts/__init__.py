"""The kinds of jobs, one file each: ask a question, generate, play matches, simulate, write a model."""
