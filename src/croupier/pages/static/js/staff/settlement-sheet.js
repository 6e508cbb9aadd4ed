// The settlement sheet: the amount of each wager in dollars and chips, in the order of the rules.
import { element } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { handWords } from '../table/round-story.js';
import { chipList, chipsOf, chipsOrWords, payer } from './payout-chips.js';
import { card, cardRow, icon, placeName } from './staff-parts.js';
import { brief } from './dealer-seats.js';

/** @typedef {import('./console-view.js').View} View */
/** @typedef {import('../core/types.js').Tried} Tried */
/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').TableEvent} TableEvent */

/** The chip action: word, style, icon. @type {Record<string, [string, string, string]>} */
const ACTIONS = {
  pay: ['PAY', 'pay', 'up'],
  collect: ['COLLECT', 'take', 'down'],
  take: ['TAKE BACK', 'take', 'down'],
  push: ['PUSH', 'push', 'back'],
  return: ['RETURN', 'push', 'back'],
  lost: ['LOST', 'none', 'dash'],
  stands: ['NO CHANGE', 'none', 'dash'],
};
const OUT = ['pay'];
const IN = ['collect', 'take'];

/** The note beside the chips. @param {Move} move */
function noteOf(move) {
  if (move.meter) return `from the ${move.meter} meter`;
  if (move.cut) return `reduced by ${dollars(move.cut)} (payout limit)`;
  if (move.action === 'push' || move.action === 'return') return `return ${brief(move.cents)}`;
  if (move.action === 'stands') return 'settled again, same result';
  return move.action === 'lost' ? 'chip already in the tray' : '';
}

/**
 * @param {Move[]} moves
 * @param {string[]} actions
 */
function sum(moves, actions) {
  return moves.filter((each) => actions.includes(each.action)).reduce((total, each) => total + each.cents, 0);
}

/** "Seat 3: pay $167.50, collect $5.00". @param {Move[]} moves */
export function headline(moves) {
  const seats = [...new Set(moves.map((each) => each.seat))];
  const seatWords = seats.length === 1 ? `Seat ${seats[0]}` : `Seats ${seats.join(', ')}`;
  const pay = sum(moves, OUT);
  const collect = sum(moves, ['collect']);
  const take = sum(moves, ['take']);
  const lines = [
    pay ? `pay ${dollars(pay)}` : '',
    collect ? `collect ${dollars(collect)}` : '',
    take ? `take back ${dollars(take)}` : '',
  ].filter(Boolean);
  return `${seatWords}: ${lines.join(', ') || 'no chips change hands'}`;
}

/**
 * @param {Move[]} moves
 * @param {View} view
 */
export function settleTable(moves, view) {
  const several = new Set(moves.map((each) => each.seat)).size > 1;
  const pay = payer(view.stock);
  return element(
    'table',
    { class: `settle${moves.length > 6 ? ' many' : ''}` },
    element('caption', { class: 'unseen' }, 'Settlement by wager, in the order of the rules'),
    element('tbody', {}, ...moves.map((each) => settleRow(each, view, several, pay))),
  );
}

/**
 * Totals by seat, for many wagers at several seats.
 * @param {Move[]} moves
 * @param {View} view
 */
