import { keyHeaders, type Surface } from '@tenbin/contract';

/** Why a session is over: its owner left, it was too long unused, the key is not known (any more), or somebody only looked on. */
export type Ended = 'left' | 'timeout' | 'signin' | 'viewed';

/** A look at the pages as one of their users sees them. It is this window's alone: nobody is signed in or out by it. */
export interface View {
  readonly key: string;
  /** The user's. */
  readonly email: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

/** Whoever has the key of a surface has its session. Kept by this browser until signed out. */
export interface Session {
  key(): string | null;
  begin(key: string): void;
  /** As whom this window looks on; null: it is their own session, or nobody's. */
  view(): View | null;
  beginView(view: View): void;
  end(ended: Ended): void;
  /** Calls back when somebody signs in here. */
  onBegun(listener: () => void): void;
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
  const begun = new Set<() => void>();
  const whyEnded = (): Ended => {
    const stored = localStorage.getItem(endedName);
    return stored === 'timeout' || stored === 'signin' ? stored : 'left';
  };
  const viewName = `${keyName}-view`;
  const view = (): View | null => {
    const stored = sessionStorage.getItem(viewName);
    return stored === null ? null : (JSON.parse(stored) as View);
  };
  /** This window looked on: until somebody signs in here it is nobody's, whoever else is signed in beside it. */
  let hasViewed = false;
  return {
    key: () => view()?.key ?? (hasViewed ? null : localStorage.getItem(keyName)),
    view,
    beginView: (begun) => sessionStorage.setItem(viewName, JSON.stringify(begun)),
    begin(key) {
      hasViewed = false;
      localStorage.setItem(keyName, key);
      for (const listener of begun) listener();
    },
    onBegun: (listener) => void begun.add(listener),
    end(ended) {
      if (view() !== null || hasViewed) {
        hasViewed = true;
        sessionStorage.removeItem(viewName);
        for (const listener of listeners) listener('viewed');
        return;
      }
      localStorage.setItem(endedName, ended);
      localStorage.removeItem(keyName);
      for (const listener of listeners) listener(ended);
    },
    onEnded(listener) {
      listeners.add(listener);
      addEventListener('storage', ({ key, newValue }) => {
        if (key === keyName && newValue === null && view() === null) listener(whyEnded());
      });
    },
    onStartedInOtherTab(listener) {
      addEventListener('storage', ({ key, newValue }) => {
        if (key === keyName && newValue !== null && view() === null) listener();
      });
    },
  };
}
