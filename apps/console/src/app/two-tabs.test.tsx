import { closePages } from '@tenbin/app-kit/testing';
import { sessionTimeout } from '@tenbin/messages/refusals/en';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../testing/expect-specified-views.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';

afterEach(closePages);

/** What a browser tells a tab of what another one stored. */
const inOtherTab = (key: string, newValue: string | null) =>
  act(async () => {
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  });

test('signing out in one tab leads the other to the login, without blaming anybody', async () => {
  await openConsole(serverWith([]), '/history/');
  await screen.findByRole('heading', { name: 'History' });
  await inOtherTab('x-user-key', null);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeTruthy();
  expect(screen.queryByText('Please log in.')).toBeNull();
});

test('a session that was too long unused says so in every tab', async () => {
  await openConsole(serverWith([]), '/history/');
  await screen.findByRole('heading', { name: 'History' });
  localStorage.setItem('x-user-key-ended', 'timeout');
  await inOtherTab('x-user-key', null);
  expect(await screen.findByText(sessionTimeout.text)).toBeTruthy();
  expect(await screen.findByText(/You were logged out after a while/)).toBeTruthy();
  expect(location.search).toContain('next=');
});

test('signing in in one tab takes the other, which waits at the login, along', async () => {
  await openConsole(serverWith([]), '/login?next=%2Fhistory%2F', { signedOut: true });
  await screen.findByRole('heading', { name: 'Log in' });
  await inOtherTab('x-user-key', 'fresh-key');
  expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy();
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
