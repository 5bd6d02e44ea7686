"""Makes the netlists, drawings and tables of hardware/ from the firmware's own wiring table.

`python -m hardware.drawing` writes them anew; a test compares them with what lies there.
"""
