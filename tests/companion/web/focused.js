// What has the focus: `name`, `isMarked` (its focus can be seen), `isCovered` (something lies over it),
// `isAgain` (it had it before).
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const name = `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}${one.dataset.square ? `[${one.dataset.square}]` : ""} "${(one.getAttribute("aria-label") || one.innerText || one.name || one.value || "").trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const shown = one.matches(".unseen") ? one.closest("label") ?? one : one;
  const style = getComputedStyle(shown.matches("[data-square]") ? shown.querySelector(".focus") : shown);
  const isMarked = shown.matches("[data-square]") ? style.stroke !== "none" : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const box = shown.getBoundingClientRect();
  const [x, y] = [box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height / 2, 20)];
  const over = document.elementFromPoint(Math.max(0, x), Math.max(0, y));
  const isCovered = !over || !(shown.contains(over) || over.contains(shown));
  const isAgain = Boolean(one.dataset.reached);
  one.dataset.reached = "yes";
  return { name, isMarked, isCovered, isAgain };
}
