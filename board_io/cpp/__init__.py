"""The Chess Peripheral Protocol both ways: boards that speak it, and any board of ours as one of
them for a phone app. Facts are with `firmware_protocol.cpp`."""
