"""Simulations of whole games, the search for gaps, the tables of interactions: the law compiled. The site never imports it."""
