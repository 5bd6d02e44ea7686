// The list of the kept games: search, pages, a selection to export, import.

import { post } from "./ask.js";
import { element, first, here, texts, whoMay } from "./shell.js";

const $ = (id) => document.getElementById(id);
const form = $("search");
const chosen = new Set();
let found = first;
let latest = null; // what was asked for last: answers may come late

for (const name of first.variants) {
  const option = element("option", "", texts(`game.name_${name}`));
  option.value = name;
  form.variant.append(option);
}
const asked = new URLSearchParams(location.search);
for (const field of form.elements) if (field.name && asked.has(field.name)) field.value = asked.get(field.name);
$("more").open = [...$("more").querySelectorAll("input, select")].some((field) => field.value);

function wanted() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) query.set(name, value.trim());
  return query;
}

async function look(page) {
  const query = wanted();
  const shown = new URLSearchParams(query);
  if (page) { query.set("page", page); shown.set("page", page); }
  const language = new URLSearchParams(location.search).get("lang");
  if (language) shown.set("lang", language);
  latest = query;
  history.replaceState(null, "", shown.size ? `?${shown}` : location.pathname);
  const answer = await fetch(`/games/list?${query}`).catch(() => null);
  if (query !== latest) return; // something else was asked for meanwhile
  if (!answer?.ok) {
    $("answer").textContent = answer ? texts("record.not_understood", { reason: (await answer.json()).error }) : texts("record.broken");
    return;
  }
  $("answer").textContent = "";
  found = await answer.json();
  draw();
}

function draw() {
  $("count").textContent = texts("record.count", { count: found.total });
  $("none").hidden = found.total > 0;
  $("games").replaceChildren(...found.lines.map(line));
  const pages = Math.ceil(found.total / first.size);
  $("pager").hidden = pages < 2;
  $("page").textContent = texts("record.page", { page: found.page + 1, pages });
  $("previous").disabled = found.page === 0;
  $("next").disabled = found.page + 1 >= pages;
  drawExport();
}

function line(game) {
  const box = element("input");
  const names = `${game.white || texts("record.unknown")} – ${game.black || texts("record.unknown")}`;
  Object.assign(box, { type: "checkbox", checked: chosen.has(game.number) });
  box.setAttribute("aria-label", texts("record.choose", { number: game.number, names }));
  box.onchange = () => { box.checked ? chosen.add(game.number) : chosen.delete(game.number); drawExport(); };
  const link = element("a", "game", element("span", "names", names), element("span", "score", game.result === "*" ? "…" : game.result));
  link.href = here(`/games/${game.number}`);
  const about = [game.day, game.event, texts("record.plies", { count: game.plies }), game.variant === "international" ? "" : texts(`game.name_${game.variant}`)];
  link.append(element("span", "about", about.filter(Boolean).join(" · ")));
  const label = element("label", "choice", box);
  return element("li", "", label, link);
}

function drawExport() {
  const query = wanted();
  for (const number of chosen) query.append("number", number);
  $("export").href = `/games/export?${query}`;
  $("export").textContent = chosen.size ? texts("record.export_chosen", { count: chosen.size }) : texts("record.export_all");
  $("export").hidden = !found.total && !chosen.size;
}

form.onsubmit = (event) => { event.preventDefault(); look(0); };
form.onreset = () => setTimeout(() => look(0));
$("previous").onclick = () => look(found.page - 1);
$("next").onclick = () => look(found.page + 1);

$("import").onchange = async () => {
  const [file] = $("import").files;
  if (!file) return;
  $("answer").textContent = texts("record.importing");
  const answer = await post("/games/import", file, "application/octet-stream");
  $("import").value = "";
  if (!answer?.ok) {
    const key = answer?.status === 413 ? "record.too_large" : answer ? "record.refused" : "record.broken";
    $("answer").textContent = texts(key);
    return;
  }
  const { kept, failed, problems } = await answer.json();
  $("answer").textContent = texts("record.imported", { count: kept.length, failed });
  $("problems").hidden = !problems.length;
  $("problems").replaceChildren(...problems.map((one) => element("li", "", texts("record.problem", one))));
  const message = $("answer").textContent;
  await look(0);
  $("answer").textContent = message;
};

whoMay((may) => { $("import-label").hidden = !may; });
draw();
