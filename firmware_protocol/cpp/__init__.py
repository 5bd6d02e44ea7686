"""The Chess Peripheral Protocol, by which phone apps and electronic boards speak: text commands.

An app that keeps the rules is the *central*, a board the *peripheral*. One command is one write or
one notification, without an end of its own. Source:
https://github.com/vovagorodok/chess_peripheral_protocol (README); nothing here was tried on a board
or with an app.
"""
