// The log of a table. It groups the server's sentences for the page and has no words of its own about games
// or events.
import { cardName } from '../core/cards.js';

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/**
 * @typedef {{words: string, speech: string, kind: string, clauses: string[], readings: string[], own: boolean,
 * seat: number}} LogLine
 */

/** "4×" for "4x", "Fold" for "fold". @param {string} choice */
export function choiceWords(choice) {
  const times = /^(\d+)x$/.exec(choice);
  return times ? `${times[1]}×` : choice[0].toUpperCase() + choice.slice(1).replaceAll('_', ' ');
}

/**
 * A decision in words: "before the Flop", "play or fold", "keep or take back Bet 1".
 * @param {import('../core/types.js').PostedQuestion[]} questions
 * @param {string} name
 */
export function questionWords(questions, name) {
  const question = questions.find((question) => question.name === name);
  if (question?.choices.some((choice) => choice.withdraws)) return `keep or take back ${name}`;
  return name.replace(/^[A-Z](?=[a-z]+ or )/, (first) => first.toLowerCase());
}

/** "Pair of tens or better". @param {string} key */
export function handWords(key) {
  const words = key.replaceAll('_', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/**
 * The log lines of some events. The server words each event; the wagers of one seat share a line.
 * @param {TableEvent[]} events
 * @param {(seat: number) => boolean} own
 * @returns {LogLine[]}
 */
export function tell(events, own = () => false) {
  /** @type {LogLine[]} */
  const lines = [];
  /** The last line, if a wager of the same seat may join it. @type {{line: LogLine, lead: string}|null} */
  let open = null;
  for (const event of events) {
    const words = event.sentence;
    if (!words) continue;
    const kind = event.type.split('@')[0];
    if (open && kind === 'wager_placed' && words.startsWith(open.lead)) {
      const rest = words.slice(open.lead.length);
      const earlier = open.line.words.slice(open.lead.length); // "Play" before "Play $5.00" would repeat the name
      open.line.words = rest.startsWith(`${earlier} $`) ? words : `${open.line.words}, ${rest}`;
      open.line.speech = open.line.words;
      open.line.clauses = [...new Set([...open.line.clauses, ...(event.clauses ?? [])])];
      continue;
    }
    const seat = event.seat ?? Number(/^seat(\d+)$/.exec(event.place ?? '')?.[1] ?? 0);
    const line = {
      words,
      speech: words.replace(SIGN, spokenCard),
      kind,
      clauses: event.clauses ?? [],
      readings: event.readings ?? [],
      own: own(seat),
      seat,
    };
    lines.push(line);
    open = ['wager_placed', 'decided'].includes(kind) ? { line, lead: words.slice(0, words.indexOf(': ') + 2) } : null;
  }
  return lines;
}

const SIGN = /(10|[2-9JQKA])([♣♦♥♠])/g;
const SUIT_LETTERS = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

/**
 * "ace of spades" for "A♠".
 * @param {string} sign
 * @param {string} rank
 * @param {keyof typeof SUIT_LETTERS} suit
 */
function spokenCard(sign, rank, suit) {
  return cardName(`${rank === '10' ? 'T' : rank}${SUIT_LETTERS[suit]}`);
}
