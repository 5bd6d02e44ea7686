// One kept game: the board follows the moves, by button, by key, or by a move that is chosen.

import { send, store, stored } from "./ask.js";
import { Board } from "./board.js";
import { Editor } from "./game-edit.js";
import { Moves } from "./game-moves.js";
import { element, first, here, texts, whoMay } from "./shell.js";

const $ = (id) => document.getElementById(id);
let game = first.game;
let isTurned = stored("dambord.turned") === "yes";
let may = false;
// Where we are: the key of a ply ("12", or "12/0.3" in a variation), and what stands there.
let key = "0";
let shown = game.start;

const board = new Board($("board"), texts);
const moves = new Moves($("moves"), go);
const editor = new Editor(game, (fresh) => { game = fresh; draw(); });

const at = () => (key.includes("/") ? null : Number(key));
const plies = () => game.plies.length;

function plyAt(number) {
  return number ? game.plies[number - 1] : null;
}

function goTo(number) {
  const to = Math.min(Math.max(0, number), plies());
  go(String(to), plyAt(to) ?? game.start);
}

function go(toKey, place) {
  if (place.board === undefined) return;
  [key, shown] = [toKey, place];
  drawPlace();
}

// One step inside a variation leads along it, and out of it back to the game.
function step(by) {
  const number = at();
  if (number !== null) { goTo(number + by); return; }
  const cut = key.lastIndexOf(".");
  const next = `${key.slice(0, cut)}.${Number(key.slice(cut + 1)) + by}`;
  if (moves.buttons.has(next)) moves.buttons.get(next).click();
  else if (by < 0) goTo(Number(key.split("/")[0]) - 1);
}

function draw() {
  moves.draw(game);
  const names = [game.tags.White, game.tags.Black].map((name) => (name && name !== "?" ? name : texts("record.unknown")));
  $("names").textContent = names.join(" – ");
  document.title = `${names.join(" – ")} · dambord`;
  const about = [game.day, game.tags.Event, game.tags.Site, game.result === "*" ? texts("record.ending_open") : game.result, game.variant === "international" ? "" : texts(`game.name_${game.variant}`)];
  $("about").textContent = about.filter((one) => one && one !== "?").join(" · ");
  $("gone").hidden = !game.is_deleted;
  $("restore").hidden = !may;
  $("sheet").href = here(`/games/${game.number}/sheet`);
  $("export").href = `/games/export?number=${game.number}`;
  drawHistory();
  if (at() !== null) { shown = plyAt(Math.min(at(), plies())) ?? game.start; key = String(Math.min(at(), plies())); }
  drawPlace();
}

function drawPlace() {
  const ply = shown === game.start ? null : shown;
  board.lay(game.rows, isTurned, game.labels, game.is_plain);
  board.draw({ lights: [], ways: [] }, shown.board, ply?.way ?? null, null);
  moves.show(key);
  const marks = (ply?.marks ?? []).map((mark) => first.texts[`record.mark_${mark}`]).filter(Boolean);
  const irregular = ply?.irregular ? texts("record.irregular", { reason: texts(`fault.${ply.irregular}`) }) : "";
  $("now").textContent = ply ? [moves.current?.ariaLabel?.split(",")[0], ply.text.replace("x", "×"), ...marks, irregular, clock(ply)].filter(Boolean).join(" · ") : texts("record.at_start");
  $("now").classList.toggle("wrong", Boolean(irregular));
  $("comment").textContent = (ply ?? game).comments.join(" ");
  $("fen").value = fen(shown);
  $("copied").textContent = "";
  $("diagram").hidden = at() === null;
  $("diagram").href = `/games/${game.number}/diagram.svg?at=${at() ?? 0}`;
  for (const [id, isThere] of [["to-start", key !== "0"], ["back", key !== "0"], ["forward", at() !== plies()], ["to-end", at() !== plies()]]) $(id).disabled = !isThere;
  drawPhotos();
  editor.show(game, at(), ply);
}

// W:W31,K32:B1 as the rules write it: squares in order, a K before a king.
function fen({ board, turn }) {
  const side = (man) => [...board].flatMap((letter, index) => (letter.toLowerCase() === man ? [`${letter === man ? "" : "K"}${index + 1}`] : []));
  return `${turn}:W${side("w")}:B${side("b")}`;
}

function clock(ply) {
  if (ply.clock === null || ply.clock === undefined) return "";
  const [h, m, s] = [Math.floor(ply.clock / 3600), Math.floor(ply.clock / 60) % 60, ply.clock % 60];
  return texts("record.clock", { time: `${h}:${String(m).padStart(2, "0")}:${String(s).padStart(2, "0")}` });
}

function drawPhotos() {
  const here_ = game.photos.filter((photo) => photo.at === at());
  $("photos").replaceChildren(...here_.map((photo, number) => {
    const picture = element("img");
    Object.assign(picture, { src: `/games/photo/${photo.id}`, alt: texts("record.photo_of", { number: number + 1 }), loading: "lazy" });
    const figure = element("figure", "", picture);
    if (may) {
      const remove = element("button", "button", texts("record.photo_remove"));
      remove.type = "button";
      remove.onclick = () => editor.removePhoto(photo.id);
      figure.append(remove);
    }
    return figure;
  }));
}

function drawHistory() {
  $("happened").hidden = !game.history.length;
  $("history").replaceChildren(...game.history.map((one) => {
    const what = one.kind === "corrected" ? one.code : one.code ? texts(`fault.${one.code}`) : one.squares.join("-");
    return element("li", "", texts(`record.history_${one.kind}`, { number: one.number + 1, what }));
  }));
}

// -- buttons and keys ----------------------------------------------------------------------

$("to-start").onclick = () => goTo(0);
$("back").onclick = () => step(-1);
$("forward").onclick = () => step(1);
$("to-end").onclick = () => goTo(plies());
const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => goTo(0), End: () => goTo(plies()) };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  if ($("board").contains(event.target)) { walk(event); return; }
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

// On the board the arrow keys go from square to square, as on the board that is played on.
function walk(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return;
  event.preventDefault();
  board.focusOn(board.neighbour(board.focused, ...way));
}

$("turn-board").onclick = () => {
  isTurned = !isTurned;
  store("dambord.turned", isTurned ? "yes" : "no");
  drawPlace();
};

$("copy").onclick = async () => {
  $("fen").select();
  const isCopied = await navigator.clipboard?.writeText($("fen").value).then(() => true, () => false);
  $("copied").textContent = texts(isCopied || document.execCommand("copy") ? "record.copied" : "record.copy_yourself");
};

$("play-back").onclick = async () => {
  const answer = await send(`/games/${game.number}/playback`, {});
  if (!answer?.ok) { editor.say(texts("record.refused")); return; }
  if (at()) await send("/playback", { go_to: at() });
  location.assign(here("/"));
};

whoMay((is) => {
  may = is;
  $("edit").hidden = !may;
  $("play-back").hidden = !may;
  draw();
});
