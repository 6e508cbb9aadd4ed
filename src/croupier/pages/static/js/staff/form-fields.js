// Fields of the forms for the administration of a table.
import { element } from '../core/dom.js';

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
export const labelled = (words, input) => element('label', { class: 'field' }, element('span', {}, words), input);

/**
 * @param {string} name
 * @param {string} [value]
 * @param {string} [hint]
 */
export const text = (name, value = '', hint = '') =>
  element('input', { name, value, autocomplete: 'off', maxlength: 500, placeholder: hint });
