// The form of one floor act: fields, a preview that follows every change, a reason, and confirmation.
import { element, say } from '../core/dom.js';
import { dollars, figures } from '../core/money.js';
import { fieldOf, plain, setField } from './commands.js';
import { field } from './other-acts.js';
import { capital, clauseText, icon } from './staff-parts.js';
import { settleTable } from './settlement-sheet.js';
import { refusalBar } from './message-cards.js';
import { unmovedChips, steps, sum } from './dry-run-outcome.js';
import { departure, needWords } from './second-person.js';
import { kindOf, whichOf } from './table-reports.js';

/** @typedef {import('../core/types.js').Offer} Offer */
/** @typedef {import('../core/types.js').Blank} Blank */
/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').Tried} Tried */
/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('../table/connection.js').Answer} Answer */
/** @typedef {import('./table-reports.js').Group} Group */
/**
 * One input of the form. `anyCard`: the preview shows the outcome for any card until one is chosen.
 * @typedef {import('./other-acts.js').Field & {anyCard?: boolean}} Control
 */

const PAUSE = 250; // milliseconds without typing before the preview is refreshed
const MEANWHILE = 'as reported'; // placeholder reason for a dry run, which stores nothing
const REASONS = ['reason', 'detail'];
const FEW = 4; // maximum number of choices shown side by side

/**
 * Show a few choices side by side as large radio buttons.
 * @param {Blank} blank
 * @param {TableCommand} sample
 */
function choices(blank, sample) {
  const options = blank.options ?? [];
  const boxes = options.map((option) => {
    const box = element('input', { type: 'radio', name: blank.field, value: String(option.value) });
    box.checked = option.value === fieldOf(sample, blank.field);
    return { option, box };
  });
  const words = capital(blank.field.replaceAll('_', ' '));
  return {
    node: element(
      'fieldset',
      { class: 'field choices' },
      element('legend', {}, words),
      ...boxes.map(({ option, box }) =>
        element(
          'label',
          {},
          box,
          element('span', {}, capital(option.label || String(option.value).replaceAll('_', ' '))),
        ),
      ),
    ),
    fill: (/** @type {TableCommand} */ command) => {
      const selected = boxes.find(({ box }) => box.checked);
      if (selected) setField(command, blank.field, selected.option.value);
    },
  };
}

/**
 * A required card. Until one is chosen, the preview shows the outcome for any card.
 * @param {ReturnType<typeof field>} control
 * @param {Blank} blank
 * @param {TableCommand} sample
 */
function chosenCard(control, blank, sample) {
  const list = /** @type {HTMLSelectElement} */ (control.node.querySelector('select'));
  say(list.options[0], 'Choose the card');
  return {
    node: control.node,
    fill: (/** @type {TableCommand} */ command) => {
      setField(command, blank.field, list.value || fieldOf(sample, blank.field));
    },
    missing: () => (list.value ? '' : 'choose the card'),
    anyCard: true,
  };
}

/**
 * @param {Blank} blank
 * @param {TableCommand} sample
 * @returns {Control}
 */
function control(blank, sample) {
  if (
    blank.kind === 'choice' &&
    !blank.optional &&
    (blank.options ?? []).length <= FEW &&
    typeof blank.options?.[0]?.value === 'string'
  )
    return choices(blank, sample);
  if (blank.kind === 'choice' && typeof blank.options?.[0]?.value === 'number')
    return field(
      {
        ...blank,
        options: blank.options?.map((option) => ({
          ...option,
          label: blank.field === 'cents' ? dollars(Number(option.value)) : String(option.value),
        })),
      },
      sample,
    );
  const fieldControl = field(blank, sample);
  if (blank.kind === 'cards' && typeof fieldOf(sample, blank.field) === 'string')
    return chosenCard(fieldControl, blank, sample);
  const input = fieldControl.node.querySelector('input');
  if (input && blank.kind === 'whole') input.value = String(fieldOf(sample, blank.field) ?? '');
  if (input && blank.kind === 'cents') {
    say(/** @type {Element} */ (fieldControl.node.querySelector('span')), 'Correct amount returned, in dollars');
    input.setAttribute('placeholder', '0.00');
  }
  return fieldControl;
}

