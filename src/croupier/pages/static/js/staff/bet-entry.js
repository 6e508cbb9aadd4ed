// Open bets: the seated players, their wagers, and forms to enter seats and bets for players without a screen.
import { element, keyed, say } from '../core/dom.js';
import { dollars, figures, toCents } from '../core/money.js';
import { held, keycap } from './staff-parts.js';
import { brief, wagerLines } from './dealer-seats.js';

/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('../core/types.js').Stake} Stake */
/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {{ok: boolean, refusal?: Refusal}} Answer */
/** @typedef {(command: Record<string, any>) => Promise<Answer>} Send */

const NO_AMOUNT = {
  code: 'no_amount',
  message: 'That is not an amount',
  remedy: 'Enter dollars, such as 500 or 12.50.',
};

export class Betting {
  /**
   * @param {Send} send
   * @param {() => void} changed
   * @param {(refusal: Refusal|null) => void} refuse
   */
  constructor(send, changed, refuse) {
    this.send = send;
    this.changed = changed;
    this.refuse = refuse;
    /** @type {number|null} */
    this.seat = null;
    this.choosing = false; // the dealer is choosing a seat by its number
    this.formFor = '';
    this.toFocus = false; // a new form is waiting for focus
    this.working = false; // a request is pending: a double tap must not sell chips twice
    this.list = element('ol', { class: 'bettors', 'aria-label': 'Bets' });
    this.sheet = element('div', { class: 'bet-sheet' });
    this.node = element('div', { class: 'betting' }, this.list, this.sheet);
  }

  /** Whether a form or the seat choice is open. Other table keys are ignored then. */
  get isOpen() {
    return this.choosing || this.seat !== null;
  }

  /**
   * @param {View} view
   * @param {Set<number>} ready
   */
  draw(view, ready) {
    this.view = view;
    const open = this.seat !== null;
    this.list.hidden = open;
    this.sheet.hidden = !open;
    if (!open) this.drawList(view, ready);
    else this.drawSheet(view, /** @type {number} */ (this.seat));
  }

  /**
   * @param {View} view
   * @param {Set<number>} ready
   */
  drawList(view, ready) {
    this.formFor = '';
    const numbers = Array.from({ length: view.posted.positions }, (_, at) => at + 1);
    keyed(
      this.list,
      numbers,
      (number) => number,
      (number) =>
        element(
          'li',
          {},
          element(
            'button',
            { type: 'button', class: 'bettor', 'data-bettor': number, onclick: () => this.open(number) },
            keycap(String(number)),
            element('span', { class: 'who' }),
            element('span', { class: 'lies' }),
          ),
        ),
      (each, number) => {
        const seat = view.seat(number);
        const lies = seat
          ? wagerLines(seat, view).join(' · ') || 'no bet yet'
          : this.maySit(view, number)
            ? 'Tap to seat a player'
            : 'empty';
        each.classList.toggle('none', !seat);
        say(
          /** @type {Element} */ (each.querySelector('.who')),
          seat ? `${seat.name || seat.player} · ${brief(seat.chips ?? 0)}` : 'Empty seat',
        );
        say(/** @type {Element} */ (each.querySelector('.lies')), `${lies}${ready.has(number) ? ' · ready' : ''}`);
      },
    );
  }

  /**
   * @param {View} view
   * @param {number} number
   */
  maySit(view, number) {
    const blank = view.offer('sit_down')?.blanks?.find((one) => one.field === 'seat');
    return Boolean(blank?.options?.some((option) => option.value === number));
  }

  /**
   * Ask for a seat. Only this key or a tap leads to a sale, because a digit may belong to a card or a count.
   */
  choose() {
    this.choosing = this.seat === null;
    this.changed();
  }

  /** @param {number} number */
  open(number) {
    const view = this.view;
    if (!view || number < 1 || number > view.posted.positions) return false;
    if (!view.seat(number) && !this.maySit(view, number)) return false;
    this.choosing = false;
    this.seat = number;
    this.changed();
    return true;
  }

  close() {
    this.choosing = false;
    this.seat = null;
    this.formFor = '';
    this.sheet.replaceChildren();
    this.refuse(null);
    this.changed();
  }

  /**
   * Build a form once and keep it, so that redrawing does not interrupt typing.
   * @param {View} view
   * @param {number} number
   */
  drawSheet(view, number) {
    const seat = view.seat(number);
    const wanted = `${number}:${seat?.player ?? ''}:${view.sight?.round}:${Boolean(seat?.chips)}`;
    if (this.formFor === wanted) return;
    this.formFor = wanted;
    this.sheet.replaceChildren(seat ? this.betForm(view, seat) : this.sitForm(view, number));
    this.toFocus = true;
  }

  /** Focus the first field of a new form once it is on the page. */
  focus() {
    if (!this.toFocus || !this.sheet.isConnected) return;
    this.toFocus = false;
    this.sheet.querySelector('input')?.focus();
  }

