// The page: puts the board, the hand, the voice and the line together.

import { readOut, showCounters, showHelp, showLink, showMoves, showPlayers, showTold, showTurn } from "./beside.js";
import { Board } from "./board.js";
import { showClock, tellTime } from "./clock.js";
import { gameButtons, showGame } from "./game-choice.js";
import { Hand } from "./hand.js";
import { send, store, stored } from "./ask.js";
import { Line } from "./line.js";
import { element, first, here, language, texts, whoMay } from "./shell.js";
import { Voice } from "./voice.js";

const $ = (id) => document.getElementById(id);
let state = first.seen;
let may = first.may_touch;
let isBroken = false;
let isTurned = stored("dambord.turned") === "yes";

const board = new Board($("board"), texts);
const hand = new Hand(board, texts, draw, (text) => { $("held").textContent = text; });
const voice = new Voice(language);

function draw() {
  board.lay(state.rows, isTurned, state.game.labels, state.game.is_plain);
  board.draw(state, hand.letters, state.last, hand.held?.from);
  board.svg.classList.toggle("touchable", hand.isAllowed);
  board.svg.classList.toggle("holding", Boolean(hand.held));
  showPlayers(state, hand, isTurned, texts);
  showTurn(state, texts);
  showMoves(state, texts);
  showCounters(state, texts);
  showLink(state, isBroken, texts);
  showGuest();
  showClock(state, may, isBroken);
  showActions();
}

// Few visits see a guest at the board: its module comes when there is one.
let guests = null;
let lessons = null;
async function showGuest() {
  if (!guests && !state.guest) return;
  guests ??= import("./guest.js");
  (await guests).showGuest(state, may, isBroken);
  if (!lessons && !state.lesson) return;
  lessons ??= import("./lesson.js");
  (await lessons).showLesson(state, may, isBroken, hand);
  board.svg.classList.toggle("touchable", hand.isAllowed || Boolean(hand.points));
}

function showActions() {
  const isLinked = state.link.state === "linked" && !isBroken;
  const canTouch = may && state.is_virtual;
  $("actions").hidden = $("questions").hidden = !may || Boolean(state.guest);
  const rests = { "take-back": !state.moves.length && !state.is_virtual, resign: Boolean(state.outcome), draw: Boolean(state.outcome) };
  for (const button of $("actions").querySelectorAll("button")) {
    button.disabled = !isLinked || state.is_busy || Boolean(rests[button.id]);
  }
  showGame(state, may, isLinked && !state.is_busy);
  $("by-ear").setAttribute("aria-pressed", String(state.by_ear));
  showHelp(canTouch, state.is_virtual, texts);
}

function see(seen) {
  state = seen;
  hand.see(state, may && state.is_virtual && !state.is_busy && state.link.state === "linked" && !isBroken);
  draw();
}

function hears(seen) {
  showTold(seen.told, texts);
  readOut(seen.told);
  see(seen);
  // What was told while this page slept is there to read; it is too late to say it all.
  voice.say(seen.told.length > 4 ? seen.told.slice(-1) : seen.told);
}

function breaks(isSo) {
  if (isSo === isBroken) return;
  isBroken = isSo;
  see(state);
}

// -- buttons -------------------------------------------------------------------------------

async function ask(key, answers) {
  $("dialog-text").textContent = texts(key);
  const dialog = $("dialog");
  $("dialog-answers").replaceChildren(...answers.map(([label, value]) => {
    const button = element("button", value ? "sure" : "", texts(label));
    button.type = "button";
    button.onclick = () => dialog.close(value);
    return button;
  }));
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue;
}

const NO = ["page.no", ""];
$("take-back").onclick = () => { hand.drop(); send("/wish", { wish: "take_back" }); };
$("ask-turn").onclick = () => send("/wish", { wish: "turn" });
$("square-form").onsubmit = (event) => {
  event.preventDefault();
  const { square: field } = event.target.elements;
  const typed = field.value.trim().toLowerCase();
  const square = [...board.cells.keys()].find((one) => board.name(one) === typed);
  if (square) send("/wish", { wish: event.submitter?.value ?? "square", square });
  else $("held").textContent = texts("page.no_square");
  field.select();
};
$("by-ear").onclick = () => send("/wish", { wish: "by_ear", on: !state.by_ear });
for (const button of document.querySelectorAll("[data-ask]")) button.onclick = () => send("/wish", { wish: button.dataset.ask });
$("draw").onclick = async () => { if (await ask("page.draw_sure", [["page.draw_yes", "yes"], NO])) send("/wish", { wish: "draw" }); };
async function begins() {
  const isBegun = state.moves.length > 0 && !state.outcome;
  if (isBegun && !(await ask("page.new_sure", [["page.new_yes", "yes"], NO]))) return false;
  hand.drop();
  return true;
}
$("new-game").onclick = async () => { if (await begins()) send("/wish", { wish: "new_game" }); };
gameButtons(begins);
$("resign").onclick = async () => {
  const side = await ask("page.resign_who", [["page.side_W", "W"], ["page.side_B", "B"], NO]);
  if (side) send("/wish", { wish: "resign", side });
};

$("make-exercise").href = `${here("/lessons")}#own`;
$("turn-board").onclick = () => {
  isTurned = !isTurned;
  store("dambord.turned", isTurned ? "yes" : "no");
  draw();
};

$("voice").hidden = !voice.isThere;
$("voice").onclick = () => {
  voice.turn(!voice.isOn);
  if (voice.isOn && voice.isLent) showTold([{ tone: "notice", text: texts("page.voice_lent") }], texts);
  $("voice").setAttribute("aria-pressed", String(voice.isOn));
  store("dambord.voice", voice.isOn ? "yes" : "no");
};
if (stored("dambord.voice") === "yes") $("voice").click();

showTold(state.told, texts);
see(state);
new Line(language, state.id, hears, breaks, tellTime);
whoMay((is) => { may = is; see(state); });
