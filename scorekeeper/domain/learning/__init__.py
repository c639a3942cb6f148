"""Learning to score: exercises from a seed, answers checked, and what typical deals pay."""
