"""What a server puts into a request's environment: whoever waits for a printing process gives its turn to others."""

from typing import Final

LEAVE: Final = "scorekeeper.leave_turn"
"""A function without arguments, to be called when all that is left is to print; absent where there are no turns."""
