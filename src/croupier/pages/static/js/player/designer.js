// The paytable designer. It shows the exact edge, hold and best strategy for changed payments.
import { get, inWords, post, Refused, sentence, whoAmI } from '../core/api.js';
import { element, mark, say } from '../core/dom.js';
import { faultState, lastOfAddress, openPage, percent, plainName, saveFile } from '../core/page-parts.js';
import { quotient, withCents } from '../core/money.js';
import { readout } from './designer-readout.js';
import { payRow } from './designer-rows.js';

/** @import { DesignDraft, DesignerView, Me } from '../../../protocol-types' */

const table = lastOfAddress();
const address = /** @type {const} */ (`/api/designer/${encodeURIComponent(table)}`);
const page = openPage({
  title: 'Paytable designer',
  links: [{ words: 'Rules and odds', href: `/rules/${encodeURIComponent(table)}` }],
});

const PAUSE = 1_500; // milliseconds without a change before the standard deviation is requested

/** @typedef {ReturnType<typeof payRow>} PayRow */
/**
 * A design as the server expects it.
 * @typedef {{wager: string, letter: string, pays: Record<string, string|null>,
 *   raises: Record<string, number[]>}} Design
 */

/**
 * @param {DesignerView} bench
 * @param {Me|null} me
 */
function openDesigner(bench, me) {
  const figures = readout();
  const rowsBox = element('div', {});
  const wagers = element(
    'select',
    { id: 'wager', onchange: lay },
    bench.wagers.map((wager, n) =>
      element(
        'option',
        { value: String(n) },
        wager.wager === 'main' ? `Main game${wager.label ? `, ${wager.label}` : ''}` : wager.label,
      ),
    ),
  );
  const letters = element('select', { id: 'letter', onchange: relay });
  /** @type {PayRow[]} */
  let rows = [];
  /** @type {{name: string, input: HTMLInputElement, printed: string}[]} */
  let raises = [];
  const wantedRow = element('select', { id: 'wanted-row' });

  const selectedWager = () => bench.wagers[Number(wagers.value)];

  /** The design as the server expects it. */
  function design() {
    const pays = Object.fromEntries(
      rows.filter((row) => row.written() !== null).map((row) => [row.name, row.written()]),
    );
    const sizes = Object.fromEntries(
      raises
        .filter((raise) => raise.input.value.trim() !== raise.printed)
        .map((raise) => [raise.name, raise.input.value.split(/[ ,]+/).filter(Boolean).map(Number)]),
    );
    return { wager: selectedWager().wager, letter: letters.value, pays, raises: sizes };
  }

  /**
   * Whether a refusal names a row.
   * @param {string} message
   * @param {{name: string}} row
   */
  const names = (message, row) => message.startsWith(`${row.name}:`) || message.includes(` ${row.name}:`);

  /** A refusal in the words of the row that caused it. @param {import('../core/types.js').Refusal} refusal */
  function faultWords(refusal) {
    const empty = rows.find((row) => row.written() === '');
    if (empty) return `Enter a payment for “${empty.words}”. Enter “lose” if it doesn’t pay.`;
    const wrong = rows.find((row) => names(refusal.message, row));
    if (wrong && refusal.message.includes('not understood'))
      return (
        `“${wrong.written()}” is not understood. ` +
        `For “${wrong.words}”, enter odds (3 to 2 or 9 for 1), an amount ($100.00), push or lose.`
      );
    return wrong
      ? inWords({ ...refusal, message: refusal.message.replace(wrong.name, wrong.words) })
      : inWords(refusal);
  }

  let isBusy = false;
  let isOutdated = false;
  let later = 0;
  async function price() {
    if (isBusy) {
      isOutdated = true;
      return;
    }
    isBusy = true;
    clearTimeout(later);
    figures.showWaiting();
    const startedAt = performance.now();
    try {
      const request = design();
      // New raise sizes change every result. Request the edge at once and the standard deviation later.
      const quick = Object.keys(request.raises).length > 0;
      const result = await post(address, quick ? { ...request, quick } : request);
      for (const row of rows) row.faulty(false);
      figures.show(result, performance.now() - startedAt);
      if (!result.sd) later = setTimeout(() => spread(request), PAUSE);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      if (refused.refusal.code === 'maths_busy') isOutdated = true;
      for (const row of rows) row.faulty(row.written() === '' || names(refused.refusal.message, row));
      figures.refuse(faultWords(refused.refusal));
    }
    isBusy = false;
    if (isOutdated) {
      isOutdated = false;
      setTimeout(price, 0);
    }
  }

  /**
   * Request the standard deviation once nothing has changed for a moment. It takes seconds.
   * @param {Design} request
   */
  async function spread(request) {
    try {
      const result = await post(address, request);
      if (JSON.stringify(request) === JSON.stringify(design())) figures.spread(result);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
    }
  }

  function lay() {
    const wager = selectedWager();
    letters.replaceChildren(
      ...wager.letters.map((each) =>
        element('option', { value: each.letter, selected: each.letter === wager.letter }, `Paytable ${each.letter}`),
      ),
    );
    mark(/** @type {Element} */ (letters.parentElement), 'hidden', !wager.letters.length);
    relay();
  }

  function relay() {
    const wager = selectedWager();
    const printed = wager.letters.find((each) => each.letter === letters.value)?.rows ?? [];
    rows = [
      ...Object.entries(wager.odds).map(([name, pays]) => payRow({ name, printed: pays }, price)),
      ...printed.map((row) => payRow({ name: row.hand, printed: withCents(row.pays) }, price)),
    ];
    raises = Object.entries(wager.raises).map(([name, sizes]) => {
      const text = sizes.join(', ');
      return {
        name,
        printed: text,
        input: element('input', {
          type: 'text',
          value: text,
          maxlength: '20',
          inputmode: 'numeric',
          id: `raise-${name}`,
          oninput: price,
        }),
      };
    });
    const present = new Set(printed.map((row) => row.hand));
    const others = wager.hands.filter((hand) => !present.has(hand));
    rowsBox.replaceChildren(
      ...rows.map((row) => row.line),
      ...(others.length ? [handFinder(others)] : []),
      ...(raises.length
        ? [
            element('h3', {}, 'Raise sizes, in Antes'),
            element(
              'div',
              { class: 'bench-top' },
              raises.map((each) =>
                element('label', { class: 'field', for: `raise-${each.name}` }, plainName(each.name), each.input),
              ),
            ),
          ]
        : []),
    );
    fillRowChoices();
    price();
  }

  function fillRowChoices() {
    wantedRow.replaceChildren(...rows.map((row) => element('option', { value: row.name }, row.words)));
  }

  /** A row for adding a hand that the printed paytable does not pay. @param {string[]} hands */
  function handFinder(hands) {
    const selector = element(
      'select',
      { id: 'further' },
      hands.map((hand) => element('option', { value: hand }, plainName(hand))),
    );
    const add = element(
      'button',
      {
        type: 'button',
        class: 'plain-button',
        onclick: () => {
          const row = payRow({ name: selector.value, printed: '' }, price);
          rows.push(row);
          line.before(row.line);
          row.setValue('1 to 1');
          selector.selectedOptions[0].remove();
          mark(line, 'hidden', !selector.options.length);
          fillRowChoices();
        },
      },
      'Add row',
    );
    const line = element(
      'p',
      { class: 'row add-row' },
      element('label', { class: 'field', for: 'further' }, 'Add a paying hand', selector),
      add,
    );
    return line;
  }

  const targetFinder = finder(
    design,
    () => wantedRow.value,
    (pays) => rows.find((row) => row.name === wantedRow.value)?.setValue(pays),
    wantedRow,
  );
  page.main.replaceChildren(
    element(
      'div',
      { class: 'bench-top' },
      element('label', { class: 'field', for: 'wager' }, 'Wager', wagers),
      element('label', { class: 'field', for: 'letter' }, 'Start from', letters),
      element('button', { type: 'button', class: 'plain-button', onclick: relay }, 'Reset'),
    ),
    element(
      'div',
      { class: 'bench' },
      element(
        'div',
        { class: 'stacked' },
        element(
          'section',
          { class: 'block', 'aria-label': 'Payments' },
          element('h2', {}, 'Payments'),
          element(
            'p',
            { class: 'fine' },
            'Type a payment (3 to 2, 9 for 1, push, $100.00 or lose), or drag the slider.',
          ),
          rowsBox,
        ),
        targetFinder,
        saveBlock(design, me),
      ),
      element('div', { class: 'readout' }, figures.parts),
    ),
  );
  lay();
}

