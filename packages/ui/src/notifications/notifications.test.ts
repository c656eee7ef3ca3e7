import { expect, test } from 'vitest';
import { changeNotifications, type Notifications, type NotificationWidget, noNotifications } from './notifications.ts';

const came = (now: Notifications, message: string, widget: NotificationWidget = 'snackbar') =>
  changeNotifications(now, { kind: 'came', type: 'info', widget, message, at: 1 });
const said = (of: Notifications['last']) => of.map(({ message }) => message);

test('both widgets are listed, newest first, each under an id of its own; only the snackbar is shown', () => {
  const now = came(came(came(noNotifications, 'a'), 'b', 'toolbar'), 'c');
  expect(said(now.last)).toEqual(['c', 'b', 'a']);
  expect(now.last.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(said(now.waiting)).toEqual(['a', 'c']);
});

test('the bell counts what came to the toolbar until somebody looks', () => {
  const now = came(came(came(noNotifications, 'a', 'toolbar'), 'b', 'toolbar'), 'c');
  expect(now.unread).toBe(2);
  const read = changeNotifications(now, { kind: 'read', at: 9 });
  expect([read.unread, said(read.last)]).toEqual([0, ['c', 'b', 'a']]);
});

test('three wait at most: the newest are what matters', () => {
  const now = ['a', 'b', 'c', 'd'].reduce((before, message) => came(before, message), noNotifications);
  expect(said(now.waiting)).toEqual(['b', 'c', 'd']);
  expect(said(changeNotifications(now, { kind: 'hidden' }).waiting)).toEqual(['c', 'd']);
  expect(now.last).toHaveLength(4);
});

test('what repeats itself is listed and shown once', () => {
  const now = came(came(came(noNotifications, 'a'), 'a'), 'b');
  expect([said(now.last), said(now.waiting)]).toEqual([
    ['b', 'a'],
    ['a', 'b'],
  ]);
  expect(said(came(changeNotifications(now, { kind: 'hidden' }), 'a').waiting)).toEqual(['b', 'a']);
  const twice = came(came(noNotifications, 'a', 'toolbar'), 'a', 'toolbar');
  expect([twice.unread, twice.last.length]).toEqual([1, 1]);
});

test('fifty are kept, and none after they are cleared but what is shown', () => {
  const many = Array.from({ length: 60 }, (_, number) => String(number)).reduce(
    (before, message) => came(before, message),
    noNotifications,
  );
  expect([many.last.length, many.last[0]?.message]).toEqual([50, '59']);
  const cleared = changeNotifications(many, { kind: 'cleared', at: 9 });
  expect([cleared.last, said(cleared.waiting)]).toEqual([[], ['57', '58', '59']]);
  expect(came(cleared, 'x').last[0]?.id).toBe(61);
});

const found = (now: Notifications, message: string, at: number) =>
  changeNotifications(now, { kind: 'found', type: 'error', widget: 'toolbar', message, at, key: `key of ${message}` });
const restored = (now: Notifications, kept: { last: Notifications['last']; unread: number; readAt: number }) =>
  changeNotifications(now, { kind: 'restored', of: 'anna', kept });

test('what happened meanwhile is listed by its time and counted, once, and nothing older than the last look', () => {
  const now = found(found({ ...noNotifications, readAt: 10 }, 'later', 30), 'earlier', 20);
  expect([said(now.last), now.unread]).toEqual([['later', 'earlier'], 2]);
  expect(found(now, 'later', 30)).toBe(now);
  expect(found(now, 'seen', 10)).toBe(now);
});

test('what was kept comes back behind what came since, and what is found again stands once', () => {
  const before = found(came(noNotifications, 'told', 'toolbar'), 'stopped', 5);
  const again = restored(found(came(noNotifications, 'new', 'toolbar'), 'stopped', 5), before);
  expect(said(again.last)).toEqual(['stopped', 'new', 'told']);
  expect(new Set(again.last.map(({ id }) => id)).size).toBe(3);
  expect([again.unread, again.of]).toEqual([3, 'anna']);
});

test('what was kept comes back once, whatever the page is drawn anew for', () => {
  const before = came(noNotifications, 'told', 'toolbar');
  const again = restored(noNotifications, before);
  expect(restored(again, before)).toBe(again);
});

test('what was found before it was known that somebody had seen it goes again', () => {
  const again = restored(found(noNotifications, 'seen', 5), { last: [], unread: 0, readAt: 8 });
  expect([again.last, again.unread]).toEqual([[], 0]);
});