  /**
   * @param {View} view
   * @param {number} number
   */
  sitForm(view, number) {
    const name = element('input', {
      name: 'name',
      maxlength: '40',
      autocomplete: 'off',
      placeholder: `Seat ${number}`,
    });
    const chips = element('input', {
      name: 'chips',
      inputmode: 'decimal',
      autocomplete: 'off',
      placeholder: 'dollars',
    });
    const form = element(
      'form',
      { class: 'keyed' },
      element('h1', {}, `Seat ${number}: new player`),
      element('label', { class: 'field' }, element('span', {}, 'Name'), name),
      element('label', { class: 'field' }, element('span', {}, 'Cash for chips'), chips),
      this.buttons('Seat the player'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.alone(() =>
        this.sit(number, name.value.trim() || `Seat ${number}`, chips.value.trim() ? toCents(chips.value) : 0),
      );
    });
    return form;
  }

  /** Run one request at a time. @param {() => Promise<void>} work */
  async alone(work) {
    if (this.working) return;
    this.working = true;
    try {
      await work();
    } finally {
      this.working = false;
    }
  }

  /**
   * Seat a player under an id from the server, then sell the chips to that id.
   * @param {number} number
   * @param {string} name
   * @param {number|null} cents
   */
  async sit(number, name, cents) {
    const sample = this.view?.offer('sit_down')?.sample;
    if (!sample) return;
    if (cents === null) {
      this.refuse(NO_AMOUNT);
      return;
    }
    const answer = await this.send({ ...plain(sample), seat: number, player: 'new', name });
    if (!answer.ok) {
      this.refuse(answer.refusal ?? null);
      return;
    }
    const player = this.view?.seat(number)?.player;
    if (player && cents) await this.inOrder([{ type: 'buy_in@1', player, cents }]);
    else this.close();
  }

  /**
   * @param {View} view
   * @param {import('../core/types.js').Seat} seat
   */
  betForm(view, seat) {
    const offer = view.offer('bet', (sample) => sample.seat === seat.seat);
    const stakes = offer?.blanks?.find((blank) => blank.kind === 'wagers')?.stakes ?? [];
    const last = view.before.get(seat.seat);
    const same = last && last.player === seat.player ? last.wagers : null;
    /** @type {Map<string, HTMLInputElement>} */
    const fields = new Map();
    const rows = stakes.map((stake) => this.stakeRow(stake, fields));
    for (const stake of stakes) follow(stake, fields);
    const form = element(
      'form',
      { class: 'keyed' },
      element(
        'h1',
        {},
        `Seat ${seat.seat}: ${seat.name || seat.player}`,
        element('small', {}, `${dollars(seat.chips ?? 0)} in chips`),
      ),
      stakes.length
        ? element('div', { class: 'stakes' }, ...rows)
        : element('p', { class: 'soft' }, 'This player bets on their own screen.'),
      this.buttons(
        'Bet',
        same
          ? element('button', { type: 'button', class: 'btn', onclick: () => fill(fields, same) }, 'Repeat last bet')
          : null,
        ...this.seatActs(view, seat),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const wagers = Object.fromEntries(
        [...fields]
          .map(([wager, field]) => [wager, toCents(field.value || '0') ?? -1])
          .filter(([, cents]) => cents !== 0),
      );
      const { by, at, ...rest } = offer?.sample ?? {};
      this.say([{ ...rest, wagers }]);
    });
    return form;
  }

  /**
   * @param {Stake} stake
   * @param {Map<string, HTMLInputElement>} fields
   */
  stakeRow(stake, fields) {
    const field = element('input', {
      name: stake.name,
      inputmode: 'decimal',
      autocomplete: 'off',
      placeholder: stake.required ? '' : 'none',
    });
    fields.set(stake.name, field);
    return element(
      'label',
      { class: 'field' },
      element('span', {}, stake.label, element('small', {}, bounds(stake))),
      field,
    );
  }

  /**
   * @param {View} view
   * @param {import('../core/types.js').Seat} seat
   */
  seatActs(view, seat) {
    const acts = [];
    const back = view.offer('take_back', (sample) => sample.seat === seat.seat);
    const up = view.offer('get_up', (sample) => sample.seat === seat.seat);
    const out = view.offer('cash_out', (sample) => sample.player === seat.player);
    const buy = view.offer('buy_in', (sample) => sample.player === seat.player);
    if (back && Object.keys(seat.wagers ?? {}).length) acts.push(this.act('Return the bet', [plain(back.sample)]));
    if (buy)
      acts.push(
        element(
          'button',
          { type: 'button', class: 'btn ghost', onclick: () => this.sheet.replaceChildren(this.chipsForm(seat, buy)) },
          'Buy chips',
        ),
      );
    if (up && !Object.keys(seat.wagers ?? {}).length)
      acts.push(
        this.act(out && seat.chips ? `Cash out ${brief(seat.chips)} and leave` : 'Leave the seat', [
          ...(out && seat.chips ? [plain(out.sample)] : []),
          plain(up.sample),
        ]),
      );
    return acts;
  }

