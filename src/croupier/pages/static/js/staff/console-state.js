// The state of the dealer's console, and every state change as a pure function (state, message) => state. This module
// reads no clock and touches no page. dealer-console.js sends the messages, and console-render.js draws the state.
import { share } from './change-detection.js';
import { aheadOf, isSeatOpen } from './console-selectors.js';
import { cardsOf, lastEntry, openCorrection, stillOpen, typeInto } from './own-entry.js';
import { keyOf, namingFor } from './primary-action.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('../table/connection.js').Answer} Answer */
/** @typedef {import('../table/connection.js').Line} Line */
/** @typedef {import('../table/connection.js').Ending} Ending */
/** @typedef {import('./card-naming.js').Naming} Naming */
/** @typedef {import('./console-view.js').View} View */
/**
 * The preview of the due act. `moves` is null if the server refused the dry run. `at`: when these moves appeared.
 * @typedef {{moves: import('../core/types.js').Move[]|null, hands: import('../core/types.js').HandView[],
 *   sight: import('../core/types.js').Sight|null, refusal: Refusal|null, at: number}} DryRun
 *
 * Input for the due act. It is discarded when another act becomes due.
 * `picked`: the answer that was tapped and can still be taken back;
 * `key`: the identity of the act; `begunAt`: when it became due; `stale`: the table changed after the dry run.
 * @typedef {{key: string, begunAt: number, naming: Naming|null, number: string, answer: string, dryRun: DryRun|null,
 *   stale: boolean}} Entry
 *
 * The connection. `turnedAway`: why the server rejected it; `lostAt` and `savedAt`: dates in milliseconds.
 * @typedef {{line: Line, end: Ending|null, turnedAway: Refusal|null, lostAt: number, savedAt: number}} Link
 *
 * The open panel: other acts, the choice of a seat, or the bets of a seat.
 * @typedef {{more: boolean, choosesSeat: boolean, seat: number|null}} Panels
 *
 * Keys that were typed before their act was due, with the words of that act.
 * @typedef {{keys: string, words: string}} Ahead
 *
 * Times are milliseconds of performance.now() unless a comment says otherwise.
 * `single`: each key performs one act only.
 * `busy`: a command is unanswered; `early`: the act that was confirmed before it could be read, or NEXT;
 * `own`: the dealer's last entry, while it can be corrected; `correcting`: its open correction;
 * `taken`: confirmations so far; `clock`: the player's time limit; `trayCents`: the recorded balance of the tray.
 * @typedef {{
 *   table: string, person: string, view: View, link: Link, entry: Entry, panels: Panels,
 *   lock: {locked: boolean, since: number}, single: boolean,
 *   busy: boolean, early: string, confirmations: number, fault: Refusal|null,
 *   typedAhead: Ahead, notice: string, own: import('./own-entry.js').OwnEntry|null,
 *   correcting: import('./own-entry.js').Correction|null,
 *   calls: import('../core/types.js').Call[], ready: Set<number>, clock: {until: number}|null,
 *   trayCents: number|null }} ConsoleState
 */

const NEXT = 'next'; // set if a key came while the last act was being saved, so that the next act shows the message
const DIGITS = 3; // maximum number of digits in a counted number
const AHEAD = 40; // maximum number of characters typed ahead
/** @type {Ahead} */
const NONE = { keys: '', words: '' };
/** @type {Panels} */
const CLOSED = { more: false, choosesSeat: false, seat: null };

/**
 * @param {string} table
 * @param {string} person the name of the person at this screen
 * @param {View} view
 * @param {{locked: boolean, since: number}} lock
 * @returns {ConsoleState}
 */
export function initialState(table, person, view, lock) {
  return {
    table,
    person,
    view,
    link: { line: 'connecting', end: null, turnedAway: null, lostAt: 0, savedAt: 0 },
    entry: newEntry('', 0, null),
    panels: CLOSED,
    lock,
    single: false,
    busy: false,
    early: '',
    confirmations: 0,
    fault: null,
    typedAhead: NONE,
    own: null,
    correcting: null,
    notice: '',
    calls: [],
    ready: new Set(),
    clock: null,
    trayCents: null,
  };
}

/**
 * @param {string} key
 * @param {number} begunAt
 * @param {Naming|null} naming
 * @returns {Entry}
 */
function newEntry(key, begunAt, naming) {
  return { key, begunAt, naming, number: '', answer: '', dryRun: null, stale: false };
}

