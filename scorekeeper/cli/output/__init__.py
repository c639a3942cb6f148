"""How `scorekeeper score` shows a result: JSON for programs, CSV for spreadsheets, a table for people."""
