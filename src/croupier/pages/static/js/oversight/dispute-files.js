// Incident and dispute files. Staff open them, add items and close them. Items are struck, never overwritten.
import { get, post } from '../core/api.js';
import { element, say } from '../core/dom.js';
import {
  choice,
  clockWords,
  DAY,
  dueSoon,
  factList,
  field,
  grouped,
  momentOf,
  tell,
  whoOf,
} from './oversight-parts.js';

/** @import { Child } from '../core/dom.js' */

/** @import { DisputeFile, DisputeItem, FoundRound } from '../../../protocol-types' */

/** @type {[string, string][]} */
const PARTS = [
  ['reviewed', 'Reviewed'],
  ['found', 'Finding'],
  ['unconfirmed', 'Not confirmed'],
  ['told', 'Notified'],
  ['open', 'To do'],
  ['note', 'Note'],
];

/** Sort key: open files first, by due date. @param {DisputeFile} file */
const rank = (file) => (file.standing === 'open' ? (file.due ?? 0) : 1e12 - (file.closed_at ?? 0));

/**
 * @param {HTMLElement} place
 * @param {{names: Record<string, string>, roles: string[], round: () => FoundRound|null,
 *   due: (words: string) => void}} context
 * `due` receives the files that are due soon
 */
export function caseFiles(place, context) {
  const writes = context.roles.some((role) => ['floor', 'pit_manager', 'surveillance'].includes(role));
  const closes = context.roles.some((role) => ['pit_manager', 'surveillance'].includes(role));
  const mayWrite = context.roles.some((role) => ['surveillance', 'regulator'].includes(role));
  /** @type {DisputeFile|null} */
  let openFile = null;

  /**
   * Report the files that are overdue or due within a day.
   * @param {DisputeFile[]} files
   */
  function clocks(files) {
    context.due(
      dueSoon(files, Date.now() / 1000)
        .map((file) => `File ${file.number}: ${clockWords(file.due ?? 0, Date.now() / 1000)}`)
        .join(' · '),
    );
  }

  /** @param {unknown} [selected] the number of one that is opened at once */
  async function list(selected) {
    openFile = null;
    const files = await get('/api/files');
    files.sort((a, b) => rank(a) - rank(b));
    const now = Date.now() / 1000;
    clocks(files);
    const current = files.find((file) => file.number === selected);
    if (current) {
      open(current);
      return;
    }
    const rows = files.map((file) =>
      element(
        'li',
        {},
        element(
          'button',
          { type: 'button', onclick: () => open(file) },
          element('b', {}, file.number),
          element('span', { class: `eye-tag ${file.standing}` }, file.standing),
          element('span', { class: 'eye-matter' }, file.matter),
          element(
            'span',
            { class: `eye-due${file.standing === 'open' && (file.due ?? 0) - now < DAY ? ' eye-late' : ''}` },
            file.standing === 'open' ? clockWords(file.due ?? 0, now) : momentOf(file.closed_at ?? 0),
          ),
        ),
      ),
    );
    place.replaceChildren(
      element('h2', {}, 'Files'),
      writes
        ? element('button', { type: 'button', class: 'eye-button', onclick: newFile }, 'Open a file')
        : element('span', {}),
      files.length
        ? element('ol', { class: 'eye-files' }, rows)
        : element(
            'p',
            { class: 'eye-none' },
            'No files yet. A file contains the report, the review, the finding and a copy of the round.',
          ),
    );
  }

  /** @param {DisputeFile} file */
  function open(file) {
    openFile = file;
    const now = Date.now() / 1000;
    const fault = element('p', { class: 'refusal', role: 'alert' });
    /** @param {Promise<DisputeFile>} request */
    const reopen = (request) => request.then(open, (/** @type {unknown} */ refused) => tell(fault, refused));
    const frozen = (file.frozen ?? []).map((round) =>
      element(
        'details',
        {},
        element('summary', {}, `${round.table} round ${round.round}, entries ${round.first} to ${round.last}`),
        element('p', { class: 'eye-hash' }, grouped(round.head)),
      ),
    );
    const facts = factList(
      /** @type {[string, Child][]} */ (
        [
          ['Subject', element('b', {}, `“${file.matter}”`)],
          [
            'Where',
            [file.table, file.seat && `seat ${file.seat}`, file.round && `round ${file.round}`]
              .filter(Boolean)
              .join(', ') || '–',
          ],
          [
            'Reported',
            `${momentOf(file.opened_at ?? 0)}, ${file.reported_by || whoOf(file.opened_by ?? '', context.names)}`,
          ],
          file.player ? ['Player', context.names[file.player] ?? file.player] : null,
          ...PARTS.map(([part, words]) => [words, items(file, part, reopen)]),
          [
            'Deadline',
            element(
              'span',
              {},
              element(
                'b',
                { class: file.standing === 'open' && (file.due ?? 0) - now < DAY ? 'eye-late' : null },
                file.standing === 'open' ? clockWords(file.due ?? 0, now) : `closed ${momentOf(file.closed_at ?? 0)}`,
              ),
              ' ',
              element('span', { class: 'cited' }, '36.03.10.47'),
            ),
          ],
          file.outcome ? ['Outcome', file.outcome] : null,
          [
            'Saved round',
            frozen.length ? element('span', {}, `saved ${momentOf(file.opened_at ?? 0)}`, frozen) : 'no round selected',
          ],
        ].filter(Boolean)
      ),
    );
    place.replaceChildren(
      element('h2', {}, `File ${file.number} `, element('span', { class: `eye-tag ${file.standing}` }, file.standing)),
      element('button', { type: 'button', class: 'eye-button', onclick: () => list() }, 'All files'),
      facts,
      fault,
      writes && file.standing === 'open' ? noteForm(file, reopen) : element('span', {}),
      closes ? closeForm(file, reopen) : element('span', {}),
      mayWrite
        ? element(
            'a',
            { class: 'eye-button wide', id: 'export', href: `/api/files/${file.number}/export`, download: '' },
            'Export file with proof',
            element('kbd', {}, 'E'),
          )
        : element('span', {}),
      element(
        'p',
        { class: 'eye-fine' },
        element('a', { class: 'link', href: '/reading' }, 'How to check it independently'),
      ),
    );
  }

  /**
   * @param {DisputeFile} file
   * @param {string} part
   * @param {(request: Promise<DisputeFile>) => void} after
   */
  function items(file, part, after) {
    const partItems = (file.items ?? []).filter((item) => item.part === part);
    if (!partItems.length) return '–';
    const nameOf = (/** @type {string} */ by) => whoOf(by, context.names);
    return element(
      'ul',
      { class: 'eye-items' },
      partItems.map((item) =>
        element(
          'li',
          {},
          item.struck ? element('s', {}, item.words) : element('span', {}, item.words),
          element(
            'small',
            {},
            item.struck
              ? ` struck ${momentOf(item.struck_at ?? 0)}, ${nameOf(item.struck_by ?? '')}: ${item.struck}`
              : ` ${momentOf(item.at)}, ${nameOf(item.by)}`,
          ),
          writes && !item.struck && file.standing === 'open' ? strike(file, item, after) : null,
        ),
      ),
    );
  }

  /**
   * @param {DisputeFile} file
   * @param {DisputeItem} item
   * @param {(request: Promise<DisputeFile>) => void} after
   */
  function strike(file, item, after) {
    const reason = element('input', {
      type: 'text',
      'aria-label': `Reason for striking item ${item.item}`,
      placeholder: 'Reason',
      maxlength: '500',
      required: true,
    });
    const form = element(
      'form',
      { class: 'eye-strike' },
      reason,
      element('button', { class: 'eye-button', type: 'submit' }, 'Strike item'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      after(post(`/api/files/${file.number}/items/${item.item}/strike`, { reason: reason.value }));
    });
    return element('details', {}, element('summary', {}, 'Strike item'), form);
  }

  /**
   * @param {DisputeFile} file
   * @param {(request: Promise<DisputeFile>) => void} after
   */
  function noteForm(file, after) {
    const part = choice('part', PARTS);
    const words = element('input', { type: 'text', name: 'words', maxlength: '500', required: true });
    const saveRound = element('input', { type: 'checkbox', name: 'with' });
    const round = context.round();
    const form = element(
      'form',
      { class: 'eye-write' },
      field('Type', part),
      field('Text', words, 'wide'),
      round
        ? element('label', { class: 'eye-tick' }, saveRound, `Save ${round.table}, round ${round.round} with it`)
        : null,
      element('button', { class: 'eye-button', type: 'submit' }, 'Add'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const frozen = round && saveRound.checked ? { table: round.table, round: round.round } : {};
      after(post(`/api/files/${file.number}/items`, { part: part.value, words: words.value, ...frozen }));
    });
    return form;
  }

  /**
   * @param {DisputeFile} file
   * @param {(request: Promise<DisputeFile>) => void} after
   */
  function closeForm(file, after) {
    const isOpen = file.standing === 'open';
    const words = element('input', { type: 'text', maxlength: '500', required: true });
    const form = element(
      'form',
      { class: 'eye-write' },
      field(isOpen ? 'Outcome' : 'Reason for reopening', words, 'wide'),
      element('button', { class: 'eye-button', type: 'submit' }, isOpen ? 'Close the file' : 'Reopen the file'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      after(
        post(
          `/api/files/${file.number}/${isOpen ? 'close' : 'reopen'}`,
          isOpen ? { outcome: words.value } : { reason: words.value },
        ),
      );
    });
    return element('details', {}, element('summary', {}, isOpen ? 'Close the file' : 'Reopen the file'), form);
  }

  function newFile() {
    const round = context.round();
    const kind = choice('what', [
      ['dispute', 'Dispute with a player'],
      ['incident', 'Incident'],
    ]);
    const matter = element('input', { type: 'text', maxlength: '500', required: true, name: 'matter' });
    const seat = element('input', { type: 'text', inputmode: 'numeric', name: 'seat' });
    const by = element('input', { type: 'text', maxlength: '120', name: 'reported_by' });
    const fault = element('p', { class: 'refusal', role: 'alert' });
    const form = element(
      'form',
      { class: 'eye-write' },
      field('Type', kind),
      field('Seat', seat),
      field('Subject, in the reporter’s words', matter, 'wide'),
      field('Reported by', by, 'wide'),
      element(
        'p',
        { class: 'eye-fine wide' },
        round
          ? `A copy of ${round.table}, round ${round.round} is saved with the file.`
          : 'To save a round with the file, choose the round first.',
      ),
      element('button', { class: 'eye-button', type: 'submit' }, 'Open the file'),
      element('button', { class: 'eye-button', type: 'button', onclick: () => list() }, 'Cancel'),
      fault,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const scope = round ? { table: round.table, round: round.round, since: round.began ?? 0, until: round.at } : {};
      post('/api/files', {
        what: kind.value,
        matter: matter.value,
        seat: Number(seat.value) || 0,
        reported_by: by.value,
        ...scope,
      }).then(open, (/** @type {unknown} */ refused) => tell(fault, refused));
    });
    place.replaceChildren(element('h2', {}, 'New file'), form);
    matter.focus();
  }

  return {
    list,
    remind: () => get('/api/files').then(clocks, () => undefined),
    again: () => (openFile ? get(`/api/files/${openFile.number}`).then(open) : undefined),
    export: () => document.getElementById('export')?.click(),
    say: (/** @type {string} */ words) => say(place, words),
  };
}
