// Words about a void round, for the players' table and the sign.

/** What happens to the wagers of a void round. @param {import('./types.js').VoidView} voided */
export const voidRest = (voided) =>
  voided.settles?.length ? 'All other bets are returned.' : 'All bets are returned.';

/** The rule that voids the round: "Rule 13.F". @param {import('./types.js').VoidView} voided */
export const voidRule = ({ clauses = [] }) => (clauses.length ? `Rule ${clauses[0].split('/').at(-1)}` : '');
