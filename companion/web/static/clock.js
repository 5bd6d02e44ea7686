// The clock: both times, counted down here from what the program knows; its buttons; the choice.

import { send } from "./ask.js";
import { first, texts } from "./shell.js";

const $ = (id) => document.getElementById(id);
const LOW_MS = 20_000;
let face = null;
let may = false;
let isBroken = false;
// How much later it is at the program than here.
let ahead = first.now - Date.now();

// The program says how late it is.
export function tellTime(now) {
  ahead = now - Date.now();
  tick();
}

export function showClock(state, isAllowed, isLineBroken) {
  [face, may, isBroken] = [state.clock, isAllowed, isLineBroken];
  $("clock").hidden = !face;
  for (const side of ["W", "B"]) {
    const own = face && face.turn === side && face.state !== "stopped";
    $(`clock-${side}`).classList.toggle("runs", Boolean(own && face.state === "running"));
    $(`clock-name-${side}`).textContent = state.names[side] || texts(`page.side_${side}`);
  }
  $("clock-state").textContent = face && face.state !== "running" ? texts(`clock.state_${face.state}`) : "";
  const runs = face?.state === "running";
  $("clock-pause-text").textContent = texts(runs ? "clock.pause" : face?.state === "idle" ? "clock.begin" : "clock.go_on");
  $("clock-pause").setAttribute("aria-pressed", String(face?.state === "paused"));
  $("clock-pause").disabled = face?.state === "stopped" || isBroken;
  // A clock that stands beside the board is only shown here.
  const isOurs = Boolean(face?.control);
  $("clock-pause").hidden = !isOurs;
  $("clock-press").hidden = !isOurs || face.hand !== "button";
  $("clock-press").disabled = !runs || isBroken;
  $("clock-acts").hidden = !may;
  $("clock-form").hidden = !may;
  $("clock-choice").hidden = !may && !face;
  $("clock-control").textContent = !face ? texts("clock.none") : isOurs ? nameOf(face.control) : "DGT";
  tick();
}

const nameOf = (control) => first.clocks.find(([, text]) => text === control)?.[0] ?? control;

function leftOf(side) {
  const left = face.left[side];
  if (face.state !== "running" || face.turn !== side) return left;
  return Math.max(0, left - Math.max(0, Date.now() + ahead - face.at - face.waits));
}

// As clocks show it: rounded up, tenths below ten seconds.
function digits(ms) {
  if (ms > 0 && ms < 10_000) return `0:${(Math.ceil(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pair = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${pair(minutes)}:${pair(seconds)}` : `${minutes}:${pair(seconds)}`;
}

function tick() {
  if (!face) return;
  for (const side of ["W", "B"]) {
    const left = leftOf(side);
    const place = $(`clock-time-${side}`);
    const text = digits(left);
    if (place.textContent !== text) place.textContent = text;
    $(`clock-${side}`).classList.toggle("low", left < LOW_MS && left > 0);
    $(`clock-${side}`).classList.toggle("over", left === 0);
  }
}
setInterval(() => { if (!document.hidden && face?.state === "running") tick(); }, 100);

const act = (name) => send("/clock", { act: name });
$("clock-pause").onclick = () => act("toggle");
$("clock-press").onclick = () => act("press");
$("clock-tell").onclick = () => act("tell");

// The space bar is the button of the clock, where nothing else on the page wants it.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.repeat || event.target !== document.body) return;
  if ($("clock").hidden || $("clock-press").hidden || !may) return;
  event.preventDefault();
  act("press");
});

const form = $("clock-form");
form.preset.append(new Option(texts("clock.none"), "none"));
for (const [name, text] of first.clocks) form.preset.append(new Option(name === text ? name : `${name} (${text})`, text));
form.preset.append(new Option(texts("clock.own"), ""));
form.preset.value = "5+3";
form.preset.onchange = () => { $("clock-own").hidden = form.preset.value !== ""; };
form.onsubmit = async (event) => {
  event.preventDefault();
  const answer = await send("/clock", { control: form.preset.value || form.own.value || "?" });
  $("clock-answer").textContent = answer?.ok ? "" : texts("clock.not_understood");
  if (answer?.ok) $("clock-choice").open = false;
};
