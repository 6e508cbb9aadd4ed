// § is the one mark for "why": it opens the clause, its gist and the readings, in place.
import { get } from './api.js';
import { element, say } from './dom.js';

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** @param {string} path */
function once(path) {
  let found = known.get(path);
  if (!found) {
    found = get(path);
    found.catch(() => known.delete(path));
    known.set(path, found);
  }
  return found;
}

/** @param {string} id */
export const clauseOf = (id) => once(`/api/rules/clauses?id=${encodeURIComponent(id)}`);
/** @param {string} id */
export const readingOf = (id) => once(`/api/rules/readings/${encodeURIComponent(id)}`);

/**
 * A § button for some clauses and readings; null where there are none.
 * @param {string[]|undefined} clauses
 * @param {string[]} [readings]
 * @param {string} [words] what stands on it instead of §
 * @returns {HTMLButtonElement|null}
 */
export function whyButton(clauses = [], readings = [], words = '§') {
  const cited = [...clauses, ...readings];
  if (!cited.length) return null;
  const button = element(
    'button',
    {
      type: 'button',
      class: words === '§' ? 'why' : 'clause',
      'aria-label': `Why: ${cited.join(', ')}`,
      title: cited.join(', '),
      'aria-haspopup': 'dialog',
    },
    words,
  );
  button.addEventListener('click', () => why(clauses, readings, button));
  return button;
}

/** @type {HTMLElement|null} */
let sheet = null;

/**
 * Opens what is cited beside an anchor; the focus comes back to it.
 * @param {string[]} clauses
 * @param {string[]} readings
 * @param {HTMLElement} anchor
 */
export async function why(clauses, readings, anchor) {
  close();
  const title = element('h2', { id: 'why-title', tabindex: '-1' }, clauses.length ? 'By the book' : 'By a reading');
  const list = element('div', { class: 'why-list' }, element('p', {}, 'Looking it up …'));
  const made = element(
    'section',
    { class: 'why-sheet', popover: 'auto', role: 'dialog', 'aria-labelledby': 'why-title' },
    element(
      'header',
      {},
      title,
      element(
        'button',
        { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => made.hidePopover() },
        '×',
      ),
    ),
    list,
  );
  made.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== 'closed') return;
    if (made.contains(document.activeElement) || document.activeElement === document.body) anchor.focus();
    made.remove();
    if (sheet === made) sheet = null;
  });
  (anchor.closest('dialog') ?? document.body).append(made);
  sheet = made;
  made.showPopover();
  place(made, anchor);
  title.focus();
  const told = await Promise.all([...clauses.map(clauseEntry), ...readings.map(readingEntry)]);
  list.replaceChildren(...told);
  place(made, anchor);
}

export function close() {
  sheet?.hidePopover();
}

/**
 * Beside the anchor, inside the window.
 * @param {HTMLElement} made
 * @param {HTMLElement} anchor
 */
function place(made, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = made.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
  const below = at.bottom + 8 + height <= innerHeight;
  const top = below ? at.bottom + 8 : Math.max(8, Math.min(at.top - height - 8, innerHeight - height - 8));
  made.style.left = `${left}px`;
  made.style.top = `${top}px`;
}

/** Readings that a table takes otherwise than the book does. @type {Record<string, string>} */
let departures = {};
/** @param {Record<string, string>} taken */
export function readingsTaken(taken) {
  departures = taken;
}

/** @param {string} id */
async function clauseEntry(id) {
  const entry = element('article', {}, element('h3', {}, id));
  const gist = element('p', {}, '');
  entry.append(gist);
  try {
    const { clause, readings } = await clauseOf(id);
    say(gist, clause.gist);
    if (readings.length)
      entry.append(element('p', { class: 'fine' }, `Readings that bear on it: ${readings.join(', ')}`));
  } catch {
    say(gist, 'The house does not answer just now.');
  }
  return entry;
}

/** @param {string} id */
async function readingEntry(id) {
  const entry = element('article', { class: 'reading' }, element('h3', {}, `Reading ${id}`));
  try {
    const { reading } = await readingOf(id);
    const taken = departures[id] ?? reading.default;
    entry.append(element('p', {}, reading.question));
    entry.append(element('p', {}, element('b', {}, 'Taken here: '), reading.options?.[taken] ?? taken));
    if (reading.why) entry.append(element('details', {}, element('summary', {}, 'Why'), element('p', {}, reading.why)));
  } catch {
    entry.append(element('p', {}, 'The house does not answer just now.'));
  }
  return entry;
}
