// What the camera sees: the picture is asked for again and again. The corners of the board are
// buttons that lie over it: they are dragged, or moved with the arrow keys.

import { send, stored } from "./ask.js";
import { element, texts, whoMay } from "./shell.js";

const $ = (id) => document.getElementById(id);
const PAUSE_MS = 400;
const HOLDS_MS = 3000; // so long a camera may take
const STEP = 0.005; // of the width: so far goes a corner at a key, ten times as far with Shift
let facts = null;
let asked = null; // somebody changed the box a moment ago
let held = null; // the corners while somebody moves one, in pixels of the frame

const ask = (path) => {
  const key = stored("dambord.key");
  return fetch(path, { headers: key ? { "Dambord-Key": key } : {}, credentials: "omit" }).catch(() => null);
};

async function look() {
  const [told, picture] = await Promise.all([ask("/camera/data"), ask("/camera/picture")]);
  if (told?.ok) facts = await told.json();
  if (picture?.ok) draw(await createImageBitmap(await picture.blob()));
  tell(told);
  place();
  setTimeout(look, PAUSE_MS);
}

function tell(told) {
  const finding = told?.status === 403 ? "forbidden" : facts?.finding ?? "nothing";
  const sure = facts?.sure === undefined ? "" : Math.round(100 * facts.sure);
  write($("finding"), texts(`camera.finding_${finding}`, { sure }));
  $("exposure").hidden = typeof facts?.held !== "boolean";
  if (!asked) $("held").checked = facts?.held === true;
  const advice = (facts?.advice ?? []).map((name) => texts(`camera.advice_${name}`));
  // Read out only when it is another advice.
  if ([...$("advice").children].map((one) => one.textContent).join("\n") === advice.join("\n")) return;
  $("advice").replaceChildren(...advice.map((text) => element("li", "", text)));
}

// A camera finds its exposure first, and may refuse: the box then shows what it does.
$("held").onchange = async () => {
  asked = setTimeout(() => { asked = null; }, HOLDS_MS);
  await send("/camera/exposure", { held: $("held").checked });
};

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function draw(picture) {
  const view = $("view");
  if (view.width !== picture.width || view.height !== picture.height) [view.width, view.height] = [picture.width, picture.height];
  view.getContext("2d").drawImage(picture, 0, 0);
}

// -- corners ---------------------------------------------------------------------------------

const corners = () => held ?? facts?.corners ?? usual();

// Where nothing is found, four corners to begin with.
function usual() {
  const [w, h] = facts.size;
  return [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]].map(([x, y]) => [x * w, y * h]);
}

function place() {
  $("stage").hidden = $("drag").hidden = !facts?.size;
  if (!facts?.size) return;
  const [w, h] = facts.size;
  corners().forEach(([x, y], which) => {
    const { style } = buttons[which];
    style.left = `${(100 * x) / w}%`;
    style.top = `${(100 * y) / h}%`;
  });
}

function move(which, x, y) {
  const [w, h] = facts.size;
  held ??= corners().map((corner) => [...corner]);
  held[which] = [Math.min(Math.max(x, 0), w), Math.min(Math.max(y, 0), h)];
  place();
}

async function leave() {
  if (!held) return;
  const moved = held;
  held = null;
  await send("/camera/corners", { corners: moved });
}

const buttons = [0, 1, 2, 3].map((which) => {
  const button = element("button", "corner", String(which + 1));
  button.type = "button";
  button.setAttribute("aria-label", texts("camera.corner", { number: which + 1 }));
  button.onpointerdown = (event) => button.setPointerCapture(event.pointerId);
  button.onpointermove = (event) => {
    if (!button.hasPointerCapture(event.pointerId)) return;
    const box = $("view").getBoundingClientRect();
    const scale = facts.size[0] / box.width;
    move(which, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  };
  button.onpointerup = leave;
  button.onpointercancel = () => { held = null; place(); };
  button.onkeydown = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = facts.size[0] * STEP * (event.shiftKey ? 10 : 1);
    const [x, y] = corners()[which];
    move(which, x + way[0] * step, y + way[1] * step);
  };
  button.onkeyup = leave;
  button.onblur = leave;
  return button;
});
$("corners").replaceChildren(...buttons);
place();

whoMay(() => {});
look();
