// What can be changed in a kept game: notes, a move that was written down wrongly, names, result,
// photographs, deletion. Every answer is the game as it is now.

import { post, send } from "./ask.js";
import { MARKS } from "./game-moves.js";
import { element, texts } from "./shell.js";

const LARGEST_SIDE = 1600;
const $ = (id) => document.getElementById(id);

export class Editor {
  constructor(game, changes) {
    this.game = game;
    this.changes = changes;
    this.at = 0;
    for (const mark of Object.keys(MARKS)) {
      const option = element("option", "", `${texts(`record.mark_${mark}`)} ${MARKS[mark]}`);
      option.value = mark;
      $("note").mark.append(option);
    }
    const results = game.result.includes("2") || game.variant === "international" ? ["2-0", "1-1", "0-2"] : ["1-0", "1/2-1/2", "0-1"];
    $("tags").Result.append(...["*", ...results].map((result) => element("option", "", result)));
    $("note").onsubmit = (event) => this.submit(event, "annotate", () => ({ at: this.at, comment: $("note").comment.value, marks: this.marks() }));
    $("correction").onsubmit = (event) => this.submit(event, "correct", () => ({ at: this.at, move: $("correction").move.value }));
    $("tags").onsubmit = (event) => this.submit(event, "tags", () => Object.fromEntries([...new FormData($("tags"))].filter(([name, value]) => name !== "Result" || value !== this.game.result)));
    $("delete").onclick = () => this.ask("delete", {});
    $("restore").onclick = () => this.ask("restore", {});
    $("photo").onchange = () => this.photograph();
  }

  // The position that is looked at now: a ply of the game, none inside a variation.
  show(game, at, ply) {
    [this.game, this.at] = [game, at ?? 0];
    const isMain = at !== null;
    const { note, correction, tags } = { note: $("note"), correction: $("correction"), tags: $("tags") };
    note.hidden = !isMain;
    note.mark.parentElement.hidden = at === 0;
    note.mark.value = ply?.marks.find((mark) => MARKS[mark]) ?? "";
    note.comment.value = (ply ?? game).comments.join(" ");
    correction.hidden = !isMain || at === 0 || game.is_played;
    correction.move.value = ply?.text ?? "";
    if (!tags.contains(document.activeElement)) {
      for (const field of tags.elements) if (field.name) field.value = field.name === "Result" ? game.result : game.tags[field.name] ?? "";
    }
    tags.Result.disabled = game.is_played;
    $("delete").hidden = game.is_played || game.is_deleted;
    $("photo").closest(".card").hidden = !isMain;
  }

  // What is chosen comes in the place of the first mark; marks of other readers stay.
  marks() {
    const before = this.at ? this.game.plies[this.at - 1].marks.filter((mark) => MARKS[mark]) : [];
    const chosen = Number($("note").mark.value);
    return chosen ? [chosen, ...before.slice(1).filter((mark) => mark !== chosen)] : [];
  }

  submit(event, act, body) {
    event.preventDefault();
    return this.ask(act, body());
  }

  async ask(act, body) {
    return this.answered(await send(`/games/${this.game.number}/${act}`, body), `record.done_${act}`);
  }

  async answered(answer, key) {
    if (!answer) return this.say(texts("record.broken"));
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) {
      this.changes(told);
      return this.say(texts(key));
    }
    const reason = told.obstacle ? texts(`record.obstacle_${told.obstacle}`, told) : told.error;
    return this.say(reason ? texts("record.not_possible", { reason }) : texts("record.refused"));
  }

  say(text) {
    $("answer").textContent = text;
  }

  // A smaller picture is sent, which holds nothing but what it shows.
  async photograph() {
    const [file] = $("photo").files;
    if (!file) return;
    $("photo").value = "";
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture) { this.say(texts("record.no_picture")); return; }
    const scale = Math.min(1, LARGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    this.answered(await post(`/games/${this.game.number}/photo?at=${this.at}`, blob, "image/jpeg"), "record.done_photo");
  }

  async removePhoto(id) {
    const answer = await send(`/games/photo/${id}/remove`, {});
    if (!answer?.ok) return this.answered(answer, "");
    const fresh = await fetch(`/games/${this.game.number}/record`).catch(() => null);
    return this.answered(fresh, "record.done_photo_removed");
  }
}
