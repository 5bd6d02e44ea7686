// What stands beside the board: the players and their captures, what is told, the moves, the
// counters, and the state of the board. Names and sentences go in as text, never as markup.

import { disc, make, sign, SIGN_COLORS } from "./board.js";
import { element } from "./shell.js";

const TOLD_KEPT = 30;
const READ_KEPT = 12;
const $ = (id) => document.getElementById(id);

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export function showLink(state, isBroken, texts) {
  const { fault, state: link } = state.link;
  const name = isBroken ? "broken" : link;
  const text = isBroken ? texts("page.broken") : texts(`page.link_${link}`);
  const why = !isBroken && fault ? sentence(`${texts(`reason.${fault}`)}: ${texts(`remedy.${fault}`)}`) : "";
  const link_ = $("link");
  if (link_.dataset.shown === name + text + why) return;
  link_.dataset.shown = name + text + why;
  link_.className = why || isBroken ? `${name} trouble` : name;
  link_.replaceChildren(element("b", "", text), ...(why ? [element("span", "", why)] : []));
}

export function showTurn(state, texts) {
  const { outcome, turn } = state;
  const text = outcome ? texts("page.over", { result: outcome.text }) : texts(`page.turn_${turn}`);
  const dot = make("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, disc((outcome ? outcome.winner ?? turn : turn).toLowerCase()));
  const line = $("turn");
  if (line.textContent !== text) line.replaceChildren(dot, element("span", "", text));
}

// For who does not see it: in the order of telling, what is urgent at once.
export function readOut(told) {
  const urgent = told.filter(({ tone }) => tone === "urgent");
  if (urgent.length) $("urgent").replaceChildren(...urgent.map(({ text }) => element("p", "", text)));
  const said = $("said");
  said.append(...told.filter(({ tone }) => tone !== "urgent").map(({ text }) => element("p", "", text)));
  while (said.children.length > READ_KEPT) said.firstChild.remove();
}

export function showTold(told, texts) {
  const list = $("told");
  for (const one of told) {
    const item = element("p", one.tone, element("span", "mark"), element("span", "", one.text));
    list.prepend(item);
  }
  while (list.children.length > TOLD_KEPT) list.lastChild.remove();
}

export function showPlayers(state, hand, isTurned, texts) {
  const [near, far] = isTurned ? ["B", "W"] : ["W", "B"];
  showPlayer($("near"), near, state, hand, texts);
  showPlayer($("far"), far, state, hand, texts);
}

// A player's side of the table, with the pieces that he has captured.
function showPlayer(place, side, state, hand, texts) {
  const captured = side === "W" ? "b" : "w";
  const lost = state.begun_with[captured.toUpperCase()] - state.left[captured.toUpperCase()];
  const count = hand.isAllowed ? hand.beside(captured) : lost;
  const name = state.names[side] || texts(`page.side_${side}`);
  const isTurn = state.turn === side && !state.outcome;
  const shown = JSON.stringify([side, name, count, isTurn, hand.isAllowed, hand.held]);
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.classList.toggle("to-move", isTurn);
  const label = texts(hand.isAllowed ? "page.tray" : "page.captured", { count, piece: texts(`page.plural_${captured}`) });
  const hadFocus = place.contains(document.activeElement);
  const tray = element(hand.isAllowed ? "button" : "div", hand.held ? "tray open" : "tray");
  if (hand.isAllowed) {
    tray.type = "button";
    tray.setAttribute("aria-label", hand.held ? texts("page.put_here") : label);
    tray.onclick = () => hand.useTray(captured);
  } else {
    tray.setAttribute("role", "img");
    tray.setAttribute("aria-label", label);
  }
  const discs = Array.from({ length: hand.held ? 0 : Math.min(count, 20) }, () => make("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, disc(captured)));
  const words = hand.held ? texts("page.put_here") : count ? `× ${count}` : "";
  tray.append(element("span", "discs", ...discs), element("span", "count", words));
  const own = make("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, disc(side.toLowerCase()));
  place.replaceChildren(element("span", "who", own, element("span", "", name)), tray);
  if (hadFocus) tray.focus();
}

export function showMoves(state, texts) {
  const list = $("moves");
  const shown = JSON.stringify([state.first, state.moves]);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  $("no-moves").hidden = state.moves.length > 0;
  list.hidden = state.moves.length === 0;
  const offset = state.first === "B" ? 1 : 0;
  const rows = [];
  state.moves.forEach((move, number) => {
    const [turn, side] = [Math.floor((number + offset) / 2), (number + offset) % 2];
    if (side === 0 || number === 0) rows.push(element("li", "", element("span", "turn", `${turn + 1}.`)));
    if (number === 0 && side) rows.at(-1).append(element("span", "ply", "…"));
    rows.at(-1).append(written(move, number === state.moves.length - 1, texts));
  });
  list.replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}

function written(move, isLast, texts) {
  const ply = element("span", isLast ? "ply last" : "ply", move.text.replace("x", "×"));
  if (move.huffed) ply.prepend(element("span", "huffed", texts("game.huffed", { square: move.huffed })), " ");
  if (move.irregular) {
    ply.classList.add("irregular");
    ply.append(element("span", "unseen", ` ${texts("page.irregular")}`));
    ply.title = texts("page.irregular");
  }
  return ply;
}

export function showCounters(state, texts) {
  const shown = JSON.stringify(state.counters);
  if ($("counters").dataset.shown === shown) return;
  $("counters").dataset.shown = shown;
  $("counters").replaceChildren(...state.counters.map(({ name, played, limit }) => {
    const bar = element("meter");
    Object.assign(bar, { max: limit, value: played });
    const text = texts(`page.counter_${name}`, { played, limit });
    bar.setAttribute("aria-label", text);
    return element("li", "", element("span", "", text), bar);
  }));
}

export function showHelp(canTouch, isVirtual, texts) {
  const isQuiet = !$("told").children.length;
  $("hint").hidden = !isQuiet;
  $("hint").textContent = texts(canTouch ? "page.begin_touch" : isVirtual ? "page.begin_look" : "page.begin_board");
  $("how").textContent = texts(canTouch ? "page.how_touch" : "page.how_look");
  if ($("signs").children.length) return;
  $("signs").replaceChildren(...SIGN_COLORS.map((color) => element("li", color, element("span", "swatch", make("svg", { viewBox: "-2.6 -2.6 5.2 5.2", "aria-hidden": "true" }, sign(color))), texts(`page.sign_${color}`))));
}
