// The line to the program: what is seen and told comes in. A line that
// was dead (a phone that slept) is laid anew and the events go on where they stopped.

const SILENT_MS = 25_000;

export class Line {
  constructor(language, after, hears, breaks, beats) {
    this.address = `/events?lang=${language}`;
    this.last = after;
    this.hears = hears;
    this.breaks = breaks;
    this.beats = beats;
    this.open();
    setInterval(() => this.check(), 5_000);
    for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]]) {
      target.addEventListener(name, () => this.check());
    }
  }

  open() {
    this.source?.close();
    this.heard = Date.now();
    this.source = new EventSource(`${this.address}&after=${this.last}`);
    this.source.onmessage = (event) => {
      this.heard = Date.now();
      this.breaks(false);
      const seen = JSON.parse(event.data);
      // Another run of the program counts its moments anew.
      const run = (id) => id.split("-")[0];
      const known = run(seen.id) === run(this.last) ? Number(this.last.split("-")[1]) : 0;
      seen.told = seen.told.filter((one) => one.number > known);
      this.last = seen.id;
      this.hears(seen);
    };
    this.source.addEventListener("beat", (event) => { this.heard = Date.now(); this.breaks(false); this.beats(Number(event.data)); });
    this.source.onerror = () => this.breaks(true);
  }

  check() {
    if (document.hidden) return;
    const isDead = this.source.readyState === EventSource.CLOSED || Date.now() - this.heard > SILENT_MS;
    if (isDead) this.open();
  }
}
