// The strategy page of a game: the short list with its exact cost, best play by hand, and a look-up for any cards.
import { get, inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { emptyState, faultState, lastOfAddress, openPage, percent } from '../core/page-parts.js';
import { choiceWords } from '../table/round-story.js';
import { amount, questionTitle, reasonText, signedAmount, spotCards, valuesTable, verdict } from './decision-view.js';
import { practiceLink } from './practice-kinds.js';

/** @import { StrategyHand, StrategyView } from '../../../protocol-types' */

const game = lastOfAddress();
const asked = new URLSearchParams(location.search);
const page = openPage({ title: 'Strategy' });
const RANKS = [...'AKQJT98765432'];

/** The rules of each question, with what the short list costs. @param {StrategyView} view */
function shortList(view) {
  const { steps, unit } = view;
  return element(
    'section',
    { class: 'block', 'aria-labelledby': 'short' },
    element('h2', { id: 'short' }, 'Short strategy'),
    element(
      'p',
      {},
      'The first rule that fits decides. ',
      view.short === null
        ? ''
        : `The whole list costs ${amount((view.best - view.short) * unit * 100)} in 100 rounds of ${amount(unit)}, ` +
            'compared with best play. ' +
            `House edge with the list: ${percent(-view.short)}, with best play: ${percent(-view.best)}.`,
    ),
    steps.map((step) =>
      element(
        'section',
        { class: 'steps-of' },
        element('h3', {}, questionTitle(view.questions, step.name)),
        element(
          'ol',
          {},
          step.lines.map((line) => element('li', {}, line.words)),
        ),
        element(
          'p',
          { class: 'fine' },
          step.cost * unit * 100 >= 0.5
            ? `More rules of this kind could save ${amount(step.cost * unit * 100)} in 100 rounds. `
            : '',
          element(
            'a',
            { class: 'link no-print', href: practiceLink(view.game, String(step.question)) },
            'Practice this question',
          ),
        ),
      ),
    ),
  );
}

/** Whether the hands are the 169 starting hands of two cards. @param {StrategyHand[]} hands */
const isGrid = (hands) => hands.length === 169 && hands.every((each) => /^[2-9TJQKA]{2}[so]?$/.test(each.hand));

/** The starting hands as a grid: suited above the diagonal, pairs on it. @param {StrategyView} view */
function handGrid(view) {
  const byName = new Map(view.hands.map((each) => [each.hand, each]));
  const rows = RANKS.map((row, y) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, row),
      RANKS.map((column, x) => {
        const name = x === y ? row + row : x > y ? `${row}${column}s` : `${column}${row}o`;
        const hand = byName.get(name);
        if (!hand) return element('td', {});
        const worst = Math.min(...Object.values(hand.values));
        const best = hand.values[hand.best];
        const title = Object.entries(hand.values)
          .map(([choice, value]) => `${choiceWords(choice)} ${signedAmount(value * view.unit)}`)
          .join(', ');
        const kind = hand.best === Object.keys(hand.values)[0] ? 'small' : 'large';
        const mark = choiceWords(hand.best);
        return element(
          'td',
          { class: `${kind}${best - worst < 0.1 ? ' near' : ''}`, title: `${name}: ${title}` },
          element('span', { class: 'name' }, name),
          element('span', { class: 'mark' }, kind === 'large' ? mark : '–'),
        );
      }),
    ),
  );
  return element(
    'section',
    { class: 'block', 'aria-labelledby': 'grid' },
    element('h2', { id: 'grid' }, 'Starting hands'),
    element(
      'p',
      {},
      'Suited hands are above the diagonal, pairs on it. A dash means the smallest bet, and italics mark close calls.',
    ),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Starting hands' },
      element(
        'table',
        { class: 'hand-grid' },
        element('caption', { class: 'unseen' }, 'The best choice with each starting hand'),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('td', {}),
            RANKS.map((rank) => element('th', { scope: 'col' }, rank)),
          ),
        ),
        element('tbody', {}, rows),
      ),
    ),
  );
}

/** Best play hand by hand, if there are few hands, and its groups in words. @param {StrategyView} view */
function bestPlay(view) {
  const hands = isGrid(view.hands) ? [] : view.hands;
  if (!hands.length && !view.notes.length) return null;
  const rows = hands.map((hand) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, hand.hand.replaceAll('_', ' ')),
      element('td', {}, choiceWords(hand.best)),
      element('td', { class: 'money-col' }, signedAmount(hand.values[hand.best] * view.unit)),
    ),
  );
  return element(
    'section',
    { class: 'block', 'aria-labelledby': 'best' },
    element('h2', { id: 'best' }, 'Best play'),
    view.notes.length
      ? element(
          'ul',
          { class: 'plain-list' },
          view.notes.map((note) => element('li', {}, note)),
        )
      : null,
    rows.length
      ? element(
          'details',
          {},
          element('summary', {}, `All ${rows.length} hands, weakest first`),
          element(
            'table',
            { class: 'grid-table' },
            element(
              'thead',
              {},
              element(
                'tr',
                {},
                element('th', { scope: 'col' }, 'Hand'),
                element('th', { scope: 'col' }, 'Best'),
                element('th', { scope: 'col', class: 'money-col' }, 'Worth on average'),
              ),
            ),
            element('tbody', {}, rows),
          ),
        )
      : null,
  );
}

