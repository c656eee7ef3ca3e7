import { keyOf } from '@tenbin/app-kit';
import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  getOperatorFactors,
  getOperatorSelf,
  getOrganizationBill,
  getPlatformBot,
  getPlatformExchange,
  getPlatformUser,
  listOperatorSessions,
  listOrganizationBills,
  signInOperator,
  signInOperatorWithFactor,
  signOutOperator,
  watchPlatformEvents,
} from '@tenbin/contract';
import { ui } from '@tenbin/ui/words/en';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, organization, self, serverFor } from '../testing/open-operator.ts';
import { pageWords } from '../words/en/pages.ts';
import { publicWords } from '../words/en/public.ts';

const { kit, shell } = publicWords;
const { platform, security, account } = pageWords;
const session = { _id: self._id, email: self.email, role: 'operator', uniqueKey: 'staff-key' } as const;

afterEach(closePages);

test('an address below /ango-ya leads over the login and its second step to its page, and the account menu out again', async () => {
  const user = userEvent.setup();
  const server = serverFor();
  server.answer(signInOperator, () =>
    refusal(401, 'factorRequired', { facts: { challenge: 'a-challenge', methods: ['authenticator', 'recoveryCode'] } }),
  );
  server.answer(signInOperatorWithFactor, session);
  server.answer(signOutOperator, { success: true });
  await openOperator(server, '/display', { signedOut: true });
  await user.type(await screen.findByLabelText(kit.email), self.email);
  await user.type(screen.getByLabelText(kit.password), 'Right-1234');
  await user.click(screen.getByRole('button', { name: kit.login }));
  await user.type(await screen.findByLabelText(kit.factorCode), '123456');
  await user.click(screen.getByRole('button', { name: kit.login }));
  expect(await screen.findByRole('heading', { level: 1, name: kit.display })).toBeTruthy();
  expect(location.pathname).toBe('/ango-ya/display');
  await user.click(await screen.findByRole('link', { name: shell.organizations }));
  expect(await screen.findByRole('heading', { level: 1, name: platform.organizations })).toBeTruthy();
  expect(await screen.findByRole('link', { name: organization.name })).toBeTruthy();
  expect(localStorage.getItem('x-ango-ya-key')).toBe('staff-key');
  await user.click(screen.getByRole('button', { name: kit.userMenu }));
  await user.click(await screen.findByRole('menuitem', { name: kit.signOut }));
  expect(await screen.findByRole('heading', { name: kit.loginTitle })).toBeTruthy();
  expect(location.pathname).toBe('/ango-ya/login');
});

test('who has no second factor is led to set one up from every page, and sees nothing else', async () => {
  const server = serverFor();
  server.answer(getOperatorSelf, { ...self, hasFactor: false, mustAddFactor: true });
  server.answer(getOperatorFactors, { authenticator: null, passkeys: [], recoveryCodesLeft: 0 });
  server.answer(listOperatorSessions, []);
  await openOperator(server, '/users');
  expect(await screen.findByRole('heading', { level: 1, name: security.title })).toBeTruthy();
  expect(screen.getByText(account.mustAddFactor)).toBeTruthy();
  expect(screen.queryByRole('link', { name: shell.organizations })).toBeNull();
  expect(server.callsOf(watchPlatformEvents)).toEqual([]);
});

test('events are followed as soon as the second factor is there', async () => {
  const server = serverFor();
  server.answer(getOperatorSelf, { ...self, hasFactor: false, mustAddFactor: true });
  server.answer(getOperatorFactors, { authenticator: null, passkeys: [], recoveryCodesLeft: 0 });
  server.answer(listOperatorSessions, []);
  const app = await openOperator(server, '/account/security');
  await screen.findByText(account.mustAddFactor);
  server.answer(getOperatorSelf, self);
  await app.queries.invalidateQueries({ queryKey: keyOf(getOperatorSelf) });
  await waitFor(() => expect(server.callsOf(watchPlatformEvents)).not.toEqual([]));
});

test('an observer finds what there is and no way to change it', async () => {
  const server = serverFor('observer');
  server.answer(listOrganizationBills, []);
  await openOperator(server, `/organizations/${organization._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: organization.name })).toBeTruthy();
  expect(await screen.findByText(platform.noBills)).toBeTruthy();
  for (const name of [platform.save, platform.suspend, platform.computeDraft]) expect(screen.queryByRole('button', { name })).toBeNull();
  const navigation = within(screen.getByRole('navigation', { name: kit.navigation }));
  expect(navigation.queryByRole('link', { name: shell.operators })).toBeNull();
});

test.each([
  ['/users', getPlatformUser, 'userNotFound'],
  ['/bots', getPlatformBot, 'botNotFound'],
  ['/exchanges', getPlatformExchange, 'exchangeNotFound'],
  ['/bills', getOrganizationBill, 'billNotFound'],
] as const)('below %s nobody is asked for what is no id, and an id that is nobody’s does not exist', async (path, read, code) => {
  const server = serverFor();
  server.answer(read, () => refusal(404, code));
  for (const [id, isAsked] of [
    ['not-an-id', false],
    [idOf(9999), true],
  ] as const) {
    await openOperator(server, `${path}/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
    expect(screen.getByRole('link', { name: kit.toDashboard })).toBeTruthy();
    expect(screen.queryByRole('button', { name: ui.retry })).toBeNull();
    expect(server.callsOf(read).length > 0).toBe(isAsked);
    closePages();
  }
  server.answer(read, () => refusal(403, 'notAllowed'));
  await openOperator(server, `${path}/${idOf(9999)}`);
  expect(await screen.findByRole('button', { name: ui.retry })).toBeTruthy();
});

test('an address that leads nowhere says so in the shell, and leads back', async () => {
  const user = userEvent.setup();
  await openOperator(serverFor(), '/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: kit.toDashboard }));
  expect(await screen.findByRole('heading', { level: 1, name: platform.organizations })).toBeTruthy();
});
