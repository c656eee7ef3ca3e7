import { afterEach, expect, test } from 'vitest';
import { forgetNotifications, keepNotifications, keptNotifications } from './kept-notifications.ts';

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const told = { id: 1, type: 'error', widget: 'toolbar', message: 'Tokyo-1 has stopped', at: 5 } as const;

test('a tab that was looked at earlier does not undo what another one has seen', () => {
  keepNotifications('anna', { last: [], unread: 0, readAt: 9 });
  keepNotifications('anna', { last: [told], unread: 1, readAt: 3 });
  expect(keptNotifications('anna')).toEqual({ last: [told], unread: 1, readAt: 9 });
});

test('whatever is stored in its place, nothing is kept then', () => {
  sessionStorage.setItem('notifications anna', 'null');
  localStorage.setItem('notifications-read anna', 'soon');
  expect(keptNotifications('anna')).toEqual({ last: [], unread: 0, readAt: 0 });
});

test('of what somebody was told nothing stays once they leave, but when they last looked', () => {
  keepNotifications('anna', { last: [told], unread: 1, readAt: 3 });
  forgetNotifications();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Tokyo-1');
  expect(keptNotifications('anna')).toEqual({ last: [], unread: 0, readAt: 3 });
});
