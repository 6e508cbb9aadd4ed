// The drills page: dealers choose kinds of questions and answer them; the floor sees their progress.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { whyButton } from '../core/clauses.js';
import { element, say } from '../core/dom.js';
import { emptyState, faultState, openPage, plural } from '../core/page-parts.js';
import { staffButton } from '../player/staff-sign-in.js';
import { dueOf, kindsForm } from './drill-kinds.js';
import { progressSections } from './drill-progress.js';
import { answerForm, situation } from './drill-question.js';

/** @import { AskedDrill, DrillTable, JudgedDrill } from '../../../protocol-types' */

const staff = staffButton(() => location.reload());
const page = openPage({ title: 'Drills', tools: [staff.button], links: [{ words: 'Pit', href: '/pit' }] });
const SUPERVISORS = ['floor', 'pit_manager'];
const DEALERS = ['dealer', ...SUPERVISORS];

/** A run of questions about one game. */
class DrillRun {
  /**
   * @param {DrillTable} table
   * @param {string[]} kinds
   */
  constructor(table, kinds) {
    this.table = table;
    this.kinds = kinds;
    this.isBusy = false;
    /** @type {AskedDrill|null} */
    this.asked = null;
    this.began = 0;
    this.right = 0;
    /** @type {number[]} */
    this.times = [];
    this.stage = element('div', { class: 'drill' });
    this.fault = element('p', { class: 'refusal', role: 'alert' });
    this.heading = element('h2', { id: 'drill-title', tabindex: '-1' }, table.title);
    this.score = element('p', { class: 'score' }, 'No answers yet');
    document.addEventListener('keydown', (event) => this.key(event));
  }

  start() {
    const again = element('a', { class: 'link', href: '/drills' }, 'Choose other kinds');
    page.main.replaceChildren(
      element(
        'section',
        { class: 'block run', 'aria-labelledby': 'drill-title' },
        element('div', { class: 'run-head' }, this.heading, again),
        this.score,
        this.stage,
        this.fault,
      ),
      element('p', { class: 'fine' }, 'Answer with the number keys or type the answer. Go on with Enter.'),
    );
    this.next();
  }

  async next() {
    if (this.isBusy) return;
    this.isBusy = true;
    say(this.fault, '');
    try {
      this.asked = await post('/api/drills/questions', { submission: this.table.submission, kinds: this.kinds });
      this.show();
    } catch (refused) {
      this.refuse(refused, () => this.next());
    } finally {
      this.isBusy = false;
    }
  }

  show() {
    const { question, title } = /** @type {AskedDrill} */ (this.asked);
    const words = element('p', { class: 'question', role: 'status', tabindex: '-1' }, question.text);
    this.stage.replaceChildren(
      element('p', { class: 'fine' }, title),
      situation(question),
      words,
      answerForm(question, (answer) => this.answer(answer)),
    );
    this.began = performance.now();
    const input = this.stage.querySelector('input');
    if (input) input.focus();
    else words.focus({ preventScroll: true });
  }

  /** @param {string} answer */
  async answer(answer) {
    const { asked } = this;
    if (!asked || this.isBusy || !answer.trim()) return;
    this.isBusy = true;
    const seconds = Math.round((performance.now() - this.began) / 100) / 10;
    try {
      const judged = await post('/api/drills/answers', { token: asked.token, answer, seconds });
      this.asked = null;
      this.judge(judged, asked);
    } catch (refused) {
      this.refuse(refused, () => this.next());
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * @param {JudgedDrill} judged
   * @param {AskedDrill} asked
   */
  judge(judged, asked) {
    this.right += judged.right ? 1 : 0;
    this.times.push(judged.seconds);
    const middle = this.times.toSorted((a, b) => a - b)[Math.floor(this.times.length / 2)];
    say(this.score, `${this.right} of ${this.times.length} right, ${middle.toFixed(1)} s an answer`);
    const next = element(
      'button',
      { type: 'button', class: 'gold', 'aria-keyshortcuts': 'Enter', onclick: () => this.next() },
      'Next question',
    );
    const sign = element(
      'b',
      { class: judged.right ? 'win' : 'lose', 'aria-hidden': 'true' },
      judged.right ? '✓ ' : '✗ ',
    );
    this.stage.replaceChildren(
      element('p', { class: 'fine' }, asked.title),
      situation(asked.question),
      element('p', { class: 'question' }, asked.question.text),
      element(
        'div',
        { class: `answer ${judged.right ? 'right' : 'wrong'}` },
        element(
          'p',
          { class: 'verdict', role: 'status' },
          sign,
          judged.right ? `Right: ${judged.answer}` : `The answer is: ${judged.answer}`,
        ),
        element(
          'p',
          { class: 'reason' },
          `${judged.reason} `,
          whyButton(judged.clauses, judged.readings, 'Show the rule'),
        ),
      ),
      element('p', { class: 'row' }, next),
    );
    next.focus({ preventScroll: true });
    if (judged.due_left) say(page.facts, `${plural(judged.due_left, 'kind')} due today`);
  }

  /**
   * @param {unknown} refused
   * @param {() => void} again
   */
  refuse(refused, again) {
    if (!(refused instanceof Refused)) throw refused;
    this.fault.replaceChildren(
      inWords(refused.refusal),
      ' ',
      element('button', { type: 'button', class: 'plain-button', onclick: again }, 'Next question'),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const count = this.asked?.question.choices?.length ?? 0;
    const number = Number(event.key);
    if (!number || number > count) return;
    event.preventDefault();
    this.answer(event.key);
  }
}

/** @param {DrillTable[]} tables */
function choose(tables) {
  const due = tables.reduce((sum, table) => sum + dueOf(table), 0);
  say(page.facts, due ? `${plural(due, 'kind')} due today` : '');
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block intro' },
      element('h2', {}, 'Drill questions for dealers'),
      element(
        'p',
        {},
        'Check the kinds you want, or drill all of them. Every question is new. The software works out each ',
        'answer by the rules of the table and shows the clause.',
      ),
      element('p', { class: 'fine' }, 'Kinds you get wrong come back soon, and kinds you know come back later.'),
    ),
    ...tables.map((table) => kindsForm(table, (names) => new DrillRun(table, names).start())),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Preparing…'));
  try {
    const me = await whoAmI();
    staff.update(me);
    const roles = me?.roles ?? [];
    if (!roles.some((role) => DEALERS.includes(role))) {
      page.main.replaceChildren(emptyState('Drills are for dealers and their supervisors. Sign in as staff.'));
      return;
    }
    const isSupervisor = roles.some((role) => SUPERVISORS.includes(role));
    if (isSupervisor && new URLSearchParams(location.search).has('progress')) {
      say(page.heading, 'Dealers’ drills');
      page.main.replaceChildren(...progressSections(await get('/api/drills/progress')));
      return;
    }
    choose(await get('/api/drills'));
    if (isSupervisor) {
      page.main.prepend(
        element('p', {}, element('a', { class: 'link', href: '/drills?progress' }, 'Progress of all dealers')),
      );
    }
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
