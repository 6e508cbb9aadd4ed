// The line in the dock that says what the table is waiting for.
import { questionWords } from './round-story.js';

/**
 * What the table is waiting for, and the time left.
 * @param {import('./table-page.js').TablePage} page
 * @returns {import('./dock.js').Time|null}
 */
export function timeOf(page) {
  const { state, line } = page;
  const total = state.clock?.limit ?? 0;
  const remains = state.remains ?? 0;
  if (line.line !== 'open')
    return { words: line.line === 'connecting' ? 'Connecting…' : 'Reconnecting…', remains: 0, limit: 0 };
  if (page.isPaused) return { words: 'Play is paused and the timer is stopped', remains: 0, limit: 0 };
  if (line.isWaitingFor('bet', 'decide')) return { words: 'Sending…', remains, limit: total };
  if (state.decision) return { words: `Your turn: ${decisionWords(state, state.question)}`, remains, limit: total };
  if (state.open) {
    if (state.placedTotal && state.isReady)
      return { words: 'You’re ready. Waiting for other players', remains, limit: total };
    if (page.bets.readyRound) return { words: 'Your bet is placed. Waiting for other players', remains, limit: total };
    return { words: state.clock ? 'Time to bet' : 'Place your bet', remains, limit: state.clock ? total : 0 };
  }
  return { words: waitingWords(state), remains, limit: total };
}

/** @param {import('./table-state.js').State} state */
function waitingWords(state) {
  const turn = state.sight?.turn;
  if (turn?.seat && turn.act === 'ask')
    return (
      `${state.name(turn.seat)} ${state.ownSeats.includes(turn.seat) ? 'decide' : 'decides'}: ` +
      decisionWords(state, turn.question ?? '')
    );
  if (!state.own && state.full) return 'This table is full. You’re watching';
  if (!state.person) return 'You’re watching';
  if (!state.own) return state.offer('sit_down') ? 'You can take a seat' : 'You’re watching';
  return 'Waiting for the dealer';
}

/**
 * @param {import('./table-state.js').State} state
 * @param {string} question
 */
function decisionWords(state, question) {
  return questionWords(state.posted.questions ?? [], question);
}
