// Settlement: what each wager gets, in dollars and in chips of the tray's colours, in the order of the rules.
import { element } from '../base/dom.js';
import { dollars } from '../base/money.js';
import { handWords } from '../play/story.js';
import { chipsOf } from './chips.js';
import { card, cardRow, cited, french, icon, placeName } from './parts.js';
import { brief } from './seats.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {import('../types.js').Tried} Tried */
/** @typedef {import('../types.js').TableEvent} TableEvent */
/** @typedef {{seat: number, wager: string, verb: 'PAY'|'COLLECT'|'PUSH'|'LOST'|'RETURN', cents: number, staked: number, pays: string, note: string, clauses: string[], readings: string[]}} Row */

/** @type {Record<Row['verb'], [string, string]>} */
const SIGNS = { PAY: ['pay', 'up'], COLLECT: ['take', 'down'], PUSH: ['push', 'back'], RETURN: ['push', 'back'], LOST: ['none', 'dash'] };

/**
 * What an entry does with chips: above zero out of the tray PAY, nothing PUSH, a stake on the layout lost COLLECT, one that lies in the tray already LOST.
 * @param {TableEvent[]} events
 * @returns {Row[]}
 */
export function rowsOf(events) {
  return events.flatMap((event) => {
    const kind = event.type.split('@')[0];
    if (kind === 'envy_paid') return [row(event, 'Envy Bonus', 'PAY', event.cents, 0, '')];
    if (kind !== 'wager_settled') return [];
    const out = event.banked ? event.returned : event.returned - event.staked;
    if (out > 0) return [row(event, event.wager, 'PAY', out, event.staked, payNote(event))];
    if (event.result === 'returned' && event.returned === event.staked) return [row(event, event.wager, 'RETURN', 0, event.staked, `give back the ${brief(event.staked)} as it lies`)];
    if (out === 0 && event.returned) return [row(event, event.wager, 'PUSH', 0, event.staked, `give back the ${brief(event.staked)} as it lies`)];
    if (out === 0) return [row(event, event.wager, 'LOST', 0, event.staked, 'chip already in the tray')];
    return [row(event, event.wager, 'COLLECT', -out, event.staked, event.returned ? `give back ${brief(event.returned)}` : '')];
  });
}

/** @param {TableEvent} event */
function payNote(event) {
  if (event.from_meter) return `from the ${event.from_meter} meter`;
  return event.cut ? `the payout limit took ${dollars(event.cut)}` : '';
}

/** @param {TableEvent} event @param {string} wager @param {Row['verb']} verb @param {number} cents @param {number} staked @param {string} note @returns {Row} */
function row(event, wager, verb, cents, staked, note) {
  return { seat: event.seat, wager, verb, cents, staked, pays: event.pays ?? '', note, clauses: event.clauses ?? [], readings: event.readings ?? [] };
}

/** @param {Row[]} rows @param {Row['verb'][]} verbs */
export function sum(rows, ...verbs) {
  return rows.filter((each) => verbs.includes(each.verb)).reduce((total, each) => total + each.cents, 0);
}

/** "Seat 3: pay $167.50, collect $5.00". @param {Row[]} rows */
export function headline(rows) {
  const seats = [...new Set(rows.map((each) => each.seat))];
  const where = seats.length === 1 ? `Seat ${seats[0]}` : `Seats ${seats.join(', ')}`;
  const pay = sum(rows, 'PAY');
  const take = sum(rows, 'COLLECT');
  const said = [pay ? `pay ${dollars(pay)}` : '', take ? `collect ${dollars(take)}` : ''].filter(Boolean);
  return `${where}: ${said.join(', ') || 'no chips change hands'}`;
}

/** @param {Row[]} rows @param {View} view */
export function settleTable(rows, view) {
  const several = new Set(rows.map((each) => each.seat)).size > 1;
  return element('table', { class: 'settle' }, element('caption', { class: 'unseen' }, 'What each wager gets, in the order of the rules'),
    element('tbody', {}, ...rows.map((each) => settleRow(each, view, several))));
}

