"""One function per user action; and the boundary where JSON becomes answers and answers become JSON."""
