// The screen lock of staff pages, which a new sign-in removes.

export const LOCK_KEY = 'croupier-locked';

/** Remove the screen lock of this browser: the person has just proved who they are. */
export function forgetLock() {
  try {
    localStorage.removeItem(LOCK_KEY);
  } catch {
    // Without storage there is no lock to remove.
  }
}
