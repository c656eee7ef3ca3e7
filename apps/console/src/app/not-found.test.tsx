import { closePages, idOf } from '@tenbin/app-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { bot } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';

afterEach(closePages);

const nowhere = idOf(9999);

test('an address that leads nowhere says so inside the shell, and leads back', async () => {
  const user = userEvent.setup();
  await openConsole(serverWith([bot(1)]), '/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'This page does not exist' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Navigation' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'To the dashboard' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
});

test('who is not signed in learns the same, and is led to the login', async () => {
  const user = userEvent.setup();
  await openConsole(serverWith([]), '/no/such/page', { signedOut: true });
  expect(await screen.findByRole('heading', { level: 1, name: 'This page does not exist' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'To the log-in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeTruthy();
});

test.each([
  [`/bots/${nowhere}`, 'This bot cannot be found', 'To the bot server'],
  [`/bots/${nowhere}/edit`, 'This bot cannot be found', 'To the bot server'],
  ['/legal/nothing', 'There is no such document', 'To the log-in'],
])('%s is a page of its own with a way on', async (path, title, wayOn) => {
  await openConsole(serverWith([bot(1)]), path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: wayOn })).toBeTruthy();
});
