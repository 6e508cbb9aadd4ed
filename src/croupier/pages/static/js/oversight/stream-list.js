// Journal streams, with current and past head hashes, verification, and downloads.
import { get, post } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { grouped, momentOf, panel, downloadLink, tell } from './oversight-parts.js';

/**
 * @param {HTMLElement} place
 * @param {string[]} roles
 */
export async function streams(place, roles) {
  const mayExport = roles.some((role) => ['regulator', 'surveillance'].includes(role));
  const [all, health] = await Promise.all([get('/api/journals'), get('/health')]);
  const verdict = element('p', { class: 'regulator-verdict', 'aria-live': 'polite' }, 'Not verified yet.');
  const faults = element(
    'ul',
    { class: 'refusal' },
    (health.notices ?? []).map((notice) => element('li', {}, notice)),
  );
  const heads = element('textarea', {
    rows: '3',
    spellcheck: 'false',
    'aria-label': 'Saved head hashes',
    placeholder: 'Head hashes that you saved, one per line: stream, entries, hash',
  });
  const over = element(
    'div',
    { class: 'regulator-one' },
    element('p', { class: 'eye-none' }, 'Choose a stream to see its past head hashes.'),
  );
  const fullExport = element(
    'button',
    { type: 'button', class: 'eye-button', onclick: () => verify('') },
    'Verify the whole store',
  );
  const rows = all.map((line) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('button', { type: 'button', class: 'link', onclick: () => time(line.stream) }, line.stream),
      ),
      element('td', { class: 'words' }, line.kind),
      element('td', {}, line.entries.toLocaleString('en-US')),
      element('td', {}, line.segments.toLocaleString('en-US')),
      element('td', { class: 'words eye-hash' }, `${line.head.slice(0, 16)}…`),
      element(
        'td',
        { class: 'words' },
        element(
          'button',
          { type: 'button', class: 'link', 'aria-label': `Verify ${line.stream}`, onclick: () => verify(line.stream) },
          'Verify',
        ),
        mayExport ? downloadLink('Journal', `/api/journals/${encodeURIComponent(line.stream)}`) : null,
        mayExport && line.kind === 'table'
          ? downloadLink('Records', `/api/journals/${encodeURIComponent(line.stream)}/records`)
          : null,
      ),
    ),
  );
  const table = element(
    'table',
    { class: 'eye-table' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ['Stream', 'Kind', 'Entries', 'Segments', 'Head', ''].map((head) =>
          element('th', { scope: 'col' }, head || element('span', { class: 'unseen' }, 'Actions')),
        ),
      ),
    ),
    element('tbody', {}, rows),
  );

  /** @param {string} stream */
  async function verify(stream) {
    faults.replaceChildren();
    say(verdict, `Verifying ${stream || 'the whole store'} …`);
    fullExport.disabled = true;
    try {
      const report = await post('/api/verify', { stream, heads: heads.value });
      const streamCount = `${report.streams.toLocaleString('en-US')} ${report.streams === 1 ? 'stream' : 'streams'}`;
      const count = `${streamCount}, ${report.entries.toLocaleString('en-US')} entries`;
      const comparison = report.compared
        ? `, ${report.compared} saved heads compared`
        : '. No saved head was compared, so a complete rewrite would not be detected';
      say(
        verdict,
        report.ok
          ? `✓ ${stream ? `${stream}: ` : ''}${count} verified${comparison}.`
          : `✗ ${count}: ${report.faults.length} faults`,
      );
      faults.replaceChildren(
        ...report.faults.map((fault) =>
          element('li', {}, `${fault.stream}${fault.entry === null ? '' : ` entry ${fault.entry}`}: ${fault.fault}`),
        ),
      );
    } catch (refused) {
      tell(verdict, refused);
    }
    fullExport.disabled = false;
  }

  /** @param {string} stream */
  async function time(stream) {
    const history = await get(`/api/journals/${encodeURIComponent(stream)}/heads`);
    const [newest] = history.cuts;
    const lines = [
      { at: history.at, entries: history.entries, head: history.head, words: 'now' },
      ...history.cuts.map((segment) => ({
        ...segment,
        words: segment.segment === 1 ? 'start' : `segment ${segment.segment}`,
      })),
    ];
    over.replaceChildren(
      element('h3', {}, `${stream}: ${history.entries.toLocaleString('en-US')} entries`),
      element(
        'ol',
        { class: 'regulator-heads' },
        lines.map((line) =>
          element(
            'li',
            {},
            element('b', {}, line.words),
            element('time', {}, momentOf(line.at)),
            element('span', {}, `${line.entries.toLocaleString('en-US')} entries`),
            element('span', { class: 'eye-hash' }, grouped(line.head)),
          ),
        ),
      ),
      element(
        'p',
        { class: 'eye-fine' },
        ...(newest
          ? [`Written by version ${newest.code}, rule book ${newest.book.slice(0, 16) || 'none'}, `, newest.edition]
          : []),
      ),
    );
  }

  place.replaceChildren(
    panel(
      'Verify',
      '',
      element('p', { class: 'eye-ask' }, fullExport, verdict),
      faults,
      element('details', {}, element('summary', {}, 'Compare with saved head hashes'), heads),
    ),
    panel(
      'Streams',
      '',
      element('div', { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': 'Streams' }, table),
    ),
    panel('Head hashes over time', '', over),
  );
}
