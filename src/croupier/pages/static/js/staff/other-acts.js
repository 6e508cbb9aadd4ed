// The dealer's other acts. Each act shows its outcome and clauses before it is confirmed.
import { cardName, cardSign } from '../core/cards.js';
import { element } from '../core/dom.js';
import { toCents } from '../core/money.js';
import { fieldOf, plain, setField } from './commands.js';
import { capital, clauseText, onHold, keycap, placeName } from './staff-parts.js';
import { seatTable, settleTable } from './settlement-sheet.js';
import { refusalBar } from './message-cards.js';

/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('../core/types.js').Blank} Blank */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/**
 * @typedef {{state: {view: View}, send: import('./commands.js').Send, attempt: import('./commands.js').Send,
 *   leave: () => void}} Desk
 */

const AWAKE = 800; // milliseconds before a new outcome can be confirmed

/**
 * The label of one act among several of a kind. Samples omit default values.
 * @param {TableCommand} sample
 * @param {Offer[]} others
 * @param {View} view
 */
function which(sample, others, view) {
  const parts = [];
  if (sample.place) parts.push(capital(placeName(sample.place)));
  else if (sample.seat) parts.push(`Seat ${sample.seat}`);
  if (others.some((offer) => offer.sample.place === sample.place && offer.sample.index))
    parts.push(`card ${(sample.index ?? 0) + 1}`);
  if (sample.deck) parts.push(`the ${sample.deck} deck`);
  if (sample.device) parts.push(`the ${sample.device}${sample.idle_deck ? ', with the other deck' : ''}`);
  if (sample.wager) parts.push(view.label(sample.wager));
  return parts.join(', ') || 'This';
}

/**
 * @param {Offer[]} acts
 * @returns {Map<string, Offer[]>}
 */
function byTitle(acts) {
  /** @type {Map<string, Offer[]>} */
  const panes = new Map();
  for (const offer of acts) {
    const title = offer.title ?? '';
    panes.set(title, [...(panes.get(title) ?? []), offer]);
  }
  return panes;
}

