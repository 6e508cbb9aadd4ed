// The examiner's forms: the marks with the decision, and the entry in the dealer's file.
import { post } from '../core/api.js';
import { element } from '../core/dom.js';
import { act, askToConfirm, field, textInput } from '../office/office-parts.js';
import { panel } from '../oversight/oversight-parts.js';

/** @typedef {import('../office/office-parts.js').Office} Office */
/** @typedef {import('../../../protocol-types').Answers['GET /api/table-tests/{number}']} Exam */

const ITEMS = ['technique', 'control', 'knowledge', 'pace'];
const BEST = 10;

/** @param {string} item @param {number|undefined} mark */
function markSelect(item, mark) {
  const options = Array.from({ length: BEST }, (_, index) => String(index + 1));
  const select = element(
    'select',
    { name: item },
    element('option', { value: '' }, '–'),
    options.map((value) => element('option', { value }, value)),
  );
  select.value = mark ? String(mark) : '';
  return select;
}

/**
 * @param {Exam} exam
 * @param {Office} office
 */
export function markForm(exam, office) {
  const { score, terms, summary } = exam;
  const marks = ITEMS.map((item) => ({ item, select: markSelect(item, exam.marks[item]) }));
  const notes = textInput('notes');
  notes.value = exam.notes;
  const decide = (/** @type {boolean} */ passed) => async () => {
    const empty = marks.find(({ select }) => !select.value);
    if (empty) return empty.select.focus();
    const body = {
      marks: Object.fromEntries(marks.map(({ item, select }) => [item, Number(select.value)])),
      passed,
      notes: notes.value.trim(),
    };
    const words = `${summary.examinee_name} ${passed ? 'passes' : 'does not pass'}. The dealer sees the result.`;
    if (!(await askToConfirm(`Decide test ${summary.number}`, words, passed ? 'Pass' : 'Do not pass'))) return;
    const done = await office.attempt(() => post(`/api/table-tests/${summary.number}/decide`, body));
    if (done) await office.finish(`You decided test ${summary.number}.`);
  };
  const proposal = score.passes
    ? `The score meets the terms. Each of your marks must be ${terms.marks} or more to pass.`
    : `The score does not meet the terms. ${score.reasons.join(' ')}`;
  return panel(
    'Marks and decision',
    '',
    element('p', {}, proposal),
    element(
      'div',
      { class: 'exam-marks' },
      marks.map(({ item, select }) => field(`${item[0].toUpperCase()}${item.slice(1)}, 1 to ${BEST}`, select)),
    ),
    field('Notes', notes),
    element('div', { class: 'office-row' }, act('Pass', decide(true), 'gold'), act('Do not pass', decide(false))),
    element('p', {}, 'A decision against the proposal needs a note.'),
  );
}

/**
 * @param {Exam} exam
 * @param {Office} office
 */
export function recordForm(exam, office) {
  const { summary } = exam;
  if (!summary.permits_dealing)
    return panel(
      'Dealer’s file',
      '',
      element('p', {}, 'Only a pit manager’s test can be entered in the dealer’s file.'),
    );
  const trained = element('input', { name: 'trained', type: 'date', required: true });
  const record = act(
    'Enter in the dealer’s file',
    async () => {
      if (!trained.value) return trained.focus();
      const body = { trained: trained.value };
      const done = await office.attempt(() => post(`/api/table-tests/${summary.number}/record`, body));
      if (done) await office.finish(`${summary.examinee_name} may deal ${summary.title}.`);
    },
    'gold',
  );
  return panel(
    'Dealer’s file',
    '',
    element(
      'p',
      {},
      summary.acknowledged
        ? 'The dealer has acknowledged the result.'
        : 'First the dealer signs in and acknowledges the result on the page “Table tests”.',
    ),
    element('div', { class: 'office-row' }, field('Training program completed on', trained), record),
  );
}
