// The screen lock of the consoles, as this browser stores it. A new sign-in removes it.

export const LOCK_KEY = 'croupier-locked';

/** Remove the screen lock of this browser: the person has just proved who they are. */
export function forgetLock() {
  try {
    localStorage.removeItem(LOCK_KEY);
  } catch {
    // Without storage, there is no lock to remove.
  }
}

/** Whether this browser is locked for a person. @param {string} person */
function isLocked(person) {
  try {
    const stored = /** @type {{person?: string, locked?: boolean}} */ (
      JSON.parse(localStorage.getItem(LOCK_KEY) ?? '{}')
    );
    return stored.person === person && stored.locked === true;
  } catch {
    return false;
  }
}

/**
 * Go to the page that unlocks, now or as soon as another tab is locked. Returns whether the page is locked now.
 * @param {string} person
 */
export function leaveWhenLocked(person) {
  const leave = () => {
    const locked = isLocked(person);
    if (locked) location.replace('/pit');
    return locked;
  };
  window.addEventListener('storage', leave);
  return leave();
}
