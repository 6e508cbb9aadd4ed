// Submissions with every version and decision. The regulator decides on pending versions.
import { get, post } from '../core/api.js';
import { element } from '../core/dom.js';
import { saveFile } from '../core/page-parts.js';
import { factList, grouped, momentOf, panel, tell } from './oversight-parts.js';

/** @import { FullVersion, SubmissionView, VersionView } from '../../../protocol-types' */

/**
 * The address of a version.
 * @param {string} submission
 * @param {number} version
 */
const pathOf = (submission, version) =>
  /** @type {const} */ (`/api/submissions/${encodeURIComponent(submission)}/${version}`);

/** Who decided when, with conditions and reason. @param {FullVersion} version */
function decisionWords(version) {
  const by =
    version.approval === 'operator' ? 'the operator (without a decision by the regulator)' : version.decided_by;
  const conditions = version.conditions ? `. Conditions: ${version.conditions}` : '';
  return `${momentOf(version.decided_at)} by ${by}${conditions}${version.reason ? `. ${version.reason}` : ''}`;
}

/**
 * @param {HTMLElement} place
 * @param {SubmissionView[]} all
 * @param {boolean} decides
 */
export function submissions(place, all, decides) {
  const reader = element(
    'div',
    { class: 'regulator-one' },
    element('p', { class: 'eye-none' }, 'Choose a version to read it.'),
  );
  const rows = all.flatMap((submission) => submission.versions.map((version) => row(submission, version)).reverse());
  const pendingCount = all.flatMap((each) => each.versions).filter((version) => version.status === 'submitted').length;
  const table = element(
    'table',
    { class: 'eye-table' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ['Submission', 'Status', 'Prepared', 'Submitted', 'Decided', 'Tables'].map((head) =>
          element('th', { scope: 'col' }, head),
        ),
      ),
    ),
    element('tbody', {}, rows),
  );
  place.replaceChildren(
    panel(
      pendingCount ? `Submissions (${pendingCount} waiting for a decision)` : 'Submissions',
      '',
      element('div', { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': 'Submissions' }, table),
    ),
    panel('Version', '', reader),
  );

  /**
   * @param {SubmissionView} submission
   * @param {VersionView} version
   */
  function row(submission, version) {
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element(
          'button',
          { type: 'button', class: 'link', onclick: () => showVersion(submission, version) },
          `${submission.submission} ${version.version}`,
        ),
      ),
      element(
        'td',
        { class: 'words' },
        element('span', { class: `eye-tag ${version.status}` }, version.status),
        version.approval === 'operator' ? ' by the operator' : '',
        submission.in_force === version.version ? ' in force' : '',
      ),
      ...[version.prepared_at, version.submitted_at, version.decided_at].map((at) => element('td', {}, momentOf(at))),
      element(
        'td',
        { class: 'words' },
        submission.in_force === version.version ? submission.tables.join(', ') || 'none' : '',
      ),
    );
  }

  /**
   * @param {SubmissionView} submission
   * @param {VersionView} version
   */
  async function showVersion(submission, version) {
    const path = pathOf(submission.submission, version.version);
    try {
      const full = await get(path);
      const { violations, warnings } = full.check;
      reader.replaceChildren(
        factList([
          ['Version', `${submission.submission} ${version.version}, ${version.status}`],
          ['SHA-256', element('span', { class: 'eye-hash' }, grouped(full.digest))],
          ['Decided', full.decided_at ? decisionWords(full) : 'not yet'],
          [
            'Rule check',
            violations.length
              ? element(
                  'ul',
                  {},
                  violations.map((each) => element('li', { class: 'refusal' }, `${each.clause}: ${each.message}`)),
                )
              : `follows the rules${warnings.length ? `, ${warnings.length} warnings` : ''}`,
          ],
        ]),
        decides && version.status === 'submitted' ? decisionForm(full) : element('span', {}),
        element(
          'button',
          {
            type: 'button',
            class: 'eye-button',
            onclick: () =>
              saveFile(`${submission.submission}-${version.version}.toml`, full.document, 'application/toml'),
          },
          'Download text',
        ),
        element(
          'details',
          {},
          element('summary', {}, 'Show text'),
          element('pre', { class: 'regulator-text', tabindex: '0' }, full.document),
        ),
      );
    } catch (refused) {
      const fault = element('p', { class: 'refusal', role: 'alert' });
      reader.replaceChildren(fault);
      tell(fault, refused);
    }
  }

  /**
   * Decide on a version. The digest of the text is sent along, so that only the text that was read is approved.
   * @param {FullVersion} version
   */
  function decisionForm(version) {
    const path = pathOf(version.submission, version.version);
    const words = element('input', {
      type: 'text',
      maxlength: '500',
      'aria-label': 'Conditions, or reason for rejection',
      placeholder: 'Conditions, or reason for rejection',
    });
    const fault = element('p', { class: 'refusal', role: 'alert' });
    /** @param {Promise<unknown>} request */
    const reload = (request) =>
      request.then(
        () => location.reload(),
        (/** @type {unknown} */ refused) => tell(fault, refused),
      );
    return element(
      'p',
      { class: 'eye-ask' },
      words,
      element(
        'button',
        {
          type: 'button',
          class: 'eye-button',
          onclick: () => reload(post(`${path}/approve`, { digest: version.digest, conditions: words.value })),
        },
        'Approve',
      ),
      element(
        'button',
        { type: 'button', class: 'eye-button', onclick: () => reload(post(`${path}/reject`, { reason: words.value })) },
        'Reject',
      ),
      fault,
    );
  }
}
