// Chips that a person has laid on the areas of one seat and not yet sent. What binds them is what the table posts;
// the house has
// the last word.
import { USUAL_CHIPS } from '../core/chips.js';
import { dollars } from '../core/money.js';

/** @typedef {import('../core/types.js').Stake} Stake */
/** @typedef {import('../core/types.js').Refusal} Refusal */

export class Wagering {
  constructor() {
    /** @type {Stake[]} */
    this.stakes = [];
    /** @type {Record<string, number>} */
    this.staged = {};
    this.chips = 0; // in front of the person
    /** The areas in the order in which chips were laid. @type {{wager: string, cents: number}[]} */
    this.laid = [];
  }

  /** What may be wagered now, with what lies there already. @param {Stake[]} stakes */
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

  /** What lies on an area, sent or not. @param {string} wager */
  lying(wager) {
    return (this.stake(wager)?.placed ?? 0) + (this.staged[wager] ?? 0);
  }

  /** The wagers that equal another one and follow it. @param {string} wager */
  followers(wager) {
    return this.stakes.filter((stake) => stake.equal_to === wager);
  }

  get total() {
    return Object.values(this.staged).reduce((sum, cents) => sum + cents, 0);
  }

  get empty() {
    return this.total === 0;
  }

  get placed() {
    return this.stakes.reduce((sum, stake) => sum + (stake.placed ?? 0), 0);
  }

  /**
   * A chip on an area; a refusal where that cannot be.
   * @param {string} wager
   * @param {number} chip cents
   * @returns {Refusal|null}
   */
  add(wager, chip) {
    const stake = this.stake(wager);
    if (!stake) return refusal('not_now', 'Bets on this area are not open now', [], 'Wait for the next round');
    if (stake.equal_to) return this.add(stake.equal_to, chip);
    const missing = (stake.needs ?? []).filter((name) => !this.lying(name) && name !== wager);
    if (missing.length) {
      return refusal(
        'needs',
        `${stake.label} needs ${list(missing.map((name) => this.label(name)))} first`,
        [stake.clause],
        `Lay chips on ${this.label(missing[0])}`,
      );
    }
    const single = this.single(stake, chip);
    if (single !== null && this.lying(wager)) {
      return refusal(
        'one_chip',
        `${stake.label} takes one chip and no more`,
        [stake.clause],
        'Take it back to change it',
      );
    }
    const cents = single ?? chip;
    const whole = this.lying(wager) + cents;
    if (stake.maximum && whole > stake.maximum) {
      return refusal(
        'over_maximum',
        `${stake.label} is at most ${dollars(stake.maximum)}`,
        [stake.clause],
        this.lying(wager) ? 'Choose a smaller chip' : 'Take a smaller chip',
      );
    }
    if (this.total + cents * (1 + this.followers(wager).length) > this.chips) {
      return refusal(
        'not_covered',
        `That is more than the ${dollars(this.chips - this.total)} in front of you`,
        [],
        'Take more chips from your wallet',
      );
    }
    this.put(wager, cents);
    return null;
  }

  /**
   * The amount of an area that takes one chip of given values; null where chips add up.
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
   * @param {number} cents
   */
  put(wager, cents) {
    this.laid.push({ wager, cents });
    this.staged[wager] = (this.staged[wager] ?? 0) + cents;
    this.follow(wager);
  }

  /** @param {string} wager */
  follow(wager) {
    for (const stake of this.followers(wager)) {
      const cents = this.lying(wager) - (stake.placed ?? 0);
      if (cents > 0) this.staged[stake.name] = cents;
      else delete this.staged[stake.name];
    }
  }

  /** The last chip back; where it was, or null. @returns {string|null} */
  undo() {
    const last = this.laid.pop();
    if (!last) return null;
    const left = (this.staged[last.wager] ?? 0) - last.cents;
    if (left > 0) this.staged[last.wager] = left;
    else delete this.staged[last.wager];
    this.follow(last.wager);
    return last.wager;
  }

