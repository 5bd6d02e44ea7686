// The voice of the browser: says what is told, one after the other; a warning goes first.

const REGIONS = { nl: "nl-NL", en: "en-GB", fr: "fr-FR", de: "de-DE", pl: "pl-PL", ru: "ru-RU" };
const LENT = { fy: "nl" }; // no browser has a voice for Frisian; the Dutch one reads it

export class Voice {
  constructor(language) {
    this.language = LENT[language] ?? language;
    this.isLent = language in LENT;
    this.isOn = false;
  }

  get isThere() {
    return "speechSynthesis" in window;
  }

  turn(on) {
    this.isOn = on && this.isThere;
    if (!this.isOn && this.isThere) speechSynthesis.cancel();
  }

  say(told) {
    if (!this.isOn) return;
    for (const { spoken, tone } of told) {
      if (!spoken) continue;
      if (tone === "urgent") speechSynthesis.cancel();
      const words = new SpeechSynthesisUtterance(spoken);
      words.lang = REGIONS[this.language] ?? this.language;
      const voices = speechSynthesis.getVoices();
      words.voice = voices.find((one) => one.lang.startsWith(this.language)) ?? null;
      words.rate = 0.95;
      speechSynthesis.speak(words);
    }
  }
}
