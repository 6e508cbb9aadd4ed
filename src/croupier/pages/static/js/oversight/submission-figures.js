// Exact figures of a submission, the command that repeats them, and an independent recomputation on request.
import { get } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { quotient } from '../core/money.js';
import { choice, field, panel, tell } from './oversight-parts.js';
import { percent, plainName } from '../core/page-parts.js';

/** @import { SubmissionView, WagerFigures } from '../../../protocol-types' */

/**
 * @param {HTMLElement} place
 * @param {SubmissionView[]} all
 */
export function figures(place, all) {
  const options = /** @type {[string, string][]} */ (
    all.flatMap((submission) =>
      submission.versions.map((version) => [
        `${encodeURIComponent(submission.submission)}/${version.version}`,
        `${submission.submission} ${version.version}${submission.in_force === version.version ? ', in force' : ''}`,
      ]),
    )
  );
  const selector = choice('which', options);
  const message = element('p', { 'aria-live': 'polite' }, '');
  const out = element('div', { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': 'Figures' });
  const button = element(
    'button',
    { type: 'button', class: 'eye-button', onclick: () => show(true) },
    'Recompute from scratch',
  );

  /** @param {boolean} anew */
  async function show(anew) {
    button.disabled = true;
    say(message, anew ? 'Computing in a new process. This can take a few minutes …' : 'Loading …');
    try {
      const [submission, version] = selector.value.split('/');
      const query = anew ? '?again=true' : '';
      const answer = await get(`/api/submissions/${submission}/${version}/figures${query}`);
      say(
        message,
        anew
          ? answer.same
            ? '✓ All fractions match exactly.'
            : '✗ The figures differ. The recomputed ones are below.'
          : `Command line: ${answer.command}`,
      );
      out.replaceChildren(table(answer.again ?? answer.figures));
    } catch (refused) {
      tell(message, refused);
    }
    button.disabled = false;
  }

  /** @param {WagerFigures[]} lines */
  function table(lines) {
    const heads = [
      'Wager',
      'Paytable',
      'House edge',
      'Exact player value per unit',
      'Standard deviation',
      'Hit frequency',
    ];
    return element(
      'table',
      { class: 'eye-table figures' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heads.map((head, n) => element('th', { scope: 'col', class: n === 1 || n === 3 ? 'words' : null }, head)),
        ),
      ),
      element(
        'tbody',
        {},
        lines.map((line) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, plainName(line.wager)),
            element('td', { class: 'words' }, line.paytable ?? '–'),
            element('td', {}, percent(line.house_edge, 4)),
            element('td', { class: 'words eye-hash' }, line.ev),
            element('td', {}, typeof line.sd === 'number' ? line.sd.toFixed(3) : '–'),
            element('td', {}, line.hit_frequency ? percent(quotient(line.hit_frequency), 2) : '–'),
          ),
        ),
      ),
    );
  }

  selector.addEventListener('change', () => show(false));
  place.replaceChildren(
    panel(
      'Repeat a figure',
      '',
      element(
        'div',
        { class: 'eye-ask' },
        field('Submission', selector),
        element('button', { type: 'button', class: 'eye-button', onclick: () => show(false) }, 'Show'),
        button,
      ),
      message,
      out,
    ),
  );
}
