import { closePages, organizationId, refusal } from '@tenbin/app-kit/testing';
import {
  getAdministratorFactors,
  getAdministratorSelf,
  listAdministratorSessions,
  resetAdministratorPassword,
  signInAdministrator,
  signInAdministratorWithFactor,
} from '@tenbin/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, self, serverFor } from '../../testing/open-admin.ts';
import { account } from '../../words/en/account.ts';
import { auth } from '../../words/en/auth.ts';
import { publicWords } from '../../words/en/public.ts';
import { security } from '../../words/en/security.ts';

const { kit, shell } = publicWords;
afterEach(closePages);

const noFactors = { authenticator: null, passkeys: [], recoveryCodesLeft: 0 };

test('an administrator with an authenticator app enters its code after the password', async () => {
  const user = userEvent.setup();
  const server = serverFor();
  server.answer(signInAdministrator, () =>
    refusal(401, 'factorRequired', { facts: { challenge: 'a-challenge', methods: ['authenticator', 'recoveryCode'] } }),
  );
  const session = { _id: self._id, email: self.email, role: 'owner', organization: organizationId, uniqueKey: 'staff-key' } as const;
  server.answer(signInAdministratorWithFactor, session);
  await openAdmin(server, '/', { signedOut: true });
  await user.type(await screen.findByLabelText(kit.email), self.email);
  await user.type(screen.getByLabelText(kit.password), 'Right-1234');
  await user.click(screen.getByRole('button', { name: kit.login }));
  await user.type(await screen.findByLabelText(kit.factorCode), '123456');
  await user.click(screen.getByRole('button', { name: kit.login }));
  expect(await screen.findByRole('navigation', { name: kit.navigation })).toBeTruthy();
  expect(server.callsOf(signInAdministratorWithFactor)[0]?.body).toEqual({ challenge: 'a-challenge', code: '123456' });
});

test('who must set up a second factor is led there from every page, and on when it is there', async () => {
  const server = serverFor();
  server.answer(getAdministratorSelf, { ...self, mustAddFactor: true });
  server.answer(getAdministratorFactors, noFactors);
  server.answer(listAdministratorSessions, []);
  await openAdmin(server, '/settings');
  expect(await screen.findByRole('heading', { level: 1, name: security.title })).toBeTruthy();
  expect(screen.getByText(account.mustAddFactor)).toBeTruthy();
  expect(await screen.findByRole('button', { name: security.setUpAuthenticator })).toBeTruthy();
  expect(screen.queryByRole('link', { name: shell.settings })).toBeNull();
});

test('a forgotten password is asked for by address, with the same answer for all', async () => {
  const user = userEvent.setup();
  const server = serverFor();
  server.answer(resetAdministratorPassword, { success: true });
  await openAdmin(server, '/login', { signedOut: true });
  await user.click(await screen.findByRole('link', { name: shell.forgotPassword }));
  const send = await screen.findByRole('button', { name: auth.sendLink });
  await user.type(screen.getByLabelText(kit.email), 'anybody@example.org');
  await user.click(send);
  expect(await screen.findByRole('heading', { name: auth.sentTitle })).toBeTruthy();
  expect(server.callsOf(resetAdministratorPassword)[0]?.body).toMatchObject({ email: 'anybody@example.org' });
});

test('a mailed link sets a password; one that is used up leads to another', async () => {
  const user = userEvent.setup();
  const server = serverFor();
  server.answer(resetAdministratorPassword, ({ body }) =>
    (body as { token: string }).token === 'good' ? { success: true } : refusal(400, 'resetLinkInvalid'),
  );
  const setPassword = async (token: string) => {
    await openAdmin(server, `/set-password#${token}`, { signedOut: true });
    await user.type(await screen.findByLabelText(auth.newPassword), 'Fresh2password');
    await user.type(screen.getByLabelText(auth.newPasswordAgain), 'Fresh2password');
    await user.click(screen.getByRole('button', { name: auth.setPassword }));
  };
  await setPassword('good');
  expect(await screen.findByRole('heading', { name: auth.resetDoneTitle })).toBeTruthy();
  expect(server.callsOf(resetAdministratorPassword)[0]?.body).toMatchObject({ token: 'good', password: 'Fresh2password' });
  closePages();
  await setPassword('used');
  expect(await screen.findByRole('heading', { name: auth.resetLinkInvalid })).toBeTruthy();
});