export class Sheet {
  /**
   * @param {import('./commands.js').Send} attempt
   * @param {import('./commands.js').Send} send
   * @param {() => void} onChange
   */
  constructor(attempt, send, onChange) {
    this.attempt = attempt;
    this.send = send;
    this.onChange = onChange;
    this.title = element('h1');
    this.lead = element('p', { class: 'lead' });
    this.controls = element('div', { class: 'controls' });
    this.result = element('div', { class: 'result' });
    this.reasonInput = element('input', {
      name: 'reason',
      autocomplete: 'off',
      maxlength: 500,
      placeholder: 'What happened, and who saw it',
    });
    this.reason = element('label', { class: 'field' }, element('span', {}, 'Reason for the record'), this.reasonInput);
    this.confirm = element('div', { class: 'confirm' }, this.reason);
    this.node = element(
      'form',
      { class: 'sheet-form' },
      element('div', {}, this.title, this.lead),
      this.controls,
      this.result,
      this.confirm,
    );
    this.node.addEventListener('submit', (event) => event.preventDefault());
    this.node.addEventListener('input', (event) => {
      // The second person also confirms the reason, so a new reason needs a new preview.
      if (event.target === this.reasonInput && !this.answer?.preview?.review) this.onChange();
      else this.soon();
    });
    /** @type {Group|null} */
    this.group = null;
    /** @type {Offer|null} */
    this.offer = null;
    /** @type {Control[]} */
    this.fields = [];
    /** @type {Answer|null} */
    this.answer = null;
    this.tries = 0;
    this.fresh = false; // true if the preview matches the current state of the table
    this.at = 0;
    /** @type {string} the field that the reason goes into; empty where the act has none */
    this.because = '';
  }

  /**
   * @param {View} view
   * @param {Group} group
   */
  open(view, group) {
    this.view = view;
    this.group = group;
    this.reasonInput.value = '';
    say(this.title, group.title);
    this.fill(group.offers[0]);
  }

  /** @param {Offer} offer */
  fill(offer) {
    const { group } = this;
    const view = /** @type {View} */ (this.view);
    this.offer = offer;
    this.answer = null;
    const blanks = offer.blanks ?? [];
    this.because = blanks.find((blank) => blank.kind === 'text' && REASONS.includes(blank.field))?.field ?? '';
    this.fields = blanks.filter((blank) => blank.field !== this.because).map((blank) => control(blank, offer.sample));
    this.reason.hidden = !this.because;
    const which = group && group.offers.length > 1 ? [this.which(group, offer, view)] : [];
    this.controls.replaceChildren(...which, ...this.fields.map((field) => field.node));
    this.controls.hidden = !this.controls.childElementCount;
    this.try();
  }

  /**
   * @param {Group} group
   * @param {Offer} offer
   * @param {View} view
   */
  which(group, offer, view) {
    const list = element(
      'select',
      { name: 'which' },
      ...group.offers.map((offer, at) => element('option', { value: String(at) }, whichOf(offer, view))),
    );
    list.value = String(group.offers.indexOf(offer));
    list.addEventListener('input', (event) => {
      event.stopPropagation();
      this.fill(group.offers[Number(list.value)]);
    });
    return element('label', { class: 'field wide' }, element('span', {}, 'Which one'), list);
  }

  get command() {
    const command = plain(/** @type {Offer} */ (this.offer).sample);
    for (const field of this.fields) field.fill(command);
    if (this.because) setField(command, this.because, this.reasonInput.value.trim() || MEANWHILE);
    return command;
  }

  /** What to enter before the act can be confirmed. */
  get missing() {
    return this.fields.map((field) => field.missing?.() ?? '').find(Boolean) ?? '';
  }

  soon() {
    clearTimeout(this.timer);
    this.answer = null;
    this.onChange();
    this.timer = setTimeout(() => this.try(), PAUSE);
  }

  /** Refresh the preview after the table changed. @param {View} view */
  refresh(view) {
    this.view = view;
    this.try();
  }

