// What a person can do now, as buttons: taken from what the house offers and from nothing else.
import { dollars, quotient } from '../core/money.js';
import { inUnits } from './round-result.js';
import { choiceWords } from './round-story.js';
import { list } from './wagering.js';

/** @typedef {import('./dock.js').Choice} Choice */
/** @typedef {import('./table-state.js').State} State */
/**
 * What the page does for a person.
 * @typedef {{sit: () => void, send: () => void, ready: () => void, least: () => void, repeat: () => void, double: ()
 * => void, clear: () => void,
 *   undo: () => void, turn: (seat: number) => void, lift: () => void, decide: (choice: string) => void, advice: ()
 * => void, moreTime: () => void, moreChips: () => void, topUp: (cents: number) => void, takeBack: () => void,
 * elsewhere: () => void, result: () => void}} Acts
 */

/** The letters that mean something else while a decision is asked. */
export const RESERVED = 'AMHBWTL';

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @param {number} buyIn
 * @returns {Choice[]}
 */
export function choices(state, acts, busy, buyIn) {
  if (state.decision) return decisions(state, acts, busy);
  if (state.open) return betting(state, acts, busy);
  if (!state.own && state.full)
    return [
      {
        key: 'lobby',
        words: 'Other tables',
        more: 'every seat is taken here',
        letter: '',
        gold: true,
        disabled: busy,
        act: acts.elsewhere,
      },
    ];
  if (!state.own && state.person && state.offer('sit_down')) {
    const chips = state.purse;
    const with_ = chips
      ? `with the ${dollars(chips)} you have here`
      : `with ${dollars(buyIn)} of ${dollars(state.balance.wallet)}`;
    return [{ key: 'sit', words: 'Sit down', more: with_, letter: 'S', gold: true, disabled: busy, act: acts.sit }];
  }
  return [];
}

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @returns {Choice[]}
 */
function betting(state, acts, busy) {
  const { wagering } = state;
  if (state.laid) {
    const { problem, bare } = state;
    const short = problem ? null : state.short;
    return [
      {
        key: 'undo',
        words: 'Take back',
        more: 'the last chip',
        letter: 'Z',
        disabled: busy || wagering.empty,
        act: acts.undo,
      },
      ...(bare === undefined
        ? []
        : [
            {
              key: 'other',
              words: `Seat ${bare} too`,
              more: 'before bets are closed',
              letter: 'O',
              disabled: busy,
              act: () => acts.turn(bare),
            },
          ]),
      ...(short
        ? [
            {
              key: 'send-short',
              words: `Bet ${dollars(state.laid)}`,
              more: `leaves ${dollars(short.left)} for ${list(short.names)}`,
              letter: 'Y',
              disabled: busy,
              act: acts.send,
            },
            topUp(state, acts, busy, short.take, `for ${list(short.names)}`, '⏎', true),
          ]
        : [
            {
              key: 'send',
              words: `Bet ${dollars(state.laid)}`,
              more: problem ? problem.refusal.message.replace(/\.$/, '') : 'and ready',
              letter: '⏎',
              gold: true,
              disabled: busy || Boolean(problem),
              act: acts.send,
            },
          ]),
    ];
  }
  if (state.placed && !state.isReady) {
    return [
      { key: 'back', words: 'Take back', more: 'all of it', letter: 'Z', disabled: busy, act: acts.takeBack },
      {
        key: 'ready',
        words: 'Ready',
        more: `${dollars(state.placed)} in play`,
        letter: '⏎',
        gold: true,
        disabled: busy,
        act: acts.ready,
      },
    ];
  }
  if (state.placed) return [];
  const before = state.repeats;
  const chips = state.sight?.chips ?? 0;
  const { least } = state;
  if (chips < least || !state.bet) {
    return [
      {
        key: 'chips',
        words: 'Take chips',
        more: `${dollars(chips)} left; the least bet is ${dollars(least)}`,
        letter: '⏎',
        gold: true,
        disabled: busy,
        act: acts.moreChips,
      },
    ];
  }
  if (before && before <= chips) {
    return [
      { key: 'least', words: 'Least bet', more: dollars(least), letter: 'J', disabled: busy, act: acts.least },
      {
        key: 'again',
        words: 'Same again',
        more: `${dollars(before)}, as before`,
        letter: '⏎',
        gold: true,
        disabled: busy,
        act: acts.repeat,
      },
    ];
  }
  return [
    {
      key: 'least',
      words: 'Least bet',
      more: `${dollars(least)}, or lay chips on the felt`,
      letter: '⏎',
      gold: true,
      disabled: busy,
      act: acts.least,
    },
  ];
}

/**
 * Chips from the wallet in one press; where it has too few, the way to more.
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @param {number} cents
 * @param {string} what they are for
 * @param {string} letter
 * @param {boolean} gold
 * @returns {Choice}
 */
function topUp(state, acts, busy, cents, what, letter, gold) {
  const words = cents ? `Take ${dollars(cents)}` : 'More chips';
  return {
    key: 'top-up',
    words,
    more: cents ? `chips ${what}` : `${dollars(state.balance.wallet)} in your wallet`,
    letter,
    gold,
    disabled: busy,
    act: cents ? () => acts.topUp(cents) : acts.moreChips,
  };
}

/** What to know before such a bet is sent. @param {State} state */
export function shortWords(state) {
  const short = state.problem ? null : state.short;
  return short
    ? `This bet leaves ${dollars(short.left)}. ${list(short.names)} costs at least ${dollars(short.needs)}.`
    : '';
}

