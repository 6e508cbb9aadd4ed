// The recorded balance of the tray, requested before each payout.
import { get, Refused } from '../core/api.js';

export class TraySum {
  /**
   * @param {string} table
   * @param {boolean} kept whether the tray has a recorded balance: not at training tables
   * @param {() => void} changed
   */
  constructor(table, kept, changed) {
    this.table = table;
    this.kept = kept;
    this.changed = changed;
    /** In cents, or null if unknown. @type {number|null} */
    this.cents = null;
  }

  async look() {
    if (!this.kept) return;
    try {
      this.cents = (await get(`/api/pit/${encodeURIComponent(this.table)}/tray`)).cents;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.cents = null; // without permission there is no warning
    }
    this.changed();
  }
}
