// The moves of a kept game as text: numbers, marks, comments, variations. What people wrote goes in
// as text, never as markup.

import { element, texts } from "./shell.js";

export const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□" };

// Calls `chosen` with the place that was chosen: a ply and the moves that lead on from it.
export class Moves {
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    this.buttons = new Map();
  }

  draw(game) {
    this.buttons.clear();
    const main = this.line(game.plies, game.first, (at) => `${at}`);
    const opening = game.comments.map((text) => element("p", "comment", text));
    this.place.replaceChildren(...opening, ...main);
  }

  // A line of plies: `before` half moves were made since the first number.
  line(plies, before, key, depth = 0) {
    const nodes = [];
    let row = null;
    plies.forEach((ply, index) => {
      const half = before + index;
      const isFirst = half % 2 === 0;
      if (!row || isFirst) {
        row = element("span", "turn-row", element("span", "turn", `${Math.floor(half / 2) + 1}.${isFirst ? "" : ".."}`));
        nodes.push(row);
      }
      row.append(this.ply(ply, key(index + 1), half));
      const remarks = [
        ...ply.comments.map((text) => element("span", "comment", text)),
        ...ply.lines.map((line, number) => this.variation(line, half, `${key(index + 1)}/${number}`, depth)),
      ];
      if (remarks.length) { nodes.push(...remarks); row = null; }
    });
    return nodes;
  }

  variation(line, half, key, depth) {
    const group = element("div", "variation");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", texts("record.variation"));
    group.append(...line.comments.map((text) => element("span", "comment", text)), ...this.line(line.plies, half, (at) => `${key}.${at}`, depth + 1));
    return group;
  }

  ply(ply, key, half) {
    const marks = ply.marks.map((mark) => MARKS[mark] ?? "").join(" ");
    const button = element("button", ply.irregular ? "ply irregular" : "ply", ply.text.replace("x", "×"), marks && element("b", "", ` ${marks}`));
    button.type = "button";
    button.disabled = ply.board === undefined;
    const said = [texts(half % 2 ? "page.side_B" : "page.side_W"), ply.text, ...ply.marks.map((mark) => (MARKS[mark] ? texts(`record.mark_${mark}`) : "")), ply.irregular ? texts("record.irregular", { reason: texts(`fault.${ply.irregular}`) }) : ""];
    button.setAttribute("aria-label", said.filter(Boolean).join(", "));
    if (ply.irregular) button.title = said.at(-1);
    button.onclick = () => this.chosen(key, ply);
    this.buttons.set(key, button);
    return button;
  }

  show(key) {
    this.current?.removeAttribute("aria-current");
    this.current = this.buttons.get(key);
    this.current?.setAttribute("aria-current", "true");
    if (!this.current) { this.place.scrollTop = 0; return; }
    const [box, list] = [this.current.getBoundingClientRect(), this.place.getBoundingClientRect()];
    if (box.top < list.top || box.bottom > list.bottom) this.place.scrollTop += box.top - list.top - list.height / 3;
  }
}
