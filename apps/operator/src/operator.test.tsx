import { closePages, createFakeServer, openPage, organizationId, refusal } from '@tenbin/app-kit/testing';
import { signInOperator, signOutOperator } from '@tenbin/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { createRouter } from './app/router.tsx';
import { operatorSurface } from './app/surface.ts';
import { loadWords } from './app/words.ts';
import { words as en } from './words/en.ts';
import { words as ja } from './words/ja.ts';

const { kit, operator } = en;
const session = { _id: organizationId, email: 'staff@example.org', role: 'operator', uniqueKey: 'staff-key' } as const;
const frontEnd = { surface: operatorSurface, createRouter, words: loadWords };

afterEach(closePages);

test('an address below /ango-ya leads over the login to its page, and the account menu out again', async () => {
  const user = userEvent.setup();
  const server = createFakeServer();
  server.answer(signInOperator, ({ body }) =>
    (body as { password: string }).password === 'Right-1234' ? session : refusal(401, 'emailOrPassword'),
  );
  server.answer(signOutOperator, { success: true });
  await openPage(frontEnd, { server, path: '/ango-ya/display' });
  await user.type(await screen.findByLabelText(kit.email), 'staff@example.org');
  await user.type(screen.getByLabelText(kit.password), 'Right-1234');
  await user.click(screen.getByRole('button', { name: kit.login }));
  expect(await screen.findByRole('heading', { level: 1, name: kit.display })).toBeTruthy();
  expect(location.pathname).toBe('/ango-ya/display');
  await user.click(screen.getByRole('link', { name: operator.overview }));
  expect(await screen.findByRole('heading', { level: 1, name: operator.overview })).toBeTruthy();
  expect(localStorage.getItem('x-ango-ya-key')).toBe('staff-key');
  await user.click(screen.getByRole('button', { name: kit.userMenu }));
  await user.click(await screen.findByRole('menuitem', { name: kit.signOut }));
  expect(await screen.findByRole('heading', { name: kit.loginTitle })).toBeTruthy();
  expect(server.callsOf(signOutOperator)[0]?.key).toBe('staff-key');
  expect(location.pathname).toBe('/ango-ya/login');
});

test('an address that leads nowhere says so in the shell, and leads back', async () => {
  const user = userEvent.setup();
  await openPage(frontEnd, { server: createFakeServer(), path: '/ango-ya/no/such/page', key: 'staff-key' });
  expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: kit.navigation })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: kit.toDashboard }));
  expect(await screen.findByRole('heading', { level: 1, name: operator.overview })).toBeTruthy();
});

test('both languages have the same texts', () => {
  expect(Object.keys(en.operator)).toEqual(Object.keys(ja.operator));
});
