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
}

/** All that somebody was told since these pages were opened. */
export interface Notifications {
  /** Newest first. */
  readonly last: readonly Notification[];
  /** Of the snackbar: the first one is shown now, the others after it. */
  readonly waiting: readonly Notification[];
  /** Of the toolbar, since somebody looked. */
  readonly unread: number;
  readonly nextId: number;
}

export type NotificationChange =
  | ({ readonly kind: 'came' } & Omit<Notification, 'id'>)
  /** The snackbar that is shown goes. */
  | { readonly kind: 'hidden' }
  /** Somebody looks at the list. */
  | { readonly kind: 'read' }
  | { readonly kind: 'cleared' };

const maxListed = 50;
const maxWaiting = 3;

export const noNotifications: Notifications = { last: [], waiting: [], unread: 0, nextId: 1 };

/** What waits to be shown already is not queued again, and what repeats the newest takes its place in the list. */
export function changeNotifications(now: Notifications, change: NotificationChange): Notifications {
  switch (change.kind) {
    case 'came': {
      const { kind: _, ...given } = change;
      const one = { ...given, id: now.nextId };
      const isSame = (other: Notification | undefined) => other?.message === one.message && other.type === one.type;
      const [newest, ...older] = now.last;
      const repeats = newest?.widget === one.widget && isSame(newest);
      const isQueued = one.widget === 'toolbar' || now.waiting.some(isSame);
      return {
        last: [one, ...(repeats ? older : now.last)].slice(0, maxListed),
        waiting: isQueued ? now.waiting : [...now.waiting.slice(1 - maxWaiting), one],
        unread: now.unread + (one.widget === 'toolbar' && !repeats ? 1 : 0),
        nextId: now.nextId + 1,
      };
    }
    case 'hidden':
      return { ...now, waiting: now.waiting.slice(1) };
    case 'read':
      return now.unread === 0 ? now : { ...now, unread: 0 };
    case 'cleared':
      return { ...noNotifications, waiting: now.waiting, nextId: now.nextId };
  }
}
