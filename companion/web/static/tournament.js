// The tournament: one round at a time with its results, the table, players who come and go.

import { send } from "./ask.js";
import { element, first, here, texts, whoMay } from "./shell.js";

const $ = (id) => document.getElementById(id);
let { names, tournament } = first;
let stage = tournament?.round ?? 0;
let may = first.may_touch;

for (const name of first.systems) $("new").system.append(new Option(texts(`contest.system_${name}`), name));
for (const name of first.scorings) $("new").scoring.append(new Option(name, name));

function draw() {
  $("name").textContent = tournament?.name ?? texts("contest.title");
  $("none").hidden = Boolean(tournament);
  for (const id of ["round", "standing"]) $(id).hidden = !tournament;
  $("change").hidden = !tournament || !may;
  $("begin").open = $("begin").open || !tournament;
  $("which-label").hidden = names.length < 2;
  $("which").replaceChildren(...names.map((name) => new Option(name, name)));
  if (!tournament) return;
  $("which").value = tournament.name;
  stage = Math.min(stage, tournament.round);
  drawRound();
  drawTable();
  const gone = new Set(tournament.table.filter((line) => line.is_gone).map((line) => line.name));
  const there = tournament.table.map((line) => line.name).filter((name) => !gone.has(name));
  $("withdraw").player.replaceChildren(...there.map((name) => new Option(name, name)));
  for (const [id, form] of [["csv", "csv"], ["csv-pairings", "pairings"], ["pdn", "pdn"]]) {
    $(id).href = here(`/tournament/export?${new URLSearchParams({ form, name: tournament.name })}`);
  }
}

function drawRound() {
  const { round, rounds } = tournament;
  $("round-title").textContent = round ? texts("contest.round_of", { round: stage, rounds }) : texts("contest.not_begun", { count: rounds });
  $("stages").hidden = round < 2;
  $("stages").replaceChildren(...Array.from({ length: round }, (_, index) => {
    const button = element("button", "", String(index + 1));
    button.type = "button";
    button.setAttribute("aria-label", texts("contest.round_number", { round: index + 1 }));
    button.setAttribute("aria-pressed", String(index + 1 === stage));
    button.onclick = () => { stage = index + 1; drawRound(); $("stages").children[index].focus(); };
    return button;
  }));
  const here_ = tournament.pairings.filter((pairing) => pairing.round === stage);
  $("pairings").replaceChildren(...here_.map(row));
  const isOpen = tournament.pairings.some((pairing) => pairing.black !== null && !pairing.score);
  const last = tournament.pairings.filter((pairing) => pairing.round === round);
  $("pair").disabled = isOpen || tournament.table.length < 2;
  $("unpair").hidden = !round || last.some((pairing) => pairing.score);
}

function row(pairing) {
  const { board, white, black, score } = pairing;
  const item = element("li", "pairing", element("span", "board-number", String(board)), element("span", "side", white), element("span", "dash", "–"), element("span", "side", black ?? texts("contest.free")));
  if (black === null) return item;
  if (!may) { item.append(element("span", "score", score ?? "…")); return item; }
  const select = element("select", "score");
  select.setAttribute("aria-label", texts("contest.result_of", { white, black }));
  select.append(new Option("…", ""), ...first.scores.map((name) => new Option(texts(`contest.score_${name.replace("-", "_")}`), name)));
  select.value = score ?? "";
  select.onchange = async () => {
    const index = [...$("pairings").children].indexOf(item);
    await change("result", { round: stage, board, score: select.value });
    $("pairings").children[index]?.querySelector("select")?.focus();
  };
  item.append(select);
  if (!score) item.append(playButton(pairing));
  return item;
}

function playButton({ board, white, black }) {
  const round = stage;
  const button = element("button", "button", texts("contest.play"));
  button.type = "button";
  button.setAttribute("aria-label", `${texts("contest.play")}: ${white} – ${black}`);
  button.onclick = () => play({ round, board });
  return button;
}

// A game at this board; its result is there when somebody looks at this page again.
async function play(pairing) {
  const ask = (more) => answerOf(send("/tournament/play", { name: tournament.name, ...pairing, ...more }));
  let begun = await ask({});
  if (begun?.obstacle === "going_on") {
    if (!(await sure(texts("contest.going_on"), texts("contest.play")))) return;
    begun = await ask({ leave: true });
  }
  if (begun?.obstacle === "lent") $("answer").textContent = texts("contest.lent");
  else if (begun) location.assign(here("/"));
}

async function sure(question, yes) {
  $("dialog-text").textContent = question;
  $("dialog-yes").textContent = yes;
  $("dialog").returnValue = "";
  $("dialog").showModal();
  await new Promise((done) => $("dialog").addEventListener("close", done, { once: true }));
  return $("dialog").returnValue === "yes";
}

function drawTable() {
  $("table").replaceChildren(...tournament.table.map((line) => {
    const name = element("th", line.is_gone ? "gone" : "", line.is_gone ? texts("contest.gone", { name: line.name }) : line.name);
    name.scope = "row";
    const cells = [line.played, line.points, line.won, line.drawn, line.lost, line.resistance, line.quality];
    return element("tr", "", element("td", "place", String(line.place)), name, ...cells.map((cell) => element("td", "", String(cell))));
  }));
}

async function answerOf(asked) {
  const answer = await asked;
  const body = answer ? await answer.json().catch(() => ({})) : {};
  $("answer").textContent = answer?.ok ? "" : answer ? texts("contest.not_done", { reason: body.error ?? "" }) : texts("contest.broken");
  return answer?.ok ? body : null;
}

function show(found, newest = false) {
  if (!found) return false;
  ({ names, tournament } = found);
  if (newest) stage = tournament?.round ?? 0;
  draw();
  return true;
}

async function change(act, body) {
  const newest = act === "pair" || act === "unpair" || act === "new" || act === "delete";
  return show(await answerOf(send(`/tournament/${act}`, { name: tournament?.name ?? "", ...body })), newest);
}

async function look(name, newest) {
  const found = await answerOf(fetch(`/tournament/data?${new URLSearchParams({ name })}`).catch(() => null));
  if (!$("which").value || $("which").value === name) show(found, newest); // else another was chosen meanwhile
}
$("which").onchange = () => look($("which").value, true);
// Games that were played meanwhile have their results.
for (const [target, name] of [[document, "visibilitychange"], [window, "pageshow"]]) {
  target.addEventListener(name, (event) => {
    if (tournament && !document.hidden && event.persisted !== false) look(tournament.name, false);
  });
}
$("pair").onclick = () => change("pair", {});
$("unpair").onclick = () => change("unpair", {});
for (const act of ["add", "withdraw"]) {
  $(act).onsubmit = async (event) => {
    event.preventDefault();
    if (await change(act, Object.fromEntries(new FormData($(act))))) $(act).reset();
  };
}
$("new").onsubmit = async (event) => {
  event.preventDefault();
  const fields = new FormData($("new"));
  const players = fields.get("players").split(/[\n,;]+/).map((name) => name.trim()).filter(Boolean).join(", ");
  const body = { name: fields.get("name"), system: fields.get("system"), scoring: fields.get("scoring"), players, draw: fields.has("draw") };
  if (!(await change("new", body))) return;
  $("new").reset();
  $("begin").open = false;
};
$("delete").onsubmit = async (event) => {
  event.preventDefault();
  if (await sure(texts("contest.delete_sure", { name: tournament.name }), texts("contest.delete"))) await change("delete", {});
};

whoMay((is) => {
  may = is;
  for (const one of document.querySelectorAll(".may")) one.hidden = !is;
  draw();
});
