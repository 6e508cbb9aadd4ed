// Checks a deal from what the house published, in some sixty lines that need no trust but in SHA-256 (docs/dealing.md).
// It shows that the cards opened to you stood under the root before bets counted, and left the shoe in the order that
// everybody's numbers fixed. It does not show who looked at the cards, nor anything of cards that were not opened to
// you.

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
 * What a deal belongs to: no card of one can be shown as a card of another.
 * @param {any} c the commitment
 */
export const context = (c) =>
  sha256(text(['croupier/deal/1', c.table, c.round, c.deal, c.deck, c.book, c.submission].join('\n')));

/** What a player shows of a number before the root is known. @param {string} number */
export const fixed = async (number) => hex(await sha256([2], unhex(number)));

/**
 * Two ids as UTF-8 bytes.
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
 * Which sealed position leaves the shoe k-th: Fisher–Yates by HMAC in counter mode.
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
    let drawn = space;
    while (drawn >= space - (space % (last + 1))) {
      drawn = 0;
      for (let width = space; width > 1; width /= 256) {
        if (!stream.length) {
          stream = [...(await hmac(seed, Uint8Array.of(block >>> 24, block >>> 16, block >>> 8, block)))];
          block += 1;
        }
        drawn = drawn * 256 + /** @type {number} */ (stream.shift());
      }
    }
    const other = drawn % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * The root that a card at a position leads to.
 * @param {Uint8Array} ctx
 * @param {any} opening
 */
export async function rootOf(ctx, { position, card, salt, path }) {
  const place = position < 256 ? [position] : [position >> 8, position & 255];
  let found = await sha256([0], ctx, place, text(card), unhex(salt));
  for (const [height, other] of path.entries()) {
    found = (position >> height) & 1 ? await sha256([1], unhex(other), found) : await sha256([1], found, unhex(other));
  }
  return hex(found);
}

/**
 * Everything that can be checked of one deal.
 * @param {{committed: any, mixed: any, openings: any[]}} deal
 * @param {{place: string, index: number, card: string}[]} [shown] cards as the round showed them: each must be the
 * one opened there
 * @returns {Promise<{ok: boolean, cards: number, faults: string[]}>}
 */
export async function verifyDeal({ committed, mixed, openings }, shown = []) {
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
    ['round', 'deal', 'deck'].every((key) => committed[key] === mixed[key]),
    'The mix is of another deal than the commitment.',
  );
  const players = Object.keys(mixed.reveals);
  check(players.length === Object.keys(committed.fixed).length, 'Others are in the mix than had fixed a number.');
  for (const id of players)
    check(
      (await fixed(mixed.reveals[id])) === committed.fixed[id],
      `The number of ${id} is not the one that was fixed.`,
    );
  const ctx = await context(committed);
  const seed = await seedOf(ctx, committed.root, mixed.reveals);
  check(hex(seed) === mixed.seed, 'The seed does not follow from the numbers.');
  const order = await mixOf(seed, committed.cards);
  const height = Math.max(6, Math.ceil(Math.log2(committed.cards)));
  check(new Set(openings.map((one) => one.draw)).size === openings.length, 'One draw is opened twice.');
  for (const one of openings) {
    check(order[one.draw] === one.position, `By the mix another card comes out as number ${one.draw + 1}.`);
    check(
      one.path.length === height && (await rootOf(ctx, one)) === committed.root,
      `${one.card} does not stand under the root.`,
    );
  }
  const opened = new Map(openings.map((one) => [`${one.place} ${one.index}`, one.card]));
  for (const one of shown)
    check(
      opened.get(`${one.place} ${one.index}`) === one.card,
      `${one.card} was shown at ${one.place}, and is not what was opened there.`,
    );
  return { ok: !faults.length, cards: openings.length, faults };
}
