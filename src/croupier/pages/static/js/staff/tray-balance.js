// The recorded contents of the tray, requested before each payout.
import { get, Refused } from '../core/api.js';

/** @typedef {import('../../../protocol-types').Answers['GET /api/pit/{table}/tray']} TrayNow */

/**
 * The contents of the tray, or null if this person may not see them.
 * @param {string} table
 * @returns {Promise<TrayNow|null>}
 */
export async function trayNow(table) {
  try {
    return await get(`/api/pit/${encodeURIComponent(table)}/tray`);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return null; // a person without permission gets no warning
  }
}
