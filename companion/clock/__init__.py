"""The clock of a game: how much time there is, who is thinking, whose flag has fallen."""
