/**
 * Sounds and vibration, made by the browser itself: no file is loaded.
 *
 * Lives here: each cue as a few notes and a vibration. A browser lets a page sound only after the first touch or key; until
 * then nothing is played and nothing is made.
 */

/** @typedef {import("./cues.js").Cue} Cue */

// Notes as [Hz, start in s, length in s]; vibrations in ms.
/** @type {Readonly<Record<Cue, { notes: [number, number, number][], delay?: number, vibration: number[] }>>} */
const CUES = {
  begin: { notes: [[392, 0, 0.12], [523, 0.13, 0.18]], vibration: [60] },
  turn: { notes: [[659, 0, 0.1], [784, 0.1, 0.14]], vibration: [40, 60, 40] },
  row: { notes: [[330, 0, 0.05], [349, 0.11, 0.05], [370, 0.22, 0.05], [392, 0.33, 0.05], [415, 0.44, 0.05]], vibration: [] },
  refused: { notes: [[196, 0, 0.12], [175, 0.1, 0.16]], vibration: [30, 40, 30] },
  hurry: { notes: [[880, 0, 0.05]], vibration: [20] },
  won: { notes: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.24]], delay: 1.1, vibration: [] },
  lost: { notes: [[392, 0, 0.16], [330, 0.16, 0.16], [262, 0.32, 0.3]], delay: 1.1, vibration: [120] },
  out: { notes: [[330, 0, 0.2], [262, 0.2, 0.2], [196, 0.4, 0.5]], delay: 1.6, vibration: [200] },
  champion: { notes: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.14], [1047, 0.42, 0.5]], delay: 3, vibration: [60, 60, 60, 60, 200] },
};
const LOUDNESS = 0.12; // of 1

export class Sound {
  /** @type {AudioContext | null} */
  #audio = null;
  #isTouched = false;

  /** Wait for the first touch or key. */
  listen() {
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (this.#isTouched = true), { once: true });
  }

  /**
   * @param {Cue} cue
   * @param {{ sound: "on" | "off", vibration: "on" | "off" }} wishes
   */
  play(cue, wishes) {
    if (!this.#isTouched) return;
    const { notes, delay = 0, vibration } = CUES[cue];
    if (wishes.vibration === "on" && vibration.length > 0) navigator.vibrate?.(vibration);
    if (wishes.sound === "off") return;
    this.#audio ??= new AudioContext();
    const { currentTime } = this.#audio;
    for (const [pitch, start, length] of notes) this.#note(this.#audio, pitch, currentTime + delay + start, length);
  }

  /**
   * @param {AudioContext} audio
   * @param {number} pitch - Hz
   * @param {number} start - s
   * @param {number} length - s
   */
  #note(audio, pitch, start, length) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
