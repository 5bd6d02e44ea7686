"""A tournament for a class or a club: who plays whom, the results, and the table."""
