"""Who plays: names, who begins, and what became of their games."""
