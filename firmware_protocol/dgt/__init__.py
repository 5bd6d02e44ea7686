"""The boards of DGT, 8x8 and 10x10: serial, 9600 baud, or the same bytes over Bluetooth."""
