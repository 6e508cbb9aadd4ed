// The rows of the paytable being designed. The person types a payment or drags its slider.
import { element, mark } from '../core/dom.js';
import { plainName } from '../core/page-parts.js';
import { nearest, stepsFor } from './designer-payments.js';

/**
 * @param {{name: string, label?: string, printed: string}} row
 * @param {(text: string) => void} onChange
 */
export function payRow(row, onChange) {
  const words = row.label ?? plainName(row.name);
  const steps = stepsFor(row.printed);
  const text = element('input', {
    type: 'text',
    value: row.printed,
    maxlength: '40',
    id: `pay-${row.name}`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const slider = element('input', {
    type: 'range',
    min: '0',
    max: String(Math.max(0, steps.length - 1)),
    'aria-label': `${words}, slider`,
    disabled: !steps.length,
  });
  const undo = element(
    'button',
    {
      type: 'button',
      class: 'undo',
      'aria-label': `Reset ${words} to ${row.printed}`,
      title: `Reset to ${row.printed}`,
    },
    '↺',
  );
  const line = element(
    'div',
    { class: 'pay-row' },
    element('label', { for: `pay-${row.name}` }, words),
    text,
    slider,
    undo,
  );
  /**
   * @param {string} value
   * @param {boolean} [notify]
   */
  function setValue(value, notify = true) {
    text.value = value;
    if (steps.length) slider.value = String(nearest(steps, value));
    mark(slider, 'aria-valuetext', value);
    refresh(notify);
  }
  function refresh(notify = true) {
    const other = text.value.trim() !== row.printed;
    line.classList.toggle('changed', other);
    undo.disabled = !other;
    undo.hidden = !other;
    mark(text, 'aria-invalid', false);
    if (notify) onChange(text.value.trim());
  }
  text.addEventListener('input', () => {
    if (steps.length) slider.value = String(nearest(steps, text.value));
    refresh();
  });
  slider.addEventListener('input', () => setValue(steps[Number(slider.value)]));
  undo.addEventListener('click', () => {
    setValue(row.printed);
    text.focus();
  });
  setValue(row.printed, false);
  return {
    line,
    setValue,
    name: row.name,
    words,
    /** The typed payment, or null if it is unchanged. @returns {string|null} */
    written: () => (text.value.trim() === row.printed ? null : text.value.trim()),
    /** @param {boolean} wrong */
    faulty: (wrong) => mark(text, 'aria-invalid', wrong ? 'true' : false),
  };
}
