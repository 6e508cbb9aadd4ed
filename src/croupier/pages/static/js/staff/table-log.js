// The log of staff pages: one line for each event, in the server's words.

/** @typedef {import('../core/types.js').TableEvent} TableEvent */
/** @typedef {{words: string, clauses: string[], readings: string[], at: number, kind: string, by: string}} Line */

/**
 * @param {TableEvent[]} events
 * @returns {Line[]}
 */
export function linesOf(events) {
  return events
    .filter((event) => event.sentence)
    .map((event) => ({
      words: event.sentence ?? '',
      clauses: event.clauses ?? [],
      readings: event.readings ?? [],
      at: event.at ?? 0,
      kind: event.type.split('@')[0],
      by: event.by ?? '',
    }));
}
