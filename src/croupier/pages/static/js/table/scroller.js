// Scrolls the betting areas and the player's hand into view on small screens.
import { motion } from '../core/settings.js';

export class Scroller {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    /** Brings the hand or the betting areas into view. @type {(() => void)|null} */
    this.scrollAgain = null;
    const resized = new ResizeObserver(() => this.scrollAgain?.());
    for (const node of [page.stage, page.dock.root]) resized.observe(node);
    for (const gesture of ['wheel', 'touchmove', 'keydown'])
      addEventListener(gesture, () => (this.scrollAgain = null), { passive: true });
  }

  /**
   * Scroll after the next drawing, and again when the table or the dock changes size, until the player scrolls.
   * @param {() => void} scroll
   */
  keepInView(scroll) {
    this.scrollAgain = scroll;
    requestAnimationFrame(() => requestAnimationFrame(() => this.scrollAgain?.()));
  }

  /** Scroll the betting areas above the dock, on a phone where the last round's cards push them down. */
  revealAreas() {
    const areas = [...this.page.stage.querySelectorAll('.own button.spot')];
    const bottom = Math.max(...areas.map((area) => area.getBoundingClientRect().bottom));
    const overlap = bottom + 16 - this.page.dock.root.getBoundingClientRect().top;
    if (areas.length && overlap > 0) scrollBy({ top: overlap, behavior: motion() ? 'smooth' : 'auto' });
  }

  /** Scroll the player's hand into view if a short window hides part of it. */
  revealHand() {
    const cards = [...this.page.stage.querySelectorAll('.own .hand .cards > li')].map((card) =>
      card.getBoundingClientRect(),
    );
    if (!cards.length) return;
    const top = Math.min(...cards.map((card) => card.top)) - 12;
    const below = Math.max(...cards.map((card) => card.bottom)) + 12 - this.page.dock.root.getBoundingClientRect().top;
    if (top < 0 || below > 0) scrollBy({ top: top < 0 ? top : below, behavior: motion() ? 'smooth' : 'auto' });
  }
}
