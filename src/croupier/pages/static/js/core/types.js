// Types of the JSON that the server sends (docs/protocol.md). This module has no code.

/**
 * A refusal, over HTTP and over the socket: the problem, its clauses, and a remedy.
 * @typedef {{code: string, message: string, clauses?: string[], readings?: string[], remedy?: string, id?: string,
 * address?: string}} Refusal
 *
 * A hand as the dealer called it, with its rank in words.
 * @typedef {{hand: string, words: string, count?: number, qualifies?: boolean, cards?: string[]}} Hand
 *
 * The result of one wager.
 * @typedef {{wager: string, staked: number, returned: number, result: string, pays?: string, clauses?: string[],
 * readings?: string[]}} Outcome
 *
 * An occupied seat. Fields with their default value are left out.
 * @typedef {{seat: number, player: string, name?: string, chips?: number, wagers?: Record<string, number>, cards?:
 * (string|null)[],
 *   in_play?: boolean, folded?: boolean, hand?: Hand, outcomes?: Outcome[], envy?: number, envy_clauses?: string[],
 * net?: number, acted_for?: 'time'|'floor'}} Seat
 *
 * Cards that belong to no seat.
 * @typedef {{place: string, cards: (string|null)[], face_up?: number, hand?: Hand}} Place
 *
 * The act that the table waits for.
 * @typedef {{act: string, words: string, whose?: string[], clauses?: string[], seat?: number, question?: string}} Turn
 *
 * The current state of the table as one person sees it.
 * @typedef {{person: string, game: string, title: string, dealing: string, round: number, turn: Turn, seats?:
 * Seat[], places?: Place[],
 *   stub?: number, rack?: number, meters?: Record<string, number>, void?: string, chips?: number, own_seats?:
 * number[], discarded?: number}} Sight
 *
 * A wager that can be made before the deal, with its limits in cents.
 * @typedef {{name: string, label: string, clause: string, required: boolean, equal_to?: string, needs?: string[],
 * fixed?: number,
 *   minimum?: number, maximum?: number, increment?: number, placed?: number, covered?: number, chips?: number[]}} Stake
 *
 * @typedef {{value: string|number, label?: string, cost?: number}} Option
 *
 * A field of an offer that the person fills in.
 * @typedef {{field: string, kind: string, options?: Option[], stakes?: Stake[], optional?: boolean, least?: number,
 * most?: number,
 *   cards?: string[]}} Blank
 *
 * An action that this person can take now: a command that the server would accept, and its open fields.
 * @typedef {{act: string, sample: Record<string, any>, blanks?: Blank[], due?: boolean, title?: string,
 * pane?: string}} Offer
 *
 * The act that is due, as staff consoles receive it (docs/protocol.md).
 * @typedef {{act: string, words: string, whose?: string[], role?: string, clauses?: string[], readings?: string[],
 * command?: Record<string, any>,
 *   state?: string, blanks?: string[], seat?: number, place?: string, cards?: number, question?: string,
 *   deliveries?: {place: string, count: number, face_up: boolean}[], form?: Record<string, any>}} Due
 * @typedef {{act: string, words: string, clauses: string[]}} Next
 *
 * The clocks of cards and devices; times in seconds.
 * @typedef {{at: number, decks: {deck: string, stage: string, loaded: boolean, since: number|null, until:
 * number|null, clauses: string[]}[],
 *   stub: {rounds: number|null, cards: number, clauses: string[], readings: string[]}, inspection: {day: number,
 * due: boolean, clauses: string[]}}} Timers
 *
 * An open call for the floor.
 * @typedef {{number: number, table: string, by: string, words: string, at: number}} Call
 *
 * The outcome of a dry run: its events, the chip movements for each wager, and the hands shown.
 * @typedef {{seat: number, name: string, wager: string, staked: number, returned: number, net: number, result:
 * string, action: string, cents: number,
 *   clauses: string[], readings: string[], pays: string, banked: boolean, meter: string, cut: number, tray: number}}
 * Move
 * @typedef {{place: string, hand: string, words: string, ranks: string[], cards: string[], count: number|null,
 * qualifies: boolean|null}} HandTold
 * @typedef {{entries: TableEvent[][], sight: Sight, due: Due, then: string[], moves: Move[], hands: HandTold[],
 *   outcome: {words: string, headline: string, clauses?: string[], readings?: string[]},
 *   steps?: {words: string, clauses?: string[], readings?: string[], card?: boolean}[]}} Tried
 *
 * An event as this person may see it. Its other fields depend on its type.
 * @typedef {{type: string, clauses?: string[], readings?: string[], at?: number, sentence?: string,
 * [field: string]: any}} TableEvent
 *
 * @typedef {{type: 'frame', cursor: [number, number], entries: TableEvent[][], sight: Sight, offers: Offer[]}} Frame
 *
 * @typedef {{round: number, what?: string, seat?: number, question?: string, remains?: number, whole?: number}} Clock
 *
 * @typedef {{wallet: number, chips: number, money: string}} Balance
 *
 * @typedef {{hand: string, words: string, pays: string, clause: string, meter?: string}} PostedRow
 * @typedef {{wager: string, label: string, letter: string, clause: string, rows: PostedRow[]}} PostedPaytable
 *
 * The posted data of a table (GET /api/tables/{table}).
 * @typedef {{table: string, game: string, title: string, round: number, seats: number, taken: number, limits:
 * Record<string, any>,
 *   meters: Record<string, number>, money: string, paused: boolean, nodes?: string[], dealing: string, wagers:
 * Stake[], paytables: PostedPaytable[],
 *   readings: Record<string, string>, payout_limit: number|null, positions: number, boxes: number, deck: string[],
 * choices: string[],
 *   times: Record<string, number>, progressive?: any, layout?: any, approved?: string|null,
 *   notices?: {words: string, clause: string}[], questions?: PostedQuestion[], training?: boolean, tray?: {value:
 * number, colour: string}[]}} Posted
 *
 * A decision, and the wager that each choice stakes or gives up.
 * @typedef {{name: string, clause: string, choices: {name: string, stakes?: string, multiple?: number, of?: string,
 * collects?: string[], withdraws?: string}[]}} PostedQuestion
 *
 * One choice in the advice. Values are exact fractions "n/d" of the game's base wager.
 * @typedef {{choice: string, value: string, cost: string, offered?: boolean}} AdvisedChoice
 * @typedef {{game: string, decision: string, hand: string, board: string, choices: AdvisedChoice[], best: string,
 * indifferent: boolean}} Advice
 *
 * The state that the felt draws (table/table-picture.js).
 * @typedef {{sight: Sight, own: number|null, staged: Record<number, Record<string, number>>, turn: Turn, ready:
 * number[], phase: string,
 *   results: boolean, recall?: boolean, offline?: boolean, events?: TableEvent[], call?: string, still?: boolean}} View
 *
 * @typedef {{spot?: (seat: number, wager: string) => void, sit?: (seat: number) => void,
 *   why?: (clauses: string[], readings: string[], anchor: HTMLElement) => void}} Handlers
 *
 * @typedef {{draw: (view: View) => void, refuse: (seat: number, wager: string|null, refusal: Refusal|null) => void,
 * time: (share: number|null) => void}} Felt
 */

export {};
