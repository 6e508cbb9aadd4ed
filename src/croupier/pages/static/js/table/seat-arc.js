// The arc of seats. Each has the player's plate, cards and betting areas.
import { element, updateChildren, mark, say } from '../core/dom.js';
import { dollars, signedDollars } from '../core/money.js';
import { cardNames } from '../core/cards.js';
import { asOthers, seatPlaces } from './geometry.js';
import { phonePlaces } from './phone-seat.js';
import { extent, GAP, handWidth, ownHand } from './shapes.js';
import { drawCards } from './card-rows.js';
import { contentOf, spot } from './betting-areas.js';

/** @typedef {import('../core/types.js').PostedTable} PostedTable */
/** @typedef {import('../core/types.js').View} View */
/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Handlers} Handlers */
/** @typedef {import('./motion.js').Moves} Moves */

/**
 * @param {HTMLElement} node
 * @param {Record<string, number|string>} values
 */
function setProperties(node, values) {
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value;
    if (node.style.getPropertyValue(name) !== text) node.style.setProperty(name, text);
  }
}

/**
 * @param {PostedTable} posted
 * @param {Handlers} handlers
 */
export function seats(posted, handlers) {
  const node = element('ol', { class: 'seats', 'aria-label': 'Seats' });
  const phone = phonePlaces(posted.layout.areas, posted.layout.hand);
  const numbers = Array.from({ length: posted.positions }, (_, at) => at + 1);
  /** @type {Map<number, ReturnType<typeof seatNode>>} */
  const seatParts = new Map();
  let shape = '';

  /** @param {View} view */
  function arrange(view) {
    const key = `${view.own}`;
    if (key === shape) return;
    shape = key;
    const positions = seatPlaces(numbers.length, view.own, posted.layout.areas, posted.layout.hand);
    const across = (/** @type {number} */ seat) => positions.get(seat)?.x ?? 0;
    const others = numbers.filter((seat) => seat !== view.own).sort((a, b) => across(a) - across(b));
    for (const [seat, parts] of seatParts) {
      const place = positions.get(seat);
      if (place) parts.arrange(place, seat === view.own, others.indexOf(seat));
    }
    setProperties(node, { '--span': Math.floor(60 / Math.max(1, others.length)) });
  }

  /**
   * @param {View} view
   * @param {string} back
   * @param {Moves} moves
   */
  function draw(view, back, moves) {
    const occupied = new Map((view.sight.seats ?? []).map((seat) => [seat.seat, seat]));
    updateChildren(
      node,
      numbers,
      (number) => number,
      (number) => {
        const parts = seatNode(number, posted, handlers, phone);
        seatParts.set(number, parts);
        return parts.node;
      },
    );
    arrange(view);
    for (const number of numbers) seatParts.get(number)?.draw(occupied.get(number), view, back, moves);
  }
  /**
   * @param {number} seat
   * @param {number|null} share
   */
  function time(seat, share) {
    seatParts.get(seat)?.time(share);
  }
  return { node, draw, time, find: (/** @type {number} */ seat) => seatParts.get(seat) };
}

/**
 * @param {number} number
 * @param {PostedTable} posted
 * @param {Handlers} handlers
 * @param {ReturnType<typeof phonePlaces>} phone
 */
