"""The solver: how two seats should play a deal, and what that is worth."""
