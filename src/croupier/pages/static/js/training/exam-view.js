// Parts of a table test that the examiner reads: the figures, the score by item, the plan and the stops.
import { element } from '../core/dom.js';
import { grid } from '../office/office-parts.js';
import { clauseText } from '../staff/staff-parts.js';

/** @typedef {import('../../../protocol-types').Answers['GET /api/table-tests/{number}']} Exam */

/** @type {Record<string, string>} */
const OUTCOMES = { open: 'Open', caught: 'In time', late: 'Late', missed: 'Missed' };
/** @type {Record<string, string>} */
const STAGES = { betting: 'Betting', dealing: 'Deal', decisions: 'Decisions', settlement: 'Payment' };

/** @param {Exam} exam */
export function scoreFigures({ score, counts, terms }) {
  /** @type {[string, string][]} */
  const rows = [
    ['Errors noticed', `${score.noticed_percent} % (at least ${terms.noticed_percent})`],
    ['In time, late, missed', `${score.caught}, ${score.late}, ${score.missed}`],
    ['Wrong payments let through', `${score.payment_errors} (at most ${terms.payment_errors})`],
    ['Wrong stops', `${counts.false_alarms + counts.misnamed} (at most ${terms.false_alarms})`],
    ['Signals misread', `${counts.misreads} (at most ${terms.misreads})`],
    ['Refused acts', String(counts.refusals)],
    ['Hands an hour', `${score.hands_per_hour} (at least ${terms.hands_per_hour})`],
    ['Seconds an act', score.seconds_per_act || '–'],
  ];
  return element(
    'dl',
    { class: 'exam-figures' },
    rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}

/** @param {Exam} exam */
export function scoreTable({ score, marks }) {
  const rows = score.items.map((item) => [
    `${item.item[0].toUpperCase()}${item.item.slice(1)}`,
    String(item.planted),
    String(item.caught),
    String(item.late),
    String(item.missed),
    item.points || '–',
    String(marks[item.item] ?? '–'),
  ]);
  const heads = ['Item', 'Planted', 'In time', 'Late', 'Missed', 'Points of 10', 'Your mark'];
  return grid(heads, rows, 'Score by item');
}

/** @param {string} outcome */
const badge = (outcome) => element('span', { class: `exam-outcome ${outcome}` }, OUTCOMES[outcome] ?? 'Planned');

/** @param {Exam} exam */
export function planTable({ plan }) {
  const rows = plan.map((row) => [
    `${row.round}`,
    STAGES[row.stage] ?? row.stage,
    [
      element('b', {}, row.title),
      row.scene ? element('span', { class: 'seen' }, row.scene) : null,
      element('span', { class: 'seen' }, row.outcome === 'missed' || row.outcome === 'open' ? row.remedy : ''),
    ],
    [row.clause ? clauseText([row.clause]) : row.planned_clause, row.machine ? ` ${row.machine}` : ''],
    row.due,
    [
      badge(row.outcome),
      row.noticed ? ` ${row.noticed}` : '',
      row.outcome === 'caught' || row.outcome === 'late' ? `, ${row.seconds} s` : '',
    ],
  ]);
  const table = grid(['Round', 'Part', 'Error', 'Clause', 'Notice it', 'Outcome'], rows, 'Plan of the test');
  table.classList.add('exam-plan');
  table.querySelectorAll('tbody tr').forEach((row, index) => row.setAttribute('data-state', plan[index].outcome));
  return table;
}

/** @param {Exam} exam */
export function stopList({ stops }) {
  if (!stops.length) return element('p', { class: 'eye-none' }, 'No stop without an error.');
  return element(
    'ul',
    {},
    stops.map((stop) =>
      element(
        'li',
        {},
        `Round ${stop.round}: ${stop.result === 'misnamed' ? 'wrong reason' : 'false alarm'}, “${stop.words}”`,
      ),
    ),
  );
}
