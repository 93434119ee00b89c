"""Tables: many deals with the same seats, the players who play them, and simulations."""
