import type { KeptNotifications, Notification } from './notifications.ts';

const listPrefix = 'notifications ';
const listName = (of: string): string => listPrefix + of;
const readName = (of: string): string => `notifications-read ${of}`;

/** The tab's own storage has the list, which a reload leaves alone; when somebody last looked holds for the browser. */
export function keepNotifications(of: string, { last, unread, readAt }: KeptNotifications): void {
  sessionStorage.setItem(listName(of), JSON.stringify({ last, unread }));
  // Another tab may have been looked at later than this one.
  localStorage.setItem(readName(of), String(Math.max(readAt, lastRead(of))));
}

const lastRead = (of: string): number => Number(localStorage.getItem(readName(of)) ?? 0) || 0;

/** What was kept of somebody's; what an older version of these pages kept otherwise is left aside. */
export function keptNotifications(of: string): KeptNotifications {
  const stored: unknown = JSON.parse(sessionStorage.getItem(listName(of)) ?? 'null');
  const { last, unread } = (stored ?? {}) as { readonly last?: unknown; readonly unread?: unknown };
  return {
    last: Array.isArray(last) ? last.filter(isNotification) : [],
    unread: typeof unread === 'number' ? unread : 0,
    readAt: lastRead(of),
  };
}

/** Whoever was told leaves: nothing of it stays for the next one at this browser. */
export function forgetNotifications(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(listPrefix)) sessionStorage.removeItem(name);
}

const isNotification = (one: Partial<Notification> | null): one is Notification =>
  typeof one?.message === 'string' && typeof one.at === 'number' && one.type !== undefined && one.widget !== undefined;
