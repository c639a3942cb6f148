"""Scores an evening of cards: five games, explained, settled and printed."""

__version__ = "0.1.0"
