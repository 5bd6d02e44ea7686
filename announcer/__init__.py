"""What to tell, in words and in lights: transitions in, announcements out; no speaker, no LEDs."""
