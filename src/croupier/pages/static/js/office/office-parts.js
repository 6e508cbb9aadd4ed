// Shared parts of the office pages: sections, commands, amounts, counts by denomination and slips.
import { inWords, post, Refused } from '../core/api.js';
import { element, mark, say } from '../core/dom.js';
import { newId } from '../staff/floor-data.js';
import { CHIPS } from '../core/jurisdiction.js';
import { dollars, toCents } from '../core/money.js';
import { topBar } from '../core/page-frame.js';
import { checkAccess, downloadLink } from '../oversight/oversight-parts.js';

/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {import('../../../protocol-types').Answers} Answers */

export const BILL_KINDS = [100, 50, 20, 10, 5, 2, 1].map((dollarsEach) => ({ value: 100 * dollarsEach }));
export const CHIP_KINDS = [...CHIPS].sort((a, b) => b.value - a.value);

/**
 * A page with sections. Each section loads its own content when it is opened and after each action.
 * @param {{title: string, route: string, sections: Record<string, (place: HTMLElement, office: Office) =>
 * Promise<void>>, links?: {words: string, href: string}[], visible?: (me: import('../core/types.js').Me) =>
 * string[]}} page `visible` names the sections that a person may open; without it, all
 */
export async function openOffice({ title, route, sections, links = [], visible }) {
  const names = Object.keys(sections);
  const tabs = names.map((name) => element('button', { type: 'button', onclick: () => office.show(name) }, name));
  const top = topBar({ title, links });
  const main = element('main', { id: 'main', class: 'eye-apart office' });
  const nav = element('nav', { class: 'office-tabs', 'aria-label': 'Sections', hidden: true }, tabs);
  document.body.append(element('a', { class: 'skip', href: '#main' }, 'Skip to content'), top.bar, nav, main);
  const office = new Office(main, tabs, sections);
  const me = await checkAccess(route, main);
  if (!me) return;
  office.me = me;
  const open = visible ? visible(me) : names;
  for (const tab of tabs) if (!open.includes(tab.textContent ?? '')) tab.remove();
  nav.hidden = false;
  say(top.facts, me.name);
  const linkedName = open.find((name) => `#${slug(name)}` === location.hash);
  await office.show(linkedName ?? open[0]);
}

/** "fills-and-credits" for "Fills and credits". @param {string} name */
const slug = (name) => name.toLowerCase().replaceAll(' ', '-');

export class Office {
  /**
   * @param {HTMLElement} main
   * @param {HTMLElement[]} tabs
   * @param {Record<string, (place: HTMLElement, office: Office) => Promise<void>>} sections
   */
  constructor(main, tabs, sections) {
    this.main = main;
    this.tabs = tabs;
    this.sections = sections;
    this.place = element('div', { class: 'office-section' });
    this.fault = element('p', { class: 'refusal', role: 'alert' });
    this.success = element('p', { class: 'office-done', role: 'status' });
    /** @type {import('../core/types.js').Me|null} */
    this.me = null;
    this.drawnKey = '';
  }

  /** @param {string} name */
  async show(name) {
    this.drawnKey = name;
    for (const tab of this.tabs) mark(tab, 'aria-pressed', String(tab.textContent === name));
    history.replaceState(null, '', `#${slug(name)}`);
    this.place = element('div', { class: 'office-section' });
    this.main.replaceChildren(this.fault, this.success, this.place);
    say(this.fault, '');
    say(this.success, '');
    await this.reload();
  }

  async reload() {
    const { place } = this;
    await this.attempt(() => this.sections[this.drawnKey](place, this));
  }

  /**
   * Run an action and show a refusal. Returns whether it succeeded.
   * @param {() => Promise<unknown>} work
   */
  async attempt(work) {
    try {
      await work();
      say(this.fault, '');
      return true;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(this.fault, inWords(refused.refusal));
      this.fault.scrollIntoView({ block: 'nearest' });
      return false;
    }
  }

  /**
   * Reload the section and say what was done, with a link to its slip.
   * @param {string} words
   * @param {number} [slip] number of the slip at the cage
   */
  async finish(words, slip = 0) {
    await this.reload();
    this.success.replaceChildren(words, ...(slip ? [' ', slipLink('slips', slip)] : []));
  }

  /**
   * Send a command to administration or the cage, then reload the section.
   * @param {'desk'|'cage'} stream
   * @param {Record<string, unknown>} command
   * @param {string} words shown when it is done
   * @param {boolean} [slip] whether the command writes a slip of the cage
   */
  async send(stream, command, words, slip = false) {
    let number = 0;
    const sent = await this.attempt(async () => {
      const done = await post('/api/do', { id: newId(), stream, command });
      if (slip) number = Number(done.events[0]?.slip ?? 0);
    });
    if (!sent) return false;
    await this.finish(words, number);
    return true;
  }
}

