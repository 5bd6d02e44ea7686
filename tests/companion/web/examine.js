// What is wrong with the page that is shown, as far as it can be measured: a list of sentences.
// `touch`: fingers use it, so that what is pressed has to be large.
({ touch }) => {
  const LARGE = touch ? 40 : 24;
  const found = [];
  const name = (one) => {
    const text = (one.getAttribute("aria-label") || one.innerText || one.name || "").trim().replace(/\s+/g, " ").slice(0, 30);
    return `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""} "${text}"`;
  };
  const isSeen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const isUnseen = (one) => Boolean(one.closest(".unseen, .tool > span, .mark-name > span"));
  const scrolls = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };

  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) found.push(`the page is ${beyond} px wider than the screen`);
  for (const one of document.body.querySelectorAll("*")) {
    if (!isSeen(one) || isUnseen(one) || one.closest("svg") !== null) continue;
    const box = one.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > innerWidth + 1) && !scrolls(one)) {
      found.push(`${name(one)} goes beyond the edge`);
    }
    const style = getComputedStyle(one);
    const cuts = one.scrollWidth > one.clientWidth + 1 && style.overflowX !== "auto" && style.display !== "inline" && one.clientWidth > 0;
    if (cuts && style.textOverflow !== "ellipsis" && !one.matches("input, select, textarea, svg, html, body")) {
      found.push(`the words of ${name(one)} do not fit in it`);
    }
  }
  for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (!isSeen(one) || one.matches(".unseen")) continue;
    const label = one.closest("label");
    const boxes = [one, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
    const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
    if (Math.min(width, height) < LARGE - 0.5) found.push(`${name(one)} is small: ${Math.round(width)} x ${Math.round(height)}`);
  }
  if (document.body.innerText.includes("[[")) found.push("a text is missing");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const moving = document.getAnimations().filter((one) => one.playState === "running");
    if (moving.length) found.push(`${moving.length} things move although that is not wanted`);
  }
  const fills = [".light", ".dark", ".white .top", ".black .top"].map((one) => document.querySelector(`#board ${one}`)).filter(Boolean);
  if (new Set(fills.map((one) => getComputedStyle(one).fill)).size < fills.length) found.push("squares and pieces look the same");
  return found;
}
