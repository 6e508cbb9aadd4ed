// The challenge page: start one, play its hands, compare results without names, and share your result.
import { get, inWords, post, Refused, whoAmI } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { dollars, quotient } from '../core/money.js';
import { clockTime, emptyState, faultState, openPage, plural } from '../core/page-parts.js';
import {
  amount,
  choiceButtons,
  questionTitle,
  reasonText,
  signedAmount,
  spotCards,
  valuesTable,
  verdict,
} from './decision-view.js';
import { savePictureButton } from './save-picture.js';

/** @import { ChallengeAnswer, ChallengeResult, ChallengeView, PracticeSpot } from '../../../protocol-types' */

const page = openPage({ title: 'Challenge' });
const asked = new URLSearchParams(location.search);
const SIZES = [50, 100, 200];

/** The address of a challenge, to share. @param {string} id */
const linkOf = (id) => `${location.origin}/challenge?id=${encodeURIComponent(id)}`;

/**
 * @param {string} term
 * @param {string} words
 * @param {string} [kind]
 */
const fact = (term, words, kind = '') =>
  element('div', {}, element('dt', {}, term), element('dd', { class: kind || null }, words));

/** How a result splits. The parts add up exactly. @param {ChallengeResult} result */
function split(result) {
  const cents = (/** @type {string} */ text) => quotient(text);
  return element(
    'dl',
    { class: 'headline' },
    fact('Lost per hand', result.done ? amount(cents(result.lost) / result.done) : '–'),
    fact('Best decisions', `${result.decisions - result.mistakes} of ${result.decisions}`),
    fact('Result', signedAmount(cents(result.result))),
    fact('Expected with best play', signedAmount(cents(result.expected))),
    fact('Lost by decisions', signedAmount(-cents(result.lost))),
    fact('Luck', signedAmount(cents(result.luck))),
  );
}

/** A row with a link and a button that copies it. @param {string} address @param {string} words */
function copyRow(address, words) {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(address);
          say(button, 'Copied');
        } catch {
          say(button, 'Select the address and copy it');
        }
      },
    },
    'Copy link',
  );
  return element(
    'div',
    { class: 'row share' },
    element('label', { class: 'field' }, words, element('input', { type: 'text', readonly: true, value: address })),
    button,
  );
}

/** Shows one challenge: its open hand, or the results after the last hand. */
class Game {
  /** @param {ChallengeView} view */
  constructor(view) {
    this.view = view;
    this.mine = view.mine;
    this.spot = view.hand;
    this.answered = view.answered;
    this.isBusy = false;
    this.score = element('p', { class: 'fine', role: 'status' });
    this.stage = element('div', { class: 'drill' });
    this.fault = element('p', { class: 'refusal', role: 'alert' });
    document.addEventListener('keydown', (event) => this.key(event));
  }

  start() {
    const { view } = this;
    page.main.replaceChildren(
      element(
        'section',
        { class: 'block', 'aria-label': 'Hand' },
        element('h2', {}, `${view.title}: ${view.hands} hands`),
        this.score,
        this.stage,
        this.fault,
      ),
      element(
        'section',
        { class: 'block', 'aria-label': 'Share' },
        element('h2', {}, 'Play against someone'),
        element('p', {}, 'Everyone with this link plays the same hands. Names are never shown.'),
        copyRow(linkOf(view.challenge), 'Link to this challenge'),
      ),
      element(
        'p',
        { class: 'fine' },
        `Amounts are for ${dollars(view.unit)} on ${view.unit_label}. No chips are used.`,
      ),
    );
    this.ask();
  }

  ask() {
    const { spot, view, mine } = this;
    const done = mine?.done ?? 0;
    if (!spot) return this.finish();
    const lost = mine && mine.done ? `${amount(quotient(mine.lost) / mine.done)} lost per hand so far.` : '';
    say(this.score, `Hand ${done + 1} of ${view.hands}. ${lost}`);
    const question = this.question(spot);
    this.stage.replaceChildren(
      question,
      spotCards(spot),
      choiceButtons(spot, view.questions, view.unit, (choice) => this.answer(choice)),
    );
    question.focus({ preventScroll: true });
  }

  /** @param {{name: string}} spot */
  question(spot) {
    const words = `${questionTitle(this.view.questions, spot.name)}: what do you do?`;
    return element('p', { class: 'question', role: 'status', tabindex: '-1' }, words);
  }

