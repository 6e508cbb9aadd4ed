// Sounds of cards and chips, synthesized in the browser. Off unless the player turns them on.
import { settings } from '../core/settings.js';

/** @type {AudioContext|null} */
let context = null;

function ready() {
  if (!settings().sound) return null;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') context.resume();
    return context;
  } catch {
    return null;
  }
}

/**
 * A short burst of filtered noise.
 * @param {number} at
 * @param {number} seconds
 * @param {number} pitch
 * @param {number} loud
 */
function hiss(at, seconds, pitch, loud) {
  const audio = /** @type {AudioContext} */ (context);
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 0.9 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start(audio.currentTime + at);
}

/**
 * A short tone that fades out.
 * @param {number} at
 * @param {number} seconds
 * @param {number} pitch
 * @param {number} loud
 */
function ring(at, seconds, pitch, loud) {
  const audio = /** @type {AudioContext} */ (context);
  const startsAt = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  const gain = new GainNode(audio, { gain: loud });
  gain.gain.setValueAtTime(loud, startsAt);
  gain.gain.exponentialRampToValueAtTime(0.0001, startsAt + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(startsAt);
  tone.stop(startsAt + seconds);
}

/** @param {number} [count] */
export function cards(count = 1) {
  if (!ready()) return;
  for (let n = 0; n < Math.min(count, 6); n += 1) hiss(n * 0.07, 0.09, 2600, 0.22);
}

/** @param {number} [count] */
export function chips(count = 1) {
  if (!ready()) return;
  for (let n = 0; n < Math.min(count, 5); n += 1) {
    ring(n * 0.06, 0.05, 3100 + 240 * (n % 3), 0.05);
    hiss(n * 0.06, 0.03, 5200, 0.12);
  }
}

export function turn() {
  if (!ready()) return;
  ring(0, 0.25, 660, 0.05);
}
