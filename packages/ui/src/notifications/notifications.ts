export type NotificationType = 'error' | 'warn' | 'info' | 'success';
/** In the corner for a moment, or counted at the bell until somebody looks. The bell lists both. */
export type NotificationWidget = 'snackbar' | 'toolbar';

export interface Notification {
  readonly id: number;
  readonly type: NotificationType;
  readonly widget: NotificationWidget;
  readonly message: string;
  /** When it came, epoch milliseconds. */
  readonly at: number;
  /** Of what can be found again: it is listed once. */
  readonly key?: string;
}

/** What outlives a reload. */
export interface KeptNotifications {
  readonly last: readonly Notification[];
  readonly unread: number;
  /** When somebody last looked, epoch milliseconds. */
  readonly readAt: number;
}

/** All that somebody was told. */
export interface Notifications {
  /** Newest first. */
  readonly last: readonly Notification[];
  /** Of the snackbar: the first one is shown now, the others after it. */
  readonly waiting: readonly Notification[];
  /** Of the toolbar, since somebody looked. */
  readonly unread: number;
  readonly nextId: number;
  readonly readAt: number;
  /** Whose they are, once what was kept of them is back; null before. */
  readonly of: string | null;
}

export type NotificationChange =
  | ({ readonly kind: 'came' } & Omit<Notification, 'id'>)
  /** It happened while nobody was here; what is older than the last look was seen, or cleared. */
  | ({ readonly kind: 'found'; readonly key: string } & Omit<Notification, 'id' | 'key'>)
  | { readonly kind: 'restored'; readonly of: string; readonly kept: KeptNotifications }
  /** The snackbar that is shown goes. */
  | { readonly kind: 'hidden' }
  /** Somebody looks at the list. */
  | { readonly kind: 'read'; readonly at: number }
  | { readonly kind: 'cleared'; readonly at: number };

const maxListed = 50;
const maxWaiting = 3;

export const noNotifications: Notifications = { last: [], waiting: [], unread: 0, nextId: 1, readAt: 0, of: null };

/** What waits to be shown already takes its place there, and what repeats the newest its place in the list. */
export function changeNotifications(now: Notifications, change: NotificationChange): Notifications {
  switch (change.kind) {
    case 'came': {
      const { kind: _, ...given } = change;
      const one = { ...given, id: now.nextId };
      const isSame = (other: Notification | undefined) => other?.message === one.message && other.type === one.type;
      const [newest, ...older] = now.last;
      const repeats = newest?.widget === one.widget && isSame(newest);
      const queued = now.waiting.some(isSame)
        ? now.waiting.map((other) => (isSame(other) ? one : other))
        : [...now.waiting.slice(1 - maxWaiting), one];
      if (isListed(now, one.key)) return now;
      return {
        ...now,
        last: [one, ...(repeats ? older : now.last)].slice(0, maxListed),
        waiting: one.widget === 'toolbar' ? now.waiting : queued,
        unread: now.unread + (one.widget === 'toolbar' && !repeats ? 1 : 0),
        nextId: now.nextId + 1,
      };
    }
    case 'found': {
      const { kind: _, ...given } = change;
      if (given.at <= now.readAt || isListed(now, given.key)) return now;
      const last = [...now.last, { ...given, id: now.nextId }].sort(newestFirst).slice(0, maxListed);
      return { ...now, last, unread: now.unread + 1, nextId: now.nextId + 1 };
    }
    case 'restored': {
      if (change.of === now.of) return now;
      const { last: stored, unread, readAt } = change.kept;
      const isNew = ({ key, at }: Notification) => key === undefined || (at > readAt && !stored.some((one) => one.key === key));
      const own = now.last.filter(isNew);
      const last = [...own, ...stored]
        .sort(newestFirst)
        .slice(0, maxListed)
        .map((one, index) => ({ ...one, id: now.nextId + index }));
      const ownUnread = own.filter(({ widget, at }) => widget === 'toolbar' && at > readAt).length;
      return { ...now, last, unread: unread + ownUnread, readAt, of: change.of, nextId: now.nextId + last.length };
    }
    case 'hidden':
      return { ...now, waiting: now.waiting.slice(1) };
    case 'read':
      return { ...now, unread: 0, readAt: change.at };
    case 'cleared':
      return { ...now, last: [], unread: 0, readAt: change.at };
  }
}

const newestFirst = (a: Notification, b: Notification): number => b.at - a.at;
const isListed = ({ last }: Notifications, key: string | undefined): boolean => key !== undefined && last.some((one) => one.key === key);
