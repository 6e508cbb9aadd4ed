// The close of a gaming day: its open points, who must act, and the act itself.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { panel } from '../oversight/oversight-parts.js';
import { act, askToConfirm, grid, moment } from './office-parts.js';

/** @typedef {import('./office-parts.js').Office} Office */
/** @typedef {import('./office-parts.js').Answers['GET /api/reports/day']} Report */

/**
 * @param {string} date
 * @param {Report} report
 * @param {Office} office
 */
export async function dayClose(date, report, office) {
  const state = await get(`/api/reports/day/close?date=${date}`);
  const { closed } = state;
  if (closed) {
    const same = closed.report === report.hash;
    return panel(
      'This gaming day is closed',
      '',
      element(
        'p',
        {},
        `${closed.by} closed it on ${moment(closed.at)}. A later correction is in the report of its own day.`,
      ),
      element(
        'p',
        { class: same ? '' : 'refusal' },
        same
          ? 'The report is the one that was closed.'
          : 'The report differs from the one that was closed. Call the regulator.',
      ),
    );
  }
  const close = async () => {
    const words = 'Later corrections go to the next day and name this one. The close cannot be undone.';
    if (!(await askToConfirm(`Close the gaming day ${date}`, words, 'Close the day'))) return;
    const body = { date, report: report.hash };
    if (await office.attempt(() => post('/api/reports/day/close', body)))
      await office.finish(`The gaming day ${date} is closed.`);
  };
  const rows = state.points.map((point) => [point.words, point.who]);
  const ready = state.over && !rows.length && report.foots;
  return panel(
    'This gaming day is open',
    '',
    state.over ? null : element('p', {}, 'You can close the day after its end.'),
    report.foots ? null : element('p', {}, 'The totals of the report must agree first.'),
    rows.length
      ? grid(['Open point', 'Who must act'], rows, 'Open points')
      : element('p', { class: 'eye-none' }, 'All counts and slips of this day are complete.'),
    ready ? act('Close the day', close, 'gold') : null,
  );
}
