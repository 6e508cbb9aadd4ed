// Sitting down in one gesture: chips from the wallet and the first free seat, by a line that is closed again at once.
import { Refused } from '../core/api.js';
import { randomHex } from '../core/ids.js';

const PATIENCE = 8_000; // milliseconds

/** @param {string} table */
function line(table) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}?as=player`);
}

/** @param {string} what */
const idOf = (what) => `${what}-${randomHex(12)}`;

/**
 * @param {string} table
 * @param {number} cents what is brought to the table; nothing if chips lie there already
 * @returns {Promise<void>}
 */
export function sitDown(table, cents) {
  return new Promise((resolve, reject) => {
    const socket = line(table);
    const chips = idOf('chips');
    const sit = idOf('sit');
    let asked = false;
    const late = setTimeout(
      () => end(new Refused({ code: 'no_line', message: 'The table does not answer.', remedy: 'Try again.' }, 0)),
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
    /** @param {any} frame */
    function takeSeat(frame) {
      if (asked) return;
      asked = true;
      if (frame.sight.own_seats?.length) return end();
      const offer = frame.offers.find((/** @type {any} */ one) => one.act.startsWith('sit_down@'));
      if (!offer)
        return end(
          new Refused(
            { code: 'full', message: 'Every seat at this table is taken.', remedy: 'Watch, or choose another table.' },
            409,
          ),
        );
      const { by, at, ...command } = offer.sample; // who acts and when is the house's to say
      if (cents && !frame.sight.chips) socket.send(JSON.stringify({ type: 'chips', id: chips, cents }));
      socket.send(JSON.stringify({ type: 'do', id: sit, command }));
    }
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello' }));
    socket.onclose = () =>
      end(new Refused({ code: 'no_line', message: 'The table closed the line.', remedy: 'Try again.' }, 0));
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data);
      if (told.type === 'frame') takeSeat(told);
      else if (told.type === 'done' && told.id === sit) end();
      else if (told.type === 'refused' && (told.id === sit || told.id === chips)) end(new Refused(told, 409));
    };
  });
}
