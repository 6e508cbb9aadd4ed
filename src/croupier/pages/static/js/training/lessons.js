// The lessons page: the acts of a shift in the order of the rules, performed at the dealer's training table.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { whyButton } from '../core/clauses.js';
import { element, say } from '../core/dom.js';
import { emptyState, faultState, openPage, plural } from '../core/page-parts.js';
import { staffButton } from '../player/staff-sign-in.js';

/** @import { LessonStepView, LessonTable, LessonView } from '../../../protocol-types' */

const staff = staffButton(() => location.reload());
const page = openPage({
  title: 'Lessons',
  tools: [staff.button],
  links: [
    { words: 'Drills', href: '/drills' },
    { words: 'Pit', href: '/pit' },
  ],
});
const fault = element('p', { class: 'refusal', role: 'alert' });

/**
 * Open the training table of a lesson.
 * @param {LessonTable} table
 * @param {LessonView} lesson
 */
async function begin(table, lesson) {
  say(fault, '');
  try {
    const opened = await post('/api/training', { submission: table.submission, cards: lesson.cards });
    location.assign(`/pit/${encodeURIComponent(opened.table)}`);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    say(fault, inWords(refused.refusal));
    fault.scrollIntoView({ block: 'center' });
  }
}

/**
 * @param {LessonStepView} step
 * @param {number} at its position
 */
function stepRow(step, at) {
  return element(
    'li',
    { class: step.done ? 'lesson-step done' : 'lesson-step' },
    element('span', { class: 'lesson-tick', 'aria-hidden': 'true' }, step.done ? '✓' : String(at + 1)),
    element(
      'span',
      {},
      step.words,
      ' ',
      whyButton([...step.clauses], [...step.readings]),
      step.done ? element('span', { class: 'unseen' }, ' Done.') : null,
    ),
  );
}

/**
 * @param {LessonTable} table
 * @param {LessonView} lesson
 * @param {boolean} isOpen
 */
function lessonPart(table, lesson, isOpen) {
  const done = lesson.steps.filter((step) => step.done).length;
  const chapters = lesson.chapters.includes(' ') ? `chapters ${lesson.chapters}` : `chapter ${lesson.chapters}`;
  return element(
    'details',
    { class: 'lesson', open: isOpen },
    element(
      'summary',
      {},
      element('span', { class: 'lesson-title' }, lesson.title),
      element('small', {}, `${chapters} · ${done} of ${plural(lesson.steps.length, 'step')} done`),
    ),
    element('ol', { class: 'lesson-steps' }, lesson.steps.map(stepRow)),
    element(
      'p',
      { class: 'row' },
      element(
        'button',
        { type: 'button', class: 'plain-button', onclick: () => begin(table, lesson) },
        done ? 'Continue at the training table' : 'Start at the training table',
      ),
    ),
  );
}

/** @param {LessonTable} table */
function tablePart(table) {
  const next = table.lessons.find((lesson) => lesson.steps.some((step) => !step.done));
  return element(
    'section',
    { class: 'block', 'aria-labelledby': `lessons-${table.submission}` },
    element('h2', { id: `lessons-${table.submission}` }, table.title),
    table.lessons.map((lesson) => lessonPart(table, lesson, lesson === next)),
  );
}

/** @param {LessonTable[]} tables */
function show(tables) {
  const steps = tables.flatMap((table) => table.lessons).flatMap((lesson) => lesson.steps);
  say(page.facts, `${steps.filter((step) => step.done).length} of ${plural(steps.length, 'step')} done`);
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block intro' },
      element('h2', {}, 'Lessons for dealers'),
      element(
        'p',
        {},
        'Each lesson follows the rules of the table in order. Perform the steps at your training table. A step is ',
        'checked off when the table has accepted it.',
      ),
      element('p', { class: 'fine' }, 'Some steps depend on the cards, such as paying a rare hand.'),
    ),
    fault,
    ...tables.map(tablePart),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Preparing…'));
  try {
    const me = await whoAmI();
    staff.update(me);
    if (!me?.roles.includes('dealer')) {
      page.main.replaceChildren(emptyState('Lessons are for dealers. Sign in as a dealer.'));
      return;
    }
    show(await get('/api/lessons'));
  } catch (refused) {
    page.main.replaceChildren(faultState(refused, open));
  }
}
open();
