// Chips placed on the areas of one seat but not yet sent. The posted limits apply here, and the server checks again.
import { LAYOUT_CHIPS } from '../core/chips.js';
import { dollars } from '../core/money.js';

/** @typedef {import('../core/types.js').Stake} Stake */
/** @typedef {import('../core/types.js').Refusal} Refusal */

/** @typedef {{wager: string, cents: number, area: string, chip: number}} PlacedChip */

export class Wagering {
  constructor() {
    /** @type {Stake[]} */
    this.stakes = [];
    /** @type {Record<string, number>} */
    this.staged = {};
    this.chips = 0; // the player's chips
    /** The placed chips, in order. `area` is where the player put the chip. @type {PlacedChip[]} */
    this.placedChips = [];
  }

  /** Set the wagers on offer, with their placed amounts. @param {Stake[]} stakes */
  offer(stakes) {
    this.stakes = stakes;
  }

  /** @param {string} wager */
  stake(wager) {
    return this.stakes.find((stake) => stake.name === wager);
  }

  /** @param {string} wager */
  label(wager) {
    return this.stake(wager)?.label ?? wager;
  }

  /** The chips on an area, sent or not. @param {string} wager */
  amountOn(wager) {
    return (this.stake(wager)?.placed ?? 0) + (this.staged[wager] ?? 0);
  }

  /** The wagers that must equal this one. @param {string} wager */
  followers(wager) {
    return this.stakes.filter((stake) => stake.equal_to === wager);
  }

  get total() {
    return Object.values(this.staged).reduce((sum, cents) => sum + cents, 0);
  }

  get empty() {
    return this.total === 0;
  }

  get sentTotal() {
    return this.stakes.reduce((sum, stake) => sum + (stake.placed ?? 0), 0);
  }

  /**
   * Place a chip on an area. Return a refusal if that is not allowed.
   *
   * Areas that must be equal share one amount: the most that the player put on one of them. So a chip on each of three
   * linked areas is three chips, not nine.
   * @param {string} area
   * @param {number} chip cents
   * @returns {Refusal|null}
   */
  add(area, chip) {
    const wager = this.leader(area);
    const stake = this.stake(wager);
    if (!stake) return refusal('not_now', 'You can’t bet here right now', [], 'Wait for the next round');
    const missing = (stake.needs ?? []).filter((name) => !this.amountOn(name) && name !== wager);
    if (missing.length) {
      return refusal(
        'needs',
        `Bet on ${list(missing.map((name) => this.label(name)))} first`,
        [stake.clause],
        `Then you can bet on ${stake.label}`,
      );
    }
    const single = this.single(stake, chip);
    if (single !== null && this.amountOn(wager)) {
      return refusal(
        'one_chip',
        `You can place only one chip on ${stake.label}`,
        [stake.clause],
        'Remove it to change it',
      );
    }
    const cents = single ?? Math.max(0, this.chipsOn(area) + chip - (this.staged[wager] ?? 0));
    const total = this.amountOn(wager) + cents;
    if (stake.maximum && total > stake.maximum) {
      return refusal(
        'over_maximum',
        `The maximum for ${stake.label} is ${dollars(stake.maximum)}`,
        [stake.clause],
        'Choose a smaller chip',
      );
    }
    if (this.total + cents * (1 + this.followers(wager).length) > this.chips) {
      return refusal(
        'not_covered',
        `You have only ${dollars(this.chips - this.total)} in chips left`,
        [],
        'Get more chips from your wallet',
      );
    }
    this.place(wager, cents, area, chip);
    return null;
  }

  /** The wager that sets the amount of an area. @param {string} area */
  leader(area) {
    return this.stake(area)?.equal_to ?? area;
  }

  /** The unsent chips that the player put on this very area. @param {string} area */
  chipsOn(area) {
    return this.placedChips.filter((chip) => chip.area === area).reduce((sum, chip) => sum + chip.chip, 0);
  }

  /**
   * The amount for an area that takes a single chip, or null for other areas.
   * @param {Stake} stake
   * @param {number} chip
   */
  single(stake, chip) {
    if (stake.fixed) return stake.fixed;
    if (stake.chips?.length) return stake.chips.includes(chip) ? chip : Math.min(...stake.chips);
    return null;
  }

  /**
   * @param {string} wager
   * @param {number} cents by which the wager grows
   * @param {string} area where the player put the chip
   * @param {number} chip
   */
  place(wager, cents, area, chip) {
    this.placedChips.push({ wager, cents, area, chip });
    this.staged[wager] = (this.staged[wager] ?? 0) + cents;
    this.follow(wager);
  }

  /** @param {string} wager */
  follow(wager) {
    for (const stake of this.followers(wager)) {
      const cents = this.amountOn(wager) - (stake.placed ?? 0);
      if (cents > 0) this.staged[stake.name] = cents;
      else delete this.staged[stake.name];
    }
  }

