import { closePages, refusal } from '@tenbin/app-kit/testing';
import { claimView, getSelf, signOut } from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(() => {
  sessionStorage.clear();
  closePages();
});

const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000).toISOString();

test('an administrator looks on in a window of their own, under a banner that counts down, and ends it there', async () => {
  const act = userEvent.setup();
  const server = serverWith([]);
  server.answer(claimView, { uniqueKey: 'view-key', email: 'hanako@example.jp', endsAt: inHalfAnHour() });
  server.answer(signOut, { success: true });
  await openConsole(server, '/view#the-token');
  const banner = await screen.findByRole('complementary', { name: 'Looking on as a user' });
  expect(banner.textContent).toContain('hanako@example.jp');
  expect(within(banner).getByRole('timer').textContent).toMatch(/(30:00|29:\d\d)/);
  expect(server.callsOf(claimView).map(({ body }) => body)).toEqual([{ token: 'the-token' }]);
  expect(location.href).not.toContain('the-token');
  await expect.poll(() => server.callsOf(getSelf).at(-1)?.key).toBe('view-key');
  const ownKey = localStorage.getItem('x-user-key');
  expect(ownKey).not.toBe('view-key');
  await act.click(within(banner).getByRole('button', { name: 'End the view' }));
  expect(await screen.findByRole('heading', { name: 'The view has ended' })).toBeTruthy();
  expect(server.callsOf(signOut).at(-1)?.key).toBe('view-key');
  expect(localStorage.getItem('x-user-key')).toBe(ownKey);
  expect(screen.queryByText(user.email)).toBeNull();
});

test('a view that is over leaves nothing of its user on the page', async () => {
  const server = serverWith([]);
  server.answer(claimView, { uniqueKey: 'view-key', email: 'hanako@example.jp', endsAt: new Date(Date.now() + 1_500).toISOString() });
  await openConsole(server, '/view#the-token');
  expect(await screen.findByRole('heading', { name: 'The view has ended' })).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'Looking on as a user' })).toBeNull();
});

test('a link that was used already says so', async () => {
  const server = serverWith([]);
  server.answer(claimView, () => refusal(400, 'viewLinkInvalid', { message: 'This link was used already, or is too old.' }));
  await openConsole(server, '/view#the-token');
  expect(await screen.findByText(/used already, or is too old/)).toBeTruthy();
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
