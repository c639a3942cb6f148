"""What was typed, read and checked."""