// Messages from the server.

/**
 * @param {ConsoleState} before
 * @param {{frame: import('../core/types.js').Frame, fresh: boolean, now: number, date: number}} message
 * @returns {ConsoleState}
 */
export function receiveFrame(before, { frame, fresh, now, date }) {
  const state = withOwn(before, fresh ? null : stillOpen(before.own, frame.entries));
  const view = state.view.after(frame, fresh, date);
  const key = keyOf(view);
  const link = { ...state.link, savedAt: date };
  if (key === state.entry.key)
    // The sheet is checked again before it can be confirmed.
    return { ...state, view, link, entry: state.entry.dryRun ? { ...state.entry, stale: true } : state.entry };
  const early = state.early === NEXT ? key : state.early;
  const next = { ...state, view, link, early, fault: null, entry: newEntry(key, now, namingFor(view)) };
  return awaits(view, state.typedAhead.words) ? next : dropAhead(next);
}

/** Whether an act is due or predicted. @param {View} view @param {string} words */
function awaits(view, words) {
  return !words || view.due.words === words || view.then.some((act) => act.words === words);
}

// Keys typed ahead.

/**
 * Keep a character for a later act.
 * @param {ConsoleState} state
 * @param {{sign: string, words: string}} typed `words`: the act for which it was typed
 * @returns {ConsoleState}
 */
export function typeAhead(state, { sign, words }) {
  const { keys } = state.typedAhead;
  if (keys.length >= AHEAD) return state;
  const next = { ...state, typedAhead: { keys: keys + sign, words: state.typedAhead.words || words } };
  return awaits(next.view, next.typedAhead.words) ? next : dropAhead(next);
}

/** Take the first character that was typed ahead. @param {ConsoleState} state @returns {ConsoleState} */
export function takeAhead(state) {
  const keys = state.typedAhead.keys.slice(1);
  return { ...state, typedAhead: keys ? { ...state.typedAhead, keys } : NONE };
}

/**
 * The act of the first characters was sent, so the others belong to the act after it.
 * @param {ConsoleState} state
 * @returns {ConsoleState}
 */
export function passAheadOn(state) {
  const { keys } = state.typedAhead;
  if (!keys) return state;
  const words = aheadOf(state.view)?.words;
  return words ? { ...state, typedAhead: { keys, words } } : dropAhead(state);
}

/** Discard what was typed ahead, and tell the dealer. @param {ConsoleState} state @returns {ConsoleState} */
export function dropAhead(state) {
  return state.typedAhead.keys ? refuseAhead(state, state.typedAhead.keys) : state;
}

/**
 * Discard what was typed ahead, because it does not fit the due act.
 * @param {ConsoleState} state
 * @param {string} keys
 * @returns {ConsoleState}
 */
export function refuseAhead(state, keys) {
  const fault = {
    code: 'typed_ahead',
    message: `Typed ahead and not used: ${keys}`,
    remedy: 'The current step can’t use it. Enter it again when asked.',
  };
  return { ...state, typedAhead: NONE, fault };
}

/**
 * The answer to a dry run of the due act. The reading time restarts only if different chips move.
 * @param {ConsoleState} state
 * @param {{key: string, answer: Answer, now: number}} message
 * @returns {ConsoleState}
 */
export function receiveDryRun(state, { key, answer, now }) {
  if (key !== state.entry.key) return state;
  const before = state.entry.dryRun;
  const moves = share(before?.moves, answer.preview?.moves ?? null);
  const dryRun = {
    moves,
    hands: answer.preview?.hands ?? [],
    sight: answer.preview?.sight ?? null,
    refusal: answer.refusal && answer.refusal.code !== 'shows_a_card' ? withoutId(answer.refusal) : null,
    at: before && moves === before.moves ? before.at : now,
  };
  return { ...state, entry: { ...state.entry, dryRun: share(before, dryRun), stale: false } };
}

/** A refusal without its request id, so that the same refusal of two requests compares equal. @param {Refusal} one */
function withoutId({ id, ...refusal }) {
  return refusal;
}

/**
 * @param {ConsoleState} state
 * @param {{line: Line, end: Ending|null, date: number}} message
 * @returns {ConsoleState}
 */
export function changeLine(state, { line, end, date }) {
  const isLost = line !== 'open' && state.link.line === 'open';
  const kept = line === 'open' ? state : withOwn(state, null);
  return { ...kept, link: { ...state.link, line, end, lostAt: isLost ? date : state.link.lostAt } };
}