/** Choices that the chips do not cover, in words. @param {string[]} names */
function either(names) {
  const words = names.map(choiceWords);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @returns {Choice[]}
 */
function decisions(state, acts, busy) {
  const options = state.decision?.blanks?.find((blank) => blank.field === 'choice')?.options ?? [];
  const dearest = options.reduce((most, one) => ((one.cost ?? 0) > (most?.cost ?? 0) ? one : most), options[0]);
  /** @type {string[]} */
  const taken = [];
  const { beyond } = state;
  const found = options.map((option) => {
    const value = String(option.value);
    const advised = state.advice?.choices.find((one) => one.choice === value);
    const best = state.advice?.best === value;
    return {
      key: `choice-${value}`,
      words: buttonWords(value),
      letter: letterOf(value, taken),
      gold: state.advice ? best : option === dearest && options.length > 1,
      more: price(state, option),
      advised: advised ? `${best ? 'Best: ' : ''}${inUnits(quotient(advised.value), unitOf(state))}` : '',
      best,
      disabled: busy,
      act: () => acts.decide(value),
    };
  });
  if (!beyond || options.length > 1) return found;
  const best = state.advice?.choices.find(
    (one) => one.choice === state.advice?.best && beyond.names.includes(one.choice),
  );
  const advised = best ? `Best: ${choiceWords(best.choice)}, ${inUnits(quotient(best.value), unitOf(state))}` : '';
  return [
    ...found,
    {
      ...topUp(state, acts, busy, beyond.take, `for ${either(beyond.names)}`, '+', Boolean(best)),
      advised,
      best: Boolean(best),
    },
  ];
}

/** The stake that advice is told in. @param {State} state */
export function unitOf(state) {
  return state.last[/** @type {any} */ (state.posted).unit] ?? 0;
}

/** @param {string} value */
function buttonWords(value) {
  return /^\d+x$/.test(value) ? `Bet ${choiceWords(value)}` : choiceWords(value);
}

/**
 * What a choice costs stands on its button.
 * @param {State} state
 * @param {import('../core/types.js').Option} option
 */
function price(state, option) {
  const effect = /** @type {any} */ (state.effect(state.decision?.sample.question, String(option.value)));
  if (option.cost) return `${dollars(option.cost)}${effect?.stakes ? ` on ${state.label(effect.stakes)}` : ''}`;
  if (effect?.collects?.length)
    return `gives up ${list(effect.collects.map((/** @type {string} */ name) => state.label(name)))}`;
  if (effect?.withdraws)
    return `${state.label(effect.withdraws)} comes back, ${dollars(state.own?.wagers?.[effect.withdraws] ?? 0)}`;
  return 'costs nothing more';
}

/**
 * A letter or figure of the choice that nothing else uses.
 * @param {string} value
 * @param {string[]} taken
 */
function letterOf(value, taken) {
  const found =
    [...value.toUpperCase()].find(
      (sign) => /[A-Z0-9]/.test(sign) && !RESERVED.includes(sign) && !taken.includes(sign),
    ) ?? String(taken.length + 1);
  taken.push(found);
  return found;
}

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @returns {Choice[]}
 */
export function extras(state, acts, busy) {
  /** @type {Choice[]} */
  const found = [];
  if (state.decision && !state.advice)
    found.push({
      key: 'advice',
      words: 'Advice',
      more: 'The exact value of each choice',
      letter: 'A',
      disabled: busy,
      act: acts.advice,
    });
  const { beyond } = state;
  if (beyond && (state.decision?.blanks?.[0]?.options?.length ?? 0) > 1) {
    found.push({
      ...topUp(state, acts, busy, beyond.take, `for ${either(beyond.names)}`, '+', false),
      gold: undefined,
      words: beyond.take ? `Take ${dollars(beyond.take)} for ${either(beyond.names)}` : 'More chips',
    });
  }
  const mine = state.clock && (state.decision || (state.open && state.placed));
  if (mine && !state.othersWait)
    found.push({
      key: 'time',
      words: 'More time',
      more: 'Nobody else waits',
      letter: 'M',
      disabled: busy,
      act: acts.moreTime,
    });
  if (state.phase === 'settled' && below.matches)
    found.push({
      key: 'result',
      words: 'Each wager',
      more: 'What each one won or lost, and by which rule',
      letter: 'V',
      act: acts.result,
    });
  return found;
}

/** Where the panel with the result is not beside the table, and no thumb scrolls to it. */
const below = matchMedia('(min-width: 861px) and (max-width: 1240px)');

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @returns {Choice[]}
 */
export function tools(state, acts, busy) {
  const open = state.open && !busy;
  const before = state.repeats > 0;
  const lies = state.laid > 0 || state.placed > 0;
  return [
    {
      key: 'repeat',
      words: 'Repeat',
      more: 'The bet of your last round',
      letter: 'R',
      disabled: !open || !before || state.placed > 0,
      act: acts.repeat,
    },
    {
      key: 'double',
      words: 'Double',
      more: 'Twice what lies, or twice the last bet',
      letter: 'D',
      disabled: !open || !(before || lies),
      act: acts.double,
    },
    {
      key: 'lift',
      words: 'Take one',
      more: 'Then choose the area whose chips you take back',
      letter: 'U',
      gold: state.lifting,
      disabled: !open || !lies,
      act: acts.lift,
    },
    { key: 'clear', words: 'Clear', more: 'Every chip back', letter: 'X', disabled: !open || !lies, act: acts.clear },
    {
      key: 'chips',
      words: 'More chips',
      more: 'From your wallet',
      letter: '',
      disabled: busy || !state.own,
      act: acts.moreChips,
    },
  ];
}
