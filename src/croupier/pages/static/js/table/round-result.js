// The result of a round: the headline, each wager with its payout, and the costliest decision.
import { whyButton } from '../core/clauses.js';
import { element } from '../core/dom.js';
import { dollars, figures, quotient, signedDollars, withCents, tone } from '../core/money.js';
import { choiceWords } from './round-story.js';

/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('../core/types.js').Outcome} Outcome */

/** @param {number} net */
export function headline(net) {
  return net > 0 ? 'You won' : net < 0 ? 'You lost' : 'You broke even:';
}

/**
 * The player's hand and the dealer's, in words.
 * @param {Seat} seat
 * @param {import('../core/types.js').Place|undefined} dealer
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {Kicker} [kicker]
 */
export function versus(seat, dealer, questions, kicker) {
  return [actedForWords(seat), showdownWords(seat, dealer?.hand, questions, { kicker })].filter(Boolean).join(' ');
}

/** @typedef {{seat: number, own: string, dealer: string}} Kicker the cards that decided between equal hands */

/**
 * The dealer's call after a round, in short form if it is long.
 * @param {Seat} seat
 * @param {import('../core/types.js').Hand|undefined} dealer
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {boolean} isNamed whether each hand is also named under its cards
 * @param {Kicker} [kicker]
 */
export function callWords(seat, dealer, questions, isNamed, kicker) {
  return (seat.folded && actedForWords(seat)) || showdownWords(seat, dealer, questions, { short: isNamed, kicker });
}

/**
 * The outcome that compares the player's hand with the dealer's: that of a wager added by a decision, if any.
 * @param {Seat} seat
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @returns {Outcome|undefined}
 */
export function handOutcome(seat, questions) {
  const outcomes = seat.outcomes ?? [];
  const addedWagers = questions.flatMap((question) => question.choices.map((choice) => choice.stakes));
  return outcomes.find((outcome) => addedWagers.includes(outcome.wager)) ?? outcomes[0];
}

const SHORT = 42; // maximum characters of a caption in one line

/**
 * Who won and why: "You beat the dealer: flush over two pair."
 * @param {Seat} seat
 * @param {import('../core/types.js').Hand|undefined} dealer
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {{short?: boolean, kicker?: Kicker}} [how] short: by the names of the hands, if the whole is long and they
 * differ
 */
function showdownWords(seat, dealer, questions, { short = false, kicker } = {}) {
  const comparison = compareHands(seat, seat.hand?.words ?? '', dealer, dealer?.words ?? '', questions, kicker);
  if (!short || comparison.length <= SHORT) return comparison;
  const [own, dealerHand] = [seat.hand?.words, dealer?.words].map((words) => (words ?? '').replace(/,.*/, ''));
  return own === dealerHand ? comparison : compareHands(seat, own, dealer, dealerHand, questions);
}

/**
 * @param {Seat} seat
 * @param {string} own
 * @param {import('../core/types.js').Hand|undefined} dealer
 * @param {string} dealerHand
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {Kicker} [kicker]
 */
function compareHands(seat, own, dealer, dealerHand, questions, kicker) {
  const dealers = dealerHand ? `Dealer: ${dealerHand}${dealer?.qualifies === false ? ', does not qualify' : ''}.` : '';
  if (seat.folded && !seat.acted_for) return ['You folded.', dealers].filter(Boolean).join(' ');
  const outcome = handOutcome(seat, questions);
  const result = outcome?.result;
  if (own && dealerHand && result === 'win')
    return `You beat the dealer: ${sides(own, dealerHand, kicker?.own, kicker?.dealer)}.`;
  if (own && dealerHand && result === 'lose')
    return `The dealer wins: ${sides(dealerHand, own, kicker?.dealer, kicker?.own)}.`;
  if (own && dealerHand && result === 'push' && dealer?.qualifies !== false) return `You tie with the dealer: ${own}.`;
  if (own && !dealerHand && result === 'win')
    return withCents(`Your ${own} pays${outcome?.pays ? ` ${outcome.pays}` : ''}.`);
  if (own && !dealerHand && result === 'lose') return `Your ${own} doesn’t pay.`;
  return [own && `You: ${own}.`, dealers].filter(Boolean).join(' ');
}

/**
 * "flush over two pair"; "pair of tens, king over nine".
 * @param {string} won
 * @param {string} lost
 * @param {string} [high] the deciding card of the better hand
 * @param {string} [low]
 */
