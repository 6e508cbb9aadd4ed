// Draws the table as one person sees it. Nothing here depends on the rules.
import { ruleLabel } from '../core/clauses.js';
import { element, mark, say } from '../core/dom.js';
import { cloth } from './cloth.js';
import { backOf } from './card-faces.js';
import { kit, meters, ranks } from './dealer-side.js';
import { recordMoves } from './motion.js';
import { places } from './card-places.js';
import { keepInside, refusalTag } from './refusal-bubble.js';
import { callWords, handOutcome } from './round-result.js';
import { questionWords } from './round-story.js';
import { seats } from './seat-arc.js';
import { sideBets } from './side-bets.js';

/** @typedef {import('../core/types.js').PostedTable} PostedTable */
/** @typedef {import('../core/types.js').View} View */
/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').Handlers} Handlers */
/** @typedef {import('../core/types.js').Felt} Felt */

/**
 * Create the felt in an empty section.
 * @param {HTMLElement} root
 * @param {PostedTable} posted the table's posted data
 * @param {Handlers} [handlers] without them the felt is only a picture
 * @returns {Felt}
 */
export function createFelt(root, posted, handlers = {}) {
  const layout = posted.layout;
  const side = kit(posted);
  const meter = meters(posted);
  const cards = places(posted);
  const arc = seats(posted, handlers);
  const words = element('q');
  const whyButton = element('button', { type: 'button', class: 'why', hidden: true }, '§');
  const previous = element('b', { class: 'recalled', hidden: true }, 'Replay');
  const sides = sideBets(posted);
  const call = element('p', { class: 'call' }, previous, ' ', words, ' ', whyButton, ' ', sides.button);
  const felt = element(
    'div',
    { class: 'felt' },
    cloth(layout),
    side.node,
    meter.node,
    cards.node,
    call,
    layout.strip.length ? ranks(layout.strip) : null,
    arc.node,
  );
  const colours = {
    '--felt-lit': layout.cloth.lit,
    '--felt': layout.cloth.body,
    '--felt-dim': layout.cloth.edge,
    '--line': layout.cloth.line,
    '--print': layout.cloth.print,
  };
  for (const [name, value] of Object.entries(colours)) felt.style.setProperty(name, value);
  felt.classList.toggle('with-strip', layout.strip.length > 0);
  felt.classList.toggle(
    'with-box',
    layout.places.some((/** @type {{place: string}} */ each) => each.place === 'box'),
  );
  felt.classList.toggle('many-areas', layout.areas.length > 6);
  root.classList.add('stage');
  root.append(felt);

  /** @type {View|null} */
  let last = null;
  /** @type {HTMLElement|null} */
  let bubble = null;
  /** @type {string[]} */
  let rules = [];
  whyButton.addEventListener('click', () => handlers.why?.(rules, [], whyButton));

  /** @param {View} view */
  function draw(view) {
    const { moves, go } = recordMoves(felt, side, last === null || Boolean(view.still), view.sight !== last?.sight);
    const now = { ...view, turn: view.turn ?? view.sight.turn };
    const back = backOf(now.sight.round - (isBetweenRounds(now) ? 1 : 0));
    last = now;
    felt.classList.toggle('recall', Boolean(now.recall));
    felt.classList.toggle('offline', Boolean(now.offline));
    felt.classList.toggle('results', Boolean(now.results));
    felt.classList.toggle('nobody', now.own === null);
    felt.classList.toggle('no-meters', !Object.keys(now.sight.meters ?? {}).length);
    mark(felt, 'data-phase', now.phase);
    side.draw(now.sight, back);
    meter.draw(now.sight);
    cards.draw(now, back, moves);
    arc.draw(now, back, moves);
    drawCall(now);
    go();
  }

  /** @param {View} view */
  function drawCall(view) {
    previous.hidden = !view.recall;
    say(words, view.call ?? describe(view, cards.named, posted.questions ?? []));
    rules = citedBy(view, posted.questions ?? []);
    sides.button.hidden =
      !sides.any || view.own === null || !isBetweenRounds(view) || Boolean(view.recall) || !handlers.spot;
    whyButton.hidden = !rules.length || !handlers.why;
    mark(whyButton, 'aria-label', ruleLabel(rules));
    mark(whyButton, 'title', ruleLabel(rules));
  }

  /**
   * @param {number} seat
   * @param {string|null} wager
   * @param {Refusal|null} refusal
   */
  function refuse(seat, wager, refusal) {
    bubble?.remove();
    bubble = null;
    const node = arc.find(seat);
    if (!refusal || !node) return;
    const place = node.spots.find((each) => each.area.wager === wager)?.node ?? node.plate.parentElement;
    bubble = refusalTag(refusal, handlers, () => refuse(seat, wager, null));
    place?.append(bubble);
    keepInside(
      bubble,
      felt,
      node.spots.map((each) => /** @type {Element} */ (each.node.querySelector('.spot'))),
    );
  }

  /**
   * Draw the share of the decision time that is left, from 0 to 1, or null without a time limit.
   * @param {number|null} share
   */
  function time(share) {
    arc.time(last?.turn?.seat ?? 0, share);
  }

  return { draw, refuse, time };
}

/**
 * The rules behind the dealer's call: those of the result, or of the act that is due.
 * @param {View} view
 * @param {import('../core/types.js').PostedQuestion[]} questions
 */
function citedBy({ turn, own, sight, results, recall }, questions) {
  const ownSeat = sight.seats?.find((seat) => seat.seat === own);
  if (recall || !results || !ownSeat?.outcomes?.length) return turn?.clauses ?? [];
  return handOutcome(ownSeat, questions)?.clauses ?? [];
}

/** Whether the table still shows the cards of the last round. @param {View} view */
const isBetweenRounds = (view) => view.phase === 'betting' || view.phase === 'settled' || view.phase === 'idle';

/**
 * The dealer's call for the current state.
 * @param {View} view
 * @param {boolean} isNamed whether the dealer's hand is also named under its cards
 * @param {import('../core/types.js').PostedQuestion[]} questions
 */
function describe({ turn, own, sight, results, kickers }, isNamed, questions) {
  if (turn.act === 'bet' || turn.act === 'close') {
    const dealer = sight.places?.find((place) => place.hand)?.hand;
    const ownSeat = sight.seats?.find((seat) => seat.seat === own);
    // a long name is shortened, because the full name is under each hand
    const kicker = kickers?.find((kicker) => kicker.seat === own);
    return (results && ownSeat ? callWords(ownSeat, dealer, questions, isNamed, kicker) : '') || 'Place your bets.';
  }
  if (turn.act !== 'ask') return turn.words;
  const decider = sight.seats?.find((seat) => seat.seat === turn.seat);
  const question = turn.question ? `: ${questionWords(questions, turn.question)}` : '';
  return turn.seat === own ? `Your turn${question}.` : `${decider?.name || `Seat ${turn.seat}`} decides${question}.`;
}
