// Change detection by identity. Parts of a page are drawn again only when a value that they read is replaced.

/** @typedef {<T>(reads: readonly unknown[], make: () => T) => T} Memo */

/**
 * Remember the last result. Compute it again only if one of the values in `reads` was replaced.
 * @returns {Memo}
 */
export function memo() {
  /** @type {{reads: readonly unknown[], result: unknown}|null} */
  let last = null;
  return (
    /** @type {Memo} */
    (reads, make) => {
      const previous = last;
      if (
        !previous ||
        previous.reads.length !== reads.length ||
        !reads.every((value, at) => Object.is(value, previous.reads[at]))
      )
        last = { reads, result: make() };
      return /** @type {ReturnType<typeof make>} */ (last?.result);
    }
  );
}

/**
 * Copy a JSON value and reuse the parts that equal those of an earlier value. If everything is equal, the earlier value
 * is returned, so unchanged parts of two messages can be compared by identity.
 * @template T
 * @param {unknown} before
 * @param {T} after
 * @returns {T}
 */
export function share(before, after) {
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const names = Object.keys(after);
  let isSame = names.length === Object.keys(before).length;
  const copy = Array.isArray(after) ? [] : {};
  for (const name of names) {
    const old = /** @type {unknown} */ (Reflect.get(before, name));
    const value = share(old, /** @type {unknown} */ (Reflect.get(after, name)));
    Reflect.set(copy, name, value);
    isSame &&= name in before && Object.is(value, old);
  }
  return /** @type {T} */ (isSame ? before : copy);
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isContainer(value) {
  return typeof value === 'object' && value !== null;
}