/**
 * The "Find a payment" form: which payment gives a target edge.
 * @param {() => Design} designed
 * @param {() => string} row
 * @param {(pays: string) => void} use
 * @param {HTMLSelectElement} choice
 */
function finder(designed, row, use, choice) {
  const edge = element('input', {
    type: 'text',
    inputmode: 'decimal',
    id: 'wanted-edge',
    value: '2.5',
    maxlength: '10',
  });
  const answer = element('div', { role: 'status' });
  const button = element('button', { class: 'plain-button' }, 'Find payment');
  const form = element(
    'form',
    {},
    element('label', { class: 'field', for: 'wanted-row' }, 'Row', choice),
    element('label', { class: 'field', for: 'wanted-edge' }, 'Target house edge, in percent', edge),
    button,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const share = Number(edge.value.replace(',', '.').replace('%', ''));
    if (!Number.isFinite(share))
      return answer.replaceChildren(element('p', { class: 'refusal' }, 'Enter the edge as a percentage, such as 2.5.'));
    button.disabled = true;
    answer.replaceChildren(element('p', { class: 'fine' }, 'Searching…'));
    try {
      const payment = await post(`${address}/payment`, { ...designed(), row: row(), edge: Math.round(share * 10_000) });
      answer.replaceChildren(
        element(
          'p',
          {},
          `Exact payment: ${payment.decimal.toFixed(6)} to 1 (`,
          element('span', { class: 'fine' }, payment.gain),
          ').',
        ),
        element(
          'p',
          { class: 'row' },
          element(
            'span',
            {},
            `Nearest round payment: ${payment.near}, edge ${percent(quotient(payment.near_edge), 4)}.`,
          ),
          element('button', { type: 'button', class: 'plain-button', onclick: () => use(payment.near) }, 'Use this'),
        ),
      );
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      answer.replaceChildren(element('p', { class: 'refusal' }, inWords(refused.refusal)));
    } finally {
      button.disabled = false;
    }
  });
  return element(
    'section',
    { class: 'block wanted', 'aria-label': 'Find a payment' },
    element('h2', {}, 'Find a payment'),
    form,
    answer,
  );
}

