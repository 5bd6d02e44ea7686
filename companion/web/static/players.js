// The players: draw who begins, the score between two, the list; names are added and changed.

import { send } from "./ask.js";
import { element, first, texts, whoMay } from "./shell.js";

const $ = (id) => document.getElementById(id);
let players = first.players;
let order = [];
let asked = null; // the pair of which the score is wanted: answers of others may come late

function draw() {
  const names = players.map((player) => player.name);
  $("none").hidden = players.length > 0;
  $("scroll").hidden = !players.length;
  $("players").replaceChildren(...players.map((player) => {
    const head = element("th", "", player.name);
    head.scope = "row";
    const numbers = [player.points, player.games, player.won, player.drawn, player.lost];
    return element("tr", "", head, ...numbers.map((n) => element("td", "", String(n))), element("td", "", streak(player)));
  }));
  for (const select of document.querySelectorAll("select[name]")) {
    const before = select.value;
    select.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(before)) select.value = before;
    else if (select.name === "other" && names.length > 1) select.value = names[1];
  }
  score();
}

function streak({ streak: run, longest }) {
  if (!run || run[1] < 2) return longest > 1 ? texts("people.longest", { count: longest }) : "";
  const key = { 1: "people.streak_won", 0: "people.streak_drawn", "-1": "people.streak_lost" }[run[0]];
  return texts(key, { count: run[1] });
}

async function answerOf(asked) {
  const answer = await asked;
  const body = answer ? await answer.json().catch(() => ({})) : {};
  $("answer").textContent = answer?.ok ? "" : answer ? texts("people.not_done", { reason: body.error ?? "" }) : texts("people.broken");
  return answer?.ok ? body : null;
}

const look = (path) => answerOf(fetch(path).catch(() => null));

async function score() {
  const { one, other } = $("score");
  const pair = asked = new URLSearchParams({ one: one.value, other: other.value });
  const differ = one.value && other.value && one.value !== other.value;
  if (!differ) { $("points").textContent = ""; return; }
  const found = await look(`/players/score?${pair}`);
  if (found && pair === asked) $("points").textContent = texts("people.points_between", { one: found.one, other: found.other, points: found.points.join("-"), games: found.games });
}
$("score").onchange = score;

$("draw").onsubmit = async (event) => {
  event.preventDefault();
  const who = new FormData($("draw")).get("who");
  const found = await look(`/players/draw?${new URLSearchParams({ who })}`);
  if (!found) return;
  order = found.order;
  $("begins").textContent = texts("people.begins", { name: order[0] });
  $("order").replaceChildren(...order.map((name) => element("li", "", name)));
  showPlay();
};

let may = first.may_touch;
function showPlay() {
  $("play-drawn").hidden = !may || order.length !== 2;
}
$("play").onclick = async () => {
  const found = await answerOf(send("/players/play", { white: order[0], black: order[1] }));
  if (found) $("answer").textContent = texts("people.plays", found);
};

async function change(name, body) {
  const found = await answerOf(send(`/players/${name}`, body));
  if (!found) return;
  players = found.players;
  draw();
  $("answer").textContent = texts("people.done");
}

for (const name of ["add", "rename", "merge", "delete"]) {
  $(name).onsubmit = async (event) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData($(name)));
    if (name === "delete" && !(await isSure(body.name))) return;
    await change(name, body);
    if (name === "add" || name === "rename") $(name).reset();
  };
}

async function isSure(name) {
  $("dialog-text").textContent = texts("people.forget_sure", { name });
  $("dialog").returnValue = "";
  $("dialog").showModal();
  await new Promise((done) => $("dialog").addEventListener("close", done, { once: true }));
  return $("dialog").returnValue === "yes";
}

draw();
whoMay((is) => {
  may = is;
  for (const one of document.querySelectorAll(".may")) one.hidden = !is;
  showPlay();
});
