"""The rules of the games and of an evening: pure, without framework, clock, random or float."""
