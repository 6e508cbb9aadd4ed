// Opens the page of a table; where it is not to be had, says why, and tries again by itself.
import { get, inWords, Refused } from '../core/api.js';
import { element } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';
import { TABLE } from './table-address.js';
import { TablePage } from './table-page.js';

const AGAIN = 2000; // milliseconds until it is asked for again

/** In the place of a table that is not to be had. @param {Refused} refused */
function nothing(refused) {
  const gone = refused.status === 404;
  const { bar } = topBar({ title: gone ? 'No such table' : 'One moment' });
  const words = {
    404: 'There is no such table.',
    421: 'This table is kept by another part of the house.',
    503: 'Another part of the house takes this table over.',
  };
  const main = element(
    'main',
    { class: 'hall nothing' },
    element('h2', {}, words[/** @type {404} */ (refused.status)] ?? 'The house does not answer.'),
    element(
      'p',
      { role: 'status' },
      gone ? inWords(refused.told) : 'This page tries again by itself; nothing is lost.',
    ),
    element(
      'p',
      {},
      element('a', { class: 'gold', href: gone ? '/' : location.href }, gone ? 'To the lobby' : 'Try now'),
    ),
  );
  document.body.append(bar, main);
  return () => [bar, main].forEach((one) => one.remove());
}

/** What stood there before this house had answered is taken away. */
const come = () => document.getElementById('coming')?.remove();

async function begin() {
  try {
    const posted = await get(`/api/tables/${encodeURIComponent(TABLE)}`);
    come();
    new TablePage(posted);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    come();
    const away = nothing(refused);
    if (refused.status !== 404)
      setTimeout(() => {
        away();
        begin();
      }, AGAIN);
  }
}

begin();
