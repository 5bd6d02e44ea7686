"""A board as a picture: locate it, read its squares, follow it from frame to frame."""
