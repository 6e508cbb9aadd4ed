// Statistics by dealer, table and game: pace, corrections, irregularities, rulings and voids.
import { get } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { choice, field, secondsOf, tell, whoOf } from './oversight-parts.js';

/**
 * @param {HTMLElement} place
 * @param {Record<string, string>} names
 */
export function numbers(place, names) {
  const by = choice('by', [
    ['table', 'By table'],
    ['dealer', 'By dealer'],
    ['game', 'By game'],
  ]);
  const since = element('input', { type: 'datetime-local', name: 'since' });
  const until = element('input', { type: 'datetime-local', name: 'until' });
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const out = element('div', { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': 'Statistics' });
  const form = element(
    'form',
    { class: 'eye-ask' },
    field('Statistics', by),
    field('From', since),
    field('To', until),
    fault,
  );

  async function show() {
    say(fault, '');
    try {
      const lines = await get(
        `/api/statistics?by=${by.value}&since=${secondsOf(since.value)}&until=${secondsOf(until.value)}`,
      );
      out.replaceChildren(
        lines.length ? table(lines) : element('p', { class: 'eye-none' }, 'No rounds ended in this period.'),
      );
    } catch (refused) {
      tell(fault, refused);
    }
  }

  /**
   * A count with its share of the rounds.
   * @param {number} count
   * @param {number} rounds
   */
  const share = (count, rounds) =>
    rounds ? `${count.toLocaleString('en-US')} (${((100 * count) / rounds).toFixed(1)}%)` : '–';

  /** @param {import('../../../protocol-types').StatisticsLine[]} lines */
  function table(lines) {
    const heads = [
      by.value === 'dealer' ? 'Dealer' : by.value === 'game' ? 'Game' : 'Table',
      'Rounds',
      'Rounds per hour',
      'Seconds per round',
      'Corrections',
      'Irregularities',
      'Rulings',
      'Voids',
    ];
    const rows = lines.map((line) =>
      element(
        'tr',
        {},
        element(
          'th',
          { scope: 'row' },
          by.value === 'dealer' ? (line.name === 'house' ? 'machine' : whoOf(`dealer:${line.name}`, names)) : line.name,
        ),
        [
          line.rounds.toLocaleString('en-US'),
          line.an_hour === null ? '–' : line.an_hour.toFixed(1),
          line.timed ? (line.seconds / line.timed).toFixed(0) : '–',
          ...['correction', 'irregularity', 'ruling', 'void'].map((kind) => share(line.marked[kind], line.rounds)),
        ].map((cell) => element('td', {}, cell)),
      ),
    );
    return element(
      'table',
      { class: 'eye-table figures' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heads.map((head) => element('th', { scope: 'col' }, head)),
        ),
      ),
      element('tbody', {}, rows),
    );
  }

  form.addEventListener('change', show);
  place.replaceChildren(
    form,
    out,
    element(
      'p',
      { class: 'eye-fine' },
      'Pace is measured from the first wager to the end of the round. Corrections belong to the corrected round.',
    ),
  );
  return { show };
}