/**
 * Ask for confirmation before money moves. Resolves to whether the person confirmed.
 * @param {string} title
 * @param {string} words
 * @param {string} go
 * @returns {Promise<boolean>}
 */
export function askToConfirm(title, words, go) {
  const box = element(
    'dialog',
    { class: 'office-dialog', 'aria-label': title },
    element('h2', {}, title),
    element('p', {}, words),
    element(
      'div',
      { class: 'office-row' },
      element('button', { type: 'button', class: 'gold', onclick: () => box.close('go') }, go),
      element('button', { type: 'button', class: 'plain-button', onclick: () => box.close('') }, 'Cancel'),
    ),
  );
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) =>
    box.addEventListener('close', () => {
      box.remove();
      resolve(box.returnValue === 'go');
    }),
  );
}

/**
 * A labeled field.
 * @param {string} words
 * @param {HTMLElement} input
 */
export const field = (words, input) => element('label', { class: 'eye-field' }, element('span', {}, words), input);

/** @param {string} name */
export const textInput = (name) => element('input', { name, autocomplete: 'off', maxlength: 200 });

/** An amount of money, with its value in cents or null. @param {string} name */
export function amountInput(name) {
  const input = element('input', { name, autocomplete: 'off', inputmode: 'decimal', placeholder: '0.00' });
  return { input, cents: () => toCents(input.value) || null };
}

/**
 * A count by denomination with its total.
 * @param {{value: number}[]} kinds
 * @param {string} word "chips" or "bills"
 * @param {boolean} [coins] whether coins may be added
 */
export function counter(kinds, word, coins = false) {
  const total = element('output', {}, dollars(0));
  const inputs = kinds.map((kind) => ({
    kind,
    input: element('input', {
      inputmode: 'numeric',
      autocomplete: 'off',
      size: 6,
      'aria-label': `${word} of ${dollars(kind.value)}`,
    }),
  }));
  const other = element('input', { inputmode: 'decimal', autocomplete: 'off', size: 8, 'aria-label': 'coins' });
  const number = (/** @type {HTMLInputElement} */ input) => {
    const text = input.value.trim();
    return /^\d{0,7}$/.test(text) ? Number(text || '0') : NaN;
  };
  const cents = () => {
    const total = inputs.reduce((sum, { kind, input }) => sum + kind.value * number(input), 0);
    const extra = other.value.trim() ? toCents(other.value) : 0;
    return extra === null ? NaN : total + extra;
  };
  const pieces = () =>
    Object.fromEntries(
      inputs.filter(({ input }) => number(input) > 0).map(({ kind, input }) => [String(kind.value), number(input)]),
    );
  const update = () => say(total, Number.isNaN(cents()) ? 'Check the numbers' : dollars(cents()));
  const rows = inputs.map(({ kind, input }) =>
    element('tr', {}, element('th', { scope: 'row' }, dollars(kind.value)), element('td', {}, input)),
  );
  if (coins)
    rows.push(element('tr', {}, element('th', { scope: 'row' }, 'Coins, in dollars'), element('td', {}, other)));
  const node = element(
    'div',
    { class: 'office-counter' },
    element('table', {}, element('tbody', {}, rows)),
    element('p', {}, 'Total ', total),
  );
  node.addEventListener('input', update);
  return { node, pieces, cents, coins: () => (other.value.trim() ? (toCents(other.value) ?? 0) : 0) };
}

/**
 * A table with a heading row.
 * @param {string[]} heads
 * @param {(Child|Child[])[][]} rows
 * @param {string} name
 */
export function grid(heads, rows, name) {
  return element(
    'div',
    { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': name },
    element(
      'table',
      { class: 'eye-table' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heads.map((head) => element('th', { scope: 'col' }, head)),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map((cells) =>
          element(
            'tr',
            {},
            cells.map((cell) => element('td', {}, ...[cell].flat())),
          ),
        ),
      ),
    ),
  );
}

/**
 * A button of an office page.
 * @param {string} words
 * @param {() => unknown} act
 * @param {string} [look]
 */
export const act = (words, act, look = 'plain-button') =>
  element('button', { type: 'button', class: look, onclick: () => act() }, words);

/** A time as "Nov 18, 14:05". @param {number} seconds */
export const moment = (seconds) =>
  new Date(seconds * 1000).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });

/**
 * A link to the printed slip, as a PDF file.
 * @param {'slips'|'tray-slips'|'drawers'|'drop-boxes'|'bank-counts'|'bank-slips'} kind
 * @param {number} slip
 * @param {'opening'|'closing'} [count] which count of a drawer
 */
export const slipLink = (kind, slip, count) =>
  downloadLink('Print the slip', `/api/cage/${kind}/${slip}/${count ? `${count}/` : ''}paper`);
