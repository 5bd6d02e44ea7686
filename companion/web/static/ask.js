// What people do goes to the program with the key that was given for the PIN; what they chose is
// kept in this browser.

const KEY = "dambord.key";

export async function send(path, body) {
  return post(path, JSON.stringify(body), "application/json");
}

// Bytes of a type that the path takes. The answer, or null where the line is broken.
export async function post(path, body, type) {
  const headers = { "Content-Type": type };
  const key = stored(KEY);
  if (key) headers["Dambord-Key"] = key;
  try {
    return await fetch(path, { method: "POST", headers, body, credentials: "omit" });
  } catch {
    return null; // the page says that the line is broken
  }
}

export async function mayTouch() {
  const key = stored(KEY);
  if (!key) return false;
  try {
    const answer = await fetch("/me", { headers: { "Dambord-Key": key }, credentials: "omit" });
    return (await answer.json()).may_touch;
  } catch {
    return false;
  }
}

export async function givePin(pin) {
  const answer = await send("/pin", { pin });
  if (!answer?.ok) return false;
  store(KEY, (await answer.json()).key);
  return true;
}

// A browser may forbid to keep things; then the choice lasts as long as the page.
const kept = new Map();

export function stored(name) {
  try { return localStorage.getItem(name); } catch { return kept.get(name) ?? null; }
}

export function store(name, value) {
  kept.set(name, value);
  try { localStorage.setItem(name, value); } catch { /* kept above */ }
}
