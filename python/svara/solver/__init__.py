"""The solver: finds an equilibrium of a deal of two seats, and its value."""
