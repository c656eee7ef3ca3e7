import { afterEach, expect, test } from 'vitest';
import { createSession } from './session.ts';

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('a window whose view has ended asks under no key, and what comes late from the view signs nobody out', () => {
  const session = createSession('user');
  session.begin('own');
  session.beginView({ key: 'view', email: 'hanako@example.jp', endsAt: '2026-01-02T03:04:05.000Z' });
  expect(session.key()).toBe('view');
  session.end('viewed');
  expect([session.view(), session.key()]).toEqual([null, null]);
  session.end('signin');
  expect(createSession('user').key()).toBe('own');
  session.begin('again');
  expect(session.key()).toBe('again');
});
