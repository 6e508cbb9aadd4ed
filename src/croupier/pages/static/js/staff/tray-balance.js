// What the tray holds by the house's books: the sum alone, looked at whenever something is about to be paid.
import { get, Refused } from '../core/api.js';

export class TraySum {
  /**
   * @param {string} table
   * @param {boolean} kept whether the house keeps books of it: not at a table to learn at
   * @param {() => void} changed
   */
  constructor(table, kept, changed) {
    this.table = table;
    this.kept = kept;
    this.changed = changed;
    /** In cents; null where the books do not say. @type {number|null} */
    this.cents = null;
  }

  async look() {
    if (!this.kept) return;
    try {
      this.cents = (await get(`/api/pit/${encodeURIComponent(this.table)}/tray`)).cents;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.cents = null; // whoever is not let see it is not warned by it
    }
    this.changed();
  }
}
