"""What the journeys share."""