/**
 * The "Save" block: a file for everyone, and a draft submission for staff who may create one.
 * @param {() => Design} designed
 * @param {Me|null} me
 */
function saveBlock(designed, me) {
  const status = element('p', { role: 'status' });
  const may = me?.roles?.some((role) => ['pit_manager', 'administrator'].includes(role));
  const name = element('input', {
    type: 'text',
    id: 'draft-name',
    maxlength: '38',
    value: `${table.replace(/-\d+$/, '')}-own`,
  });
  /** @param {(draft: DesignDraft) => Promise<void>|void} use */
  const withDocument = (use) => async () => {
    try {
      await use(await post(`${address}/document`, designed()));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(status, inWords(refused.refusal));
    }
  };
  const file = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: withDocument((draft) => {
        saveFile(`${table}-own.toml`, draft.rules, 'application/toml');
        say(status, 'Downloaded. To analyze it, run croupier analyze with --rules and this file.');
      }),
    },
    'Download file',
  );
  const draft = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: withDocument(async (draft) => {
        const version = await post(`/api/submissions/${encodeURIComponent(name.value)}/draft`, {
          document: draft.submission,
        });
        const faults = draft.check.violations.length;
        say(
          status,
          `Saved draft ${version.version} of ${version.submission}. ` +
            (faults
              ? `Problems found: ${faults}. ${sentence(draft.check.violations[0].message)}`
              : 'It passes the check.'),
        );
      }),
    },
    'Save draft submission',
  );
  return element(
    'section',
    { class: 'block', 'aria-label': 'Save' },
    element('h2', {}, 'Save'),
    element(
      'p',
      { class: 'row' },
      file,
      ...(may ? [element('label', { class: 'field', for: 'draft-name' }, 'Submission name', name), draft] : []),
    ),
    status,
    element(
      'p',
      { class: 'fine' },
      may
        ? 'A custom paytable can be saved as a draft, but does not pass the check until the regulator approves it.'
        : 'Staff who prepare submissions can sign in and save a draft here.',
    ),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting' }, 'Loading…'));
  try {
    const [bench, me] = await Promise.all([get(address), whoAmI()]);
    say(page.facts, `${bench.title}, ${table}`);
    document.title = `Paytable designer, ${bench.title} · Croupier`;
    openDesigner(bench, me);
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
