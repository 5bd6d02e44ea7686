// What has the board instead of the game that is played: a game that is played back.

import { send } from "./ask.js";
import { here, texts } from "./shell.js";

const $ = (id) => document.getElementById(id);

export function showGuest(state, may, isBroken) {
  const { guest } = state;
  $("guest").hidden = guest?.kind !== "playback";
  document.querySelector(".help.game").hidden = Boolean(guest);
  if ($("guest").hidden) return;
  $("guest-name").textContent = texts("page.guest_playback", guest);
  $("guest-game").href = here(`/games/${guest.number}`);
  for (const button of $("guest").querySelectorAll("button")) button.hidden = !may;
  for (const button of $("guest").querySelectorAll("[data-go], [data-step]")) {
    const isBack = button.dataset.go === "0" || button.dataset.step === "-1";
    button.disabled = isBroken || guest.at === (isBack ? 0 : guest.of);
  }
}

$("guest-leave").onclick = () => send("/playback", { leave: true });
for (const button of $("guest").querySelectorAll("[data-go]")) button.onclick = () => send("/playback", { go_to: Number(button.dataset.go) });
for (const button of $("guest").querySelectorAll("[data-step]")) button.onclick = () => send("/playback", { step: Number(button.dataset.step) });