/** @param {ConsoleState} state @param {Refusal} refusal @returns {ConsoleState} */
export function turnAway(state, refusal) {
  return { ...state, link: { ...state.link, turnedAway: refusal } };
}

/**
 * @param {ConsoleState} state
 * @param {{remains?: number, now: number}} message
 * @returns {ConsoleState}
 */
export function setClock(state, { remains, now }) {
  return { ...state, clock: remains ? { until: now + remains } : null };
}

/**
 * @param {ConsoleState} state
 * @param {{round: number, seats: number[]}} message
 * @returns {ConsoleState}
 */
export function setReady(state, { round, seats }) {
  return { ...state, ready: new Set(round === state.view.sight?.round ? seats : []) };
}

/** @param {ConsoleState} state @param {ConsoleState['calls']} calls @returns {ConsoleState} */
export function setCalls(state, calls) {
  return { ...state, calls: share(state.calls, calls) };
}

/**
 * @param {ConsoleState} state
 * @param {{code: string, words: string}} message
 * @returns {ConsoleState}
 */
export function setNotice(state, { code, words }) {
  return { ...state, notice: code === 'going_on' ? '' : words };
}

/** @param {ConsoleState} state @param {import('./tray-balance.js').TrayNow|null} tray @returns {ConsoleState} */
export function setTray(state, tray) {
  const chips = tray?.contents?.chips ?? null;
  const isSame = JSON.stringify(chips) === JSON.stringify(state.view.trayChips);
  return {
    ...state,
    trayCents: tray?.cents ?? null,
    view: isSame ? state.view : state.view.with({ trayChips: chips }),
  };
}

// Commands.

/** @param {ConsoleState} state @param {boolean} busy @returns {ConsoleState} */
export function setBusy(state, busy) {
  return { ...state, busy };
}

/** Perform one act per key, or join acts again. @param {ConsoleState} state @returns {ConsoleState} */
export function toggleSingle(state) {
  return { ...state, single: !state.single };
}

/** A command is on its way. @param {ConsoleState} state @returns {ConsoleState} */
export function beginSending(state) {
  return { ...state, busy: true, fault: null };
}

/**
 * The command was answered. `busy`: whether another one is unanswered.
 * @param {ConsoleState} state
 * @param {{ok: boolean, busy: boolean}} message
 * @returns {ConsoleState}
 */
export function endSending(state, { ok, busy }) {
  return { ...state, busy, early: ok ? state.early : '' };
}

/** @param {ConsoleState} state @param {Refusal|null} fault @returns {ConsoleState} */
export function setFault(state, fault) {
  return { ...state, fault };
}

/** The dealer confirmed the due act. @param {ConsoleState} state @returns {ConsoleState} */
export function confirmAct(state) {
  return { ...state, early: '', confirmations: state.confirmations + 1 };
}

/** A key came before the act could be read. @param {ConsoleState} state @returns {ConsoleState} */
export function noteEarlyKey(state) {
  return { ...state, early: state.busy ? NEXT : state.entry.key };
}

/**
 * Remember the cards of a command: the dealer has seen them.
 * @param {ConsoleState} state
 * @param {TableCommand} command
 * @returns {ConsoleState}
 */
export function rememberCards(state, command) {
  const { place = '', first = 0 } = command;
  const knownCards = [...(state.view.cardNames.get(place) ?? [])];
  cardsOf(command).forEach((card, at) => (knownCards[first + at] = card));
  const cardsByPlace = new Map(state.view.cardNames).set(
    place,
    Array.from(knownCards, (card) => card ?? null),
  );
  return { ...state, view: state.view.with({ cardNames: cardsByPlace }) };
}

// The dealer's last entry.

/**
 * Set the last entry. An open correction of another entry is closed.
 * @param {ConsoleState} state
 * @param {ConsoleState['own']} own
 * @returns {ConsoleState}
 */
function withOwn(state, own) {
  return own === state.own ? state : { ...state, own, correcting: null };
}

/**
 * A command of this screen was accepted. `made`: the entry that it made, if any.
 * @param {ConsoleState} state
 * @param {{type: string, made: ConsoleState['own']}} message
 */
export function noteEntry(state, { type, made }) {
  return withOwn(state, lastEntry(state.own, type, made));
}