  /** All chips of one area back into the rack; false where none were laid. @param {string} wager */
  lift(wager) {
    const from = this.stake(wager)?.equal_to ?? wager;
    if (!this.staged[from]) return false;
    delete this.staged[from];
    this.laid = this.laid.filter((one) => one.wager !== from);
    this.follow(from);
    return true;
  }

  clear() {
    this.staged = {};
    this.laid = [];
  }

  /**
   * A whole bet laid at once, as far as it is possible now: the wagers of an earlier round, or those that lie doubled.
   * @param {Record<string, number>} wagers
   * @returns {Refusal|null} why something of it was left out
   */
  lay(wagers) {
    this.clear();
    /** @type {Refusal|null} */
    let first = null;
    for (const stake of this.stakes) {
      const wanted = (wagers[stake.name] ?? 0) - (stake.placed ?? 0);
      if (stake.equal_to || wanted <= 0) continue;
      const refused = this.add(stake.name, wanted);
      first ??= refused;
    }
    return first;
  }

  /** What lies, twice. @param {Record<string, number>} before the last bet, where nothing lies */
  double(before) {
    /** @type {Record<string, number>} */
    const wagers = {};
    for (const stake of this.stakes) {
      const lies = this.lying(stake.name) || (this.empty && !this.placed ? (before[stake.name] ?? 0) : 0);
      const once = stake.fixed || stake.chips?.length;
      if (lies) wagers[stake.name] = once ? lies : lies * 2;
    }
    return this.lay(wagers);
  }

  /**
   * Why the chips that lie are no bet yet; null for a complete one.
   * @returns {{wager: string, refusal: Refusal}|null}
   */
  problem() {
    for (const stake of this.stakes) {
      const lies = this.lying(stake.name);
      const wrong = this.wrong(stake, lies);
      if (wrong) return { wager: stake.name, refusal: wrong };
    }
    return null;
  }

  /**
   * @param {Stake} stake
   * @param {number} lies
   * @returns {Refusal|null}
   */
  wrong(stake, lies) {
    if (!lies) {
      if (!stake.required || stake.equal_to) return null;
      return refusal(
        'missing',
        `${stake.label} is missing`,
        [stake.clause],
        `Lay at least ${dollars(stake.minimum ?? stake.increment ?? 100)} on it`,
      );
    }
    const missing = (stake.needs ?? []).filter((name) => !this.lying(name));
    if (missing.length)
      return refusal(
        'needs',
        `${stake.label} needs ${list(missing.map((name) => this.label(name)))}`,
        [stake.clause],
        `Lay chips on ${this.label(missing[0])}`,
      );
    if (stake.minimum && lies < stake.minimum)
      return refusal(
        'below_minimum',
        `${stake.label} is at least ${dollars(stake.minimum)}`,
        [stake.clause],
        `Lay ${dollars(stake.minimum - lies)} more`,
      );
    if (stake.increment && lies % stake.increment)
      return refusal(
        'not_a_step',
        `${stake.label} goes in steps of ${dollars(stake.increment)}`,
        [stake.clause],
        `Lay ${dollars(stake.increment - (lies % stake.increment))} more`,
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
 * The chips that a player can choose: usual chips that fit the wagers of the table.
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
  const fits = USUAL_CHIPS.map((chip) => chip.value).filter(
    (cents) => cents <= largest && cents >= Math.min(least, 500) && cents % Math.min(least, 100) === 0,
  );
  return (fits.length ? fits : [least]).slice(-6);
}

/**
 * The chip that one begins with: the largest that the first required area takes as its least.
 * @param {Stake[]} stakes
 * @param {number[]} chips
 */
export function firstChip(stakes, chips) {
  const first = stakes.find((stake) => stake.required && !stake.equal_to) ?? stakes[0];
  const least = first?.minimum ?? first?.increment ?? chips[0];
  return [...chips].reverse().find((chip) => chip <= least) ?? chips[0];
}
