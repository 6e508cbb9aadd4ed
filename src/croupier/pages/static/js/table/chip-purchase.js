// The dialog for buying chips from the wallet, and for more play money.
import { inWords, post, Refused } from '../core/api.js';
import { element, say } from '../core/dom.js';
import { dollars, figures, toCents } from '../core/money.js';

const USUAL = 500_00; // suggested amount in cents

/**
 * The buy-in when sitting down: about forty minimum bets, limited by the wallet.
 * @param {import('../core/types.js').Posted} posted
 * @param {number} wallet
 */
export function buyInOf(posted, wallet) {
  const least = posted.wagers
    .filter((stake) => stake.required)
    .reduce(
      (sum, stake) =>
        sum + (stake.minimum ?? posted.wagers.find((wager) => wager.name === stake.equal_to)?.minimum ?? 100),
      0,
    );
  const target = Math.ceil((least * 40) / 10000) * 10000;
  return Math.min(wallet, target);
}

/**
 * @param {import('../core/types.js').Balance} balance
 * @param {number} chips the person's chips at the table
 * @param {(cents: number) => Promise<import('./connection.js').Answer>} take
 * @param {() => void} [onClose]
 */
export function openChipDialog(balance, chips, take, onClose) {
  const amount = element('input', {
    name: 'cents',
    inputmode: 'decimal',
    value: figures(Math.min(balance.wallet, USUAL)),
    'aria-describedby': 'purse-fault',
  });
  const fault = element('p', { class: 'refusal', role: 'alert', id: 'purse-fault' });
  const wallet = element('p', {}, `You have ${dollars(balance.wallet)} in your wallet and ${dollars(chips)} in chips.`);
  const refill = element(
    'button',
    { type: 'button', class: 'plain-button', hidden: balance.money !== 'play' },
    'Get more play money',
  );
  const button = element('button', { class: 'gold' }, 'Get chips');
  const form = element(
    'form',
    {},
    element('label', { class: 'field' }, 'Amount in dollars', amount),
    button,
    refill,
    element('button', { type: 'button', class: 'plain-button', onclick: () => dialog.close() }, 'Close'),
  );
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'purse-title' },
    element('h2', { id: 'purse-title' }, 'Get chips'),
    wallet,
    form,
    fault,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const cents = toCents(amount.value);
    if (!cents) {
      say(fault, 'Enter an amount in dollars, such as 200.00.');
      return;
    }
    button.disabled = true;
    const answer = await take(cents);
    button.disabled = false;
    if (answer.ok) dialog.close();
    else if (answer.refusal) say(fault, inWords(answer.refusal));
  });
  refill.addEventListener('click', async () => {
    refill.disabled = true;
    try {
      const { cents } = await post('/api/wallet/refill');
      balance.wallet = cents;
      say(wallet, `You have ${dollars(cents)} in your wallet and ${dollars(chips)} in chips.`);
      amount.value = figures(Math.min(cents, USUAL));
      say(fault, '');
    } catch (refused) {
      if (refused instanceof Refused) say(fault, inWords(refused.refusal));
    }
    refill.disabled = false;
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
}
