// The deal of a round checked here, in this browser, by what the house published; in honest words.
import { verifyDeal } from '../core/deal-verifier.js';
import { element, say } from '../core/dom.js';
import { cardName } from '../core/cards.js';
import { saveFile } from '../core/page-parts.js';

/** The cards that the round showed this person, where they lay. @param {any} told */
export function cardsShown(told) {
  const found = new Map();
  for (const { sight } of told.entries) {
    for (const seat of sight.seats ?? []) lay(found, `seat${seat.seat}`, seat.cards ?? []);
    for (const place of sight.places ?? []) lay(found, place.place, place.cards);
  }
  return [...found.values()];
}

/**
 * @param {Map<string, any>} found
 * @param {string} place
 * @param {(string|null)[]} cards
 */
function lay(found, place, cards) {
  cards.forEach((card, index) => {
    if (card) found.set(`${place} ${index}`, { place, index, card });
  });
}

/**
 * Whether the number under this person's name is the one that this browser drew; null where it kept none.
 * @param {any} deal
 * @param {string} player
 */
function ownNumber(deal, player) {
  try {
    const kept = JSON.parse(localStorage.getItem(`croupier-numbers:${deal.committed.table}`) ?? '[]');
    const mine = kept.find((/** @type {any} */ one) => one.digest === deal.committed.fixed[player]);
    return mine ? mine.number === deal.mixed.reveals[player] : null;
  } catch {
    return null;
  }
}

/**
 * What a check shows, depending on who took part.
 * @param {any} deal
 * @param {string} player
 * @param {number} cards
 */
function meaning(deal, player, cards) {
  const players = Object.keys(deal.mixed.reveals);
  const deals =
    deal.committed.deal > 1
      ? ` ${deal.committed.deal - 1} earlier ${deal.committed.deal === 2 ? 'deal' : 'deals'} of this round had been discarded, which everybody can count.`
      : '';
  const stood = `The ${cards} ${cards === 1 ? 'card' : 'cards'} you were shown stood under the root that the house had published before the first bet, and came out in the order that the mix says.${deals}`;
  if (player && players.includes(player)) {
    return ownNumber(deal, player)
      ? `${stood} The number that this browser drew for you is in the mix: the house did not choose your cards.`
      : `${stood} A number under your name is in the mix; if it is the one you drew, the house did not choose your cards. This browser has not kept it.`;
  }
  if (players.length)
    return `${stood} Your number is not in the mix; if one of the players in it was honest, the house did not choose the cards.`;
  return `${stood} No player's number is in the mix: this shows that the cards were not changed after the first bet, and not that they were not chosen before it.`;
}

/** @param {any} told */
export function dealCheck(told) {
  const block = element(
    'section',
    { class: 'block deal-check', 'aria-label': 'Check the deal' },
    element('h2', {}, 'Check the deal'),
  );
  const deal = told.deal?.deals[0];
  if (!deal) {
    block.append(
      element(
        'p',
        { class: 'waiting' },
        'This table published no commitment for the round: there is nothing to check.',
      ),
    );
    return block;
  }
  const result = element('p', { class: 'deal-result', role: 'status' });
  const faults = element('ul', { class: 'faults' });
  const button = element(
    'button',
    { type: 'button', class: 'plain-button', onclick: check },
    'Check it in this browser',
  );
  const save = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: () =>
        saveFile(`${told.table}-round-${told.round}-openings.json`, JSON.stringify(told.deal), 'application/json'),
    },
    'Save the openings',
  );
  async function check() {
    if (!globalThis.crypto?.subtle) {
      say(
        result,
        'This browser computes hashes only on an encrypted line or on the machine itself. Save the openings and run croupier verify --deal.',
      );
      return;
    }
    button.disabled = true;
    const found = await verifyDeal(deal, cardsShown(told));
    result.className = `deal-result ${found.ok ? 'win' : 'lose'}`;
    say(
      result,
      found.ok
        ? `It holds. ${meaning(deal, told.deal.player, found.cards)}`
        : 'It does not hold. Save the openings, and ask the house or the regulator.',
    );
    faults.replaceChildren(...found.faults.map((fault) => element('li', {}, fault)));
    button.disabled = false;
  }
  const facts = element(
    'details',
    {},
    element('summary', {}, 'What was published'),
    element(
      'dl',
      { class: 'published' },
      element('dt', {}, 'Root, before the first bet'),
      element('dd', {}, deal.committed.root),
      element('dt', {}, 'Numbers in the mix'),
      element('dd', {}, String(Object.keys(deal.mixed.reveals).length)),
      element('dt', {}, 'Cards opened to you'),
      element('dd', {}, deal.openings.map((/** @type {any} */ one) => cardName(one.card)).join(', ') || 'none'),
    ),
  );
  block.append(
    element(
      'p',
      {},
      'Before bets count the house fixes the order of the shoe under a published root; players mix it by numbers of their own. Here your browser computes the hashes again. ',
    ),
    element('p', { class: 'row' }, button, save),
    result,
    faults,
    facts,
    element(
      'p',
      { class: 'fine' },
      'What it does not show: who looked at the cards, and anything about cards that were not opened to you. ',
      element('a', { class: 'link', href: '/static/js/core/deal-verifier.js' }, 'The code that checks'),
      ' is about a hundred lines.',
    ),
  );
  return block;
}