function sides(won, lost, high, low) {
  if (won !== lost) return `${won} over ${lost}`;
  return high && low ? `${won}, ${high} over ${low}` : `${won}, with the higher kicker`;
}

/** A note that a decision was made for the player. @param {Seat} seat */
function actedForWords(seat) {
  if (!seat.acted_for) return '';
  const result = seat.folded ? 'your hand was folded' : 'a choice was made for you';
  return seat.acted_for === 'time' ? `Time ran out and ${result}.` : `A floor supervisor ruled and ${result}.`;
}

/**
 * @param {Seat[]} seats the person's seats with their outcomes
 * @param {import('../core/types.js').Place|undefined} dealer
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {(wager: string) => string} label
 * @param {(outcome: Outcome) => string} hit the hand in the paytable row that paid
 * @param {import('../core/types.js').VoidView} [voided] the round, if it is void
 */
export function resultsBlock(seats, dealer, questions, label, hit, voided) {
  const net = seats.reduce((sum, seat) => sum + (seat.net ?? 0), 0);
  const back = seats.flatMap((seat) => seat.outcomes ?? []).reduce((sum, outcome) => sum + outcome.returned, 0);
  const [title, cents] = voided && !net ? ['Round void, returned:', back] : [headline(net), Math.abs(net)];
  const coach = element('p', { class: 'coach', hidden: true });
  const block = element(
    'section',
    { class: 'card-block result', 'aria-labelledby': 'result-title' },
    element(
      'h2',
      { class: 'head', id: 'result-title' },
      element('span', {}, title),
      ' ',
      element('b', { class: net > 0 ? 'won' : net < 0 ? 'lost' : '' }, dollars(cents)),
    ),
    seats
      .map((seat) => [
        element(
          'p',
          { class: 'versus', 'data-seat': seat.seat },
          seats.length > 1 ? `Seat ${seat.seat}: ` : '',
          versus(seat, dealer, questions),
        ),
        table(seat, label, hit),
      ])
      .flat(),
    coach,
  );
  return { block, coach, net, words: `${title} ${dollars(cents)}` };
}

/**
 * @param {Seat} seat
 * @param {(wager: string) => string} label
 * @param {(outcome: Outcome) => string} hit
 */
function table(seat, label, hit) {
  const outcomes = seat.outcomes ?? [];
  const staked = outcomes.reduce((sum, outcome) => sum + outcome.staked, 0);
  const returned = outcomes.reduce((sum, outcome) => sum + outcome.returned, 0) + (seat.envy ?? 0);
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ['Wager', 'Bet', 'Returned', 'Net'].map((words) => element('th', { scope: 'col' }, words)),
        element('th', { scope: 'col' }, element('span', { class: 'unseen' }, 'Rule')),
      ),
    ),
    element(
      'tbody',
      {},
      outcomes.map((outcome) => row(outcome, label(outcome.wager), hit(outcome))),
      seat.envy
        ? element(
            'tr',
            { class: 'win' },
            element('th', { scope: 'row' }, 'Envy Bonus'),
            element('td', {}, '0.00'),
            element('td', {}, figures(seat.envy)),
            element('td', { class: 'net' }, `+${figures(seat.envy)}`),
            element('td', {}, whyButton(seat.envy_clauses)),
          )
        : null,
    ),
    element(
      'tfoot',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, 'Total'),
        element('td', {}, figures(staked)),
        element('td', {}, figures(returned)),
        element('td', { class: 'net' }, signedDollars(returned - staked).replace('$', '')),
        element('td'),
      ),
    ),
  );
}

const RESULTS = /** @type {Record<string, string>} */ ({
  lose: 'loses',
  push: 'pushes',
  forfeit: 'forfeited',
  returned: 'returned',
});

/**
 * "Flush, 3 to 2"; "loses".
 * @param {Outcome} outcome
 * @param {string} [line] the hand in the paytable row that paid
 */
export function resultWords(outcome, line = 'wins') {
  return outcome.result === 'win'
    ? withCents([line, outcome.pays].filter(Boolean).join(', '))
    : (RESULTS[outcome.result] ?? 'returned');
}

/**
 * @param {Outcome} outcome
 * @param {string} name
 * @param {string} line
 */
