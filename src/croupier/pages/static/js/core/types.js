// Types of the JSON that the server sends (docs/protocol.md). This module has no code.
//
// tools/page_types.py generates protocol-types.d.ts from the server's structs. Types below that are not imported
// from it describe answers that the server does not declare, or data of the pages.

/**
 * A refusal, over HTTP and over the socket: the problem, its clauses, and a remedy.
 * @typedef {{code: string, message: string, clauses?: string[], readings?: string[], remedy?: string, id?: string,
 * address?: string}} Refusal
 *
 * A hand as the dealer called it, with its rank in words.
 * @typedef {import('../../../protocol-types').Hand} Hand
 *
 * The result of one wager.
 * @typedef {import('../../../protocol-types').WagerOutcome} Outcome
 *
 * An occupied seat. Fields with their default value are left out.
 * @typedef {import('../../../protocol-types').SeatSight} Seat
 *
 * Cards that belong to no seat.
 * @typedef {import('../../../protocol-types').LayoutPlace} Place
 *
 * The act that the table waits for.
 * @typedef {import('../../../protocol-types').TurnView} Turn
 *
 * The current state of the table as one person sees it.
 * @typedef {import('../../../protocol-types').Sight} Sight
 *
 * A wager that may be made before the deal, with its limits in cents.
 * @typedef {import('../../../protocol-types').Stake} Stake
 *
 * @typedef {import('../../../protocol-types').BlankOption} Option
 *
 * A field of an offer that the person fills in.
 * @typedef {import('../../../protocol-types').Blank} Blank
 *
 * A command that this person may send now, and its fields to fill in.
 * @typedef {import('../../../protocol-types').Offer} Offer
 *
 * A command, with the fields of all commands.
 * @typedef {import('../../../protocol-types').TableCommand} TableCommand
 *
 * The act that is due, for staff consoles.
 * @typedef {import('../../../protocol-types').DueActView} Due
 * @typedef {import('../../../protocol-types').NextActView} Next
 *
 * The clocks of cards and devices, in seconds.
 * @typedef {import('../../../protocol-types').Timers} Timers
 *
 * An open call for the floor.
 * @typedef {import('../../../protocol-types').FloorCall} Call
 *
 * The preview of a command: chips moved by wager, and the hands shown.
 * @typedef {import('../../../protocol-types').Move} Move
 * @typedef {import('../../../protocol-types').HandView} HandView
 * @typedef {import('../../../protocol-types').Tried} Tried
 *
 * An event as this person may see it: with the fields of all events, and by its type without the version.
 * @typedef {import('../../../protocol-types').TableEvent} TableEvent
 * @typedef {import('../../../protocol-types').TableEvents} TableEvents
 *
 * @typedef {import('../../../protocol-types').Welcome} Welcome
 * @typedef {import('../../../protocol-types').Frame} Frame
 * @typedef {import('../../../protocol-types').Clock} Clock
 * @typedef {import('../../../protocol-types').Balance} Balance
 * @typedef {import('../../../protocol-types').FromServer} FromServer
 * @typedef {import('../../../protocol-types').FromClient} FromClient
 *
 * @typedef {import('../../../protocol-types').PostedRow} PostedRow
 * @typedef {import('../../../protocol-types').PostedPaytable} PostedPaytable
 * @typedef {import('../../../protocol-types').PostedQuestion} PostedQuestion
 * @typedef {import('../../../protocol-types').PostedLayout} PostedLayout
 *
 * The rules and the layout of a table, as far as its picture needs them.
 * @typedef {import('../../../protocol-types').PostedTable} PostedTable
 *
 * The posted data of a table (GET /api/tables/{table}).
 * @typedef {import('../../../protocol-types').Answers['GET /api/tables/{table}']} Posted
 *
 * A void round in one sentence.
 * @typedef {import('../../../protocol-types').VoidView} VoidView
 *
 * The proof of one card of a verifiable deal.
 * @typedef {import('../../../protocol-types').CardOpening} CardOpening
 *
 * A decision of a finished round, with exact values "n/d" in units of the base wager.
 * @typedef {import('../../../protocol-types').PricedDecision} ReviewedDecision
 *
 * The signed-in person (GET /api/me).
 * @typedef {import('../../../protocol-types').Me} Me
 *
 * One choice in the advice. Values are exact fractions "n/d" of the game's base wager.
 * @typedef {import('../../../protocol-types').OfferedChoice} AdvisedChoice
 * @typedef {import('../../../protocol-types').OfferedAdvice} Advice
 *
 * The state that the felt draws (table/table-picture.js).
 * @typedef {{sight: Sight, own: number|null, staged: Record<number, Record<string, number>>, turn: Turn, ready:
 * number[], phase: string,
 *   results: boolean, kickers?: import('../table/round-result.js').Kicker[], recall?: boolean, offline?: boolean,
 *   events?: TableEvent[], call?: string, still?: boolean}} View
 *
 * @typedef {{spot?: (seat: number, wager: string) => void, sit?: (seat: number) => void,
 *   why?: (clauses: string[], readings: string[], anchor: HTMLElement) => void}} Handlers
 *
 * @typedef {{draw: (view: View) => void, refuse: (seat: number, wager: string|null, refusal: Refusal|null) => void,
 * time: (share: number|null) => void}} Felt
 */

export {};