/** Open the correction of the last entry. @param {ConsoleState} state @returns {ConsoleState} */
export function correctEntry(state) {
  if (!state.own || state.correcting) return state;
  return { ...state, fault: null, panels: CLOSED, correcting: openCorrection(state.own, state.view) };
}

/** A key in the open correction. @param {ConsoleState} state @param {string} key @returns {ConsoleState} */
export function typeCorrection(state, key) {
  const next = state.correcting && typeInto(state.correcting, key, state.view);
  return next ? { ...state, correcting: next } : state;
}

/** A card was tapped in the open correction. @param {ConsoleState} state @param {string} card */
export function tapCorrection(state, card) {
  const { correcting } = state;
  if (!correcting?.naming) return state;
  return { ...state, correcting: { ...correcting, naming: tapCard(correcting.naming, card) } };
}

// Input.

/** @param {ConsoleState} state @param {Naming} naming @returns {ConsoleState} */
export function setNaming(state, naming) {
  return { ...state, entry: { ...state.entry, naming } };
}

/** Tap an answer, or take it back with a second tap. @param {ConsoleState} state @param {string} value */
export function pickAnswer(state, value) {
  const { entry } = state;
  return { ...state, entry: { ...entry, answer: entry.answer === value ? '' : value } };
}

/** A tap enters a card, or removes it if none of its kind is left. @param {Naming} naming @param {string} card */
export function tapCard(naming, card) {
  return naming.cards.includes(card) && naming.countLeft(card) <= 0 ? naming.out(card) : naming.add(card);
}

/**
 * Enter the cards that a card reader read. Null if the dealer has entered other cards.
 * @param {Naming} naming
 * @param {string[]} cards all cards read so far of those that are due
 * @returns {Naming|null}
 */
export function readInto(naming, cards) {
  if (naming.half || naming.cards.some((card, at) => cards[at] !== card)) return null;
  return cards.slice(naming.cards.length).reduce((next, card) => next.add(card), naming);
}

/** @param {ConsoleState} state @param {string} digit @returns {ConsoleState} */
export function typeDigit(state, digit) {
  return { ...state, entry: { ...state.entry, number: (state.entry.number + digit).slice(0, DIGITS) } };
}

/** Remove the last card or digit. @param {ConsoleState} state @returns {ConsoleState} */
export function removeLast(state) {
  const { keys, words } = state.typedAhead;
  if (keys) return { ...state, typedAhead: keys.length > 1 ? { keys: keys.slice(0, -1), words } : NONE };
  const { naming, number, answer } = state.entry;
  if (answer) return pickAnswer(state, answer);
  if (naming) return { ...state, fault: null, entry: { ...state.entry, naming: naming.back() } };
  return number ? { ...state, fault: null, entry: { ...state.entry, number: number.slice(0, -1) } } : state;
}

/** @param {ConsoleState} state @param {Partial<Panels>} panels @returns {ConsoleState} */
export function openPanel(state, panels) {
  return { ...state, panels: { ...CLOSED, ...panels } };
}

/** Start or cancel the choice of a seat by its number. @param {ConsoleState} state @returns {ConsoleState} */
export function chooseSeat(state) {
  return { ...state, panels: { ...state.panels, choosesSeat: state.panels.seat === null } };
}

/** Close the bets of a seat. @param {ConsoleState} state @returns {ConsoleState} */
export function closeSeat(state) {
  return { ...state, fault: null, panels: { ...state.panels, choosesSeat: false, seat: null } };
}

/** Escape closes what is open. If nothing is, it marks the oldest correction as done. @param {ConsoleState} state */
export function leave(state) {
  const idle = !state.panels.more && !isSeatOpen(state) && !state.fault && !state.correcting;
  return {
    ...(idle ? dismissCorrection(state) : state),
    typedAhead: NONE,
    fault: null,
    panels: CLOSED,
    correcting: null,
  };
}

/** The chips of the oldest correction were moved. @param {ConsoleState} state @returns {ConsoleState} */
export function dismissCorrection(state) {
  const { corrections: correction } = state.view;
  return correction.length ? { ...state, view: state.view.with({ corrections: correction.slice(1) }) } : state;
}

/**
 * @param {ConsoleState} state
 * @param {{locked: boolean, since: number}} lock
 * @returns {ConsoleState}
 */
export function setLock(state, { locked, since }) {
  return { ...state, lock: { locked, since } };
}
