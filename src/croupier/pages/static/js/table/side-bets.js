// The button and the list that explain the side bets. The text comes from the server (guide.toml).
import { element } from '../core/dom.js';
import { limitWords } from './panel.js';

/** @param {import('../core/types.js').PostedTable} posted */
export function sideBets(posted) {
  const optional = posted.wagers.filter((stake) => posted.about?.[stake.name]);
  const button = element('button', { type: 'button', class: 'about-bets', 'aria-haspopup': 'dialog' }, 'Side bets');
  button.addEventListener('click', () => open());

  function open() {
    const dialog = element(
      'dialog',
      { class: 'sheet about-sheet', 'aria-labelledby': 'about-title' },
      element('h2', { id: 'about-title' }, 'Side bets'),
      element(
        'dl',
        {},
        optional.flatMap((stake) => [
          element('dt', {}, stake.label),
          element('dd', {}, posted.about[stake.name], element('small', {}, `Bet ${limitWords(stake)}.`)),
        ]),
      ),
      element('form', { method: 'dialog' }, element('button', { class: 'gold' }, 'Done')),
    );
    dialog.addEventListener('close', () => dialog.remove());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close(); // the click was on the backdrop
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  return { button, any: optional.length > 0 };
}
