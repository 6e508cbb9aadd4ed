// Takes chips and the first free seat over a short-lived connection.
import { Refused } from '../core/api.js';
import { randomHex } from '../core/ids.js';

const PATIENCE = 8_000; // milliseconds

/** @param {string} table */
function openSocket(table) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}?as=player`);
}

/** @param {string} prefix */
const idOf = (prefix) => `${prefix}-${randomHex(12)}`;

/**
 * @param {string} table
 * @param {number} cents the buy-in, ignored if the person has chips at the table
 * @returns {Promise<void>}
 */
export function sitDown(table, cents) {
  return new Promise((resolve, reject) => {
    const socket = openSocket(table);
    const chips = idOf('chips');
    const sit = idOf('sit');
    let isSent = false;
    const late = setTimeout(
      () => end(new Refused({ code: 'no_line', message: 'The table doesn’t respond.', remedy: 'Try again.' }, 0)),
      PATIENCE,
    );
    /** @param {Refused} [fault] */
    function end(fault) {
      clearTimeout(late);
      socket.onclose = null;
      socket.close();
      if (fault) reject(fault);
      else resolve();
    }
    /** @param {import('../core/types.js').Frame} frame */
    function takeSeat(frame) {
      if (isSent) return;
      isSent = true;
      if (frame.sight.own_seats?.length) return end();
      const offer = frame.offers.find((offer) => offer.act.startsWith('sit_down@'));
      if (!offer)
        return end(
          new Refused({ code: 'full', message: 'This table is full.', remedy: 'Watch, or choose another table.' }, 409),
        );
      const { by, at, ...command } = offer.sample; // the server sets the actor and the time
      if (cents && !frame.sight.chips) socket.send(JSON.stringify({ type: 'chips', id: chips, cents }));
      socket.send(JSON.stringify({ type: 'do', id: sit, command }));
    }
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello' }));
    socket.onclose = () =>
      end(
        new Refused({ code: 'no_line', message: 'The connection to the table was closed.', remedy: 'Try again.' }, 0),
      );
    socket.onmessage = (event) => {
      const message = /** @type {import('../core/types.js').FromServer} */ (
        JSON.parse(/** @type {string} */ (event.data))
      );
      if (message.type === 'frame') takeSeat(message);
      else if (message.type === 'done' && message.id === sit) end();
      else if (message.type === 'refused' && (message.id === sit || message.id === chips))
        end(new Refused(message, 409));
    };
  });
}
