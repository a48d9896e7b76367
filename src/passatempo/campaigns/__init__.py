"""Campaigns: one plan file, thousands of runs, one file of results, a report."""
