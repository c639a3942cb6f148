"""What is done in a tournament or course: each function adds facts to the event's record."""
