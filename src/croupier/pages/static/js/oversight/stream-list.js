// Streams: their heads now and over time, verified one by one or all together; journals and records to take away.
import { get, post } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { grouped, momentOf, panel, taking, tell } from './oversight-parts.js';

/**
 * @param {HTMLElement} place
 * @param {string[]} roles
 */
export async function streams(place, roles) {
  const takes = roles.some((role) => ['regulator', 'surveillance'].includes(role));
  const [all, health] = await Promise.all([get('/api/journals'), get('/health')]);
  const told = element('p', { class: 'regulator-verdict', 'aria-live': 'polite' }, 'Not verified in this sitting.');
  const faults = element(
    'ul',
    { class: 'refusal' },
    (health.notices ?? []).map((/** @type {string} */ one) => element('li', {}, one)),
  );
  const heads = element('textarea', {
    rows: '3',
    spellcheck: 'false',
    'aria-label': 'Heads that were kept elsewhere',
    placeholder: 'Heads that you kept elsewhere, one a line: stream, entries, hash',
  });
  const over = element(
    'div',
    { class: 'regulator-one' },
    element('p', { class: 'eye-none' }, 'Choose a stream to see its heads over time.'),
  );
  const whole = element(
    'button',
    { type: 'button', class: 'eye-button', onclick: () => verify('') },
    'Verify the whole store',
  );
  const rows = all.map((/** @type {any} */ one) =>
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
        takes ? taking('Journal', `/api/journals/${encodeURIComponent(one.stream)}`) : null,
        takes && one.kind === 'table'
          ? taking('Records', `/api/journals/${encodeURIComponent(one.stream)}/records`)
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
          element('th', { scope: 'col' }, head || element('span', { class: 'unseen' }, 'What can be done')),
        ),
      ),
    ),
    element('tbody', {}, rows),
  );

  /** @param {string} stream */
  async function verify(stream) {
    faults.replaceChildren();
    say(told, `${stream || 'The whole store'}: every link, every decision, every book …`);
    whole.disabled = true;
    try {
      const found = await post('/api/verify', { stream, heads: heads.value });
      const count = `${found.streams.toLocaleString('en-US')} ${found.streams === 1 ? 'stream' : 'streams'}, ${found.entries.toLocaleString('en-US')} entries`;
      const against = found.compared
        ? `, ${found.compared} heads compared`
        : '; no head was compared: a store rewritten as a whole would not show';
      say(
        told,
        found.ok
          ? `✓ ${stream ? `${stream}: ` : ''}${count}: all of it holds${against}.`
          : `✗ ${count}: ${found.faults.length} faults`,
      );
      faults.replaceChildren(
        ...found.faults.map((/** @type {any} */ one) =>
          element('li', {}, `${one.stream}${one.entry === null ? '' : ` entry ${one.entry}`}: ${one.fault}`),
        ),
      );
    } catch (refused) {
      tell(told, refused);
    }
    whole.disabled = false;
  }

  /** @param {string} stream */
  async function time(stream) {
    const found = await get(`/api/journals/${encodeURIComponent(stream)}/heads`);
    const lines = [
      { at: found.at, entries: found.entries, head: found.head, words: 'now' },
      ...found.cuts.map((/** @type {any} */ cut) => ({
        ...cut,
        words: cut.segment === 1 ? 'begun' : `cut ${cut.segment - 1}`,
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
        found.cuts[0]
          ? `Written by version ${found.cuts[0].code}; rule book ${found.cuts[0].book.slice(0, 16) || 'none'}; ${found.cuts[0].edition}`
          : '',
      ),
    );
  }

  place.replaceChildren(
    panel(
      'Verify',
      '',
      element('p', { class: 'eye-ask' }, whole, told),
      faults,
      element('details', {}, element('summary', {}, 'Compare with heads kept elsewhere'), heads),
    ),
    panel(
      'Streams',
      '',
      element('div', { class: 'eye-scroll', tabindex: '0', role: 'group', 'aria-label': 'Streams' }, table),
    ),
    panel('Heads over time', '', over),
  );
}