export class More {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.node = element('section', { class: 'more' });
  }

  /** @param {string} [kind] opens the acts of one kind directly */
  open(kind = '') {
    const acts = this.desk.state.view.offers.filter((offer) => !offer.due && offer.pane);
    this.node.replaceChildren(
      element('h1', { class: 'words mid' }, 'Report or other action'),
      element('p', { class: 'soft' }, 'Choose one. You’ll see the outcome before you confirm.'),
      element(
        'div',
        { class: 'report' },
        ...[...byTitle(acts)].map(([title, offers]) =>
          element('button', { type: 'button', class: 'btn', onclick: () => this.pick(title, offers) }, title),
        ),
      ),
      ...(acts.length ? [] : [element('p', {}, 'No other actions right now.')]),
      element('div', { class: 'buttons' }, this.leave()),
    );
    const matches = acts.filter((offer) => offer.act.split('@')[0] === kind);
    if (matches.length) this.pick(matches[0].title ?? '', matches);
  }

  leave() {
    return element(
      'button',
      { type: 'button', class: 'btn ghost', onclick: () => this.desk.leave() },
      keycap('Esc', 'small'),
      'Cancel',
    );
  }

  /**
   * Ask which of the offered acts to do, if there are several.
   * @param {string} title
   * @param {Offer[]} offers
   */
  pick(title, offers) {
    const { view } = this.desk.state;
    if (offers.length === 1) {
      this.fill(offers[0], title);
      return;
    }
    this.node.replaceChildren(
      element('h1', { class: 'words mid' }, title),
      element(
        'div',
        { class: 'report' },
        ...offers.map((offer) =>
          element(
            'button',
            {
              type: 'button',
              class: 'btn',
              onclick: () => this.fill(offer, `${title}: ${which(offer.sample, offers, view)}`),
            },
            which(offer.sample, offers, view),
          ),
        ),
      ),
      element('div', { class: 'buttons' }, this.leave()),
    );
  }

  /**
   * @param {Offer} offer
   * @param {string} words
   */
  fill(offer, words) {
    const fields = (offer.blanks ?? []).map((blank) => field(blank, offer.sample));
    const form = element(
      'form',
      { class: 'keyed' },
      element('h1', { class: 'words mid' }, words),
      ...fields.map((field) => field.node),
      element(
        'div',
        { class: 'buttons' },
        element('button', { class: 'btn primary' }, keycap('Enter'), 'Preview the outcome'),
        this.leave(),
      ),
    );
    const fault = element('div');
    form.append(fault);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const bars = unreadable(fields);
      fault.replaceChildren(...bars);
      if (bars.length) return;
      const command = plain(offer.sample);
      for (const field of fields) field.fill(command);
      this.look(command, words);
    });
    this.node.replaceChildren(form);
    this.focus();
  }

  /** Focus the first field. */
  focus() {
    /** @type {HTMLElement|null} */ (this.node.querySelector('form :is(input, select, button)'))?.focus();
  }

  /**
   * Dry-run the act.
   * @param {TableCommand} command
   * @param {string} words
   */
  async look(command, words) {
    this.show(command, words, await this.desk.attempt(command));
  }

  /**
   * Show the outcome with the button that confirms it.
   * @param {TableCommand} command
   * @param {string} words
   * @param {import('../table/connection.js').Answer} answer
   */
  show(command, words, answer) {
    const { view } = this.desk.state;
    const head = element('h1', { class: 'words mid' }, words);
    if (!answer.ok && answer.refusal && answer.refusal.code !== 'shows_a_card') {
      this.node.replaceChildren(
        head,
        refusalBar(answer.refusal, []),
        element('div', { class: 'buttons' }, this.leave()),
      );
      return;
    }
    const { preview } = answer;
    const moves = preview?.moves ?? [];
    const confirm = this.confirmButton(command);
    this.node.replaceChildren(
      head,
      element(
        'ol',
        { class: 'will' },
        ...(preview?.steps ?? []).map((line) =>
          element('li', {}, element('span', {}, line.words), clauseText(line.clauses ?? [], line.readings ?? [])),
        ),
      ),
      moves.length > 12
        ? seatTable(moves, view)
        : moves.length
          ? settleTable(moves, view)
          : element(
              'p',
              { class: 'soft' },
              preview ? 'No chips move.' : 'The result depends on a card that is still hidden.',
            ),
      element('div', { class: 'buttons' }, confirm, this.leave()),
    );
    confirm.focus({ preventScroll: true });
  }

  /**
   * The confirm button: Enter, or a hold of one second. It ignores a key that is still held from the step before.
   * @param {TableCommand} command
   */
  confirmButton(command) {
    const button = element(
      'button',
      { type: 'button', class: 'btn off', 'aria-disabled': 'true' },
      keycap('Enter'),
      element('span', {}, 'Confirm', element('small', {}, 'Enter, or hold for one second')),
    );
    setTimeout(() => {
      button.className = 'btn primary';
      button.removeAttribute('aria-disabled');
    }, AWAKE);
    button.addEventListener('keydown', (event) => {
      if (event.repeat) event.preventDefault();
    });
    onHold(button, () => this.confirm(command));
    return button;
  }

  /** @param {TableCommand} command */
  async confirm(command) {
    const answer = await this.desk.send(command);
    if (answer.ok) this.desk.leave();
    else if (answer.refusal) this.node.append(refusalBar(answer.refusal, []));
  }
}

/** Labels of fields whose name alone is unclear. @type {Record<string, string>} */
const LABELS = {
  cents: 'Amount in dollars',
  dead: 'The device is dead (can’t be repaired here)',
  detail: 'What happened',
  hand: 'Which hand',
  how: 'What was done: covered, marked, removed or repaired',
  misdealt: 'A hand was misdealt',
  total: 'Total cards counted',
};

