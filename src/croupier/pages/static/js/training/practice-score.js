// The running score of practice: hands, right answers, and the average loss per hand, with an optional clock.
import { element, say } from '../core/dom.js';
import { set, settings } from '../core/settings.js';
import { amount } from './decision-view.js';

/** "1:05". @param {number} milliseconds */
function clockWords(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * @param {string} term
 * @returns {[HTMLElement, HTMLElement]}
 */
function fact(term) {
  const value = element('dd', {}, '–');
  return [element('div', {}, element('dt', {}, term), value), value];
}

export class Score {
  constructor() {
    this.hands = 0;
    this.right = 0;
    this.streak = 0;
    this.lost = 0; // cents
    this.isRunning = false;
    this.since = 0;
    this.elapsed = 0; // milliseconds of the clock's current run, without the current hand
    const [hands, handsValue] = fact('Hands');
    const [right, rightValue] = fact('Right');
    const [streak, streakValue] = fact('In a row');
    const [lost, lostValue] = fact('Lost per hand');
    const [time, timeValue] = fact('Clock');
    this.values = { hands: handsValue, right: rightValue, streak: streakValue, lost: lostValue, time: timeValue };
    this.time = time;
    const box = element('input', { type: 'checkbox', name: 'practice-clock', checked: settings().practiceClock });
    box.addEventListener('change', () => {
      set({ practiceClock: box.checked });
      this.elapsed = 0;
      this.since = performance.now();
      this.draw();
    });
    this.node = element(
      'div',
      { class: 'score' },
      element('dl', { class: 'headline' }, hands, right, streak, lost, time),
      element('label', { class: 'clock-switch' }, box, ' Clock, until the first mistake'),
    );
    setInterval(() => this.draw(), 250);
    this.draw();
  }

  /** A hand is shown, so the clock runs. */
  deal() {
    this.isRunning = true;
    this.since = performance.now();
  }

  /** The answer is given, so the clock pauses. */
  stop() {
    if (this.isRunning) this.elapsed += performance.now() - this.since;
    this.isRunning = false;
  }

  /**
   * Count an answer. A mistake ends the run of the clock.
   * @param {number} cents
   * @param {boolean} isWrong
   */
  add(cents, isWrong) {
    this.hands += 1;
    this.lost += cents;
    this.right += isWrong ? 0 : 1;
    const run = this.streak;
    this.streak = isWrong ? 0 : this.streak + 1;
    this.draw();
    if (!isWrong) return;
    say(this.values.time, `stopped at ${clockWords(this.elapsed)} after ${run}`);
    this.stoppedAt = this.hands;
    this.elapsed = 0;
  }

  draw() {
    const { hands, right, streak, lost, time } = this.values;
    say(hands, String(this.hands));
    say(right, this.hands ? `${Math.round((100 * this.right) / this.hands)}%` : '–');
    say(streak, String(this.streak));
    say(lost, this.hands ? amount(this.lost / this.hands) : '–');
    this.time.hidden = !settings().practiceClock;
    if (this.stoppedAt === this.hands && !this.isRunning) return; // show where the clock stopped
    const running = this.isRunning ? performance.now() - this.since : 0;
    say(time, clockWords(this.elapsed + running));
  }
}
