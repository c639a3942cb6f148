"""Sheets of paper: frozen dataclasses, laid out by templates/print/*.html, turned into PDF by a warm worker process."""