  /** @param {string} choice */
  async answer(choice) {
    const { spot } = this;
    if (!spot || this.isBusy) return;
    this.isBusy = true;
    say(this.fault, '');
    try {
      const given = await post(`/api/challenges/${encodeURIComponent(this.view.challenge)}/answers`, {
        hand: this.mine?.done ?? 0,
        question: this.answered,
        choice,
      });
      this.spot = null;
      this.show(given, spot, choice);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(this.fault, inWords(refused.refusal));
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * @param {ChallengeAnswer} given
   * @param {PracticeSpot} spot
   * @param {string} choice
   */
  show(given, spot, choice) {
    const { decision, hand } = given;
    this.mine = given.mine;
    this.answered = hand ? 0 : this.answered + 1;
    const cost = quotient(decision.choices.find((each) => each.choice === choice)?.cost ?? '0');
    const next = element(
      'button',
      {
        type: 'button',
        class: 'gold',
        onclick: () => {
          this.spot = given.next;
          this.ask();
        },
      },
      hand ? (given.next ? 'Next hand' : 'See the result') : 'Go on',
    );
    const cards = hand ? { hand: hand.hand, board: hand.board, dealer: hand.dealer } : spot;
    this.stage.replaceChildren(
      this.question(spot),
      spotCards(cards),
      element(
        'div',
        { class: `answer ${cost ? 'wrong' : 'right'}` },
        element(
          'p',
          { class: 'verdict', role: 'status' },
          element('b', { class: cost ? 'lose' : 'win', 'aria-hidden': 'true' }, cost ? '✗ ' : '✓ '),
          verdict(decision, choice, this.view.unit),
        ),
        valuesTable(decision, this.view.questions, choice, this.view.unit),
        element('p', { class: 'reason' }, reasonText(decision, this.view.unit)),
        hand ? element('p', {}, element('b', {}, `This hand: ${signedAmount(hand.net ?? 0)}`)) : null,
      ),
      element('p', { class: 'row' }, next),
    );
    next.focus({ preventScroll: true });
  }

  async finish() {
    const view = await get(`/api/challenges/${encodeURIComponent(this.view.challenge)}`);
    if (view.mine) page.main.replaceChildren(...finished(view, view.mine));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target instanceof HTMLInputElement) return;
    const choice = this.spot?.choices[Number(event.key) - 1];
    if (!choice) return;
    event.preventDefault();
    this.answer(choice);
  }
}

/**
 * The result after the last hand.
 * @param {ChallengeView} view
 * @param {ChallengeResult} mine
 */
function finished(view, mine) {
  const rows = view.results.map((result, n) =>
    element(
      'tr',
      { class: result.own ? 'win' : null },
      element('th', { scope: 'row' }, `${n + 1}${result.own ? ' (you)' : ''}`),
      element('td', { class: 'money-col' }, amount(quotient(result.lost) / result.done)),
      element('td', { class: 'money-col' }, signedAmount(quotient(result.result))),
      element('td', { class: 'money-col' }, signedAmount(quotient(result.luck))),
    ),
  );
  const head = ['Place', 'Lost per hand', 'Result', 'Luck'].map((words, n) =>
    element('th', { scope: 'col', class: n ? 'money-col' : null }, words),
  );
  const shared = `/challenge?result=${encodeURIComponent(mine.id)}`;
  return [
    element(
      'section',
      { class: 'block', 'aria-label': 'Your result' },
      element('h2', {}, `${view.title}: your result after ${view.hands} hands`),
      split(mine),
      element(
        'p',
        { class: 'fine' },
        'Result = expected with best play − lost by decisions + luck. The score is what your decisions lost.',
      ),
      copyRow(location.origin + shared, 'Link to your result, without your name'),
      copyRow(linkOf(view.challenge), 'Link to the same hands'),
      savePictureButton(pictureOf(mine.id), `croupier-${mine.game}-${mine.hands}.png`),
    ),
    element(
      'section',
      { class: 'block', 'aria-label': 'All results' },
      element('h2', {}, 'Everyone who played these hands'),
      element(
        'table',
        { class: 'grid-table' },
        element('thead', {}, element('tr', {}, head)),
        element('tbody', {}, rows),
      ),
    ),
  ];
}

/** @param {string} id */
const pictureOf = (id) => `/api/challenges/results/${encodeURIComponent(id)}/picture`;

/** A result that somebody shared. @param {string} id */
async function showShared(id) {
  const result = await get(`/api/challenges/results/${encodeURIComponent(id)}`);
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block', 'aria-label': 'Shared result' },
      element('h2', {}, `${result.title}: a result of ${result.hands} hands`),
      split(result),
      element(
        'p',
        { class: 'row' },
        element('a', { class: 'gold', href: linkOf(result.challenge) }, 'Play the same hands'),
      ),
      savePictureButton(pictureOf(id), `croupier-${result.game}-${result.hands}.png`),
    ),
  );
}

