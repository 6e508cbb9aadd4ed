// The current keyboard shortcuts for the buttons, for the chips, and for reading something aloud.
import { cardNames } from '../core/cards.js';
import { dollars, signedDollars } from '../core/money.js';
import { choices, extras, tools } from './action-buttons.js';
import { buyInOf } from './chip-purchase.js';

/**
 * The current shortcuts.
 * @param {import('./table-page.js').TablePage} page
 * @returns {import('./keyboard.js').Key[]}
 */
export function keyMap(page) {
  const { state, acts: does, busy } = page;
  const acts = [
    ...choices(state, does, busy, buyInOf(page.posted, state.balance.wallet)),
    ...extras(state, does, busy),
    ...(state.open ? tools(state, does, busy) : []),
  ]
    .filter((choice) => choice.letter)
    .map((choice) => ({
      keys: choice.letter === '⏎' ? 'Enter' : choice.letter,
      words: `${choice.words}${choice.more ? `: ${choice.more}` : ''}`,
      act: () => press(page, choice),
    }));
  return [...acts, ...(state.open ? chipKeys(page) : []), ...readingKeys(page)];
}

/**
 * Shortcuts for choosing a different chip. They are not digits, because digits stand for raises.
 * @param {import('./table-page.js').TablePage} page
 */
function chipKeys(page) {
  const { chips, chip } = page.state;
  const step = (/** @type {number} */ by) => () => {
    const nextChip = chips[chips.indexOf(chip) + by];
    if (!nextChip) return;
    page.pick(nextChip);
    page.announcer.tell(`${dollars(nextChip)} chip`);
  };
  return [
    { keys: ',', words: 'Smaller chip', act: step(-1) },
    { keys: '.', words: 'Larger chip', act: step(1) },
  ];
}

/**
 * @param {import('./table-page.js').TablePage} page
 * @param {import('./dock.js').Choice} choice
 */
function press(page, choice) {
  if (choice.disabled) return;
  if (choice.letter === '⏎' && page.dock.slips) page.explainDoublePress();
  else choice.act();
}

/**
 * Shortcuts that read something aloud.
 * @param {import('./table-page.js').TablePage} page
 * @returns {import('./keyboard.js').Key[]}
 */
function readingKeys({ state, announcer }) {
  const tell = (/** @type {string} */ words) => () => announcer.tell(words);
  const places = (state.sight?.places ?? []).map((place) => `${place.place}: ${cardNames(place.cards)}`).join('; ');
  const wagers = Object.entries(state.own?.wagers ?? {})
    .map(([name, cents]) => `${state.label(name)} ${dollars(cents)}`)
    .join(', ');
  const staged = [...state.benches.values()]
    .flatMap((bench) => Object.entries(bench.staged))
    .map(([name, cents]) => `${state.label(name)} ${dollars(cents)} not placed yet`)
    .join(', ');
  const net = state.results.reduce((sum, seat) => sum + (seat.net ?? 0), 0);
  const lastRound = state.results.length ? ` Last round: ${signedDollars(net)}.` : '';
  const soFar = state.own?.so_far ? `. Your hand so far: ${state.own.so_far}` : '';
  return [
    {
      keys: 'H',
      words: 'Hear your cards',
      act: tell(state.own?.cards?.length ? `Your cards: ${cardNames(state.own.cards)}${soFar}` : 'You have no cards'),
    },
    { keys: 'B', words: 'Hear the cards on the table', act: tell(places || 'There are no cards on the table') },
    {
      keys: 'W',
      words: 'Hear your bets and chips',
      act: tell(
        `${[wagers, staged].filter(Boolean).join(', ') || 'You have no bets'}. ` +
          `You have ${dollars(state.purse - state.unsentTotal)} in chips.${lastRound}`,
      ),
    },
    {
      keys: 'T',
      words: 'Hear the time left',
      act: tell(state.remains === null ? 'There is no time limit' : `${Math.ceil(state.remains / 1000)} seconds left`),
    },
    {
      keys: 'L',
      words: 'Hear the last announcement again',
      act: tell(announcer.last || 'There is no announcement yet'),
    },
  ];
}
