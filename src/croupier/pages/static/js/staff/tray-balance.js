// The recorded balance of the tray, requested before each payout.
import { get, Refused } from '../core/api.js';

/**
 * The balance in cents, or null if this person may not see it.
 * @param {string} table
 * @returns {Promise<number|null>}
 */
export async function trayBalance(table) {
  try {
    /** @type {import('../../../protocol-types').Answers['GET /api/pit/{table}/tray']} */
    const tray = await get(`/api/pit/${encodeURIComponent(table)}/tray`);
    return tray.cents;
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return null; // a person without permission gets no warning
  }
}
