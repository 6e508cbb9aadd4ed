// Values derived from the state of the dealer's console (console-state.js).
import { joinedTo } from './joined-acts.js';
import { answersOf } from './player-question.js';
import { numberBlank, primaryOf } from './primary-action.js';

/** @typedef {import('./console-state.js').ConsoleState} ConsoleState */
/** @typedef {import('./console-view.js').View} View */

export const AWAKE = 800; // milliseconds before a new settlement sheet can be confirmed
const TYPED = ['cards', 'choice']; // blanks that are filled in by typing characters
// Refusals that other people resolve on their own screens. The act is retried every second.
const ELSEWHERE = ['surveillance_not_told', 'needs_witness', 'needs_form', 'winner_excluded'];

/** Whether input is blocked: no connection, or locked. @param {ConsoleState} state */
export const isStopped = ({ link, lock }) => link.line !== 'open' || lock.locked;

/** Whether bets are open. @param {View} view */
export const isBetting = (view) => ['bet', 'close', 'wait'].includes(view.due.act);

/** Whether a seat is open or being chosen. Other table keys are ignored then. @param {ConsoleState} state */
export const isSeatOpen = ({ panels }) => panels.choosesSeat || panels.seat !== null;

/** Whether the X key can take out a defective deck: while the cards are being prepared. @param {View} view */
export const canRemoveDeck = (view) => view.opening && view.offer('remove_deck') !== undefined;

/** The possible answers of the asked player, if the dealer may enter them. @param {View} view */
export function answersFor(view) {
  if (view.due.act !== 'ask') return [];
  const blank = view.offer('decide')?.blanks?.find((blank) => blank.kind === 'choice');
  const question = view.posted.questions?.find((question) => question.name === view.sight?.turn.question);
  return blank ? answersOf(blank.options ?? [], question) : [];
}

/**
 * Whether a new player can be seated.
 * @param {View} view
 * @param {number} number
 */
export function canSit(view, number) {
  const blank = view.offer('sit_down')?.blanks?.find((blank) => blank.field === 'seat');
  return Boolean(blank?.options?.some((option) => option.value === number));
}

/**
 * Whether a seat has bets to show, or can be taken.
 * @param {View} view
 * @param {number} number
 */
export function canOpenSeat(view, number) {
  return number >= 1 && number <= view.posted.positions && (view.seat(number) !== undefined || canSit(view, number));
}

/**
 * Commands that repeat the last round's bets of every player who is still seated and has not bet yet.
 * @param {View} view
 * @returns {import('../core/types.js').TableCommand[]}
 */
export function repeatedBets(view) {
  return [...view.before].flatMap(([number, last]) => {
    const seat = view.seat(number);
    const offer = view.offer('bet', (sample) => sample.seat === number);
    if (!offer || seat?.player !== last.player || Object.keys(seat.wagers ?? {}).length) return [];
    return [{ ...offer.sample, wagers: last.wagers }];
  });
}

/** Chip moves of the due act, if they are known. @param {ConsoleState} state */
export const movesOf = ({ entry }) => entry.dryRun?.moves ?? [];

/** The main button, or null if there is none. @param {ConsoleState} state */
export function primaryAction(state) {
  const { view, entry } = state;
  if (state.panels.more || isSeatOpen(state) || state.correcting) return null;
  return primaryOf(view, {
    naming: entry.naming,
    number: entry.number,
    moves: entry.dryRun?.moves ? entry.dryRun.moves.length > 0 : null,
    isTried: entry.dryRun !== null,
    isRefused: Boolean(entry.dryRun?.refusal),
    single: state.single,
  });
}

/**
 * Whether the settlement sheet is too new to confirm.
 * @param {ConsoleState} state
 * @param {number} now
 */
export function isAsleep(state, now) {
  const { dryRun, stale } = state.entry;
  return primaryAction(state)?.key === 'Enter' && (!dryRun || stale || now - dryRun.at < AWAKE);
}

/**
 * The effect of pressing the main button: send the command, say that the key came too early, or do nothing.
 * @param {ConsoleState} state
 * @param {{now: number, wholeSecond: boolean}} press `wholeSecond`: the button was held for a full second
 * @returns {'send'|'early'|'ignore'}
 */
export function confirmation(state, { now, wholeSecond }) {
  const primary = primaryAction(state);
  const { dryRun, stale } = state.entry;
  if (!primary || isStopped(state)) return 'ignore';
  if (state.busy) return 'early';
  if (!primary.ready) return dryRun || !state.view.due.command ? 'ignore' : 'early'; // the button shows what is missing
  if (primary.key === 'Enter' && (stale || (!wholeSecond && isAsleep(state, now)))) return 'early';
  return 'send';
}

/** The name of the run of acts that the due act's key performs. @param {ConsoleState} state */
export const runOf = ({ view, entry }) => (entry.naming ? 'named' : view.due.act);

/**
 * Whether a run continues with the due act: the act belongs to it, is ready, moves no chips and was not refused.
 * @param {ConsoleState} state
 * @param {string} run
 */
export function goesOn(state, run) {
  const { view, entry, panels } = state;
  if (state.single || isStopped(state) || state.fault || panels.more || isSeatOpen(state) || view.sight?.void)
    return false;
  if (state.correcting) return false;
  if (!joinedTo(run).includes(view.due.act) || entry.dryRun?.refusal) return false;
  const primary = primaryAction(state);
  return primary?.key === 'Space' && primary.ready && !entry.naming;
}

/**
 * The act for which keys may be typed ahead: the next one that takes cards or an answer, if it is known.
 * @param {View} view
 */
export const aheadOf = (view) => view.then.find((act) => act.blanks?.some((blank) => TYPED.includes(blank)));

/** Whether keys that were typed ahead belong to the due act. @param {ConsoleState} state */
export const isTypedFor = ({ typedAhead, view, busy, correcting }) =>
  Boolean(!busy && !correcting && typedAhead.keys && typedAhead.words === view.due.words);

/** Whether the due act can be dry-run: it is complete and belongs to this person. @param {View} view */
export const canDryRun = (view) => Boolean(view.due.command && view.mine && !numberBlank(view));

/** Whether the dry run was refused for a reason that others resolve. @param {ConsoleState} state */
export const waitsForOthers = (state) =>
  ELSEWHERE.includes(state.entry.dryRun?.refusal?.code ?? '') && state.link.line === 'open' && !state.busy;
