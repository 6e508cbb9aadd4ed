// The message at a betting area that explains a refusal and its remedy.
import { sentence } from '../core/api.js';
import { ruleLabel } from '../core/clauses.js';
import { element } from '../core/dom.js';
import { withCents } from '../core/money.js';

/** @typedef {import('../core/types.js').Refusal} Refusal */
/** @typedef {import('../core/types.js').Handlers} Handlers */

/**
 * @param {Refusal} refusal
 * @param {Handlers} handlers
 * @param {() => void} close
 */
export function refusalTag(refusal, handlers, close) {
  const rules = [...(refusal.clauses ?? []), ...(refusal.readings ?? [])];
  const button =
    rules.length && handlers.why
      ? element(
          'button',
          { type: 'button', class: 'why', 'aria-label': ruleLabel(rules), title: ruleLabel(rules) },
          '§',
        )
      : null;
  button?.addEventListener('click', () => handlers.why?.(refusal.clauses ?? [], refusal.readings ?? [], button));
  return element(
    'div',
    { class: 'refused-tag', role: 'note', 'aria-label': 'Not accepted' },
    element('p', {}, withCents(sentence(refusal.message)), ' ', button),
    refusal.remedy ? element('p', { class: 'remedy' }, withCents(sentence(refusal.remedy))) : null,
    element('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: close }, '×'),
  );
}

/**
 * Shift a tag so that it stays inside the felt and covers none of the seat's betting areas.
 * @param {HTMLElement} tag
 * @param {Element} felt
 * @param {Element[]} areas
 */
export function keepInside(tag, felt, areas) {
  const [box, ground] = [tag.getBoundingClientRect(), felt.getBoundingClientRect()];
  const right = Math.min(ground.right, innerWidth) - 8,
    left = Math.max(ground.left, 0) + 8;
  const shift = box.right > right ? right - box.right : box.left < left ? left - box.left : 0;
  if (shift) tag.style.setProperty('--shift', `${shift}px`);
  const top = Math.min(...areas.map((area) => area.getBoundingClientRect().top));
  const lift = Math.min(box.bottom - top + 8, box.top - 8);
  if (lift > 0) tag.style.setProperty('--lift', `${lift}px`);
}