  /** Remove the last chip. Return its area, or null. @returns {string|null} */
  undo() {
    let last = this.placedChips.pop();
    while (last && !last.cents) last = this.placedChips.pop(); // skip chips on a linked area that added nothing
    if (!last) return null;
    const remaining = (this.staged[last.wager] ?? 0) - last.cents;
    if (remaining > 0) this.staged[last.wager] = remaining;
    else delete this.staged[last.wager];
    this.follow(last.wager);
    return last.wager;
  }

  /** Remove all unsent chips of one area. Return whether there were any. @param {string} wager */
  lift(wager) {
    const from = this.leader(wager);
    if (!this.staged[from]) return false;
    delete this.staged[from];
    this.placedChips = this.placedChips.filter((chip) => chip.wager !== from);
    this.follow(from);
    return true;
  }

  clear() {
    this.staged = {};
    this.placedChips = [];
  }

  /**
   * Place a whole bet, as far as possible.
   * @param {Record<string, number>} wagers
   * @returns {Refusal|null} why a part was left out
   */
  lay(wagers) {
    this.clear();
    /** @type {Refusal|null} */
    let first = null;
    for (const stake of this.stakes) {
      const amount = (wagers[stake.name] ?? 0) - (stake.placed ?? 0);
      if (stake.equal_to || amount <= 0) continue;
      const refused = this.add(stake.name, amount);
      first ??= refused;
    }
    return first;
  }

  /** Double the bet. @param {Record<string, number>} before the last bet, used if there are no chips */
  double(before) {
    /** @type {Record<string, number>} */
    const wagers = {};
    for (const stake of this.stakes) {
      const cents = this.amountOn(stake.name) || (this.empty && !this.sentTotal ? (before[stake.name] ?? 0) : 0);
      const once = stake.fixed || stake.chips?.length;
      if (cents) wagers[stake.name] = once ? cents : cents * 2;
    }
    return this.lay(wagers);
  }

  /**
   * Why the placed chips are not a complete bet, or null if they are.
   * @returns {{wager: string, refusal: Refusal}|null}
   */
  problem() {
    for (const stake of this.stakes) {
      const amount = this.amountOn(stake.name);
      const wrong = this.stakeProblem(stake, amount);
      if (wrong) return { wager: stake.name, refusal: wrong };
    }
    return null;
  }

  /**
   * @param {Stake} stake
   * @param {number} amount
   * @returns {Refusal|null}
   */
  stakeProblem(stake, amount) {
    if (!amount) {
      if (!stake.required || stake.equal_to) return null;
      return refusal(
        'missing',
        `You need an ${stake.label} bet`.replace(/ an (?![AEIOU])/, ' a '),
        [stake.clause],
        `Bet at least ${dollars(stake.minimum ?? stake.increment ?? 100)}`,
      );
    }
    const missing = (stake.needs ?? []).filter((name) => !this.amountOn(name));
    if (missing.length)
      return refusal(
        'needs',
        `${stake.label} also needs a bet on ${list(missing.map((name) => this.label(name)))}`,
        [stake.clause],
        `Bet on ${this.label(missing[0])}`,
      );
    if (stake.minimum && amount < stake.minimum)
      return refusal(
        'below_minimum',
        `The minimum for ${stake.label} is ${dollars(stake.minimum)}`,
        [stake.clause],
        `Add ${dollars(stake.minimum - amount)}`,
      );
    if (stake.increment && amount % stake.increment)
      return refusal(
        'not_a_step',
        `Bet on ${stake.label} in increments of ${dollars(stake.increment)}`,
        [stake.clause],
        `Add ${dollars(stake.increment - (amount % stake.increment))}`,
      );
    return null;
  }
}

/**
 * @param {string} code
 * @param {string} message
 * @param {string[]} clauses
 * @param {string} remedy
 * @returns {Refusal}
 */
function refusal(code, message, clauses, remedy) {
  return { code, message: `${message}.`, clauses, readings: [], remedy: `${remedy}.` };
}

/** "Ante, Blind and Trips". @param {string[]} names */
export function list(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/**
 * The chip values of the rack: usual chips that some area accepts.
 * @param {Stake[]} stakes
 */
export function rack(stakes) {
  const largest = Math.max(0, ...stakes.map((stake) => stake.maximum ?? stake.fixed ?? 0));
  const least = Math.min(
    ...stakes
      .filter((stake) => !stake.equal_to)
      .map(
        (stake) =>
          stake.fixed ?? (stake.chips?.length ? Math.min(...stake.chips) : (stake.increment ?? stake.minimum ?? 100)),
      ),
  );
  const chips = LAYOUT_CHIPS.map((chip) => chip.value).filter(
    (cents) => cents <= largest && cents >= Math.min(least, 500) && cents % Math.min(least, 100) === 0,
  );
  return (chips.length ? chips : [least]).slice(-6);
}

/**
 * The preselected chip: the largest that does not exceed the first required area's minimum.
 * @param {Stake[]} stakes
 * @param {number[]} chips
 */
export function firstChip(stakes, chips) {
  const first = stakes.find((stake) => stake.required && !stake.equal_to) ?? stakes[0];
  const least = first?.minimum ?? first?.increment ?? chips[0];
  return [...chips].reverse().find((chip) => chip <= least) ?? chips[0];
}
