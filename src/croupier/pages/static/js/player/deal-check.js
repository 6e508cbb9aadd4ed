// The "Check the deal" block, which verifies a round's deal in this browser and explains what the check proves.
import { verifyDeal } from '../core/deal-verifier.js';
import { element, say } from '../core/dom.js';
import { cardName } from '../core/cards.js';
import { saveFile } from '../core/page-parts.js';

/** @import { DealEvidence, ShownRound } from '../../../protocol-types' */

/** @typedef {{place: string, index: number, card: string}} CardPlace */

/** The cards that the round showed this person, with their places. @param {ShownRound} replay */
export function cardsShown(replay) {
  /** @type {Map<string, CardPlace>} */
  const cards = new Map();
  for (const { sight } of replay.entries) {
    for (const seat of sight.seats ?? []) addCards(cards, `seat${seat.seat}`, seat.cards ?? []);
    for (const place of sight.places ?? []) addCards(cards, place.place, place.cards);
  }
  return [...cards.values()];
}

/**
 * @param {Map<string, CardPlace>} map
 * @param {string} place
 * @param {(string|null)[]} cards
 */
function addCards(map, place, cards) {
  cards.forEach((card, index) => {
    if (card) map.set(`${place} ${index}`, { place, index, card });
  });
}

/**
 * Whether this person's number in the deal is the one this browser drew, or null if the browser did not keep it.
 * @param {DealEvidence} deal
 * @param {string} player
 */
function ownNumber(deal, player) {
  try {
    const numbers = /** @type {import('../table/deal-numbers.js').CommittedNumber[]} */ (
      JSON.parse(localStorage.getItem(`croupier-numbers:${deal.committed.table}`) ?? '[]')
    );
    const own = numbers.find((number) => number.digest === deal.committed.fixed[player]);
    return own ? own.number === deal.mixed.reveals[player] : null;
  } catch {
    return null;
  }
}

/**
 * Explains what a passed check proves, which depends on whose numbers are in the shuffle.
 * @param {DealEvidence} deal
 * @param {string} player
 * @param {number} cards
 */
function meaning(deal, player, cards) {
  const players = Object.keys(deal.mixed.reveals);
  const deals =
    deal.committed.deal > 1 ? ` Earlier deals of this round that were discarded: ${deal.committed.deal - 1}.` : '';
  const fixed =
    `The ${cards === 1 ? 'card you saw was' : `${cards} cards you saw were`} fixed before the first bet ` +
    `and dealt in the order set by the shuffle.${deals}`;
  if (player && players.includes(player)) {
    return ownNumber(deal, player)
      ? `${fixed} Your random number is part of the shuffle, so the casino did not choose your cards.`
      : `${fixed} A number under your name is part of the shuffle, but this browser no longer has it to compare.`;
  }
  if (players.length)
    return `${fixed} If one of the players in the shuffle was honest, the casino did not choose the cards.`;
  return `${fixed} No player added a number, so the casino could have chosen the cards.`;
}

/** @param {ShownRound} replay */
export function dealCheck(replay) {
  const block = element(
    'section',
    { class: 'block deal-check', 'aria-label': 'Check the deal' },
    element('h2', {}, 'Check the deal'),
  );
  const { deal: openings } = replay;
  const deal = openings?.deals[0];
  if (!openings || !deal) {
    block.append(
      element(
        'p',
        { class: 'waiting' },
        'This table did not publish a commitment for the round, so there is nothing to check.',
      ),
    );
    return block;
  }
  const result = element('p', { class: 'deal-result', role: 'status' });
  const faults = element('ul', { class: 'faults' });
  const check = async () => {
    if (!globalThis.crypto?.subtle) {
      say(
        result,
        'Checking needs an encrypted connection (https). Or download the proof and run: croupier verify --deal',
      );
      return;
    }
    button.disabled = true;
    const verdict = await verifyDeal(deal, cardsShown(replay));
    result.className = `deal-result ${verdict.ok ? 'win' : 'lose'}`;
    say(
      result,
      verdict.ok
        ? `The deal checks out. ${meaning(deal, openings.player, verdict.cards)}`
        : 'The deal does not check out. Download the proof and contact the casino or the regulator.',
    );
    faults.replaceChildren(...verdict.faults.map((fault) => element('li', {}, fault)));
    button.disabled = false;
  };
  const button = element('button', { type: 'button', class: 'plain-button', onclick: check }, 'Check now');
  const save = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: () =>
        saveFile(`${replay.table}-round-${replay.round}-openings.json`, JSON.stringify(openings), 'application/json'),
    },
    'Download the proof',
  );
  const facts = element(
    'details',
    {},
    element('summary', {}, 'Published data'),
    element(
      'dl',
      { class: 'published' },
      element('dt', {}, 'Commitment (Merkle root)'),
      element('dd', {}, deal.committed.root),
      element('dt', {}, 'Player numbers in the shuffle'),
      element('dd', {}, String(Object.keys(deal.mixed.reveals).length)),
      element('dt', {}, 'Cards you saw'),
      element('dd', {}, deal.openings.map((opening) => cardName(opening.card)).join(', ') || 'none'),
    ),
  );
  block.append(
    element(
      'p',
      {},
      'Before betting, the casino publishes a commitment to the order of the cards. ',
      'Players’ random numbers then shuffle it. Your browser can check both.',
    ),
    element('p', { class: 'row' }, button, save),
    result,
    faults,
    facts,
    element(
      'p',
      { class: 'fine' },
      'This check can’t show who looked at the cards, or anything about cards you didn’t see. ',
      element('a', { class: 'link', href: '/static/js/core/deal-verifier.js' }, 'Read the code of the check'),
      '.',
    ),
  );
  return block;
}