function seatNode(number, posted, handlers, phone) {
  const plate = element('p', { class: 'plate' });
  const sit = element('button', { type: 'button', class: 'plate sit', onclick: () => handlers.sit?.(number) });
  const cards = element('ol', { class: 'cards' });
  const reads = element('p', { class: 'reads' });
  const hand = element('div', { class: 'hand', role: 'group' }, cards, reads);
  const spots = posted.layout.areas.map((area) => spot(area, posted));
  const marks = posted.layout.marks.map((each) =>
    element('li', { class: 'place sign', 'aria-hidden': 'true' }, each.words),
  );
  const cluster = element('ul', { class: 'cluster' }, ...spots.map((each) => each.node), ...marks);
  const node = element('li', { class: 'seat', 'data-seat': number }, plate, sit, hand, cluster);
  const name = element('b');
  const fact = element('span');
  const sum = element('span', { class: 'sum' });
  const badge = element('i', { class: 'left', 'aria-hidden': 'true', hidden: true });
  plate.append(name, fact, sum, badge);
  spots.forEach((each, at) => setProperties(each.node, { '--qx': phone.places[at].x, '--qy': phone.places[at].y }));

  /**
   * @param {import('./shapes.js').SeatPlace} place
   * @param {boolean} own
   * @param {number} column
   */
  function arrange(place, own, column) {
    const size = ownHand(posted.layout.hand);
    const areas = /** @type {import('./shapes.js').Area[]} */ (posted.layout.areas);
    node.classList.toggle('own', own);
    node.classList.toggle('seat-left', place.side < 0);
    node.classList.toggle('tall-plate', place.tall);
    node.classList.toggle('seat-right', place.side > 0);
    setProperties(node, {
      '--x': place.x,
      '--y': place.y,
      '--k': place.k,
      '--a': `${place.turn}deg`,
      '--plate-x': place.plateX,
      '--plate-y': place.plateY,
      '--hand-x': place.handX,
      '--hand-y': place.handY,
      '--column': column + 1,
      '--hold': place.hold,
    });
    const layout = own ? { areas, dx: 0, dy: 0 } : asOthers(areas);
    layout.areas.forEach((area, at) => setProperties(spots[at].node, { '--ax': area.x, '--ay': area.y }));
    marks.forEach((sign, at) =>
      setProperties(sign, {
        '--ax': posted.layout.marks[at].x + layout.dx,
        '--ay': posted.layout.marks[at].y + layout.dy,
      }),
    );
    if (!own) return;
    const { left: badge, right } = extent(areas),
      hand = handWidth(posted.layout.hand);
    const wide = (right - badge + GAP + hand) / 2;
    setProperties(node, {
      '--cluster-x': -wide - badge,
      '--own-hand-x': wide - hand / 2,
      '--card': size.card,
      '--step': size.step,
      '--many': posted.layout.hand,
      '--ph': phone.height,
      '--pbelow': phone.below,
      '--pk': phone.k,
      '--pcx': phone.x,
      '--pcy': phone.y,
      '--phx': phone.handX,
      '--phy': phone.handY,
      '--pcard': phone.card,
      '--pstep': phone.step,
    });
    node.dataset.phone = phone.mode;
  }

  /**
   * @param {Seat|undefined} seat
   * @param {View} view
   * @param {string} back
   * @param {Moves} moves
   */
  function draw(seat, view, back, moves) {
    const isOwn = (view.sight.own_seats ?? []).includes(number);
    const own = number === view.own;
    const turn = view.turn?.seat === number;
    const results = view.results && Boolean(seat?.outcomes?.length);
    node.classList.toggle('empty', !seat);
    node.classList.toggle('taken', Boolean(seat));
    node.classList.toggle('mine', isOwn);
    node.classList.toggle('turn', turn);
    node.classList.toggle('folded', Boolean(seat?.folded));
    node.classList.toggle('settled', results);
    const open = !seat && handlers.sit !== undefined && !view.recall && canSit(view, posted);
    plate.hidden = !seat && open;
    sit.hidden = Boolean(seat) || !open;
    say(sit, 'Sit here');
    mark(sit, 'aria-label', `Sit here, seat ${number}`);
    mark(sit, 'aria-disabled', view.offline ? 'true' : null);
    plateWords(seat, view, isOwn, turn, results);
    if (!turn) badge.hidden = true;
    const handCards = seat?.cards ?? [];
    drawCards(cards, handCards, back, moves, results ? seat?.hand : undefined);
    hand.hidden = !handCards.length;
    node.classList.toggle('no-hand', !handCards.length);
    hand.style.setProperty('--count', String(handCards.length));
    mark(
      hand,
      'aria-label',
      own || isOwn ? `Your cards: ${cardNames(handCards)}` : `Cards of ${seat?.name || `seat ${number}`}`,
    );
    say(reads, seat?.hand?.words ? sentence(seat.hand.words) : seat?.so_far ? `So far: ${seat.so_far}` : '');
    const staged = view.staged?.[number] ?? {};
    mark(cluster, 'aria-hidden', seat ? null : 'true');
    for (const each of spots) {
      const content = contentOf(seat, each.area.wager, staged, view.results);
      const next =
        own && turn && each.area.kind === 'decision' && !content.sent ? times(posted, view, each.area.wager) : '';
      const press =
        isOwn && handlers.spot && !view.recall ? (/** @type {string} */ wager) => handlers.spot?.(number, wager) : null;
      each.draw(
        content,
        { own: isOwn, open: view.phase === 'betting' && !view.offline, next, press, results: view.results },
        moves,
        plate,
      );
    }
  }

  /**
   * @param {Seat|undefined} seat
   * @param {View} view
   * @param {boolean} isOwn
   * @param {boolean} turn
   * @param {boolean} results
   */
  function plateWords(seat, view, isOwn, turn, results) {
    const called = isOwn ? 'You' : seat?.name || (seat ? `Player ${number}` : '');
    say(name, called);
    const [words, money] = seat ? facts(seat, view, isOwn, turn, results) : [`Seat ${number}, free`, ''];
    say(fact, words);
    say(sum, money);
    fact.hidden = !words;
    sum.hidden = !money;
    mark(plate, 'title', seat ? `${isOwn ? 'You' : called}, seat ${number}${seat.folded ? ', folded' : ''}` : null);
    mark(node, 'aria-label', `Seat ${number}`);
  }

  /**
   * The text after the name, and an amount.
   * @param {Seat} seat
   * @param {View} view
   * @param {boolean} isOwn
   * @param {boolean} turn
   * @param {boolean} results
   * @returns {[string, string]}
   */
  function facts(seat, view, isOwn, turn, results) {
    const seatWords = isOwn ? `Seat ${number} · ` : '';
    if (results && !Object.keys(seat.wagers ?? {}).length)
      // other players' dimmed cards already show that they folded
      return [isOwn ? `Seat ${number}${seat.folded ? ' · folded' : ''}` : '', signedDollars(seat.net ?? 0)];
    if (turn) return [isOwn ? `${seatWords}your turn` : 'deciding', ''];
    if (seat.folded) return [`${seatWords}folded`, ''];
    if (view.phase === 'betting' && view.ready?.includes(number)) return [`${seatWords}ready`, ''];
    return isOwn ? [`Seat ${number}`, ''] : ['', dollars(seat.chips ?? 0)];
  }
  /** Draw the time left. The line only shortens. @param {number|null} share */
  function time(share) {
    badge.hidden = share === null || !node.classList.contains('turn');
    if (share !== null) badge.style.scale = `${Math.max(0, Math.min(1, share)).toFixed(3)} 1`;
  }
  return { node, plate, draw, arrange, time, spots };
}

/**
 * Whether this person may take another seat.
 * @param {View} view
 * @param {PostedTable} posted
 */
const canSit = (view, posted) => (view.sight.own_seats ?? []).length < Math.max(1, posted.boxes ?? 1);

/**
 * "2×": the bets that the open decision allows on this area.
 * @param {PostedTable} posted
 * @param {View} view
 * @param {string} wager
 */
function times(posted, view, wager) {
  const question = posted.questions?.find((question) => question.name === view.turn.question);
  const multiples = (question?.choices ?? [])
    .filter((choice) => choice.stakes === wager && choice.multiple)
    .map((choice) => `${choice.multiple}×`);
  return multiples.join(' ') || ' ';
}

/** @param {string} words */
const sentence = (words) => words.replace(/^./, (first) => first.toUpperCase());
