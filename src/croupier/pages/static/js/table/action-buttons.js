// The player's buttons, derived from the actions that the server offers.
import { dollars, quotient } from '../core/money.js';
import { inUnits } from './round-result.js';
import { choiceWords } from './round-story.js';
import { list } from './wagering.js';

/** @typedef {import('./dock.js').Choice} Choice */
/** @typedef {import('./table-state.js').State} State */
/**
 * The actions behind the buttons.
 * @typedef {{sit: () => void, send: () => void, ready: () => void, least: () => void, repeat: () => void, double: ()
 * => void, clear: () => void,
 *   undo: () => void, turn: (seat: number) => void, lift: () => void, decide: (choice: string) => void, advice: ()
 * => void, moreTime: () => void, moreChips: () => void, topUp: (cents: number) => void, takeBack: () => void,
 * elsewhere: () => void, result: () => void}} Acts
 */

/** Letters with another meaning during a decision. */
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
        more: 'this table is full',
        letter: '',
        gold: true,
        disabled: busy,
        act: acts.elsewhere,
      },
    ];
  if (!state.own && state.person && state.offer('sit_down')) {
    const chips = state.purse;
    const with_ = chips ? `with your ${dollars(chips)} at this table` : `buy in for ${dollars(buyIn)}`;
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
  const { currentBench } = state;
  if (state.unsentTotal) {
    const { problem, bare } = state;
    const short = problem ? null : state.short;
    return [
      {
        key: 'undo',
        words: 'Undo',
        more: 'last chip',
        letter: 'Z',
        disabled: busy || currentBench.empty,
        act: acts.undo,
      },
      ...(bare === undefined
        ? []
        : [
            {
              key: 'other',
              words: `Bet at seat ${bare}`,
              more: 'before betting closes',
              letter: 'O',
              disabled: busy,
              act: () => acts.turn(bare),
            },
          ]),
      ...(short
        ? [
            {
              key: 'send-short',
              words: `Bet ${dollars(state.unsentTotal)}`,
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
              words: `Bet ${dollars(state.unsentTotal)}`,
              more: problem ? problem.refusal.message.replace(/\.$/, '') : 'place your bet',
              letter: '⏎',
              gold: true,
              disabled: busy || Boolean(problem),
              act: acts.send,
            },
          ]),
    ];
  }
  if (state.placedTotal && !state.isReady) {
    return [
      { key: 'back', words: 'Take back', more: 'your whole bet', letter: 'Z', disabled: busy, act: acts.takeBack },
      {
        key: 'ready',
        words: 'Ready',
        more: `bet ${dollars(state.placedTotal)}`,
        letter: '⏎',
        gold: true,
        disabled: busy,
        act: acts.ready,
      },
    ];
  }
  if (state.placedTotal) return [];
  const before = state.repeats;
  const chips = state.sight?.chips ?? 0;
  const { least } = state;
  if (chips < least || !state.bet) {
    return [
      {
        key: 'chips',
        words: 'Get chips',
        more: `you have ${dollars(chips)}, minimum bet ${dollars(least)}`,
        letter: '⏎',
        gold: true,
        disabled: busy,
        act: acts.moreChips,
      },
    ];
  }
  if (before && before <= chips) {
    return [
      { key: 'least', words: 'Minimum bet', more: dollars(least), letter: 'J', disabled: busy, act: acts.least },
      {
        key: 'again',
        words: 'Same again',
        more: `bet ${dollars(before)}`,
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
      words: 'Minimum bet',
      more: `${dollars(least)}, or place chips on the table`,
      letter: '⏎',
      gold: true,
      disabled: busy,
      act: acts.least,
    },
  ];
}

/**
 * A button that takes chips from the wallet, or opens the chip dialog if the wallet has too few.
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @param {number} cents
 * @param {string} what the purpose of the chips
 * @param {string} letter
 * @param {boolean} gold
 * @returns {Choice}
 */
function topUp(state, acts, busy, cents, what, letter, gold) {
  const words = cents ? `Get ${dollars(cents)}` : 'Get chips';
  return {
    key: 'top-up',
    words,
    more: cents ? `in chips ${what}` : `${dollars(state.balance.wallet)} in your wallet`,
    letter,
    gold,
    disabled: busy,
    act: cents ? () => acts.topUp(cents) : acts.moreChips,
  };
}

/** The warning before a bet that leaves too few chips for later wagers. @param {State} state */
export function shortWords(state) {
  const short = state.problem ? null : state.short;
  return short
    ? `This bet leaves you ${dollars(short.left)}. You need at least ${dollars(short.needs)} for ${list(short.names)}.`
    : '';
}

/** "2× or 1×": the names of choices. @param {string[]} names */
function alternatives(names) {
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
  /** @type {string[]} */
  const usedKeys = [];
  const { uncoveredChoices: beyond } = state;
  const buttons = options.map((option) => {
    const value = String(option.value);
    const advice = state.advice?.choices.find((choice) => choice.choice === value);
    const best = state.advice?.best === value;
    return {
      key: `choice-${value}`,
      words: buttonWords(value),
      letter: letterOf(value, usedKeys),
      gold: best,
      more: price(state, option),
      advice: advice ? `${best ? 'Best: ' : ''}${inUnits(quotient(advice.value), unitOf(state))}` : '',
      best,
      disabled: busy,
      act: () => acts.decide(value),
    };
  });
  if (!beyond || options.length > 1) return buttons;
  const best = state.advice?.choices.find(
    (choice) => choice.choice === state.advice?.best && beyond.names.includes(choice.choice),
  );
  const advice = best ? `Best: ${choiceWords(best.choice)}, ${inUnits(quotient(best.value), unitOf(state))}` : '';
  return [
    ...buttons,
    {
      ...topUp(state, acts, busy, beyond.take, `for ${alternatives(beyond.names)}`, '+', Boolean(best)),
      advice,
      best: Boolean(best),
    },
  ];
}

/** The bet that the values of advice refer to. @param {State} state */
export function unitOf(state) {
  return state.last[state.posted.unit] ?? 0;
}

/** @param {string} value */
function buttonWords(value) {
  return /^\d+x$/.test(value) ? `Bet ${choiceWords(value)}` : choiceWords(value);
}

/**
 * The price of a choice, for its button.
 * @param {State} state
 * @param {import('../core/types.js').Option} option
 */
function price(state, option) {
  const effect = state.effect(state.decision?.sample.question ?? '', String(option.value));
  if (option.cost) return `${dollars(option.cost)}${effect?.stakes ? ` on ${state.label(effect.stakes)}` : ''}`;
  if (effect?.collects?.length) return `lose ${list(effect.collects.map((name) => state.label(name)))}`;
  if (effect?.withdraws) return `take back ${dollars(state.own?.wagers?.[effect.withdraws] ?? 0)}`;
  return 'no extra bet';
}

/**
 * A free shortcut key for a choice, from its letters and digits.
 * @param {string} value
 * @param {string[]} usedKeys
 */
function letterOf(value, usedKeys) {
  const buttons =
    [...value.toUpperCase()].find(
      (sign) => /[A-Z0-9]/.test(sign) && !RESERVED.includes(sign) && !usedKeys.includes(sign),
    ) ?? String(usedKeys.length + 1);
  usedKeys.push(buttons);
  return buttons;
}

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @returns {Choice[]}
 */
export function extras(state, acts, busy) {
  /** @type {Choice[]} */
  const buttons = [];
  if (state.decision && !state.advice)
    buttons.push({
      key: 'advice',
      words: 'Get advice',
      more: 'See the exact value of each choice',
      letter: 'A',
      disabled: busy,
      act: acts.advice,
    });
  const { uncoveredChoices: beyond } = state;
  if (beyond && (state.decision?.blanks?.[0]?.options?.length ?? 0) > 1) {
    buttons.push({
      ...topUp(state, acts, busy, beyond.take, `for ${alternatives(beyond.names)}`, '+', false),
      gold: undefined,
      words: beyond.take ? `Get ${dollars(beyond.take)} for ${alternatives(beyond.names)}` : 'Get chips',
    });
  }
  const isOwn = state.clock && (state.decision || (state.open && state.placedTotal));
  if (isOwn && !state.othersWait)
    buttons.push({
      key: 'time',
      words: 'More time',
      more: 'No one else is waiting',
      letter: 'M',
      disabled: busy,
      act: acts.moreTime,
    });
  if (state.phase === 'settled' && below.matches)
    buttons.push({
      key: 'result',
      words: 'Show details',
      more: 'See the result and rule of each bet',
      letter: 'V',
      act: acts.result,
    });
  return buttons;
}

/** Widths at which the result panel is below the table. */
const below = matchMedia('(max-width: 1240px)');

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} busy
 * @returns {Choice[]}
 */
export function tools(state, acts, busy) {
  const open = state.open && !busy;
  const before = state.repeats > 0;
  const hasBet = state.unsentTotal > 0 || state.placedTotal > 0;
  return [
    {
      key: 'repeat',
      words: 'Repeat',
      more: 'Place your last bet again',
      letter: 'R',
      disabled: !open || !before || state.placedTotal > 0,
      act: acts.repeat,
    },
    {
      key: 'double',
      words: 'Double',
      more: 'Double your bet',
      letter: 'D',
      disabled: !open || !(before || hasBet),
      act: acts.double,
    },
    {
      key: 'lift',
      words: 'Remove',
      more: 'Select the bet to remove',
      letter: 'U',
      gold: state.isLifting,
      disabled: !open || !hasBet,
      act: acts.lift,
    },
    {
      key: 'clear',
      words: 'Clear',
      more: 'Remove all your chips',
      letter: 'X',
      disabled: !open || !hasBet,
      act: acts.clear,
    },
    {
      key: 'chips',
      words: 'Get chips',
      more: 'Buy chips from your wallet',
      letter: '',
      disabled: busy || !state.own,
      act: acts.moreChips,
    },
  ];
}
