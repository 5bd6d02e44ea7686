"""What draughts is: squares, pieces, variants, positions, moves, rulings, games, FEN and PDN."""
