// Random ids for requests. The server carries out each id only once. Works without a secure context (plain
// http) too.

/** @param {number} bytes */
export function randomHex(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
