"""Lessons on the board: themes, exercises, and what the coach answers to every try.

library      which lessons there are: `lessons()`, `exercise("coup_turc-2")`
practising   one exercise being done: hand it what happened, it says what to tell and to light
solution     the solution as a row of lights, jump by jump
set_up       the one next step towards the position that an exercise begins with
texts        the sentences, written and spoken, per language
progress     what each child tried and solved, and the class at a glance
own          exercises of the teacher's own
"""
