import { keyHeaders, type Surface } from '@tenbin/contract';

/** Why a session is over: its owner left, it was too long unused, or the key is not known (any more). */
export type Ended = 'left' | 'timeout' | 'signin';

/** Whoever has the key of a surface has its session. Kept by this browser until signed out. */
export interface Session {
  key(): string | null;
  begin(key: string): void;
  end(ended: Ended): void;
  /** Calls back when the session is over, here or in another tab. */
  onEnded(listener: (ended: Ended) => void): void;
  /** Calls back when another tab began a session: before it there was none here, or this one. */
  onStartedInOtherTab(listener: () => void): void;
}

export function createSession(surface: Exclude<Surface, 'public'>): Session {
  const keyName = keyHeaders[surface] ?? surface;
  /** Tells other tabs why there is no key any more. */
  const endedName = `${keyName}-ended`;
  const listeners = new Set<(ended: Ended) => void>();
  const whyEnded = (): Ended => {
    const stored = localStorage.getItem(endedName);
    return stored === 'timeout' || stored === 'signin' ? stored : 'left';
  };
  return {
    key: () => localStorage.getItem(keyName),
    begin: (key) => localStorage.setItem(keyName, key),
    end(ended) {
      localStorage.setItem(endedName, ended);
      localStorage.removeItem(keyName);
      for (const listener of listeners) listener(ended);
    },
    onEnded(listener) {
      listeners.add(listener);
      addEventListener('storage', ({ key, newValue }) => {
        if (key === keyName && newValue === null) listener(whyEnded());
      });
    },
    onStartedInOtherTab(listener) {
      addEventListener('storage', ({ key, newValue }) => {
        if (key === keyName && newValue !== null) listener();
      });
    },
  };
}
