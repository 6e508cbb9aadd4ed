// Opens the page of a table. If the table is unavailable, shows why and tries again.
import { get, Refused } from '../core/api.js';
import { element } from '../core/dom.js';
import { topBar } from '../core/page-frame.js';
import { TABLE } from './table-address.js';
import { TablePage } from './table-page.js';

const AGAIN = 2000; // milliseconds until the next attempt

/** Show a message instead of the table. @param {Refused} refused */
function showUnavailable(refused) {
  const isMissing = refused.status === 404;
  const { bar } = topBar({ title: isMissing ? 'Table not found' : 'One moment' });
  const words = {
    404: 'This table doesn’t exist.',
    421: 'This table is moving to another server.',
    503: 'This table is moving to another server.',
  };
  const main = element(
    'main',
    { class: 'hall nothing' },
    element('h2', {}, words[/** @type {404} */ (refused.status)] ?? 'Can’t reach the casino.'),
    element(
      'p',
      { role: 'status' },
      isMissing ? 'Choose another table in the lobby.' : 'Trying again automatically. Your seat and chips are safe.',
    ),
    element(
      'p',
      {},
      element('a', { class: 'gold', href: isMissing ? '/' : location.href }, isMissing ? 'Go to lobby' : 'Try now'),
    ),
  );
  document.body.append(bar, main);
  return () => [bar, main].forEach((item) => item.remove());
}

/** Remove the loading message. */
const removeLoading = () => document.getElementById('coming')?.remove();

async function begin() {
  try {
    const posted = await get(`/api/tables/${encodeURIComponent(TABLE)}`);
    removeLoading();
    new TablePage(posted);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    removeLoading();
    const away = showUnavailable(refused);
    if (refused.status !== 404)
      setTimeout(() => {
        away();
        begin();
      }, AGAIN);
  }
}

begin();
