// Commands of the staff pages, made by filling in the fields of an offer's sample.

/** @typedef {import('../core/types.js').TableCommand} TableCommand */
/** @typedef {import('../table/connection.js').Answer} Answer */
/** @typedef {(command: TableCommand) => Promise<Answer>} Send */

/**
 * A command without the fields that the server sets.
 * @param {TableCommand} sample
 * @returns {TableCommand}
 */
export function plain(sample) {
  const { by, at, ...rest } = sample;
  return rest;
}

/**
 * Set a field that an offer names. An undefined value removes the field.
 * @param {TableCommand} command
 * @param {string} name
 * @param {unknown} value
 */
export function setField(command, name, value) {
  if (value === undefined) Reflect.deleteProperty(command, name);
  else Reflect.set(command, name, value);
}

/**
 * @param {TableCommand} command
 * @param {string} name
 * @returns {unknown}
 */
export function fieldOf(command, name) {
  return /** @type {unknown} */ (Reflect.get(command, name));
}