function row(outcome, name, line) {
  const net = outcome.returned - outcome.staked;
  const words = resultWords(outcome, line);
  return element(
    'tr',
    { class: tone(net) },
    element('th', { scope: 'row' }, name, element('small', {}, words)),
    element('td', {}, figures(outcome.staked)),
    element('td', {}, figures(outcome.returned)),
    element('td', { class: 'net' }, signedDollars(net).replace('$', '')),
    element('td', {}, whyButton(outcome.clauses, outcome.readings)),
  );
}

/**
 * Name the card that decided between two hands of the same rank.
 * @param {HTMLElement} block
 * @param {Kicker[]} kickers
 * @param {Seat[]} seats
 * @param {import('../core/types.js').Place|undefined} dealer
 * @param {import('../core/types.js').PostedQuestion[]} questions
 */
export function nameKickers(block, kickers, seats, dealer, questions) {
  for (const kicker of kickers) {
    const seat = seats.find((seat) => seat.seat === kicker.seat);
    const line = block.querySelector(`.versus[data-seat="${kicker.seat}"]`)?.lastChild;
    if (seat && line) line.textContent = versus(seat, dealer, questions, kicker);
  }
}

/**
 * The costliest decision, or null if every choice was the best one. The player's own decisions come before timeouts.
 * @param {{decisions: import('../core/types.js').ReviewedDecision[]}} review
 */
export function costliest(review) {
  /** @type {(import('../core/types.js').ReviewedDecision & {cents: number, own: boolean})|null} */
  let worst = null;
  for (const decision of review.decisions) {
    const cents = quotient(decision.cost) * decision.unit;
    const own = decision.by === 'player';
    if (cents > 0 && (!worst || (own !== worst.own ? own : cents > worst.cents))) worst = { ...decision, cents, own };
  }
  return worst;
}

/**
 * @param {HTMLElement} coach
 * @param {NonNullable<ReturnType<typeof costliest>>} worst
 * @param {string} unit the label of the base wager
 * @param {import('../core/types.js').PostedQuestion[]} questions
 */
export function coachLine(coach, worst, unit, questions) {
  const numbers = element(
    'table',
    { hidden: true, id: 'coach-numbers' },
    element('caption', {}, `Average value, in units of your ${unit}`),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ['Choice', 'Value', 'Cost'].map((words) => element('th', { scope: 'col' }, words)),
      ),
    ),
    element(
      'tbody',
      {},
      worst.choices.map((each) =>
        element(
          'tr',
          { class: each.choice === worst.best ? 'win' : '' },
          element(
            'th',
            { scope: 'row' },
            choiceWords(each.choice),
            each.choice === worst.best ? element('small', {}, 'best') : null,
          ),
          element('td', { title: each.value }, inUnits(quotient(each.value), worst.unit)),
          element('td', { title: each.cost }, quotient(each.cost) ? inUnits(-quotient(each.cost), worst.unit) : '–'),
        ),
      ),
    ),
  );
  const more = element(
    'button',
    { type: 'button', class: 'link', 'aria-expanded': 'false', 'aria-controls': 'coach-numbers' },
    'Show numbers',
  );
  more.addEventListener('click', () => {
    numbers.hidden = !numbers.hidden;
    more.setAttribute('aria-expanded', String(!numbers.hidden));
  });
  // "before the Flop" states a time and "Bet 1" a bet, while "Play or fold" adds no information
  const question = questions.find((question) => question.name === worst.question);
  const which = question?.choices.some((choice) => choice.withdraws) ? ` for ${worst.question}` : '';
  const when = /^(before|after) /.test(worst.question) ? ` ${worst.question}` : which;
  const choices = `${choiceWords(worst.best)} was better than ${choiceWords(worst.choice)}${when}`;
  const better = `${choices}, by ${cost(worst.cents)} on average.`;
  coach.replaceChildren(
    element('b', {}, worst.own ? 'Tip: ' : worst.by === 'time' ? 'Time ran out. ' : 'A floor supervisor decided. '),
    worst.own ? `${better} ` : `${better} This doesn’t count as a mistake. `,
    more,
    numbers,
  );
  coach.hidden = false;
}

/** A cost in dollars, or "less than a cent". @param {number} cents */
function cost(cents) {
  return cents < 0.5 ? 'less than a cent' : dollars(Math.round(cents));
}

/**
 * "+0.4404 (+$2.20)", with no line break between sign and amount.
 * @param {number} value
 * @param {number} unit
 */
export function inUnits(value, unit) {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${Math.abs(value).toFixed(4)} (${signedDollars(Math.round(value * unit)).replace('$', '\u2060$')})`;
}
