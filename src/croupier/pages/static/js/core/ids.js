// Ids of one's own: the same one is never carried out twice. Made so that a page on a plain line (http) can make
// them too.

/** @param {number} bytes */
export function randomHex(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
