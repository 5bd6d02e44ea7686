// What the camera sees: the picture is asked for again and again, and the corners can be dragged.

import { send, stored } from "/ask.js";
import { element, texts, whoMay } from "/shell.js";

const $ = (id) => document.getElementById(id);
const PAUSE_MS = 400;
const REACH = 0.06; // of the width: so near a corner is taken
let facts = null;
let held = null; // the corners while one is dragged, and which
let shown = null;

const ask = (path) => {
  const key = stored("dambord.key");
  return fetch(path, { headers: key ? { "Dambord-Key": key } : {}, credentials: "omit" }).catch(() => null);
};

async function look() {
  const [told, picture] = await Promise.all([ask("/camera/data"), ask("/camera/picture")]);
  if (told?.ok) facts = await told.json();
  if (picture?.ok) shown = await createImageBitmap(await picture.blob());
  tell(told);
  draw();
  setTimeout(look, PAUSE_MS);
}

function tell(told) {
  const finding = told?.status === 403 ? "forbidden" : facts?.finding ?? "nothing";
  const sure = facts?.sure === undefined ? "" : Math.round(100 * facts.sure);
  $("finding").textContent = texts(`camera.finding_${finding}`, { sure });
  const items = (facts?.advice ?? []).map((name) => element("li", "", texts(`camera.advice_${name}`)));
  $("advice").replaceChildren(...items);
}

function draw() {
  if (!shown) return;
  const view = $("view");
  [view.width, view.height] = [shown.width, shown.height];
  const pen = view.getContext("2d");
  pen.drawImage(shown, 0, 0);
  pen.fillStyle = "#ff9d00";
  for (const [x, y] of corners()) {
    pen.beginPath();
    pen.arc(x * scale(), y * scale(), 9, 0, 2 * Math.PI);
    pen.fill();
  }
}

const scale = () => (facts?.size ? $("view").width / facts.size[0] : 1);
const corners = () => held?.corners ?? facts?.corners ?? usual();

// Where nothing is found, four corners to begin with.
function usual() {
  if (!facts?.size) return [];
  const [w, h] = facts.size;
  return [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]].map(([x, y]) => [x * w, y * h]);
}

function at(event) {
  const box = $("view").getBoundingClientRect();
  const factor = (facts?.size?.[0] ?? box.width) / box.width;
  return [(event.clientX - box.left) * factor, (event.clientY - box.top) * factor];
}

$("view").onpointerdown = (event) => {
  const [x, y] = at(event);
  const near = corners().map(([cx, cy]) => Math.hypot(cx - x, cy - y));
  const which = near.indexOf(Math.min(...near));
  if (which < 0 || near[which] > REACH * facts.size[0]) return;
  $("view").setPointerCapture(event.pointerId);
  held = { which, corners: corners().map((corner) => [...corner]) };
};
$("view").onpointermove = (event) => {
  if (!held) return;
  held.corners[held.which] = at(event);
  draw();
};
$("view").onpointerup = async () => {
  if (!held) return;
  const dragged = held.corners;
  held = null;
  await send("/camera/corners", { corners: dragged });
};

whoMay(() => {});
look();