/**
 * An input of a form. `missing`: what to enter first, while the input can't be read as an amount or a number.
 * @typedef {{node: HTMLElement, fill: (command: TableCommand) => void, missing?: () => string}} Field
 */

/**
 * A message if a field can't be read, so that no wrong number is sent.
 * @param {Field[]} fields
 */
export function unreadable(fields) {
  const missing = fields.map((field) => field.missing?.() ?? '').find(Boolean);
  return missing ? [refusalBar({ code: 'not_filled_in', message: `${capital(missing)} first` }, [])] : [];
}

/**
 * One field of a form.
 * @param {Blank} blank
 * @param {TableCommand} sample
 * @returns {Field}
 */
function field(blank, sample) {
  const words = LABELS[blank.field] ?? capital(blank.field.replaceAll('_', ' '));
  if (blank.kind === 'flag') {
    const box = element('input', { type: 'checkbox', name: blank.field });
    return {
      node: element('label', { class: 'field flag' }, box, element('span', {}, words)),
      fill: (command) => {
        setField(command, blank.field, box.checked);
      },
    };
  }
  if (blank.kind === 'choice') {
    const list = element(
      'select',
      { name: blank.field },
      ...(blank.optional ? [element('option', { value: '' }, '—')] : []),
      ...(blank.options ?? []).map((option) =>
        element('option', { value: String(option.value) }, option.label || String(option.value).replaceAll('_', ' ')),
      ),
    );
    const assign = (/** @type {TableCommand} */ command) => {
      const selected = (blank.options ?? []).find((option) => String(option.value) === list.value);
      setField(command, blank.field, selected?.value);
    };
    return { node: element('label', { class: 'field' }, element('span', {}, words), list), fill: assign };
  }
  if (blank.kind === 'cards') {
    const kinds = [...new Set(blank.cards ?? [])];
    const button = () =>
      element(
        'select',
        { name: blank.field, 'aria-label': words },
        element('option', { value: '' }, 'Not seen'),
        ...kinds.map((each) => element('option', { value: each }, `${cardSign(each)} ${cardName(each)}`)),
      );
    const list = button();
    if (!Array.isArray(fieldOf(sample, blank.field)))
      return {
        node: element('label', { class: 'field' }, element('span', {}, words), list),
        fill: (command) => {
          setField(command, blank.field, list.value || null);
        },
      };
    // The number of cards may change the outcome.
    const lists = element('span', { class: 'several' }, list);
    const more = blank.most
      ? null
      : element(
          'button',
          {
            type: 'button',
            class: 'btn small',
            onclick: () => {
              lists.append(button());
              lists.dispatchEvent(new Event('input', { bubbles: true }));
            },
          },
          'Add a card',
        );
    const fill = (/** @type {TableCommand} */ command) => {
      const cards = [...lists.querySelectorAll('select')].map((each) => each.value || null);
      setField(command, blank.field, cards);
    };
    return { node: element('div', { class: 'field' }, element('span', {}, words), lists, more), fill };
  }
  const input = element('input', {
    name: blank.field,
    autocomplete: 'off',
    required: !blank.optional,
    inputmode: blank.kind === 'text' ? 'text' : 'numeric',
  });
  const fill = (/** @type {TableCommand} */ command) => {
    const text = input.value || !blank.optional ? input.value : undefined;
    if (blank.kind === 'whole') setField(command, blank.field, Number(input.value));
    else setField(command, blank.field, blank.kind === 'cents' ? (toCents(input.value) ?? 0) : text);
  };
  const missing = () => {
    if (blank.optional && !input.value.trim()) return '';
    if (blank.kind === 'cents') return toCents(input.value) === null ? 'enter the amount' : '';
    if (blank.kind === 'whole') return /^\s*\d+\s*$/.test(input.value) ? '' : 'enter the number';
    return '';
  };
  return { node: element('label', { class: 'field' }, element('span', {}, words), input), fill, missing };
}

export { field };
