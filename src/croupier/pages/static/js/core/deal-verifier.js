// Verifies a deal in the browser from the published commitment, relying only on SHA-256 (docs/dealing.md).
// The check proves that the cards revealed to you were committed to before betting, and that they left the shoe in
// the order that the players' numbers determine. It does not prove who saw the cards, or anything about cards you
// were not shown.

/** @typedef {import('./types.js').TableEvents} TableEvents */
/** @typedef {import('./types.js').CardOpening} CardOpening */

/** @param {string} words */
const text = (words) => new TextEncoder().encode(words);
/** @param {...(Uint8Array|number[])} parts */
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {...(Uint8Array|number[])} parts */
export const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', join(...parts)));

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
async function hmac(key, message) {
  const ready = await crypto.subtle.importKey(
    'raw',
    /** @type {BufferSource} */ (key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', ready, /** @type {BufferSource} */ (message)));
}

/**
 * The context of a deal. It prevents a card of one deal from passing as a card of another.
 * @param {TableEvents['deal_committed']} c the commitment
 */
export const context = (c) =>
  sha256(text(['croupier/deal/1', c.table, c.round, c.deal, c.deck, c.book, c.submission].join('\n')));

/** The hash of a player's number. The player sends it before the root is published. @param {string} number */
export const commitmentOf = async (number) => hex(await sha256([2], unhex(number)));

/**
 * Compare two ids by their UTF-8 bytes.
 * @param {string} a
 * @param {string} b
 */
function byBytes(a, b) {
  const [x, y] = [text(a), text(b)];
  const at = x.findIndex((byte, n) => byte !== y[n]);
  return at < 0 ? x.length - y.length : at >= y.length ? 1 : x[at] - y[at];
}

/**
 * @param {Uint8Array} ctx
 * @param {string} root
 * @param {Record<string, string>} reveals
 */
export const seedOf = (ctx, root, reveals) =>
  sha256(
    text('croupier/mix/1'),
    ctx,
    unhex(root),
    ...Object.keys(reveals)
      .sort(byBytes)
      .map((id) => unhex(reveals[id])),
  );

/**
 * The sealed position of each card drawn, in order: Fisher–Yates driven by HMAC in counter mode.
 * @param {Uint8Array} seed
 * @param {number} cards
 */
export async function mixOf(seed, cards) {
  const order = [...Array(cards).keys()];
  /** @type {number[]} */
  let stream = [];
  let block = 0;
  for (let last = cards - 1; last > 0; last -= 1) {
    const space = last + 1 < 256 ? 256 : 65536;
    let value = space;
    while (value >= space - (space % (last + 1))) {
      value = 0;
      for (let width = space; width > 1; width /= 256) {
        if (!stream.length) {
          stream = [...(await hmac(seed, Uint8Array.of(block >>> 24, block >>> 16, block >>> 8, block)))];
          block += 1;
        }
        value = value * 256 + /** @type {number} */ (stream.shift());
      }
    }
    const other = value % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * The Merkle root computed from a card at a position.
 * @param {Uint8Array} ctx
 * @param {Pick<CardOpening, 'position'|'card'|'salt'|'path'>} opening
 */
export async function rootOf(ctx, { position, card, salt, path }) {
  const place = position < 256 ? [position] : [position >> 8, position & 255];
  let hash = await sha256([0], ctx, place, text(card), unhex(salt));
  for (const [height, other] of path.entries()) {
    hash = (position >> height) & 1 ? await sha256([1], unhex(other), hash) : await sha256([1], hash, unhex(other));
  }
  return hex(hash);
}

/**
 * Run every check on one deal.
 * @param {{committed: TableEvents['deal_committed'], mixed: TableEvents['deal_mixed'], openings: CardOpening[]}} deal
 * @param {{place: string, index: number, card: string}[]} [revealed] the cards that the round showed. Each
 * must match the card revealed for that place
 * @returns {Promise<{ok: boolean, cards: number, faults: string[]}>}
 */
export async function verifyDeal({ committed, mixed, openings }, revealed = []) {
  /** @type {string[]} */
  const faults = [];
  /**
   * @param {boolean} right
   * @param {string} fault
   */
  const check = (right, fault) => {
    if (!right) faults.push(fault);
  };
  check(
    committed.round === mixed.round && committed.deal === mixed.deal && committed.deck === mixed.deck,
    'The shuffle and the commitment belong to different deals.',
  );
  const players = Object.keys(mixed.reveals);
  check(
    players.length === Object.keys(committed.fixed).length,
    'The shuffle and the commitment list different players.',
  );
  for (const id of players)
    check(
      (await commitmentOf(mixed.reveals[id])) === committed.fixed[id],
      'A player’s number does not match the commitment to it.',
    );
  const ctx = await context(committed);
  const seed = await seedOf(ctx, committed.root, mixed.reveals);
  check(hex(seed) === mixed.seed, 'The seed does not match the numbers.');
  const order = await mixOf(seed, committed.cards);
  const height = Math.max(6, Math.ceil(Math.log2(committed.cards)));
  check(new Set(openings.map((opening) => opening.draw)).size === openings.length, 'One draw was revealed twice.');
  for (const cardOpening of openings) {
    check(
      order[cardOpening.draw] === cardOpening.position,
      `Card number ${cardOpening.draw + 1} is not the one the shuffle gives.`,
    );
    check(
      cardOpening.path.length === height && (await rootOf(ctx, cardOpening)) === committed.root,
      `${cardOpening.card} is not part of the commitment.`,
    );
  }
  const revealedCards = new Map(openings.map((opening) => [`${opening.place} ${opening.index}`, opening.card]));
  for (const item of revealed)
    check(
      revealedCards.get(`${item.place} ${item.index}`) === item.card,
      `${item.card} was shown, but another card was revealed for its place.`,
    );
  return { ok: !faults.length, cards: openings.length, faults };
}
