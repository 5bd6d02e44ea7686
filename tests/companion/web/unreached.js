// The controls that can be seen and used, and that the focus never came to.
() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && !one.disabled && !one.dataset.reached && one.tabIndex >= 0)
  .filter((one) => !document.querySelector("dialog[open]") || one.closest("dialog[open]"))
  .map((one) => `${one.tagName.toLowerCase()}#${one.id} "${(one.getAttribute("aria-label") || one.innerText || one.name || "").trim().replace(/\s+/g, " ").slice(0, 30)}"`)
