// Which game is played and by which rules, in words for a family; a form for another one; the coach
// of each player; and what only now and then has to be chosen: who is the youngest, what becomes of
// a wrong move.

import { send } from "./ask.js";
import { element, texts } from "./shell.js";

const HOUSE = ["huffing", "no_forced", "men_forward", "youngest_begins", "free_draw"];
const LEVELS = ["off", "referee", "help", "teach", "show"];
const $ = (id) => document.getElementById(id);
const form = $("game-form");
let shown = "";
let played = "";

export function showGame(state, may, isReady) {
  const { game } = state;
  $("wrong-move").hidden = !may || !game.chooser || Boolean(state.guest);
  $("play-on").hidden = !game.is_disputed;
  $("youngest").hidden = !may || !game.asks_youngest || Boolean(state.guest);
  for (const button of document.querySelectorAll("#wrong-move button, #youngest button, #game-form button")) button.disabled = !isReady;
  const now = JSON.stringify([game, state.names, may]);
  if (now === shown) return;
  const before = shown && JSON.parse(shown)[0];
  shown = now;
  played = game.name;
  const rules = game.house.map((rule) => texts(`game.short_${rule}`));
  $("game-name").textContent = [texts(`game.name_${game.name}`), ...rules].join(" · ");
  $("game-about").textContent = texts(`game.about_${game.name}`);
  $("game-rules").replaceChildren(...game.house.map((rule) => element("li", "", texts(`game.rule_${rule}`))));
  form.hidden = !may;
  if (!before || before.name !== game.name || String(before.house) !== String(game.house) || String(before.fitting) !== String(game.fitting)) fill(game);
  for (const side of ["W", "B"]) {
    $(`coach-${side}`).value = game.coach[side];
    $(`coach-label-${side}`).textContent = texts("game.coach", { side: state.names[side] || texts(`page.side_${side}`) });
  }
}

// The form as the game is; what somebody was choosing is kept as long as the game stays.
function fill(game) {
  const names = game.fitting.length ? game.fitting : Array.of(game.name);
  form.elements.variant.replaceChildren(...names.map((name) => option(name, texts(`game.name_${name}`))));
  // Where the board is for other games people have to choose.
  const isFitting = names.includes(game.name);
  form.elements.variant.value = isFitting ? game.name : names[0];
  if (!isFitting) form.closest("details").open = true;
  $("house").replaceChildren(...HOUSE.map((rule) => {
    const box = element("input");
    Object.assign(box, { type: "checkbox", name: "house", value: rule, checked: game.house.includes(rule) });
    return element("label", "choice", box, element("span", "", texts(`game.rule_${rule}`)));
  }));
  about();
}

function option(value, text) {
  const one = element("option", "", text);
  one.value = value;
  return one;
}

function about() {
  const chosen = form.elements.variant.value;
  $("chosen-about").textContent = texts(`game.about_${chosen}`);
  $("chosen-about").hidden = chosen === played; // It stands above already.
}

// `begins` asks whether a game that goes on may be left, and then lets go of what is in the hand.
export function gameButtons(begins) {
  form.elements.variant.onchange = about;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const house = [...form.querySelectorAll("[name=house]:checked")].map((box) => box.value);
    if (await begins()) send("/wish", { wish: "new_game", variant: form.elements.variant.value, house });
  };
  for (const side of ["W", "B"]) {
    const choice = $(`coach-${side}`);
    choice.replaceChildren(...LEVELS.map((level) => option(level, texts(`game.coach_${level}`))));
    choice.onchange = () => send("/wish", { wish: "coach", side, level: choice.value });
    $(`youngest-${side}`).onclick = () => send("/wish", { wish: "youngest", side });
  }
  $("demand").onclick = () => send("/wish", { wish: "demand" });
  $("play-on").onclick = () => send("/wish", { wish: "play_on" });
}