  /** Refresh the preview with the current fields and table state. */
  async try() {
    const number = ++this.tries;
    this.fresh = false;
    const unread = this.fields.some((field) => !field.anyCard && field.missing?.()); // no preview of a wrong amount
    const answer = unread ? { ok: false } : await this.attempt(this.command);
    if (number !== this.tries) return;
    this.fresh = true;
    const before = this.answer ? JSON.stringify(this.answer.preview?.entries) : '';
    this.answer = answer;
    if (before !== JSON.stringify(answer.preview?.entries)) this.at = performance.now();
    this.show();
    this.onChange();
  }

  show() {
    const { answer } = this;
    const view = /** @type {View} */ (this.view);
    const title = this.group?.title ?? '';
    if (!answer?.preview) {
      const unseen = answer?.refusal?.code === 'shows_a_card';
      say(this.title, title);
      this.lead.replaceChildren(
        unseen
          ? 'The result depends on a card in the machine. You’ll see it after you confirm.'
          : 'This can’t be submitted yet.',
      );
      this.result.replaceChildren(...(unseen || !answer?.refusal ? [] : [refusalBar(answer.refusal, [])]));
      return;
    }
    const { preview } = answer;
    say(this.title, preview.outcome.headline);
    const anyCard = Boolean(this.missing);
    this.lead.replaceChildren(`${title}. Preview of the outcome${anyCard ? ' for any card' : ''}:`);
    const list = steps(preview, view, anyCard);
    this.result.replaceChildren(
      ...(preview.departs ? [departure(preview.departs)] : []),
      ...amounts(preview, view),
      element(
        'ol',
        { class: 'will' },
        ...list.map((line, at) =>
          element(
            'li',
            {},
            element('b', {}, String(at + 1)),
            element('span', {}, line.words),
            clauseText(line.clauses.slice(0, 3), line.readings),
          ),
        ),
      ),
    );
  }

  /** @returns {import('./floor-data.js').Primary} */
  get primary() {
    const { answer } = this;
    const can = Boolean(answer?.preview || answer?.refusal?.code === 'shows_a_card');
    const hasReason = !this.because || this.reasonInput.value.trim().length > 0;
    const kind = kindOf(this.offer?.act ?? '');
    const { missing } = this;
    const words = answer?.preview
      ? `Confirm: ${answer.preview.outcome.headline.replace(/\.$/, '')}`
      : `Confirm: ${this.group?.title ?? kind}`;
    const need = needWords(answer?.preview?.review, answer?.preview?.outcome.headline.replace(/\.$/, '') ?? '');
    const act = async () => {
      await this.send(this.command);
    };
    if (need && hasReason && !missing) return { ...need, ready: need.ready && this.fresh, act };
    return {
      words: can ? words : answer ? 'Can’t be submitted yet' : 'Checking …',
      small: missing
        ? `${missing} first`
        : !hasReason
          ? 'enter a reason first'
          : can && !this.fresh
            ? 'the table changed; checking again'
            : answer && !can
              ? ''
              : 'hold for one second; can only be undone by a correction',
      ready: can && this.fresh && hasReason && !missing,
      act,
    };
  }
}

/**
 * Amounts of the preview: returned chips by seat and wager, or one row per wager with before and after.
 * @param {Tried} preview
 * @param {View} view
 * @returns {HTMLElement[]}
 */
function amounts(preview, view) {
  const { moves } = preview;
  if (!moves.length) return [element('p', { class: 'soft' }, 'No chips move.')];
  if (moves.every((move) => move.action === 'return')) return [returnedChips(preview, view)];
  const corrected = moves.filter((move) => move.action === 'take' || move.action === 'pay');
  if (corrected.length === moves.length && moves.some((move) => move.action === 'take'))
    return [beforeAndAfter(moves, view)];
  return [settleTable(moves, view)];
}

/**
 * @param {Tried} preview
 * @param {View} view
 */