  /**
   * Sell chips for the cash the player put on the table.
   * @param {import('../core/types.js').Seat} seat
   * @param {import('../core/types.js').Offer} offer
   */
  chipsForm(seat, offer) {
    const chips = element('input', {
      name: 'chips',
      inputmode: 'decimal',
      autocomplete: 'off',
      placeholder: 'dollars',
    });
    const form = element(
      'form',
      { class: 'keyed' },
      element(
        'h1',
        {},
        `Seat ${seat.seat}: ${seat.name || seat.player} buys chips`,
        element('small', {}, `${dollars(seat.chips ?? 0)} in chips now`),
      ),
      element('label', { class: 'field' }, element('span', {}, 'Cash received'), chips),
      this.buttons('Sell chips'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const cents = toCents(chips.value);
      if (cents) this.say([{ ...plain(offer.sample), cents }]);
      else this.refuse(NO_AMOUNT);
    });
    queueMicrotask(() => chips.focus());
    return form;
  }

  /**
   * A button that moves chips off the layout or the table. It is held for one second.
   * @param {string} words
   * @param {Record<string, any>[]} commands
   */
  act(words, commands) {
    const button = element(
      'button',
      { type: 'button', class: 'btn ghost' },
      element('span', {}, words, element('small', {}, 'hold for one second')),
    );
    held(button, () => this.say(commands));
    return button;
  }

  /**
   * @param {string} words
   * @param {...(HTMLElement|null)} others
   */
  buttons(words, ...others) {
    return element(
      'div',
      { class: 'buttons' },
      element('button', { class: 'btn primary' }, keycap('Enter'), words),
      ...others,
      element(
        'button',
        { type: 'button', class: 'btn ghost', onclick: () => this.close() },
        keycap('Esc', 'small'),
        'Cancel',
      ),
    );
  }

  /** @param {Record<string, any>[]} commands */
  say(commands) {
    return this.alone(() => this.inOrder(commands));
  }

  /**
   * Send commands in order and stop at the first refusal.
   * @param {Record<string, any>[]} commands
   */
  async inOrder(commands) {
    for (const command of commands) {
      const answer = await this.send(command);
      if (!answer.ok) {
        this.refuse(answer.refusal ?? null);
        return;
      }
    }
    this.close();
  }

  /** Repeat the last round's bets of every player who is still seated. */
  again() {
    return this.alone(() => this.allAgain());
  }

  async allAgain() {
    const view = this.view;
    for (const [number, last] of view?.before ?? []) {
      const seat = view?.seat(number);
      const offer = view?.offer('bet', (sample) => sample.seat === number);
      if (!seat || !offer || seat.player !== last.player || Object.keys(seat.wagers ?? {}).length) continue;
      const answer = await this.send({ ...plain(offer.sample), wagers: last.wagers });
      if (!answer.ok) {
        this.refuse(answer.refusal ?? null);
        return;
      }
    }
  }

  /** Whether any bets can be repeated. */
  get repeats() {
    const view = this.view;
    return [...(view?.before ?? [])].some(([number, last]) => {
      const seat = view?.seat(number);
      return (
        seat?.player === last.player &&
        !Object.keys(seat.wagers ?? {}).length &&
        view?.offer('bet', (sample) => sample.seat === number)
      );
    });
  }
}

/** @param {Record<string, any>} sample */
export function plain(sample) {
  const { by, at, ...rest } = sample;
  return rest;
}

/** The limits of a wager in short. @param {Stake} stake */
function bounds(stake) {
  if (stake.equal_to) return 'equal';
  if (stake.fixed) return brief(stake.fixed);
  if (stake.chips?.length) return stake.chips.map(brief).join(' or ');
  if (stake.minimum && stake.maximum) return `${brief(stake.minimum)} to ${brief(stake.maximum)}`;
  return stake.minimum ? `from ${brief(stake.minimum)}` : '';
}

/**
 * A wager that must equal another is entered with it.
 * @param {Stake} stake
 * @param {Map<string, HTMLInputElement>} fields
 */
function follow(stake, fields) {
  const field = fields.get(stake.name);
  const leader = stake.equal_to ? fields.get(stake.equal_to) : undefined;
  if (!field || !leader) return;
  field.readOnly = true;
  field.tabIndex = -1;
  leader.addEventListener('input', () => {
    field.value = leader.value;
    field.dispatchEvent(new Event('input'));
  });
}

/**
 * @param {Map<string, HTMLInputElement>} fields
 * @param {Record<string, number>} wagers
 */
function fill(fields, wagers) {
  for (const [wager, field] of fields)
    field.value = wagers[wager] ? figures(wagers[wager]).replaceAll(',', '').replace(/\.00$/, '') : '';
}
