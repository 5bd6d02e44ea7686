"""An exercise sheet to print: diagrams with their questions, the answers on the last page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.lessons.model import Choose, Exercise, Judge, Play, Point, SetUp
from companion.lessons.notation import solution_text
from companion.lessons.practice import question
from companion.lessons.texts import LessonTexts
from rules.diagram_svg import Arrow, diagram_svg
from rules.piece import Color


def exercise_sheet(
    title: str, exercises: Sequence[Exercise], texts: LessonTexts, style: str, above: str = ""
) -> str:
    """The whole document as HTML; no text is markup. `style` is HTML of its head: a link to
    exercise-sheet.css, or its contents; `above` HTML that is not printed. What is to be set up on a
    board is left out."""
    exercises = [one for one in exercises if not isinstance(one.task, SetUp)]
    heading = escape(title or texts.plain("sheet.title"))
    figures = "\n".join(_figure(number, one, texts) for number, one in enumerate(exercises, 1))
    answers = "\n".join(f"<li>{escape(answer_text(one, texts))}</li>" for one in exercises)
    return (
        f'<!doctype html>\n<html lang="{texts.catalogue.language}">\n<head>\n'
        f'<meta charset="utf-8">\n<title>{heading}</title>\n{style}\n</head>\n'
        f"<body>\n{above}<header><h1>{heading}</h1><p>{escape(texts.plain('sheet.name'))}"
        f' ____________________</p></header>\n<main>\n<div class="sheet">\n{figures}\n</div>\n'
        f'<section class="answers">\n<h2>{escape(texts.plain("sheet.answers"))}</h2>\n'
        f"<ol>\n{answers}\n</ol>\n</section>\n</main>\n</body>\n</html>\n"
    )


def _figure(number: int, exercise: Exercise, texts: LessonTexts) -> str:
    position = exercise.position
    asked = texts.written(question(exercise))
    arrows = []
    if isinstance(exercise.task, Judge):
        attempt = exercise.task.attempt
        path = attempt.route or tuple(s for s in (attempt.start, attempt.end) if s is not None)
        arrows = [Arrow(path)]
    drawn = diagram_svg(
        position, turned=position.turn is Color.BLACK, arrows=arrows, title=asked, size=260
    )
    return (
        f"<figure>\n<figcaption><b>{number}.</b> {escape(asked)}"
        f"{escape(_choices(exercise, texts))}</figcaption>\n{drawn}\n"
        f'<div class="line"></div>\n</figure>'
    )


def _choices(exercise: Exercise, texts: LessonTexts) -> str:
    match exercise.task:
        case Judge():
            return f" ({texts.plain('sheet.yes_no')})"
        case Choose(options=options):
            return f" ({', '.join(texts.choice(option) for option in options)})"
        case _:
            return ""


def answer_text(exercise: Exercise, texts: LessonTexts) -> str:
    """The answer in one line; every solution of a played exercise."""
    match exercise.task:
        case Play():
            return "; ".join(solution_text(exercise))
        case Point(squares=squares):
            return ", ".join(map(str, sorted(squares)))
        case Judge(allowed=allowed):
            return texts.choice("yes" if allowed else "no")
        case Choose(answer=answer):
            return texts.choice(answer)
        case _:
            return exercise.position.fen
