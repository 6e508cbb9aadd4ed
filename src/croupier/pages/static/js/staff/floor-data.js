// The types of GET /api/pit/floor, and requests about one table.
import { get, post } from '../core/api.js';

/**
 * An alert at a table. `yours` means that the floor must act.
 * @typedef {import('../../../protocol-types').Alert} Alert
 *
 * A payout that is waiting: a progressive win, or a large payout from the tray.
 * @typedef {import('../../../protocol-types').PayoutView} Payout
 * @typedef {import('../../../protocol-types').Strip} Strip
 * @typedef {import('../../../protocol-types').Limit} Limit
 * @typedef {import('../../../protocol-types').ChangeView} Change
 * @typedef {import('../../../protocol-types').TableView} Kept
 * @typedef {import('../../../protocol-types').FloorTable} FloorTable
 * @typedef {import('../../../protocol-types').SupervisionLoad} Watch
 * @typedef {import('../../../protocol-types').NoteView} NoteView
 * @typedef {import('../../../protocol-types').HandOverView} HandOverView
 * @typedef {import('../../../protocol-types').DealerOnDuty} Dealer
 * @typedef {import('../../../protocol-types').FloorView} FloorView
 *
 * The confirm button: Enter, or a hold of one second. `about` tells two actions with the same words apart.
 * @typedef {{words: string, small?: string, about?: string, ready: boolean, act: () => void|Promise<void>}} Primary
 */

export const askFloor = () => get('/api/pit/floor');

/**
 * @template {string} W
 * @param {string} table
 * @param {W} action
 * @param {unknown} [body]
 */
export const atTable = (table, action, body) => post(`/api/pit/${encodeURIComponent(table)}/${action}`, body);

/** A new idempotency id. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
