"""Bytes to messages and back, without I/O: our own board's wire protocol."""
