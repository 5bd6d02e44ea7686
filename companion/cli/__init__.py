"""One module per verb of the command line; each has `add_parser` and runs its verb."""
