// Types of GET /api/pit/floor, and requests about one table.
import { get, post } from '../core/api.js';

/**
 * An alert at a table. `yours` means that the floor must act.
 * @typedef {{kind: string, words: string, clauses: string[], readings: string[], since: number, until: number,
 * yours: boolean, number: number}} Alert
 *
 * A payout that is waiting: a progressive win, or a large payout from the tray.
 * @typedef {{seat: number, name: string, cents: number, clauses: string[], readings: string[]}} Paid
 * @typedef {{due: {seat: number, name: string, wager: string, cents: number, meter: string, refill: number, clauses:
 * string[], readings: string[], envy: Paid[], validated: boolean, light: string[], validates: boolean, hand:
 * string},
 *   round: number, needs: string[], clauses: string[], told: string, told_at: number, witness: string, witness_at:
 * number}} Payout
 *
 * @typedef {{round: number, act: string, words: string, role: string, stopped: boolean, clauses: string[], since:
 * number, seated: number, bettors: number, meters: Record<string, number>,
 *   cards: [number, number], payout: Payout|null, paused: boolean}} Strip
 *
 * @typedef {{minimum?: number, maximum?: number, increment?: number}} Limit
 * @typedef {{change: number, version: number, limits: Record<string, Limit>, limits_alone: boolean, raises_minimum:
 * boolean, posted_at: number, by: string, reason: string, sign: boolean, announced: boolean, notice_ends:
 * number|null}} Change
 * @typedef {{table: string, game: string, submission: string, version: number, approved_at: number, approval:
 * string, money: string, standing: string, reason: string, dealer: string, dealer_name: string,
 *   limits: Record<string, Limit>, change: Change|null, dealing: string, cards: string, inspected: number,
 * inspection_due: boolean, calls: {call: number, name: string, words: string, at: number}[]}} Kept
 * @typedef {{kept: Kept, floor: string, floor_name: string, share: number, float: number|null, alerts: Alert[],
 * strip: Strip|null}} FloorTable
 *
 * @typedef {{person: string, name: string, role: string, tables: string[], share: number, most: number, clauses:
 * string[]}} Watch
 * @typedef {{note: number, table: string, words: string, by: string, name: string, at: number}} NoteTold
 * @typedef {{handover: number, by: string, name: string, at: number, words: string, tables: string[], open: {words:
 * string, table?: string, clauses?: string[]}[]}} HandOverTold
 * @typedef {{person: string, name: string, deals_at: string, licence: {number: string, until: string}|null, tests:
 * Record<string, {trained: string, passed: string}>}} Dealer
 * @typedef {{at: number, tables: FloorTable[], watches: Watch[], unwatched: string[], dealers: Dealer[], notes:
 * NoteTold[], handovers: HandOverTold[]}} FloorTold
 *
 * The confirm button: Enter, or a hold of one second. `about` tells two actions with the same words apart.
 * @typedef {{words: string, small?: string, about?: string, ready: boolean, act: () => void|Promise<void>}} Primary
 */

/** @returns {Promise<FloorTold>} */
export const askFloor = () => get('/api/pit/floor');

/**
 * @param {string} table
 * @param {string} what
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const atTable = (table, what, body) => post(`/api/pit/${encodeURIComponent(table)}/${what}`, body);

/** A new idempotency id. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