/** Choose a game and a number of hands. */
async function choose() {
  const { games } = await get('/api/practice');
  const own = (await whoAmI()) ? await get('/api/challenges') : [];
  const game = element(
    'select',
    { name: 'game' },
    games.filter((each) => !each.missing).map((each) => element('option', { value: each.game }, each.title)),
  );
  const size = element(
    'select',
    { name: 'hands' },
    SIZES.map((hands) => element('option', { value: String(hands) }, plural(hands, 'hand'))),
  );
  const fault = element('p', { class: 'refusal', role: 'alert' });
  const form = element(
    'form',
    { class: 'row' },
    element('label', { class: 'field' }, 'Game', game),
    element('label', { class: 'field' }, 'Length', size),
    element('button', { class: 'gold' }, 'Start a challenge'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await signIn();
      const made = await post('/api/challenges', { game: game.value, hands: Number(size.value) });
      location.assign(linkOf(made.challenge));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      say(fault, inWords(refused.refusal));
    }
  });
  /** @param {ChallengeResult} result */
  const titleOf = (result) => games.find((each) => each.game === result.game)?.title ?? result.game;
  page.main.replaceChildren(
    element(
      'section',
      { class: 'block', 'aria-label': 'New challenge' },
      element('h2', {}, 'Play the same hands as someone else'),
      element(
        'p',
        {},
        'You both get the same cards. The score is what your decisions lose against best play. Luck doesn’t count. ',
        'You can stop and go on later.',
      ),
      form,
      fault,
    ),
    ...(own.length ? [ownResults(own, titleOf)] : []),
  );
}

/**
 * @param {ChallengeResult[]} own
 * @param {(result: ChallengeResult) => string} titleOf
 */
function ownResults(own, titleOf) {
  /** @type {Map<string, number>} */
  const bests = new Map();
  const perHand = (/** @type {ChallengeResult} */ result) => quotient(result.lost) / result.done;
  for (const result of own.filter((each) => each.finished)) {
    const key = `${result.game} ${result.hands}`;
    bests.set(key, Math.min(bests.get(key) ?? Infinity, perHand(result)));
  }
  const rows = own.map((result) => {
    const isBest = result.finished && bests.get(`${result.game} ${result.hands}`) === perHand(result);
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('a', { class: 'link', href: linkOf(result.challenge) }, titleOf(result)),
        isBest ? element('span', { class: 'pill' }, 'Personal best') : null,
      ),
      element('td', {}, result.finished ? plural(result.hands, 'hand') : `${result.done} of ${result.hands} hands`),
      element('td', {}, clockTime(result.at)),
      element('td', { class: 'money-col' }, result.done ? amount(perHand(result)) : '–'),
    );
  });
  const head = ['Game', 'Hands', 'Played', 'Lost per hand'].map((words, n) =>
    element('th', { scope: 'col', class: n === 3 ? 'money-col' : null }, words),
  );
  return element(
    'section',
    { class: 'block', 'aria-label': 'Your challenges' },
    element('h2', {}, 'Your challenges'),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Your challenges' },
      element(
        'table',
        { class: 'grid-table' },
        element('thead', {}, element('tr', {}, head)),
        element('tbody', {}, rows),
      ),
    ),
  );
}

async function signIn() {
  if (!(await whoAmI())) await post('/api/guest', { name: 'Guest' });
}

/** @param {string} id */
async function play(id) {
  const view = await get(`/api/challenges/${encodeURIComponent(id)}`);
  if (!view.hand && !view.mine) {
    const button = element(
      'button',
      {
        type: 'button',
        class: 'gold',
        onclick: async () => {
          await signIn();
          open();
        },
      },
      'Play these hands',
    );
    const words = `${view.title}: ${view.hands} hands. ${plural(view.results.length, 'result')} so far.`;
    return page.main.replaceChildren(emptyState(words, button));
  }
  if (view.mine?.finished) return page.main.replaceChildren(...finished(view, view.mine));
  new Game(view).start();
}

async function open() {
  page.main.replaceChildren(element('p', { class: 'waiting', role: 'status' }, 'Preparing…'));
  try {
    const [id, result] = [asked.get('id'), asked.get('result')];
    if (result) await showShared(result);
    else if (id) await play(id);
    else await choose();
  } catch (fault) {
    page.main.replaceChildren(faultState(fault, open));
  }
}
open();
