// The keys of the floor's console.

/** @typedef {import('./floor-console.js').FloorRoom} FloorRoom */

/**
 * @param {FloorRoom} room
 * @param {KeyboardEvent} event
 */
export function press(room, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    target.closest('dialog, [popover]') ||
    room.lock.locked
  )
    return;
  if (event.key === 'Escape') room.leave();
  else if (
    event.key === 'Enter' &&
    (!target.closest('button, a, select, summary, .note-form') || target === room.screen.primaryButton)
  )
    perform(event, () => room.confirmation.perform());
  else if (target.closest('input, select, textarea')) return;
  else if (event.key === '/') perform(event, () => room.explain());
  else if (/^[1-6]$/.test(event.key)) perform(event, () => choose(room, Number(event.key)));
  else if (event.key.toLowerCase() === 'x' && room.payout) perform(event, () => room.turnTo('right'));
}

/**
 * @param {KeyboardEvent} event
 * @param {() => void} act
 */
function perform(event, act) {
  event.preventDefault();
  act();
}

/**
 * Choose a table by its number key.
 * @param {FloorRoom} room
 * @param {number} number
 */
function choose(room, number) {
  const table = room.tables[number - 1];
  if (table) room.choose(table.kept.table);
}
