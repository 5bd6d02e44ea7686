"""The voice: sentences to sound, in a worker of its own, so that a game never waits for it."""