function returnedChips(preview, view) {
  const { moves } = preview;
  const chips = unmovedChips(preview);
  const seats = [...new Set(moves.map((move) => move.seat))].sort((a, b) => a - b);
  const wagers = [...new Set(moves.map((move) => move.wager))];
  const clauses = [...new Set(moves.flatMap((move) => move.clauses))].slice(0, 2);
  const readings = [...new Set(moves.flatMap((move) => move.readings))].slice(0, 2);
  const of = (/** @type {number} */ seat, /** @type {string} */ wager) =>
    moves.filter((move) => move.seat === seat && move.wager === wager).reduce((total, move) => total + move.cents, 0);
  const on = (/** @type {number} */ seat) =>
    Object.values(chips.get(seat) ?? {}).reduce((total, cents) => total + cents, 0);
  const names = [...new Set([...chips.values()].flatMap((each) => Object.keys(each)))]
    .map((wager) => view.label(wager))
    .join(', ');
  const amount = (/** @type {number} */ cents) => (cents ? figures(cents).replace(/\.00$/, '') : '·');
  return element(
    'table',
    { class: 'figures' },
    element('caption', {}, 'Returned, in dollars ', clauseText(clauses, readings)),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Seat'),
        ...wagers.map((wager) => element('th', { scope: 'col' }, view.label(wager))),
        element('th', { scope: 'col' }, '= Returned'),
        names ? element('th', { scope: 'col' }, `${names} stays`) : null,
      ),
    ),
    element(
      'tbody',
      {},
      ...seats.map((seat) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, element('b', {}, String(seat)), ` ${view.seat(seat)?.name ?? ''}`),
          ...wagers.map((wager) => element('td', {}, amount(of(seat, wager)))),
          element(
            'td',
            { class: 'back' },
            dollars(
              sum(
                moves.filter((move) => move.seat === seat),
                ['return'],
              ),
            ),
          ),
          names ? element('td', { class: 'stay' }, on(seat) ? dollars(on(seat)) : '·') : null,
        ),
      ),
      element(
        'tr',
        { class: 'total' },
        element('th', { scope: 'row' }, `Total, ${seats.length} seats`),
        ...wagers.map((wager) => element('td', {}, amount(seats.reduce((total, seat) => total + of(seat, wager), 0)))),
        element('td', { class: 'back' }, dollars(sum(moves, ['return']))),
        names ? element('td', { class: 'stay' }, dollars(seats.reduce((total, seat) => total + on(seat), 0))) : null,
      ),
    ),
  );
}

/**
 * A correction: the original payment is reversed, then the correct amount is paid.
 * @param {Move[]} moves
 * @param {View} view
 */
function beforeAndAfter(moves, view) {
  const keys = [...new Set(moves.map((move) => `${move.seat}/${move.wager}`))];
  const rows = keys.map((key) => {
    const wagerMoves = moves.filter((move) => `${move.seat}/${move.wager}` === key);
    const before = sum(wagerMoves, ['take']);
    const after = sum(wagerMoves, ['pay']);
    const [first] = wagerMoves;
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('b', {}, String(first.seat)),
        ` ${view.seat(first.seat)?.name || first.name}, `,
        first.wager === 'envy' ? 'Envy Bonus' : view.label(first.wager),
      ),
      element('td', {}, element('s', {}, dollars(before))),
      element('td', { class: 'back' }, dollars(after)),
      element(
        'td',
        { class: after >= before ? 'stay' : 'less' },
        icon(after >= before ? 'up' : 'down'),
        ` ${after >= before ? 'pay' : 'take'} ${dollars(Math.abs(after - before))}`,
      ),
    );
  });
  return element(
    'table',
    { class: 'figures' },
    element(
      'caption',
      {},
      'Reversed and paid again ',
      clauseText(
        [...new Set(moves.flatMap((move) => move.clauses))].slice(0, 2),
        [...new Set(moves.flatMap((move) => move.readings))].slice(0, 2),
      ),
    ),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...['Seat, wager', 'Before', 'After', 'Chips to move'].map((name) => element('th', { scope: 'col' }, name)),
      ),
    ),
    element('tbody', {}, ...rows),
  );
}
