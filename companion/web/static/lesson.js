// The exercise that is done on the board: its task, its answers, help. Squares are pointed at by
// tapping them where that is the task.

import { send } from "./ask.js";
import { element, here, texts } from "./shell.js";

const $ = (id) => document.getElementById(id);
const wish = (body) => send("/lesson", body);
let answers = "";

export function showLesson(state, may, isBroken, hand) {
  const { lesson, guest } = state;
  $("lesson").hidden = !lesson;
  const points = lesson && may && !isBroken && guest.points && guest.stage !== "solved";
  hand.points = points ? (square) => wish({ point: square }) : null;
  if (!lesson) return;
  const { at, of, child, stage, solved } = guest;
  $("lesson").classList.toggle("solved", solved);
  write("lesson-name", [`${texts("lesson.exercise", { title: lesson.title, at })} (${texts("lesson.far", { done: at, of })})`, child].filter(Boolean).join(" · "));
  write("lesson-task", lesson.task);
  // The task was told as well; it need not stand there twice.
  for (const line of $("told").children) line.classList.toggle("asked", line.lastChild.textContent === lesson.task);
  $("lesson-ladder").href = here("/lessons");
  showAnswers(lesson.answers, may && stage !== "solved");
  for (const button of $("lesson").querySelectorAll("[data-wish]")) {
    button.hidden = !may;
    button.disabled = isBroken;
  }
  const isSolved = stage === "solved";
  for (const name of ["hint", "put_back", "solution"]) button(name).hidden = !may || isSolved;
  button("put_back").hidden ||= !state.is_virtual;
  button("next").classList.toggle("sure", isSolved);
}

const button = (name) => $("lesson").querySelector(`[data-wish="${name}"]`);

function write(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function showAnswers(all, may) {
  const shown = may ? JSON.stringify(all) : "";
  if (shown === answers) return;
  answers = shown;
  $("lesson-answers").replaceChildren(...(may ? all : []).map(({ value, text }) => {
    const one = element("button", "", text);
    one.type = "button";
    one.onclick = () => wish({ pick: value });
    return one;
  }));
}

for (const one of $("lesson").querySelectorAll("[data-wish]")) {
  one.onclick = () => wish({ wish: one.dataset.wish });
}
