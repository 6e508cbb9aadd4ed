// The home page of each staff role, and the screen lock that a new sign-in removes.

/** @type {[string, string][]} */
const PAGES = [
  ['dealer', '/pit'],
  ['floor', '/pit'],
  ['pit_manager', '/pit'],
  ['surveillance', '/surveillance'],
  ['regulator', '/regulator'],
  ['accounting', '/regulator'],
];

export const LOCK_KEY = 'croupier-locked';

/** The home page of a person with these roles, or the lobby. @param {string[]} roles */
export const staffHome = (roles) => PAGES.find(([role]) => roles.includes(role))?.[1] ?? '/';

/** Remove the screen lock of this browser: the person has just proved who they are. */
export function forgetLock() {
  try {
    localStorage.removeItem(LOCK_KEY);
  } catch {
    // Without storage there is no lock to remove.
  }
}
