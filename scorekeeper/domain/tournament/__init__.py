"""A tournament: who sits where in which round. Pure: players are numbers, chance comes from a printed seed."""
