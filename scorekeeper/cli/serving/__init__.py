"""What the commands that serve the app have in common."""
