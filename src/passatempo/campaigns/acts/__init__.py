"""What a job may do, a file each: ask a question, generate, let players meet, simulate, write a model."""
