// The practice page: choose a kind of decision, get fresh hands, answer, and see the exact value of each choice.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { emptyState, faultState, openPage, plural } from '../core/page-parts.js';
import { amount, choiceButtons, questionTitle, reasonText, spotCards, valuesTable, verdict } from './decision-view.js';
import { kindName, kindsList } from './practice-kinds.js';
import { Score } from './practice-score.js';

/** @import { DealtHand, GivenAnswer, PracticeOverview, PracticeView } from '../../../protocol-types' */

const page = openPage({
  title: 'Practice',
  links: [
    { words: 'Challenge', href: '/challenge' },
    { words: 'My mistakes', href: '/mistakes' },
  ],
});
const asked = new URLSearchParams(location.search);

/** Sign in as a guest if nobody is signed in, so that there is a place for the results. */
async function signIn() {
  if (!(await whoAmI())) await post('/api/guest', { name: 'Guest' });
}

/** One run of practice with hands of one kind. */
class Run {
  /**
   * @param {PracticeView} game
   * @param {string} kind
   */
  constructor(game, kind) {
    this.game = game;
    this.kind = kind;
    this.score = new Score();
    this.isBusy = false;
    /** @type {DealtHand|null} */
    this.hand = null;
    this.began = 0;
    this.stage = element('div', { class: 'drill' });
    this.fault = element('p', { class: 'refusal', role: 'alert' });
    this.heading = element('h2', { id: 'kind', tabindex: '-1' }, kindName(game, kind));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  start() {
    page.main.replaceChildren(
      element(
        'section',
        { class: 'block run', 'aria-labelledby': 'kind' },
        element(
          'div',
          { class: 'run-head' },
          this.heading,
          element('a', { class: 'link', href: '/practice' }, 'Choose another kind'),
        ),
        this.score.node,
        this.stage,
        this.fault,
      ),
      element(
        'p',
        { class: 'fine' },
        `${this.game.title}${this.game.table ? `, rules of ${this.game.table}` : ''}. `,
        `Amounts are for a bet of ${amount(this.game.unit)} on ${this.game.unit_label}. No chips are used. `,
        'You can answer with the number keys and go on with Enter.',
      ),
    );
    this.next();
  }

  async next() {
    if (this.isBusy) return;
    this.isBusy = true;
    say(this.fault, '');
    try {
      this.hand = await post('/api/practice/hands', {
        game: this.game.game,
        kind: this.kind,
        table: this.game.table,
      });
      this.ask();
    } catch (refused) {
      this.refuse(refused, () => this.next());
    } finally {
      this.isBusy = false;
    }
  }

  ask() {
    const hand = /** @type {DealtHand} */ (this.hand);
    const buttons = choiceButtons(hand, this.game.questions, hand.unit, (choice) => this.answer(choice));
    const question = this.question(hand.name);
    this.stage.replaceChildren(question, spotCards(hand), buttons);
    this.began = performance.now();
    this.score.deal();
    question.focus({ preventScroll: true }); // not on a choice, because that would suggest an answer
  }

  /** @param {string} name */
  question(name) {
    const words = `${questionTitle(this.game.questions, name)}: what do you do?`;
    return element('p', { class: 'question', role: 'status', tabindex: '-1' }, words);
  }

  /** @param {string} choice */
  async answer(choice) {
    const { hand } = this;
    if (!hand || this.isBusy) return;
    this.isBusy = true;
    const seconds = (performance.now() - this.began) / 1000;
    this.score.stop();
    try {
      const given = await post('/api/practice/answers', {
        game: this.game.game,
        table: this.game.table,
        question: hand.question,
        hand: hand.hand,
        board: hand.board,
        dealer: hand.dealer,
        choice,
        seconds: Math.round(seconds * 10) / 10,
      });
      this.hand = null;
      this.show(given, hand);
    } catch (refused) {
      this.refuse(refused, () => this.answer(choice));
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * @param {GivenAnswer} given
   * @param {DealtHand} hand
   */
  show(given, hand) {
    const { decision, choice, lost } = given;
    this.score.add(lost, lost > 0);
    const next = element(
      'button',
      { type: 'button', class: 'gold', 'aria-keyshortcuts': 'Enter', onclick: () => this.next() },
      'Next hand',
    );
    this.stage.replaceChildren(
      this.question(hand.name),
      spotCards(decision),
      element(
        'div',
        { class: `answer ${lost ? 'wrong' : 'right'}` },
        element(
          'p',
          { class: 'verdict', role: 'status' },
          element('b', { class: lost ? 'lose' : 'win', 'aria-hidden': 'true' }, lost ? '✗ ' : '✓ '),
          verdict(decision, choice, hand.unit),
        ),
        valuesTable(decision, this.game.questions, choice, hand.unit),
        element('p', { class: 'reason' }, reasonText(decision, hand.unit)),
      ),
      element('p', { class: 'row' }, next),
    );
    next.focus({ preventScroll: true });
    if (this.kind === 'due') {
      const left = given.due_left;
      say(this.heading, left ? `Due today: ${left} left` : 'Nothing more is due today');
    }
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
      element('button', { type: 'button', class: 'plain-button', onclick: again }, 'Try again'),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const number = Number(event.key);
    if (!this.hand || !number) return;
    const choice = this.hand.choices[number - 1];
    if (choice) {
      event.preventDefault();
      this.answer(choice);
    }
  }
}

/** @param {PracticeOverview} overview */
function choose(overview) {
  const dueCount = Object.values(overview.due).reduce((sum, count) => sum + count, 0);
  say(page.facts, dueCount ? `${plural(dueCount, 'kind')} due today` : '');
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block intro' },
      element('h2', {}, 'Practice decisions'),
      element(
        'p',
        {},
        'Choose a kind of decision. You get a new hand each time, and after every answer the exact value of each ',
        'choice. There is no money and no clock, unless you turn the clock on.',
      ),
      element(
        'p',
        { class: 'fine' },
        'Kinds you get wrong come back soon, and kinds you know come back later. ',
        'A guest’s progress is kept until the guest session ends.',
      ),
    ),
    ...overview.games.map((game) => kindsList(game, overview.due[game.game] ?? 0)),
  );
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Preparing…'));
  try {
    const overview = await get('/api/practice');
    const game = overview.games.find((each) => each.game === asked.get('game'));
    const kind = asked.get('kind');
    if (!game || !kind) return choose(overview);
    if (game.missing) {
      const back = element('a', { class: 'gold', href: '/practice' }, 'Choose another game');
      return page.main.replaceChildren(emptyState(`${game.title} has no practice. ${game.missing}`, back));
    }
    await signIn();
    new Run(game, kind).start();
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
