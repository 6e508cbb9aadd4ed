// The kinds of decisions of a game as links, with the person's own record.
import { element } from '../core/dom.js';
import { plural } from '../core/page-parts.js';
import { amount, questionTitle } from './decision-view.js';

/** @import { PracticedKind, PracticeView } from '../../../protocol-types' */

/** @param {string} game @param {string} kind */
export const practiceLink = (game, kind) =>
  `/practice?game=${encodeURIComponent(game)}&kind=${encodeURIComponent(kind)}`;

/**
 * The name of a kind of decision.
 * @param {PracticeView} game
 * @param {string} id
 */
export function kindName(game, id) {
  if (id === 'due') return 'Due today';
  const kind = game.kinds.find((each) => each.id === id);
  if (!kind) return game.title;
  if (kind.selection === 'close') return 'Close calls';
  if (kind.selection === 'first_rule') return 'What beginners get wrong';
  if (kind.selection === 'any' || kind.question === null) return 'All decisions';
  const question = questionTitle(game.questions, game.questions[kind.question]?.name ?? '');
  return kind.rule ? `${question}: ${kind.rule[0].toLowerCase()}${kind.rule.slice(1, -1)}` : question;
}

/** @type {Record<string, string>} */
const EXPLANATIONS = {
  any: 'A mix of all questions.',
  close: 'The best two choices are nearly equal.',
  first_rule: 'Hands that a player gets wrong who knows only the first rule.',
};

/** @param {PracticedKind} kind */
function record(kind) {
  if (!kind.answered) return '';
  const right = kind.answered - kind.wrong;
  return `${right} of ${kind.answered} right, ${amount(kind.lost)} lost`;
}

/**
 * @param {PracticeView} game
 * @param {PracticedKind} kind
 */
function kindItem(game, kind) {
  const isDue = kind.due !== null && kind.due * 1000 <= Date.now();
  const more = EXPLANATIONS[kind.selection] ?? '';
  return element(
    'li',
    {},
    element('a', { class: 'kind', href: practiceLink(game.game, kind.id) }, kindName(game, kind.id)),
    isDue ? element('span', { class: 'pill' }, 'Due') : null,
    element('small', {}, [more, record(kind)].filter(Boolean).join(' ')),
  );
}

/**
 * @param {PracticeView} game
 * @param {number} due
 */
export function kindsList(game, due) {
  const heading = element('h2', { id: `game-${game.game}` }, game.title);
  const block = element('section', { class: 'block', 'aria-labelledby': heading.id }, heading);
  if (game.missing) {
    block.append(element('p', {}, 'No practice yet. ', element('small', {}, game.missing)));
    return block;
  }
  const only = game.kinds.filter((kind) => kind.selection === 'question').length === 1;
  const general = game.kinds.filter((kind) => kind.selection !== 'rule' && !(only && kind.selection === 'any'));
  const rules = game.kinds.filter((kind) => kind.selection === 'rule');
  block.append(
    element(
      'p',
      { class: 'row' },
      element(
        'a',
        { class: due ? 'gold' : 'plain-button', href: practiceLink(game.game, 'due') },
        due ? `Practice what is due (${due})` : 'Practice what helps most',
      ),
      element('a', { class: 'link', href: `/strategy/${encodeURIComponent(game.game)}` }, 'Strategy'),
    ),
    element(
      'ul',
      { class: 'kinds' },
      general.map((kind) => kindItem(game, kind)),
    ),
  );
  if (rules.length) {
    block.append(
      element(
        'details',
        {},
        element('summary', {}, `${plural(rules.length, 'rule')} of the short strategy`),
        element(
          'ul',
          { class: 'kinds' },
          rules.map((kind) => kindItem(game, kind)),
        ),
      ),
    );
  }
  return block;
}
