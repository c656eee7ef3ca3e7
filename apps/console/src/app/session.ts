/** The user's key: it is the session. Kept by this browser until signed out. */

/** Why a session is over: the user left, it was too long unused, or the key is not known (any more). */
export type Ended = 'left' | 'timeout' | 'signin';
type Listener = (ended: Ended) => void;

const keyName = 'x-user-key';
/** Tells other tabs why there is no key any more. */
const endedName = 'session-ended';
const listeners = new Set<Listener>();

export const storedKey = (): string | null => localStorage.getItem(keyName);
export const storeKey = (key: string): void => localStorage.setItem(keyName, key);

export function forgetKey(ended: Ended): void {
  localStorage.setItem(endedName, ended);
  localStorage.removeItem(keyName);
  for (const listener of listeners) listener(ended);
}

/** Calls back when the session is over, here or in another tab. */
export function whenEnded(listener: Listener): void {
  listeners.add(listener);
  addEventListener('storage', (event) => {
    if (event.key === keyName && event.newValue === null) listener(whyEnded());
  });
}

/** Calls back when another tab began a session: before it there was none here, or this one. */
export function whenBegunElsewhere(listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === keyName && event.newValue !== null) listener();
  });
}

function whyEnded(): Ended {
  const stored = localStorage.getItem(endedName);
  return stored === 'timeout' || stored === 'signin' ? stored : 'left';
}
