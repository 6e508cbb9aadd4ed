// Journal streams, with current and past head hashes, verification, and downloads.
import { get, post } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { grouped, momentOf, panel, downloadLink, tell } from './oversight-parts.js';

/**
 * @param {HTMLElement} place
 * @param {string[]} roles
 */
export async function streams(place, roles) {
  const takes = roles.some((role) => ['regulator', 'surveillance'].includes(role));
  const [all, health] = await Promise.all([get('/api/journals'), get('/health')]);
  const verdict = element('p', { class: 'regulator-verdict', 'aria-live': 'polite' }, 'Not verified yet.');
  const faults = element(
    'ul',
    { class: 'refusal' },
    (health.notices ?? []).map((one) => element('li', {}, one)),
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
  const whole = element(
    'button',
    { type: 'button', class: 'eye-button', onclick: () => verify('') },
    'Verify the whole store',
  );
  const rows = all.map((one) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('button', { type: 'button', class: 'link', onclick: () => time(one.stream) }, one.stream),
      ),
      element('td', { class: 'words' }, one.kind),
      element('td', {}, one.entries.toLocaleString('en-US')),
      element('td', {}, one.segments.toLocaleString('en-US')),
      element('td', { class: 'words eye-hash' }, `${one.head.slice(0, 16)}…`),
      element(
        'td',
        { class: 'words' },
        element(
          'button',
          { type: 'button', class: 'link', 'aria-label': `Verify ${one.stream}`, onclick: () => verify(one.stream) },
          'Verify',
        ),
        takes ? downloadLink('Journal', `/api/journals/${encodeURIComponent(one.stream)}`) : null,
        takes && one.kind === 'table'
          ? downloadLink('Records', `/api/journals/${encodeURIComponent(one.stream)}/records`)
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
    whole.disabled = true;
    try {
      const found = await post('/api/verify', { stream, heads: heads.value });
      const streamCount = `${found.streams.toLocaleString('en-US')} ${found.streams === 1 ? 'stream' : 'streams'}`;
      const count = `${streamCount}, ${found.entries.toLocaleString('en-US')} entries`;
      const comparison = found.compared
        ? `, ${found.compared} saved heads compared`
        : '. No saved head was compared, so a complete rewrite would not be detected';
      say(
        verdict,
        found.ok
          ? `✓ ${stream ? `${stream}: ` : ''}${count} verified${comparison}.`
          : `✗ ${count}: ${found.faults.length} faults`,
      );
      faults.replaceChildren(
        ...found.faults.map((one) =>
          element('li', {}, `${one.stream}${one.entry === null ? '' : ` entry ${one.entry}`}: ${one.fault}`),
        ),
      );
    } catch (refused) {
      tell(verdict, refused);
    }
    whole.disabled = false;
  }

  /** @param {string} stream */
  async function time(stream) {
    const found = await get(`/api/journals/${encodeURIComponent(stream)}/heads`);
    const [written] = found.cuts;
    const lines = [
      { at: found.at, entries: found.entries, head: found.head, words: 'now' },
      ...found.cuts.map((cut) => ({
        ...cut,
        words: cut.segment === 1 ? 'start' : `segment ${cut.segment}`,
      })),
    ];
    over.replaceChildren(
      element('h3', {}, `${stream}: ${found.entries.toLocaleString('en-US')} entries`),
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
        ...(written
          ? [`Written by version ${written.code}, rule book ${written.book.slice(0, 16) || 'none'}, `, written.edition]
          : []),
      ),
    );
  }

  place.replaceChildren(
    panel(
      'Verify',
      '',
      element('p', { class: 'eye-ask' }, whole, verdict),
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