export function seatTable(moves, view) {
  const seats = [...new Set(moves.map((each) => each.seat))].sort((a, b) => a - b);
  const pay = payer(view.stock);
  return element(
    'table',
    { class: 'settle' },
    element('caption', { class: 'unseen' }, 'Settlement by seat'),
    element(
      'tbody',
      {},
      ...seats.flatMap((seat) => {
        const own = moves.filter((each) => each.seat === seat);
        return [...new Set(own.map((each) => each.action))].map((action) => {
          const [verb, look, sign] = ACTIONS[action] ?? [action.toUpperCase(), 'none', 'dash'];
          const all = own.filter((each) => each.action === action);
          const clauses = [...new Set(all.flatMap((each) => each.clauses))].slice(0, 2);
          return element(
            'tr',
            {},
            element(
              'th',
              { class: 'what', scope: 'row' },
              element('b', {}, `Seat ${seat}`),
              element('span', {}, `${all.length} wagers`),
            ),
            element('td', { class: 'verb' }, element('span', { class: look }, icon(sign), verb)),
            element('td', { class: 'sum' }, dollars(sum(all, [action]))),
            element('td', {}, moveWords(action, sum(all, [action]), view, pay)),
            element(
              'td',
              { class: 'law' },
              ...clauses.map((id) => element('span', { class: 'clause' }, id.replace(/^[^/]*\//, ''))),
            ),
          );
        });
      }),
    ),
  );
}

/**
 * The chips of a move. Payments use only chips that the tray has, except payments from a meter.
 * @param {string} action
 * @param {number} cents
 * @param {View} view
 * @param {ReturnType<typeof payer>} pay
 * @param {string} [meter]
 */
function moveWords(action, cents, view, pay, meter = '') {
  if (!OUT.includes(action) || meter) return chipsOf(cents, view.tray);
  return chipsOrWords(pay(cents), view.stock);
}

/**
 * @param {Move} move
 * @param {View} view
 * @param {boolean} several
 * @param {ReturnType<typeof payer>} pay
 */
function settleRow(move, view, several, pay) {
  const [verb, look, sign] = ACTIONS[move.action] ?? [move.action.toUpperCase(), 'none', 'dash'];
  const label = move.wager === 'envy' ? 'Envy Bonus' : view.label(move.wager);
  const odds = move.action === 'pay' && move.pays ? ` ${move.pays.startsWith('$') ? 'pays' : 'at'} ${move.pays}` : '';
  const chips = [...OUT, ...IN].includes(move.action);
  const note = noteOf(move);
  return element(
    'tr',
    { 'data-wager': move.wager, 'data-action': move.action },
    element(
      'th',
      { class: 'what', scope: 'row' },
      element('b', {}, several ? `${move.seat} · ${label}` : label),
      element('span', {}, `${move.staked ? brief(move.staked) : ''}${odds}`),
    ),
    element('td', { class: 'verb' }, element('span', { class: look }, icon(sign), verb)),
    element('td', { class: chips ? 'sum' : 'sum minor' }, chips ? dollars(move.cents) : '—'),
    element(
      'td',
      {},
      chips ? moveWords(move.action, move.cents, view, pay, move.meter) : null,
      note ? element('span', { class: 'label' }, note) : null,
    ),
    element(
      'td',
      { class: 'law' },
      ...[...move.clauses.slice(0, 2).map((id) => id.replace(/^[^/]*\//, '')), ...move.readings.slice(0, 1)].map((id) =>
        element('span', { class: 'clause' }, id),
      ),
    ),
  );
}

/**
 * The player's hand and the dealer's hand.
 * @param {{hands: import('../core/types.js').HandView[], sight: import('../core/types.js').Sight|null}} preview
 * @param {View} view
 */
export function handsOf(preview, view) {
  const board = (view.place('board')?.cards ?? []).filter((each) => each !== null);
  return element(
    'div',
    { class: `hands of-${preview.hands.length}` },
    ...preview.hands.map((dryRunHand) => {
      const words = dryRunHand.place === 'dealer' ? `Dealer: ${dryRunHand.words}` : handWords(dryRunHand.words);
      const dealer = view.place('dealer')?.hand;
      const note = dryRunHand.place === 'dealer' && dealer?.qualifies === false ? 'does not qualify' : '';
      const madeCards =
        preview.sight?.seats?.find((seat) => `seat${seat.seat}` === dryRunHand.place)?.hand?.cards ??
        (dryRunHand.place === 'dealer' ? dealer?.cards : undefined);
      return hand(words, dryRunHand, board, madeCards ?? null, note);
    }),
  );
}

/**
 * @param {string} words
 * @param {import('../core/types.js').HandView} dryRunHand
 * @param {string[]} board
 * @param {string[]|null} madeCards
 * @param {string} note
 */
function hand(words, dryRunHand, board, madeCards, note) {
  const own = (/** @type {string} */ each) =>
    card(each, `s${!madeCards ? '' : madeCards.includes(each) ? ' kick' : ' dim'}`);
  const shared = madeCards ? board.filter((each) => madeCards.includes(each)) : board;
  return element(
    'div',
    { class: 'hand' },
    element(
      'p',
      {},
      element('strong', {}, words),
      dryRunHand.ranks.length ? element('b', {}, dryRunHand.ranks.map(rankName).join(' ')) : null,
    ),
    element(
      'div',
      { class: 'row' },
      element('span', { class: 'cards tight' }, ...dryRunHand.cards.map(own)),
      shared.length ? element('span', { class: 'cards tight' }, ...shared.map((each) => card(each, 's'))) : null,
      note ? element('i', {}, note) : null,
    ),
  );
}

/** Card indexes of the ranks. @type {Record<string, string>} */
const SIGNS = {
  ace: 'A',
  king: 'K',
  queen: 'Q',
  jack: 'J',
  ten: '10',
  nine: '9',
  eight: '8',
  seven: '7',
  six: '6',
  five: '5',
  four: '4',
  trey: '3',
  three: '3',
  deuce: '2',
  two: '2',
};

/** @param {string} rank */
const rankName = (rank) => SIGNS[rank] ?? rank;

/** The tray's gain from settlements, in cents. @param {TableEvent[]} outcomes */
export function winnings(outcomes) {
  return outcomes.reduce(
    (total, event) => total + (event.banked ? 0 : (event.staked ?? 0)) - (event.from_meter ? 0 : (event.returned ?? 0)),
    0,
  );
}

/**
 * The settlements of a round with one more event. A wager that is settled again or corrected is listed once.
 * @param {(TableEvent & {isReopened?: boolean})[]} outcomes
 * @param {TableEvent} event
 * @returns {(TableEvent & {isReopened?: boolean})[]}
 */
export function settledWith(outcomes, event) {
  const last = outcomes.findLastIndex((item) => item.seat === event.seat && item.wager === event.wager);
  const kind = event.type.split('@')[0];
  if (kind === 'wager_reopened')
    return last < 0 ? outcomes : outcomes.with(last, { ...outcomes[last], isReopened: true });
  if (kind === 'settlement_corrected')
    return last < 0
      ? outcomes
      : outcomes.with(last, {
          ...outcomes[last],
          returned: event.returned,
          result: event.result,
          from_meter: event.from_meter,
        });
  return last >= 0 && outcomes[last].isReopened ? outcomes.with(last, event) : [...outcomes, event];
}

/**
 * The chips of all payments, wager by wager, or null if the tray cannot make one of them.
 * @param {Move[]} moves
 * @param {import('./payout-chips.js').Tray} tray
 */
function paidWith(moves, tray) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const payment = payer(tray);
  for (const move of moves.filter((each) => OUT.includes(each.action))) {
    const chips = payment(move.cents);
    if (!chips) return null;
    for (const { value, count } of chips) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.value - a.value);
}

/**
 * A warning if the recorded tray balance is less than the payment.
 * @param {number|null} holds
 * @param {number} pay
 */
export function shortOf(holds, pay) {
  if (holds === null || !pay || holds >= pay) return null;
  return element(
    'p',
    { class: 'short', role: 'status' },
    icon('hand'),
    element(
      'span',
      {},
      element('b', {}, `The tray is short by ${dollars(pay - Math.max(0, holds))}. `),
      `It should hold ${dollars(Math.max(0, holds))}. Call the floor for a fill before you pay.`,
    ),
  );
}

/**
 * The tray before and after this settlement.
 * @param {number} before @param {Move[]} moves @param {string} seatWords @param {import('./payout-chips.js').Tray} tray
 * @param {number|null} [holds] recorded tray balance, in cents
 */
export function tally(before, moves, seatWords, tray, holds = null) {
  const own = moves.filter((each) => !each.meter); // a meter's payout does not come from the tray
  const pay = sum(own, OUT);
  const take = sum(own, IN);
  const chips = paidWith(own, tray);
  return element(
    'div',
    { class: 'tally' },
    element('span', {}, `Before ${seatWords}`),
    element('b', {}, signedDollars(before)),
    element('span', {}, 'Pay ', icon('up')),
    element('b', {}, signedDollars(-pay)),
    pay && chips ? chipList(chips, tray) : null,
    element('span', {}, 'Collect ', icon('down')),
    element('b', {}, signedDollars(take)),
    element('span', { class: 'sumline' }, `After ${seatWords}`),
    element('b', { class: 'sumline' }, signedDollars(before + take - pay)),
    shortOf(holds, pay),
  );
}

/**
 * The cards on the layout.
 * @param {View} view
 * @param {number|null} seat
 */
export function layout(view, seat) {
  const places = (view.sight?.places ?? []).filter((place) => place.cards.length && place.place !== 'burn');
  const own = seat === null ? null : view.seat(seat);
  const many = places.reduce((sum, place) => sum + place.cards.length, own?.cards?.length ?? 0) > 9 ? 'm' : 'l';
  const groups = places.map((place) => group(placeLabel(place.place), cardsOf(view, place.place, place.cards), many));
  if (own?.cards?.length) groups.push(group(`Seat ${seat}`, cardsOf(view, `seat${seat}`, own.cards), many));
  return element('div', { class: 'boardrow' }, ...groups);
}

/**
 * @param {View} view
 * @param {string} place
 * @param {(string|null)[]} cards
 */
function cardsOf(view, place, cards) {
  const knownCards = view.cardNames.get(place);
  return cards.map((each, at) => each ?? knownCards?.[at] ?? null);
}

/** @param {string} place */
function placeLabel(place) {
  const words = placeName(place).replace(/^the /, '');
  return words[0].toUpperCase() + words.slice(1);
}

/**
 * @param {string} label
 * @param {(string|null)[]} cards
 * @param {string} size
 */
function group(label, cards, size) {
  return element('div', {}, element('span', { class: 'label' }, label), cardRow(cards, size));
}
