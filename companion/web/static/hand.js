// The hand at the virtual board. A piece is lifted and put down as on a real board: the program is
// told of both at once, and what comes of it is what the board reports. By pointer: drag, or tap
// the piece and then the square. By keyboard: arrows or a square's number, Enter, Delete, Escape;
// R reads the row of a square, X its diagonals.

import { send } from "./ask.js";

const PENDING_MS = 1500;
const DRAG_PX = 8;
const NUMBER_MS = 900;

export class Hand {
  constructor(board, texts, changes, says) {
    this.board = board;
    this.texts = texts;
    this.changes = changes;
    this.says = says;
    this.isAllowed = false;
    this.points = null;
    this.held = null;
    this.pending = new Map();
    this.sending = Promise.resolve();
    this.typed = "";
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => { this.dragged = null; });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => board.focusOn(Number(event.target.dataset?.square), false));
  }

  // What the program says is on the board. What was done a moment ago comes first, until the
  // board has reported it or it turns out that it never will.
  see(state, isAllowed) {
    this.state = state;
    this.isAllowed = isAllowed;
    const now = Date.now();
    for (const [square, { letter, until }] of this.pending) {
      const isSame = state.pieces[square - 1].toLowerCase() === letter.toLowerCase();
      if (isSame || until < now || !isAllowed) this.pending.delete(square);
    }
    // Somebody else has put this piece back meanwhile.
    if (this.held && (!isAllowed || this.missing(this.held.letter) < 1)) this.drop();
  }

  get letters() {
    const letters = [...this.state.pieces];
    for (const [square, { letter }] of this.pending) letters[square - 1] = letter;
    return letters.join("");
  }

  // Pieces of this colour that are not on the board, the one in the hand included.
  missing(letter) {
    const side = letter.toLowerCase();
    const there = [...this.letters].filter((one) => one.toLowerCase() === side).length;
    return this.state.begun_with[side.toUpperCase()] - there;
  }

  // Those that lie beside the board.
  beside(letter) {
    const isHeld = this.held?.letter.toLowerCase() === letter.toLowerCase();
    return Math.max(0, this.missing(letter) - (isHeld ? 1 : 0));
  }

  // -- what a hand does --------------------------------------------------------------------

  lift(square) {
    const letter = this.letters[square - 1];
    if (!this.isAllowed || this.held || letter === ".") return false;
    this.held = { letter, from: square };
    this.report(square, ".");
    this.says(this.texts("page.held", { piece: this.texts(`page.piece_${letter}`), square: this.board.name(square) }));
    return true;
  }

  put(square) {
    if (!this.held) return false;
    if (!square) return this.refuse("page.light_square");
    if (this.letters[square - 1] !== ".") return this.refuse("page.taken");
    const { letter } = this.held;
    this.drop();
    this.report(square, letter);
    this.says(this.texts("page.put", { piece: this.texts(`page.piece_${letter}`), square: this.board.name(square) }));
    return true;
  }

  // Puts what is in the hand beside the board, or takes a piece from there.
  useTray(letter) {
    if (!this.isAllowed) return;
    if (this.held) this.putAside();
    else if (this.beside(letter) > 0) {
      this.held = { letter, from: null };
      this.says(this.texts("page.held_new", { piece: this.texts(`page.piece_${letter}`) }));
    }
    this.changes();
  }

  putAside() {
    const { letter } = this.held;
    this.drop();
    this.says(this.texts("page.put_aside", { piece: this.texts(`page.piece_${letter}`) }));
    this.changes();
  }

  putBack() {
    if (!this.held) return;
    if (this.held.from && this.letters[this.held.from - 1] === ".") this.put(this.held.from);
    else this.putAside();
  }

  refuse(key) {
    this.says(this.texts(key));
    return false;
  }

  drop() {
    this.held = null;
    this.dragged = null;
    this.board.letGo();
  }

  report(square, letter) {
    this.pending.set(square, { letter, until: Date.now() + PENDING_MS });
    setTimeout(() => { this.see(this.state, this.isAllowed); this.changes(); }, PENDING_MS + 50);
    this.changes();
    // One after the other: what was lifted first is reported first.
    this.sending = this.sending.then(() => send("/hand", { square, piece: letter === "." ? null : letter }));
  }

  // Where squares are pointed at (`points` is told which) nothing is lifted.
  pointAt(square) {
    if (!square) return;
    this.board.focusOn(square, false);
    this.points(square);
  }

  // -- pointer -----------------------------------------------------------------------------

  press(event) {
    if (!(this.isAllowed || this.points) || event.button > 0 || !event.isPrimary) return;
    const square = this.board.squareAt(event);
    if (this.points && !this.held) { this.pointAt(square); return; }
    event.preventDefault();
    if (square) this.board.focusOn(square, false); // where the keys go on, should they be used
    if (this.held) { this.put(square); return; }
    if (square && this.lift(square)) {
      this.dragged = { x: event.clientX, y: event.clientY, isFar: false };
      this.board.carry(this.held.letter, this.board.center(square));
    }
  }

  move(event) {
    if (!this.held || !event.isPrimary) return;
    const drag = this.dragged;
    if (drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_PX) drag.isFar = true;
    if (drag ? drag.isFar : event.pointerType === "mouse") this.board.carry(this.held.letter, this.board.place(event));
  }

  release(event) {
    const drag = this.dragged;
    this.dragged = null;
    if (!this.held || !drag?.isFar) return; // a tap: the piece stays in the hand
    const square = this.board.squareAt(event);
    if (square === null) this.putAside();
    else if (!this.put(square)) this.board.carry(this.held.letter, this.board.place(event));
  }

  // -- keyboard ----------------------------------------------------------------------------

  key(event) {
    const square = this.board.focused;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isName = (this.board.labels ? /^[0-9a-l]$/ : /^[0-9]$/).test(event.key);
    if (!isName) this.typed = "";
    if (step) this.board.focusOn(this.board.neighbour(square, ...step));
    else if (isName) this.type(event.key);
    else if ((event.key === "Enter" || event.key === " ") && this.points && !this.held) this.pointAt(square);
    else if (event.key === "Enter" || event.key === " ") this.held ? this.put(square) : this.lift(square);
    else if (event.key === "Delete" || event.key === "Backspace") this.takeOff(square);
    else if (event.key === "Escape") this.putBack();
    else if (event.key === "r" || event.key === "x") this.says(this.board.readLine(square, event.key === "x", this.letters));
    else return;
    event.preventDefault();
  }

  takeOff(square) {
    if (this.held || this.lift(square)) this.putAside();
  }

  // 3 and then 2 within a moment is 32; c and then 3 is c3.
  type(sign) {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => { this.typed = ""; }, NUMBER_MS);
    const squares = [...this.board.cells.keys()];
    const begin = (typed) => squares.some((square) => this.board.name(square).startsWith(typed));
    this.typed = begin(this.typed + sign) ? this.typed + sign : sign;
    this.board.focusOn(squares.find((square) => this.board.name(square) === this.typed));
  }
}
