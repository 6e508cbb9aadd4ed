// The strip of a table test on the examinee's console: what people at the table do, and the stop.
import { get, inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';

/** @typedef {import('../../../protocol-types').Answers['GET /api/table-tests/own/scene']} Scene */

const PULSE = 1000; // milliseconds between two requests for the scene
const SHOWN = 3; // maximum number of lines of the scene
const STOP_KEY = 'F8';

/** "14:05". @param {number} seconds */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Show the strip while this dealer takes a test at this table. @param {string} table */
export function examPanel(table) {
  const left = element('p', { class: 'left' });
  const lines = element('ol', { 'aria-live': 'polite', 'aria-label': 'At the table' });
  const answer = element('p', { class: 'floor-says', role: 'status' });
  const stop = element(
    'button',
    { type: 'button', class: 'stop', onclick: () => ask() },
    'Stop: irregularity',
    element('kbd', {}, STOP_KEY),
  );
  const node = element(
    'aside',
    { class: 'exam', 'aria-label': 'Table test' },
    element('div', {}, element('h2', {}, 'Table test'), left),
    lines,
    stop,
    answer,
  );
  /** @type {Scene|null} */
  let scene = null;
  let last = -1;
  let looking = false;

  async function look() {
    if (looking) return;
    looking = true;
    try {
      draw(await get('/api/table-tests/own/scene'));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
    } finally {
      looking = false;
    }
  }

  /** @param {Scene} seen */
  function draw(seen) {
    const isHere = seen.running && seen.table === table;
    if (!isHere) {
      if (scene) say(left, 'The test is over. Wait for your examiner.');
      stop.disabled = true;
      return;
    }
    if (!scene) document.body.prepend(node);
    scene = seen;
    say(left, `${minutes(seen.seconds_left)} left`);
    const newest = seen.lines.at(-1)?.number ?? 0;
    if (newest === last) return;
    last = newest;
    lines.replaceChildren(...seen.lines.slice(-SHOWN).map((line) => element('li', {}, line.words)));
  }

  function ask() {
    if (!scene || document.querySelector('.exam-dialog')) return;
    const box = stopDialog(scene, async (reason, seat) => {
      try {
        const told = await post('/api/table-tests/own/stop', { reason, seat });
        say(answer, `Floor: ${told.words}`);
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused;
        say(answer, inWords(refused.refusal));
      }
      look();
    });
    document.body.append(box);
    box.showModal();
  }

  document.addEventListener('keydown', (event) => {
    if (event.key !== STOP_KEY || !scene) return;
    event.preventDefault();
    ask();
  });
  new MutationObserver(() => look()).observe(document.body, { attributeFilter: ['data-act', 'data-busy'] });
  setInterval(look, PULSE);
  look();
}

/**
 * Ask what is wrong, and at which seat.
 * @param {Scene} scene
 * @param {(reason: string, seat: number) => void} send
 */
function stopDialog(scene, send) {
  const reasons = scene.reasons.map((reason) =>
    element(
      'label',
      {},
      element('input', { type: 'radio', name: 'reason', value: reason.id, required: true }),
      reason.words,
    ),
  );
  const seats = [0, ...scene.seats].map((seat) =>
    element(
      'label',
      {},
      element('input', { type: 'radio', name: 'seat', value: String(seat), checked: seat === 0 }),
      seat ? `Seat ${seat}` : 'No seat',
    ),
  );
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', {}, 'What is wrong?'),
    element('fieldset', {}, element('legend', { class: 'unseen' }, 'Irregularity'), ...reasons),
    element('fieldset', { class: 'seats' }, element('legend', {}, 'Where'), ...seats),
    element(
      'div',
      { class: 'row' },
      element('button', { type: 'submit' }, 'Call the floor'),
      element('button', { type: 'button', onclick: () => box.close() }, 'Cancel'),
    ),
  );
  const box = element('dialog', { class: 'exam-dialog', 'aria-label': 'Stop the game' }, form);
  form.addEventListener('submit', () => {
    const data = new FormData(form);
    send(String(data.get('reason')), Number(data.get('seat')));
  });
  box.addEventListener('keydown', (event) => event.stopPropagation()); // the console has keys of its own
  box.addEventListener('close', () => box.remove());
  return box;
}
