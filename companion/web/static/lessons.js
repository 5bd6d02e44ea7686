// The ladder of lessons with what a child solved, the class at a glance, exercises of one's own.

import { send, store, stored } from "./ask.js";
import { element, first, here, texts, whoMay } from "./shell.js";

const $ = (id) => document.getElementById(id);
const CHILD = "dambord.child";
let { lessons } = first;
let may = first.may_touch;
let report = { solved: [], alone: [], stuck: null };

$("names").replaceChildren(...first.names.map((name) => new Option(name, name)));
$("who").child.value = stored(CHILD) ?? "";
const child = () => $("who").child.value.trim();

async function answerOf(asked, where = "answer") {
  const answer = await asked;
  const body = answer ? await answer.json().catch(() => ({})) : {};
  $(where).textContent = answer?.ok ? "" : answer ? texts("lesson.not_done", { reason: body.error ?? "" }) : texts("lesson.broken");
  return answer?.ok ? body : null;
}

const look = (path) => answerOf(fetch(here(path)).catch(() => null));

// -- the ladder ------------------------------------------------------------------------------

// Rows are made once and then brought up to date where they stand: a child that types a name and
// clicks on a lesson must not have it replaced under the finger.
let drawn = null;

function draw() {
  if (drawn !== lessons) build();
  const [solved, alone] = [new Set(report.solved), new Set(report.alone)];
  for (const lesson of lessons) fill(lesson, solved, alone);
  const count = report.solved.length;
  $("so-far").textContent = child() && count ? texts("lesson.so_far", { count }) : "";
}

function build() {
  drawn = lessons;
  const open = new Set([...document.querySelectorAll("#ladder details[open]")].map((one) => one.id));
  const levels = Map.groupBy ? Map.groupBy(lessons, (one) => one.level) : grouped(lessons);
  $("ladder").replaceChildren(...[...levels].flatMap(([level, ones]) => [
    element("h2", "", texts(level ? "lesson.level" : "lesson.own_lessons", { level })),
    ...ones.map(row),
  ]));
  for (const one of document.querySelectorAll("#ladder details")) one.open = open.has(one.id);
}

function grouped(all) {
  const levels = new Map();
  for (const one of all) levels.set(one.level, [...(levels.get(one.level) ?? []), one]);
  return levels;
}

function row({ id, title, exercises }) {
  const one = element("details");
  one.id = `lesson-${id}`;
  one.append(element("summary", "", element("span", "name", title), " ", element("span", "far")));
  const numbers = element("div", "numbers", ...exercises.map((name, at) => number(name, at + 1)));
  const begin = element("button", "button sure", texts("lesson.begin_here"));
  begin.type = "button";
  begin.setAttribute("aria-label", `${texts("lesson.begin_here")}: ${title}`);
  begin.onclick = () => start(id);
  const sheet = element("a", "button", texts("lesson.print"));
  sheet.href = here(`/lessons/sheet?which=${encodeURIComponent(id)}`);
  sheet.setAttribute("aria-label", `${texts("lesson.print")}: ${title}`);
  one.append(numbers, element("div", "actions", begin, sheet));
  return one;
}

function number(name, at) {
  const one = element("button", "", String(at));
  one.type = "button";
  one.onclick = () => start(name);
  return one;
}

function fill({ id, title, exercises }, solved, alone) {
  const one = $(`lesson-${id}`);
  const done = exercises.filter((name) => solved.has(name)).length;
  one.className = done === exercises.length ? "lesson-row done" : "lesson-row";
  one.querySelector(".far").textContent = texts("lesson.far", { done, of: exercises.length });
  one.querySelector(".sure").hidden = !may;
  [...one.querySelector(".numbers").children].forEach((button, index) => {
    const name = exercises[index];
    const state = report.stuck === name ? "stuck" : alone.has(name) ? "alone" : solved.has(name) ? "solved" : "open";
    button.className = `number ${state}`;
    button.disabled = !may;
    button.setAttribute("aria-label", `${texts("lesson.exercise", { title, at: index + 1 })}: ${texts(`lesson.is_${state}`)}`);
  });
}

async function start(what) {
  if (await answerOf(send("/lessons/start", { what, child: child() }))) location.assign(here("/"));
}

$("who").onsubmit = (event) => { event.preventDefault(); start(""); };
$("who").child.onchange = chosen;

async function chosen() {
  const name = child();
  store(CHILD, name);
  const found = name && (await look(`/lessons/child?${new URLSearchParams({ name })}`));
  if (name !== child()) return; // another was named meanwhile
  report = found || { solved: [], alone: [], stuck: null };
  draw();
}

// -- the class -------------------------------------------------------------------------------

$("class").ontoggle = async () => {
  if (!$("class").open) return;
  const found = await look("/lessons/class");
  if (!found) return;
  $("nobody").hidden = found.children.length > 0;
  for (const one of $("class").querySelectorAll(".scroll")) one.hidden = !found.children.length;
  $("children").replaceChildren(...found.children.map(({ name, solved, alone, tries, stuck, day }) => line(name, stuck,
    [solved, alone, tries, stuck ? texts("lesson.exercise", { title: stuck.title, at: stuck.number }) : "", day])));
  $("themes").replaceChildren(...found.themes.map(({ title, done, begun, stuck }) => line(title, stuck.length,
    [done, begun, stuck].map((names) => names.join(", ")))));
};

function line(name, isStuck, values) {
  const head = element("th", "", name);
  head.scope = "row";
  return element("tr", isStuck ? "stuck" : "", head, ...values.map((value) => element("td", "", String(value))));
}

// -- exercises of one's own ------------------------------------------------------------------

$("own-form").onsubmit = async (event) => {
  event.preventDefault();
  $("own-answer").textContent = texts("lesson.own_looks");
  const made = await answerOf(send(here("/lessons/own"), Object.fromEntries(new FormData($("own-form")))), "own-answer");
  if (!made) return;
  ({ lessons } = made);
  draw();
  $("own-answer").textContent = texts("lesson.own_made", { id: made.id, solution: made.solution });
};

if (location.hash === "#own") $("own").open = true;
draw();
chosen();
whoMay((is) => {
  may = is;
  for (const one of document.querySelectorAll(".may")) one.hidden = !is;
  draw();
});
