// What all pages share: their texts and first data, light or dark, the language, the PIN.

import { givePin, mayTouch, send, store, stored } from "./ask.js";

const $ = (id) => document.getElementById(id);
export const first = JSON.parse($("first").textContent);
export const language = document.documentElement.lang;
// Frisian, which not every browser knows, counts as Dutch does.
const plurals = new Intl.PluralRules([language, "nl"]);

// The text with its values filled in; `count` is the number that its wording goes by.
export function texts(key, values = {}) {
  const entry = first.texts[key];
  const text = typeof entry === "string" ? entry : entry[plurals.select(values.count)] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// An HTML element. Children that are no elements go in as text, never as markup.
export function element(name, className, ...children) {
  const one = document.createElement(name);
  if (className) one.className = className;
  one.append(...children);
  return one;
}

// An address of ours in the language that was chosen on this page.
export function here(path) {
  const chosen = new URLSearchParams(location.search).get("lang");
  return chosen ? `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(chosen)}` : path;
}

let may = first.may_touch;

// -- light or dark, language -----------------------------------------------------------------

const LOOKS = ["", "light", "dark"];
function look(name) {
  document.documentElement.dataset.look = name;
  store("dambord.look", name);
  const label = texts(`site.look_${name || "system"}`);
  $("look").title = label;
  $("look").setAttribute("aria-label", label);
}
$("look").onclick = () => look(LOOKS[(LOOKS.indexOf(document.documentElement.dataset.look) + 1) % 3]);
look(LOOKS.includes(stored("dambord.look")) ? stored("dambord.look") : "");

// Who may touch the board chooses what is spoken beside it too; others choose for themselves.
$("language").onchange = async () => {
  if (may) await send("/wish", { wish: "language", language: $("language").value });
  const address = new URL(location.href);
  address.searchParams.set("lang", $("language").value);
  location.assign(address);
};

// -- who may do more than look ---------------------------------------------------------------

// Calls `changes` with whether this browser may do things, now and whenever that becomes so.
export async function whoMay(changes) {
  const tell = (is) => {
    may = is;
    if ($("pin-form")) $("pin-form").hidden = may;
    changes(may);
  };
  if ($("pin-form")) {
    $("pin-form").onsubmit = async (event) => {
      event.preventDefault();
      const is = await givePin($("pin").value);
      $("pin-answer").textContent = texts(is ? "site.pin_right" : "site.pin_wrong");
      tell(is);
    };
  }
  tell(may);
  if (!may && (await mayTouch())) tell(true);
}
