// Fills and credits that are waiting for the dealer's signature, as a panel of the console's side column.
import { get, post, Refused } from '../core/api.js';
import { element } from '../core/dom.js';
import { dollars } from '../core/money.js';
import { onHold } from './staff-parts.js';

/** @typedef {import('../../../protocol-types').TraySlip} TraySlip */

const EVERY = 10_000; // milliseconds between requests

const SIGNED = {
  fill: 'You confirm that you counted the chips and they are in the tray.',
  credit: 'You confirm that you counted the chips and they leave the tray.',
};

/** @param {import('./dealer-console.js').Console} desk */
export function traySlips(desk) {
  const list = element('div', { class: 'to-sign' });
  const panel = element('section', { class: 'panel tray-slips' }, element('h2', {}, 'Sign for chips'), list);
  let key = '';

  /** @param {TraySlip[]} slips */
  function draw(slips) {
    const numbers = slips.map((slip) => slip.number).join(' ');
    if (numbers === key) return;
    key = numbers;
    list.replaceChildren(...slips.map(row));
    desk.draw();
  }

  /** @param {TraySlip} slip */
  function row(slip) {
    const kind = slip.what === 'fill' ? 'fill' : 'credit';
    const button = element('button', { type: 'button', class: 'btn' }, 'Hold to sign');
    onHold(button, () => sign(slip));
    return element(
      'p',
      {},
      element('b', {}, `${kind === 'fill' ? 'Fill' : 'Credit'} ${slip.number}: ${dollars(slip.cents)}`),
      ` ${SIGNED[kind]} `,
      button,
    );
  }

  /** @param {TraySlip} slip */
  async function sign(slip) {
    try {
      await post(`/api/pit/${encodeURIComponent(desk.state.table)}/slips/${slip.number}/sign`);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      desk.complain(refused.refusal);
    }
    await load();
  }

  async function load() {
    const { table, view, link } = desk.state;
    if (view.posted.training || view.role !== 'dealer' || link.line !== 'open') return;
    try {
      const tray = await get(`/api/pit/${encodeURIComponent(table)}/tray`);
      draw(tray.to_sign);
      desk.setTray(tray);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      draw([]); // a person who is not logged on has no slips to sign
    }
  }

  setInterval(load, EVERY);
  setTimeout(load, 1000); // after the first frame of the table
  return {
    /** The panel, or null if nothing waits. @returns {HTMLElement|null} */
    get node() {
      return key ? panel : null;
    },
  };
}
