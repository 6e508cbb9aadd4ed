// The dealer's side of the table: chip tray, shoe, discard rack and meters.
import { USUAL_CHIPS } from '../core/chips.js';
import { element, updateChildren, mark, say, shape, symbol } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { emblem } from './card-faces.js';
import { cardName } from '../core/cards.js';

/** @typedef {import('../core/types.js').PostedTable} PostedTable */
/** @typedef {import('../core/types.js').Sight} Sight */

/** The name of the card source, by dealing method. @type {Record<string, string>} */
const SOURCES = { shoe: 'Shoe', hand: 'Deck', automated: 'Shuffler' };
const TRAY_COLUMNS = [7, 5, 9, 9, 8, 7, 5, 3, 2]; // number of chips drawn in each column

/**
 * A picture of the card source: a shoe, a shuffler, or a deck with its cover card.
 * @param {string} dealing
 */
function source(dealing) {
  const picture = shape('svg', { class: 'shoe', viewBox: '0 0 120 96', role: 'img' });
  if (dealing !== 'hand') {
    picture.append(symbol('chips', dealing === 'automated' ? 'shuffler' : 'shoe'));
    return picture;
  }
  picture.append(symbol('cards', 'cover', { x: 62, y: 12, width: 52, height: 72.8 }));
  for (let x = 52; x > 28; x -= 4)
    picture.append(shape('rect', { class: 'edge', x, y: 12, width: 52, height: 72.8, rx: 4 }));
  picture.append(symbol('cards', 'back-blue', { x: 28, y: 12, width: 52, height: 72.8 }));
  return picture;
}

/**
 * The chips of one value in the tray.
 * @param {number} value
 * @param {number} at number of the column
 */
function trayColumn(value, at) {
  const rows = Array.from({ length: TRAY_COLUMNS[at] }, (_, row) =>
    symbol('chips', 'tray-chip', { x: 12 + 45 * at, y: 52.2 - 4.6 * row, width: 36, height: 4 }),
  );
  return shape('g', { class: `chip-${value}` }, ...rows);
}

/** @param {number} count */
const cards = (count) => (count === 1 ? '1 card' : `${count} cards`);

/** @param {PostedTable} posted */
export function kit(posted) {
  const rack = shape('svg', { class: 'rack', viewBox: '0 0 100 96', role: 'img' }, symbol('chips', 'rack-empty'));
  const tray = shape(
    'svg',
    { class: 'tray', viewBox: '0 0 420 64', role: 'img', 'aria-label': 'Dealer’s chip tray' },
    symbol('chips', 'tray'),
    ...USUAL_CHIPS.slice(0, TRAY_COLUMNS.length).map(({ value }, at) => trayColumn(value, at)),
  );
  const shoe = source(posted.dealing);
  const racked = element('span', { class: 'count in-rack', 'aria-hidden': 'true' });
  const counter = element('span', { class: 'count in-shoe', 'aria-hidden': 'true' });
  const node = element('div', { class: 'kit' }, rack, racked, tray, shoe, counter);
  const announcement = SOURCES[posted.dealing] ?? 'Cards';

  /**
   * @param {Sight} sight
   * @param {string} back the card back of the deck in play
   */
  function draw(sight, back) {
    node.classList.toggle('red', back === 'back-red');
    const [stub, rackCount] = [sight.stub ?? 0, sight.rack ?? 0];
    mark(rack, 'aria-label', `Discard rack, ${cards(rackCount)}`);
    mark(
      /** @type {Element} */ (rack.firstElementChild),
      'href',
      `/static/svg/chips.svg#${rackCount ? 'rack' : 'rack-empty'}`,
    );
    mark(shoe, 'aria-label', stub ? `${announcement}, ${cards(stub)} left` : announcement);
    say(racked, rackCount ? String(rackCount) : '');
    say(counter, stub ? String(stub) : '');
  }
  return { node, rack, tray, shoe, draw };
}

/** The progressive meters, with the share that each hand wins. @param {PostedTable} posted */
export function meters(posted) {
  const node = element('div', { class: 'meters', hidden: true });
  const rows = posted.paytables.flatMap((table) => table.rows).filter((row) => row.meter);

  /** @param {string} name */
  const wins = (name) => rows.filter((row) => row.meter === name).map((row) => `${row.words} ${share(row.pays)}`);

  /** @param {Sight} sight */
  function draw(sight) {
    const meters = Object.entries(sight.meters ?? {});
    node.hidden = !meters.length;
    node.classList.toggle('many', meters.length > 1);
    updateChildren(
      node,
      meters,
      ([name]) => name,
      ([name]) => meter(name, meters.length > 1, wins(name)),
      (each, [name, cents]) => {
        say(/** @type {Element} */ (each.querySelector('b')), dollars(cents));
        mark(
          each,
          'aria-label',
          `${title(name, meters.length > 1)} meter ${dollars(cents)}` +
            (wins(name).length ? `: ${wins(name).join(', ')}` : ''),
        );
      },
    );
  }
  return { node, draw };
}

/**
 * @param {string} name
 * @param {boolean} several
 */
const title = (name, several) =>
  several ? name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()) : 'Progressive';

/**
 * @param {string} name
 * @param {boolean} several
 * @param {string[]} wins
 */
function meter(name, several, wins) {
  const lines = several ? [] : wins.slice(0, 2).map((line) => element('span', {}, line));
  return element(
    'div',
    { class: 'meter', role: 'group', title: wins.join(', ') },
    element('span', { class: 'meter-name' }, title(name, several)),
    element('b'),
    element('small', {}, ...lines),
  );
}

/** @param {string} pays */
const share = (pays) => pays.replace(/\s*of\s.*$/, '');

/** The ranks of a special deck, best first. @param {string[]} strip */
export function ranks(strip) {
  return element(
    'ol',
    { class: 'ranks', 'aria-label': 'Cards, best first' },
    ...strip.map((card) => element('li', {}, emblem(card, 'figure'), element('span', {}, plain(cardName(card))))),
  );
}

/** "Dragon" for "red dragon". @param {string} name */
const plain = (name) => name.replace(/^\w+ (?=\w)/, '').replace(/^./, (first) => first.toUpperCase());
