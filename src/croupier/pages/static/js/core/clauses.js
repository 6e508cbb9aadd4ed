// The § button: opens the clauses behind a result, each with its summary and readings, beside the button.
import { get } from './api.js';
import { element, say } from './dom.js';

/** @type {Map<string, Promise<unknown>>} */
const cache = new Map();

/**
 * Fetch a path once per page.
 * @template {string} P
 * @param {P} path
 */
function getOnce(path) {
  let promise = /** @type {ReturnType<typeof get<P>>|undefined} */ (cache.get(path));
  if (!promise) {
    promise = get(path);
    promise.catch(() => cache.delete(path));
    cache.set(path, promise);
  }
  return promise;
}

/** @param {string} id */
export const clauseOf = (id) => getOnce(`/api/rules/clauses?id=${encodeURIComponent(id)}`);
/** @param {string} id */
export const readingOf = (id) => getOnce(`/api/rules/readings/${encodeURIComponent(id)}`);

/**
 * A § button for some clauses and readings, or null if there are none.
 * @param {string[]|undefined} clauses
 * @param {string[]} [readings]
 * @param {string} [words] the label of the button
 * @returns {HTMLButtonElement|null}
 */
export function whyButton(clauses = [], readings = [], words = '§') {
  const rules = [...clauses, ...readings];
  if (!rules.length) return null;
  const button = element(
    'button',
    {
      type: 'button',
      class: words === '§' ? 'why' : 'clause',
      'aria-label': ruleLabel(rules),
      title: ruleLabel(rules),
      'aria-haspopup': 'dialog',
    },
    words,
  );
  button.addEventListener('click', () => explain(clauses, readings, button));
  return button;
}

/** "Show rule 7.F.1": the accessible name of a § button. @param {string[]} rules clauses and readings */
export function ruleLabel(rules) {
  return `Show ${rules.length > 1 ? 'rules' : 'rule'} ${rules.map((id) => id.split('/').at(-1)).join(', ')}`;
}

/** @type {HTMLElement|null} */
let sheet = null;

/**
 * Open the cited rules beside an anchor. Closing the sheet returns the focus to the anchor.
 * @param {string[]} clauses
 * @param {string[]} readings
 * @param {HTMLElement} anchor
 */
export async function explain(clauses, readings, anchor) {
  close();
  const title = element(
    'h2',
    { id: 'why-title', tabindex: '-1' },
    clauses.length ? 'The rule' : 'How this rule is read',
  );
  const list = element('div', { class: 'why-list' }, element('p', {}, 'Loading…'));
  const popover = element(
    'section',
    { class: 'why-sheet', popover: 'auto', role: 'dialog', 'aria-labelledby': 'why-title' },
    element(
      'header',
      {},
      title,
      element(
        'button',
        { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => popover.hidePopover() },
        '×',
      ),
    ),
    list,
  );
  popover.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== 'closed') return;
    if (popover.contains(document.activeElement) || document.activeElement === document.body) anchor.focus();
    popover.remove();
    if (sheet === popover) sheet = null;
  });
  (anchor.closest('dialog') ?? document.body).append(popover);
  sheet = popover;
  popover.showPopover();
  place(popover, anchor);
  title.focus();
  list.replaceChildren(...(await Promise.all([...clauses.map(clauseEntry), ...readings.map(readingEntry)])));
  place(popover, anchor);
}

export function close() {
  sheet?.hidePopover();
}

/**
 * Place the sheet beside its anchor and inside the window.
 * @param {HTMLElement} popover
 * @param {HTMLElement} anchor
 */
function place(popover, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const x = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
  const below = at.bottom + 8 + height <= innerHeight;
  const top = below ? at.bottom + 8 : Math.max(8, Math.min(at.top - height - 8, innerHeight - height - 8));
  popover.style.left = `${x}px`;
  popover.style.top = `${top}px`;
}

/** The table's readings that differ from the default, by id. @type {Record<string, string>} */
let departures = {};
/** @param {Record<string, string>} choices */
export function setTableReadings(choices) {
  departures = choices;
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
      entry.append(element('p', { class: 'fine' }, 'How this casino reads it: ', readings.flatMap(readingLink)));
  } catch {
    say(gist, 'Can’t load this rule right now. Try again in a moment.');
  }
  return entry;
}

/**
 * A button that replaces itself with the reading.
 * @param {string} id
 */
function readingLink(id) {
  const button = element('button', { type: 'button', class: 'link' }, id);
  button.addEventListener('click', async () => button.closest('article')?.append(await readingEntry(id)), {
    once: true,
  });
  return [button, ' '];
}

/** @param {string} id */
async function readingEntry(id) {
  const entry = element('article', { class: 'reading' }, element('h3', {}, `Reading ${id}`));
  try {
    const { reading } = await readingOf(id);
    const choice = departures[id] ?? reading.default;
    entry.append(element('p', {}, reading.question));
    entry.append(element('p', {}, element('b', {}, 'At this table: '), reading.options?.[choice] ?? choice));
    if (reading.why) entry.append(element('details', {}, element('summary', {}, 'Why'), element('p', {}, reading.why)));
  } catch {
    entry.append(element('p', {}, 'Can’t load this right now. Try again in a moment.'));
  }
  return entry;
}
