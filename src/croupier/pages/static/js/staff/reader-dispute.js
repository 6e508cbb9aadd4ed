// A card that the card reader and the dealer name differently: both values, and the floor's decision.
import { element } from '../core/dom.js';
import { atTable } from './floor-data.js';
import { capital, cardRow } from './staff-parts.js';

/** @typedef {import('./floor-data.js').FloorTable} FloorTable */
/** @typedef {import('../../../protocol-types').ReadingDispute} Dispute */
/** @typedef {import('../../../protocol-types').DisputedCard} DisputedCard */
/** @typedef {(work: () => Promise<unknown>) => Promise<void>} RunWork */

/** The dispute of a table that the floor has not decided, if any. @param {FloorTable|null|undefined} table */
export const openDispute = (table) => (table?.dispute && !table.dispute.keep ? table.dispute : null);

/** @param {DisputedCard} card */
const placeOf = ({ place, index }) => capital(`${place.replace(/^seat/, 'seat ')}, card ${index + 1}`);

/**
 * @param {FloorTable} table
 * @param {Dispute} dispute
 * @param {RunWork} asking
 */
export function disputePanel(table, dispute, asking) {
  const reason = element('input', { name: 'reason', autocomplete: 'off', maxlength: 500, required: true });
  const decide = (/** @type {'reader'|'dealer'} */ keep) => {
    if (!form.reportValidity()) return;
    const body = { round: dispute.round, keep, reason: reason.value.trim() };
    asking(() => atTable(table.kept.table, 'readings/decide', body));
  };
  const button = (/** @type {'reader'|'dealer'} */ keep, /** @type {string} */ words) =>
    element('button', { type: 'button', class: 'btn', onclick: () => decide(keep) }, words);
  const form = element(
    'form',
    { class: 'note-form disputed', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    element('label', { class: 'field' }, element('span', {}, 'What you saw, for the record'), reason),
    element(
      'div',
      { class: 'buttons' },
      button('reader', 'The reader is right'),
      button('dealer', 'The dealer is right'),
    ),
  );
  return [
    element('h1', {}, 'The card reader and the dealer disagree'),
    element('p', { class: 'lead' }, 'The table has stopped. Look at the card, and decide which name is right.'),
    element(
      'table',
      { class: 'figures' },
      element('caption', {}, `Round ${dispute.round}, reader ${dispute.device}`),
      element(
        'thead',
        {},
        element('tr', {}, ...['Card', 'Reader', 'Dealer'].map((title) => element('th', { scope: 'col' }, title))),
      ),
      element(
        'tbody',
        {},
        ...dispute.cards.map((card) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, placeOf(card)),
            element('td', {}, cardRow([card.read], 's')),
            element('td', {}, cardRow([card.entered], 's')),
          ),
        ),
      ),
    ),
    form,
  ];
}
