// The board as a drawing: squares, pieces, lights and ways. It draws what it is given and knows
// which square is under a finger; what a hand does is in hand.js.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 10;
const FRAME = 1.6;

// What a light means is told by its colour, its blinking, its edge and the sign in its corner.
const SIGNS = {
  blue: { dash: "", path: "M-.9 0H.9M.2-.7.9 0 .2.7" },
  yellow: { dash: "4 1.6", path: "M0-1 1 0 0 1-1 0z" },
  green: { dash: "1 1", path: "M-.9.1-.2.8 1-.7" },
  orange: { dash: "2.4 1.2 .6 1.2", path: "M0 .9V-.8M-.8 0 0-.8.8 0" },
  red: { dash: "", path: "M-.8-.8.8.8M.8-.8-.8.8" },
  purple: { dash: "3 1", path: "M-1 .7V-.7L-.4 0 0-.9.4 0 1-.7V.7z" },
  white: { dash: ".6 1", path: "M-1 0Q0-1.3 1 0 0 1.3-1 0zM0-.1v.2" },
};
export const SIGN_COLORS = Object.keys(SIGNS);

export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class Board {
  constructor(svg, texts) {
    this.svg = svg;
    this.texts = texts;
    this.cells = new Map();
    this.isTurned = false;
    this.letters = "";
  }

  // Lays out the squares; again only where the board has another size or is turned. Labels are what
  // squares are called where that is not by number; a plain board is played on all over.
  lay(rows, isTurned, labels = null, isPlain = false) {
    const form = JSON.stringify([rows, isTurned, labels]);
    if (form === this.form) return;
    this.form = form;
    this.labels = labels;
    this.isPlain = isPlain;
    this.svg.classList.toggle("plain", isPlain);
    this.svg.classList.remove("lives");
    this.isTurned = isTurned;
    this.height = rows.length;
    this.width = rows[0].length;
    this.cells.clear();
    this.letters = "";
    const [w, h] = [this.width * CELL, this.height * CELL];
    this.svg.setAttribute("viewBox", `${-FRAME} ${-FRAME} ${w + 2 * FRAME} ${h + 2 * FRAME}`);
    this.ways = make("g", { class: "ways", "aria-hidden": "true" });
    this.hand = make("g", { class: "in-hand", "aria-hidden": "true" });
    const order = isTurned ? [...rows].reverse() : rows;
    this.svg.replaceChildren(
      make("rect", { class: "frame", x: -FRAME, y: -FRAME, width: w + 2 * FRAME, height: h + 2 * FRAME, rx: 1.4, "aria-hidden": "true" }),
      make("rect", { class: "light", width: w, height: h, "aria-hidden": "true" }),
      ...order.map((row, y) => this.row(isTurned ? [...row].reverse() : row, y)),
      this.ways,
      this.hand,
    );
    this.focusOn(this.focused ?? order[this.height - 1].find((square) => square), false);
  }

  row(squares, y) {
    const row = make("g", { role: "row" });
    squares.forEach((square, x) => { if (square) row.append(this.cell(square, x, y)); });
    return row;
  }

  cell(square, x, y) {
    const piece = make("g", { class: "place" });
    const light = make("g", { class: "lamp" });
    const group = make("g", { role: "gridcell", class: "cell", tabindex: "-1", "data-square": square, transform: `translate(${x * CELL} ${y * CELL})` },
      make("rect", { class: "dark", width: CELL, height: CELL }),
      make("text", { class: "number", x: 0.4, y: 1.75, "aria-hidden": "true" }, this.name(square)),
      piece,
      light,
      make("rect", { class: "focus", x: 0.5, y: 0.5, width: CELL - 1, height: CELL - 1, rx: 0.8 }),
    );
    this.cells.set(square, { group, piece, light, x, y, letter: ".", lit: "" });
    return group;
  }

  draw(state, letters, last, held) {
    for (const [square, cell] of this.cells) {
      this.drawPiece(cell, letters[square - 1]);
      this.drawLight(cell, state.lights.find((light) => light.square === square));
      cell.group.classList.toggle("left", held === square);
      cell.group.setAttribute("aria-label", this.label(square, letters[square - 1], cell.lit));
    }
    const ways = state.ways.length ? state.ways : [];
    this.ways.replaceChildren(
      ...(last && !ways.length ? [this.way(last, "last")] : []),
      ...ways.map((way) => this.way(way, "must")),
    );
    this.comeToLife();
  }

  // What stands there at first is there at once; what comes later is put down.
  comeToLife() {
    requestAnimationFrame(() => this.svg.classList.add("lives"));
  }

  drawPiece(cell, letter) {
    if (cell.letter === letter) return;
    cell.letter = letter;
    cell.piece.replaceChildren(...(letter === "." ? [] : [disc(letter)]));
  }

  drawLight(cell, light) {
    const lit = light ? `${light.color} ${light.blink}` : "";
    if (cell.lit === lit) return;
    cell.lit = lit;
    cell.light.replaceChildren();
    cell.light.setAttribute("class", `lamp ${lit}`);
    if (!light) return;
    const { dash } = SIGNS[light.color];
    cell.light.append(
      make("rect", { class: "edge", x: 0.55, y: 0.55, width: CELL - 1.1, height: CELL - 1.1, rx: 0.9, "stroke-dasharray": dash }),
      make("g", { transform: `translate(${CELL / 2} 1.5) scale(.9)` }, sign(light.color)),
    );
  }

  way({ path, captured }, kind) {
    const points = path.map((square) => this.center(square));
    const [tip, before] = [points.at(-1), points.at(-2)];
    const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
    const end = [tip[0] - 1.6 * Math.cos(angle), tip[1] - 1.6 * Math.sin(angle)];
    const line = [...points.slice(0, -1), end].map((point) => point.map((n) => n.toFixed(2)).join(" ")).join("L");
    return make("g", { class: `way ${kind}` },
      make("path", { class: "under", d: `M${line}` }),
      make("path", { class: "line", d: `M${line}` }),
      make("path", { class: "tip", d: "M.8 0-2.2-1.7-2.2 1.7z", transform: `translate(${tip}) rotate(${(angle * 180) / Math.PI})` }),
      ...(kind === "must" ? captured.map((square) => make("path", { class: "taken", d: "M-1.3-1.3 1.3 1.3M1.3-1.3-1.3 1.3", transform: `translate(${this.center(square)})` })) : []),
    );
  }

  center(square) {
    const { x, y } = this.cells.get(square);
    return [(x + 0.5) * CELL, (y + 0.5) * CELL];
  }

  // What a square is called.
  name(square) {
    return this.labels ? this.labels[square - 1] : String(square);
  }

  label(square, letter, lit) {
    const what = this.texts(`page.piece_${letter === "." ? "none" : letter}`);
    const light = lit ? `, ${this.texts(`page.sign_${lit.split(" ")[0]}`)}` : "";
    return `${this.texts("page.square", { square: this.name(square) })}: ${what}${light}`;
  }

  // What stands on the row of a square, or on its diagonals.
  readLine(square, isDiagonal, letters) {
    const { x, y } = this.cells.get(square);
    const lies = isDiagonal ? (one) => Math.abs(one.x - x) === Math.abs(one.y - y) : (one) => one.y === y;
    const line = [...this.cells].filter(([number, cell]) => lies(cell) && letters[number - 1] !== ".");
    const pieces = line.map(([number]) => `${this.name(number)} ${this.texts(`page.piece_${letters[number - 1]}`)}`);
    return `${this.texts(isDiagonal ? "page.read_diagonals" : "page.read_row")}: ${pieces.join(", ") || this.texts("page.piece_none")}`;
  }

  // -- for the hand ------------------------------------------------------------------------

  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // The square under the pointer; 0 on a light square, null beside the board.
  squareAt(event) {
    const [x, y] = this.place(event).map((n) => Math.floor(n / CELL));
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return null;
    for (const [square, cell] of this.cells) if (cell.x === x && cell.y === y) return square;
    return 0;
  }

  carry(letter, [x, y]) {
    if (!this.hand.firstChild || this.hand.dataset.letter !== letter) {
      this.hand.dataset.letter = letter;
      this.hand.replaceChildren(disc(letter));
    }
    this.hand.setAttribute("transform", `translate(${x - CELL / 2} ${y - CELL / 2 - 1.2})`);
  }

  letGo() {
    this.hand.replaceChildren();
  }

  focusOn(square, isAsked = true) {
    if (!this.cells.has(square)) return;
    this.cells.get(this.focused)?.group.setAttribute("tabindex", "-1");
    this.focused = square;
    const { group } = this.cells.get(square);
    group.setAttribute("tabindex", "0");
    if (isAsked) group.focus({ preventScroll: true });
  }

  // The next square to the left, right, up or down: on most boards they lie in every other column.
  neighbour(square, dx, dy) {
    const { x, y } = this.cells.get(square);
    const [apart, reach] = this.isPlain ? [1, 0] : [2, 1];
    const [wantedX, wantedY] = dx ? [x + apart * dx, y] : [x, y + dy];
    let best = null;
    for (const [other, cell] of this.cells) {
      // Up leans to the right and down to the left, so that down undoes up.
      const isBetter = best === null || (dy < 0 ? cell.x > x : cell.x < x);
      if (cell.y === wantedY && Math.abs(cell.x - wantedX) <= reach && isBetter) best = other;
    }
    return best ?? square;
  }
}

// The sign of a light, 3.5 wide, around the origin.
export function sign(color) {
  return make("g", { class: "sign" }, make("circle", { r: 1.75 }), make("path", { d: SIGNS[color].path }));
}

// A piece, 10 wide; its shape is in the page (part-shapes.html).
export function disc(letter) {
  const side = letter.toLowerCase() === "w" ? "white" : "black";
  const isKing = letter !== letter.toLowerCase();
  return make("use", { class: `piece ${side}${isKing ? " king" : ""}`, href: `#piece-${letter}` });
}