/** "What do I do with …": the exact values for any cards. @param {StrategyView} view */
function lookUp(view) {
  const question = element(
    'select',
    { name: 'question' },
    view.steps.map((step) =>
      element('option', { value: String(step.question) }, questionTitle(view.questions, step.name)),
    ),
  );
  const hand = element('input', { type: 'text', name: 'hand', required: true, autocomplete: 'off', spellcheck: false });
  const board = element('input', { type: 'text', name: 'board', autocomplete: 'off', spellcheck: false });
  const boardField = element('label', { class: 'field' }, 'Community cards', board);
  const found = element('div', { class: 'found' });
  const fault = element('p', { class: 'refusal', role: 'alert' });
  boardField.hidden = view.steps.length < 2;
  const form = element(
    'form',
    { class: 'row' },
    view.steps.length > 1 ? element('label', { class: 'field' }, 'When', question) : null,
    element('label', { class: 'field' }, 'Your cards', hand),
    boardField,
    element('button', { class: 'gold' }, 'Look up'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    say(fault, '');
    try {
      const decision = await post('/api/practice/look-up', {
        game: view.game,
        table: view.table,
        paytable: view.paytable && asked.get('paytable') ? view.paytable : '',
        question: Number(question.value || '0'),
        hand: spaced(hand.value),
        board: spaced(board.value),
      });
      const title = element('p', { class: 'verdict', role: 'status' }, `${choiceWords(decision.best)} is best.`);
      if (decision.indifferent) say(title, verdict(decision, decision.best, view.unit).replace('Right. ', ''));
      found.replaceChildren(
        title,
        spotCards(decision),
        valuesTable(decision, view.questions, '', view.unit),
        element('p', { class: 'reason' }, reasonText(decision, view.unit)),
      );
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      found.replaceChildren();
      say(fault, inWords(refused.refusal));
    }
  });
  const example = view.game === 'dragon' ? '' : 'Write cards as rank and suit, such as As 10d or Kh 7h.';
  return element(
    'section',
    { class: 'block no-print', 'aria-labelledby': 'look-up' },
    element('h2', { id: 'look-up' }, 'What do I do with …'),
    example ? element('p', { class: 'fine' }, example) : null,
    form,
    fault,
    found,
  );
}

/** Cards with spaces between them: "As Kd" for "AsKd" or "as, kd". @param {string} text */
function spaced(text) {
  const cards = text.replaceAll('10', 'T').replaceAll(/[,;]/g, ' ').trim();
  if (/\s/.test(cards) || cards.length < 3) return cards.replaceAll(/\s+/g, ' ');
  return (cards.match(/../g) ?? []).join(' ');
}

/** Links to the other paytables. @param {StrategyView} view */
function paytableLinks(view) {
  if (view.paytables.length < 2) return null;
  return element(
    'nav',
    { class: 'row no-print', 'aria-label': 'Paytables' },
    view.paytables.map((letter) =>
      element(
        'a',
        {
          class: 'link',
          href: `/strategy/${encodeURIComponent(view.game)}?paytable=${encodeURIComponent(letter)}`,
          'aria-current': letter === view.paytable ? 'page' : null,
        },
        `Paytable ${letter}`,
      ),
    ),
  );
}

/** @param {StrategyView} view */
function draw(view) {
  say(page.heading, `${view.title}: strategy`);
  document.title = `${view.title}: strategy · Croupier`;
  const rules = view.table && !asked.get('paytable') ? `Rules of ${view.table}` : '';
  const facts = [rules, view.paytable ? `paytable ${view.paytable}` : ''].filter(Boolean).join(', ');
  say(page.facts, facts);
  if (view.missing) {
    const back = element('a', { class: 'gold', href: '/practice' }, 'Choose another game');
    return page.main.replaceChildren(emptyState(`${view.title} has no strategy page. ${view.missing}`, back));
  }
  const print = element('button', { type: 'button', class: 'plain-button no-print' }, 'Print');
  print.addEventListener('click', () => window.print());
  page.main.replaceChildren(
    ...[
      element('p', { class: 'print-only' }, [`${view.title}: strategy`, facts].filter(Boolean).join('. ')),
      paytableLinks(view),
      shortList(view),
      isGrid(view.hands) ? handGrid(view) : null,
      lookUp(view),
      bestPlay(view),
      element('p', { class: 'row no-print' }, print),
      element('p', { class: 'fine' }, `Amounts are for ${amount(view.unit)} on ${view.unit_label}.`),
    ].filter((part) => part !== null),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Preparing…'));
  try {
    const query = new URLSearchParams();
    for (const name of ['table', 'paytable']) if (asked.get(name)) query.set(name, asked.get(name) ?? '');
    draw(await get(/** @type {'/api/strategy/{game}'} */ (`/api/strategy/${encodeURIComponent(game)}?${query}`)));
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
