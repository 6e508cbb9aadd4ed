// What is waited for, in words.

/**
 * What the table waits for, and how long still.
 * @param {import('./table-page.js').TablePage} page
 * @returns {import('./dock.js').Time|null}
 */
export function timeOf(page) {
  const { state, line } = page;
  const whole = state.clock?.whole ?? 0;
  const remains = state.remains ?? 0;
  if (line.line !== 'open')
    return { words: line.line === 'connecting' ? 'Coming to the table …' : 'The line is down', remains: 0, whole: 0 };
  if (page.paused) return { words: 'The house has paused; the time stands still', remains: 0, whole: 0 };
  if (line.waits('bet', 'decide')) return { words: 'Told to the house …', remains, whole };
  if (state.decision) return { words: `Your turn, ${lower(state.question)}`, remains, whole };
  if (state.open) {
    if (state.placed && state.isReady) return { words: 'You are ready; waiting for the others', remains, whole };
    if (page.waitsFor) return { words: 'Your bet lies; a moment for the others', remains, whole };
    return { words: state.clock ? 'Bets close' : 'Place your bets', remains, whole: state.clock ? whole : 0 };
  }
  return { words: waitingWords(state), remains, whole };
}

/** @param {import('./table-state.js').State} state */
function waitingWords(state) {
  const turn = state.sight?.turn;
  if (turn?.seat && turn.act === 'ask')
    return `${state.name(turn.seat)} ${state.ownSeats.includes(turn.seat) ? 'decide' : 'decides'}, ${lower(turn.question ?? '')}`;
  if (!state.own && state.full) return 'Every seat is taken; you are watching';
  if (!state.person) return 'You are watching';
  if (!state.own) return state.offer('sit_down') ? 'A seat is free' : 'You are watching';
  return 'The dealer is at work';
}

/** @param {string} words */
function lower(words) {
  return words.replace(/^[A-Z](?=[a-z]+ or )/, (first) => first.toLowerCase());
}