/** @param {Row} each @param {View} view @param {boolean} several */
function settleRow(each, view, several) {
  const [look, sign] = SIGNS[each.verb];
  const label = view.posted.labels?.[each.wager] ?? each.wager;
  const odds = each.verb === 'PAY' && each.pays ? ` at ${each.pays}` : '';
  return element('tr', { 'data-wager': each.wager, 'data-verb': each.verb },
    element('th', { class: 'what', scope: 'row' }, element('b', {}, several ? `${each.seat} · ${label}` : label), element('span', {}, `${each.staked ? brief(each.staked) : ''}${odds}`)),
    element('td', { class: 'verb' }, element('span', { class: look }, icon(sign), each.verb)),
    element('td', { class: each.cents ? 'sum' : 'sum minor' }, each.cents ? dollars(each.cents) : '—'),
    element('td', {}, each.cents ? chipsOf(each.cents) : null, each.note ? element('span', { class: 'label' }, each.note) : null),
    element('td', { class: 'law' }, ...[...each.clauses.slice(0, 2).map((id) => cited([id]).replace(/^[^/]*\//, '')), ...each.readings.slice(0, 1)].map((id) => element('span', { class: 'clause' }, id))));
}

/** The hand that is paid, and the dealer's beside it. @param {Tried|null} tried @param {number} seat @param {View} view */
export function handsOf(tried, seat, view) {
  const after = tried?.sight.seats?.find((one) => one.seat === seat);
  const dealer = tried?.sight.places?.find((one) => one.place === 'dealer') ?? view.place('dealer');
  const board = tried?.sight.places?.find((one) => one.place === 'board') ?? view.place('board');
  const own = (after?.cards?.some(Boolean) ? after.cards : view.named.get(`seat${seat}`)) ?? after?.cards ?? [];
  const hands = [];
  if (own.length) hands.push(hand(after?.hand?.words ? handWords(after.hand.words) : `Seat ${seat}`, own, board?.cards ?? [], after?.hand?.cards, ''));
  if (dealer) {
    const note = dealer.hand?.qualifies === false ? 'does not qualify' : dealer.hand?.qualifies ? 'qualifies' : '';
    hands.push(hand(dealer.hand?.words ? `Dealer: ${dealer.hand.words}` : 'Dealer', dealer.cards, board?.cards ?? [], dealer.hand?.cards, note));
  }
  return element('div', { class: `hands of-${hands.length}` }, ...hands);
}

/** @param {string} words @param {(string|null)[]} own @param {(string|null)[]} board @param {string[]|undefined} made @param {string} note */
function hand(words, own, board, made, note) {
  const best = made?.length ? made : null;
  const shared = best ? board.filter((each) => each && best.includes(each)) : board;
  const kickers = best && best.every((each) => french(each)) ? [...best].sort((one, other) => '23456789TJQKA'.indexOf(other[0]) - '23456789TJQKA'.indexOf(one[0])).map((each) => french(each)?.rank).join(' ') : '';
  return element('div', { class: 'hand' }, element('p', {}, element('strong', {}, words), kickers ? element('b', {}, kickers) : null),
    element('div', { class: 'row' },
      element('span', { class: 'cards tight' }, ...own.map((each) => card(each, `s${best && each && best.includes(each) ? ' kick' : best ? ' dim' : ''}`))),
      shared.length ? element('span', { class: 'cards tight' }, ...shared.map((each) => card(each, 's'))) : null,
      note ? element('i', {}, note) : null));
}

/** What the tray gave and took in this round. @param {Row[]} before @param {Row[]} now @param {string} where */
export function tally(before, now, where) {
  const way = (/** @type {Row[]} */ rows) => sum(rows, 'COLLECT') - sum(rows, 'PAY');
  const pay = sum(now, 'PAY');
  const take = sum(now, 'COLLECT');
  return element('div', { class: 'tally' },
    element('span', {}, `Before ${where}`), element('b', {}, dollars(way(before))),
    element('span', {}, 'Pay ', icon('up')), element('b', {}, dollars(-pay)),
    pay ? chipsOf(pay) : null,
    element('span', {}, 'Collect ', icon('down')), element('b', {}, dollars(take)),
    element('span', { class: 'sumline' }, `After ${where}`), element('b', { class: 'sumline' }, dollars(way(before) + way(now))));
}

/** The cards on the layout, as they lie. @param {View} view @param {number|null} seat */
export function layout(view, seat) {
  const shown = (view.sight?.places ?? []).filter((place) => place.cards.length && place.place !== 'burn');
  const own = seat === null ? null : view.seat(seat);
  const groups = shown.map((place) => group(placeLabel(place.place), named(view, place.place, place.cards)));
  if (own?.cards?.length) groups.push(group(`Seat ${seat}`, named(view, `seat${seat}`, own.cards)));
  return element('div', { class: 'boardrow' }, ...groups);
}

/** @param {View} view @param {string} place @param {(string|null)[]} cards */
function named(view, place, cards) {
  const known = view.named.get(place);
  return cards.map((each, at) => each ?? known?.[at] ?? null);
}

/** @param {string} place */
function placeLabel(place) {
  const words = placeName(place).replace(/^the /, '');
  return words[0].toUpperCase() + words.slice(1);
}

/** @param {string} label @param {(string|null)[]} cards */
function group(label, cards) {
  return element('div', {}, element('span', { class: 'label' }, label), cardRow(cards, cards.length > 5 ? 'm' : 'l'));
}
