// The page of table tests: the examiner opens, watches, marks and decides. The examinee acknowledges the result.
import { get, post, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { act, field, grid, moment, openOffice } from '../office/office-parts.js';
import { panel } from '../oversight/oversight-parts.js';
import { markForm, recordForm } from './exam-marks.js';
import { minutes } from './exam-panel.js';
import { planTable, scoreFigures, scoreTable, stopList } from './exam-view.js';

/** @typedef {import('../office/office-parts.js').Office} Office */
/** @typedef {import('../../../protocol-types').Answers} Answers */
/** @typedef {Answers['GET /api/table-tests/{number}']} Exam */
/** @typedef {Answers['GET /api/table-tests'][number]} Summary */

const PULSE = 1500; // milliseconds between two requests for a running test
const EXAMINERS = ['floor', 'pit_manager'];
const LENGTHS = [15, 20, 25, 30];

/** @type {ReturnType<typeof setInterval>|undefined} */
let pulse;
let chosen = '';

/** The words of a test's state. @param {Summary} test */
function state(test) {
  if (test.standing === 'running') return 'Running';
  if (test.standing === 'ended') return 'To be marked';
  const words = test.passed ? 'Passed' : 'Not passed';
  if (test.recorded) return `${words}, in the dealer’s file`;
  return test.acknowledged ? `${words}, acknowledged` : `${words}, to be acknowledged`;
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function newTest(place, office) {
  clearInterval(pulse);
  const found = await get('/api/table-tests/open/candidates');
  if (!found.dealers.length) {
    const words = 'No dealer can take a test. An administrator adds dealers.';
    place.replaceChildren(panel('New test', '', element('p', { class: 'eye-none' }, words)));
    return;
  }
  const dealer = select(
    'examinee',
    found.dealers.map((one) => [one.person, `${one.name}${one.deals_at ? ` (deals at ${one.deals_at})` : ''}`]),
  );
  const game = select(
    'submission',
    found.submissions.map((one) => [one.submission, `${one.title} (${one.kinds} kinds of errors)`]),
  );
  const length = select(
    'minutes',
    LENGTHS.map((each) => [String(each), `${each} minutes`]),
  );
  length.value = '20';
  const players = select(
    'players',
    [2, 3, 4, 5, 6].map((each) => [String(each), `${each} players`]),
  );
  players.value = '3';
  const seed = element('input', { name: 'seed', inputmode: 'numeric', autocomplete: 'off', maxlength: 15 });
  const start = act(
    'Start the test',
    async () => {
      const body = {
        examinee: dealer.value,
        submission: game.value,
        minutes: Number(length.value),
        players: Number(players.value),
        ...(seed.value.trim() ? { seed: Number(seed.value) } : {}),
      };
      const done = await office.attempt(async () => {
        chosen = (await post('/api/table-tests', body)).summary.number;
      });
      if (done) await office.show('Test');
    },
    'gold',
  );
  place.replaceChildren(
    panel(
      'New test',
      '',
      element(
        'p',
        {},
        found.permits_dealing
          ? 'A test that you give can permit the dealer to deal the game.'
          : 'You can give a practice test. Only a pit manager’s test permits dealing.',
      ),
      element(
        'div',
        { class: 'office-row' },
        field('Dealer', dealer),
        field('Game', game),
        field('Length', length),
        field('Simulated players', players),
        field('Seed, to repeat a plan', seed),
      ),
      start,
      element('p', {}, 'The dealer signs in, opens this page and goes to the table of the test.'),
    ),
    candidates(found),
  );
}

/** @param {Answers['GET /api/table-tests/open/candidates']} found */
function candidates(found) {
  const rows = found.dealers.map((one) => [
    one.name,
    one.licence ? `${one.licence.number}, valid until ${one.licence.until}` : 'none on file',
    Object.entries(one.tests)
      .map(([game, test]) => `${game}: ${test.passed}`)
      .join(', ') || 'none on file',
  ]);
  return panel('Dealers', '', grid(['Dealer', 'License', 'Table tests passed'], rows, 'Dealers and their tests'));
}

/**
 * @param {string} name
 * @param {string[][]} options value and words
 */
const select = (name, options) =>
  element(
    'select',
    { name },
    options.map(([value, words]) => element('option', { value }, words)),
  );

/**
 * The chosen test, which is drawn again while it runs.
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function shownTest(place, office) {
  clearInterval(pulse);
  const tests = await get('/api/table-tests');
  chosen = tests.find((one) => one.number === chosen)?.number ?? tests[0]?.number ?? '';
  if (!chosen) {
    place.replaceChildren(panel('Test', '', element('p', { class: 'eye-none' }, 'No test was given yet.')));
    return;
  }
  const live = element('div', { class: 'office-section' });
  const forms = element('div', { class: 'office-section' });
  place.replaceChildren(live, forms);
  let before = '';
  let standing = '';
  const look = async () => {
    const exam = await get(`/api/table-tests/${chosen}`);
    const text = JSON.stringify({ ...exam, seconds_left: 0, counts: { ...exam.counts, seconds: 0 } });
    const clock = live.querySelector('.exam-clock');
    if (clock instanceof HTMLElement) say(clock, clockWords(exam));
    if (text !== before) live.replaceChildren(...parts(exam, office));
    before = text;
    if (standing !== exam.summary.standing) forms.replaceChildren(...decisions(exam, office));
    standing = exam.summary.standing;
    if (standing !== 'running') clearInterval(pulse);
  };
  await look();
  if (standing === 'running') pulse = setInterval(() => office.attempt(look), PULSE);
}

/** @param {Exam} exam */
const clockWords = (exam) =>
  exam.summary.standing === 'running' ? `${minutes(exam.seconds_left)} left, round ${exam.round}` : '';

/**
 * @param {Exam} exam
 * @param {Office} office
 */
function parts(exam, office) {
  const { summary } = exam;
  const end = act('End the test', async () => {
    if (await office.attempt(() => post(`/api/table-tests/${summary.number}/end`, {}))) await office.reload();
  });
  return [
    panel(
      `Test ${summary.number}: ${summary.examinee_name}, ${summary.title}`,
      '',
      element(
        'p',
        {},
        `${state(summary)}. Begun ${moment(summary.begun_at)}. Examiner ${summary.examiner_name}. `,
        element('b', { class: 'exam-clock' }, clockWords(exam)),
      ),
      scoreFigures(exam),
      summary.standing === 'running' && exam.own ? end : null,
      ['decided', 'recorded'].includes(summary.standing) ? paper(summary) : null,
    ),
    panel('Plan and planted errors', '', planTable(exam)),
    panel('Score by item', '', scoreTable(exam), stopList(exam)),
  ];
}

/** @param {Summary} test */
const paper = (test) =>
  element(
    'a',
    { class: 'plain-button', href: `/api/table-tests/${test.number}/paper`, download: '' },
    'Download the signed result (PDF)',
  );

/**
 * @param {Exam} exam
 * @param {Office} office
 */
function decisions(exam, office) {
  if (!exam.own) return [];
  const { standing } = exam.summary;
  const found = [];
  if (standing === 'ended' || (standing === 'decided' && !exam.summary.acknowledged))
    found.push(markForm(exam, office));
  if (standing === 'decided' && exam.summary.passed) found.push(recordForm(exam, office));
  return found;
}

/**
 * @param {HTMLElement} place
 * @param {Office} office
 */
async function results(place, office) {
  clearInterval(pulse);
  const tests = await get('/api/table-tests');
  const isDealer = !office.me?.roles.some((role) => EXAMINERS.includes(role)) && office.me?.roles.includes('dealer');
  const rows = tests.map((test) => [
    test.number,
    moment(test.begun_at),
    test.examinee_name,
    test.title,
    state(test),
    test.standing === 'running' ? '' : `${test.noticed_percent} % of ${test.planted}`,
    isDealer ? own(test, office) : openLink(test, office),
  ]);
  const running = isDealer ? await get('/api/table-tests/own/scene') : null;
  const words = isDealer ? 'You have taken no table test.' : 'No test was given yet.';
  place.replaceChildren(
    panel(
      'Results',
      '',
      running?.running
        ? element('a', { class: 'gold', href: `/pit/${running.table}` }, 'Go to the table of your test')
        : null,
      rows.length
        ? grid(['Number', 'Begun', 'Dealer', 'Game', 'State', 'Errors noticed', 'Next'], rows, 'Table tests')
        : element('p', { class: 'eye-none' }, words),
      act('Refresh', () => office.reload()),
    ),
  );
}

/**
 * What the examinee can do with a test.
 * @param {Summary} test
 * @param {Office} office
 */
function own(test, office) {
  if (test.standing !== 'decided' && test.standing !== 'recorded') return '';
  const acknowledge = act(
    'Acknowledge',
    async () => {
      const done = await office.attempt(() => post(`/api/table-tests/${test.number}/acknowledge`, {}));
      if (done) await office.finish(`You acknowledged test ${test.number}.`);
    },
    'gold',
  );
  return [test.acknowledged ? null : acknowledge, paper(test)];
}

/**
 * @param {Summary} test
 * @param {Office} office
 */
const openLink = (test, office) =>
  act('Open', async () => {
    chosen = test.number;
    await office.show('Test');
  });

async function start() {
  const me = await whoAmI();
  const isExaminer = me?.roles.some((role) => EXAMINERS.includes(role));
  const isDealer = me?.roles.includes('dealer');
  /** @type {Record<string, (place: HTMLElement, office: Office) => Promise<void>>} */
  const sections = isExaminer
    ? { Results: results, 'New test': newTest, Test: shownTest }
    : isDealer
      ? { Results: results }
      : { Results: results, Test: shownTest };
  await openOffice({ title: 'Table tests', route: 'GET /api/table-tests', sections });
}

start();
