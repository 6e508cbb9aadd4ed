// What each key does now: the choices that stand there, the chips, and what is read aloud.
import { cardNames } from '../core/cards.js';
import { dollars, signed } from '../core/money.js';
import { choices, extras, tools } from './action-buttons.js';
import { buyInOf } from './chip-purchase.js';

/**
 * What keys do at this moment.
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
    .filter((one) => one.letter)
    .map((one) => ({
      keys: one.letter === '⏎' ? 'Enter' : one.letter,
      words: `${one.words}${one.more ? `: ${one.more}` : ''}`,
      act: () => press(page, one),
    }));
  const chips = state.open
    ? state.chips.map((chip, n) => ({
        keys: String(n + 1),
        words: `${dollars(chip)} chip`,
        act: () => page.pick(chip),
      }))
    : [];
  return [...acts, ...chips.filter((one) => !acts.some((act) => act.keys === one.keys)), ...asking(page)];
}

/**
 * @param {import('./table-page.js').TablePage} page
 * @param {import('./dock.js').Choice} one
 */
function press(page, one) {
  if (one.disabled) return;
  if (one.letter === '⏎' && page.dock.slips) page.slipped();
  else one.act();
}

/**
 * Keys that read something aloud.
 * @param {import('./table-page.js').TablePage} page
 * @returns {import('./keyboard.js').Key[]}
 */
function asking({ state, announcer }) {
  const told = (/** @type {string} */ words) => () => announcer.tell(words);
  const places = (state.sight?.places ?? []).map((place) => `${place.place}: ${cardNames(place.cards)}`).join('; ');
  const wagers = Object.entries(state.own?.wagers ?? {})
    .map(([name, cents]) => `${state.label(name)} ${dollars(cents)}`)
    .join(', ');
  const staged = [...state.benches.values()]
    .flatMap((bench) => Object.entries(bench.staged))
    .map(([name, cents]) => `${state.label(name)} ${dollars(cents)} not yet sent`)
    .join(', ');
  return [
    {
      keys: 'H',
      words: 'Hear your cards',
      act: told(state.own?.cards?.length ? `Your cards: ${cardNames(state.own.cards)}` : 'You have no cards'),
    },
    { keys: 'B', words: 'Hear the cards of the table', act: told(places || 'No cards lie on the table') },
    {
      keys: 'W',
      words: 'Hear your wagers and chips',
      act: told(
        `${[wagers, staged].filter(Boolean).join(', ') || 'No wagers'}; ${dollars(state.purse - state.laid)} in front of you${state.results.length ? `; last round ${signed(state.results.reduce((sum, seat) => sum + (seat.net ?? 0), 0))}` : ''}`,
      ),
    },
    {
      keys: 'T',
      words: 'Hear the time left',
      act: told(state.remains === null ? 'No time is running' : `${Math.ceil(state.remains / 1000)} seconds`),
    },
    { keys: 'L', words: 'Hear the last announcement again', act: told(announcer.last || 'Nothing was announced') },
  ];
}
