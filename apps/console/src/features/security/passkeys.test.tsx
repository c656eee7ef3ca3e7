import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  addPasskey,
  askForPasskey,
  getFactors,
  removePasskey,
  renamePasskey,
  setUpAuthenticator,
  setUpPasskey,
  signIn,
  signInWithPasskey,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { user as anna } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

const browser = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => browser);
beforeAll(() => vi.stubGlobal('PublicKeyCredential', class {}));
afterAll(() => vi.unstubAllGlobals());
afterEach(closePages);

const signed = { id: 'cred', rawId: 'cred', response: { clientDataJSON: 'a', authenticatorData: 'b', signature: 'c' } };
const passkey = { _id: idOf(900), name: 'Phone', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null };

test('a passkey is made by the browser after the password, and its recovery codes are shown', async () => {
  const server = serverWith([]);
  server.answer(setUpPasskey, { state: 'sealed', options: { challenge: 'xyz' } });
  server.answer(addPasskey, { recoveryCodes: ['AAAA-1'] });
  browser.startRegistration.mockRejectedValueOnce(new Error('not wanted')).mockResolvedValueOnce({
    id: 'cred',
    rawId: 'cred',
    response: { clientDataJSON: 'a', attestationObject: 'b', transports: ['internal'] },
  });
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText, findByText } = within(await screen.findByRole('region', { name: 'Second factor' }));
  await user.click(await findByRole('button', { name: 'Add a passkey' }));
  await user.type(await findByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(await findByRole('button', { name: 'Next' }));
  expect(await findByText('No passkey was made. Try again.')).toBeTruthy();
  await user.click(await findByRole('button', { name: 'Next' }));
  expect(await findByText('AAAA-1')).toBeTruthy();
  expect(browser.startRegistration).toHaveBeenLastCalledWith({ optionsJSON: { challenge: 'xyz' } });
  expect(server.callsOf(setUpPasskey)[0]?.body).toEqual({ password: 'Correct-Horse-1' });
  expect(server.callsOf(addPasskey)[0]?.body).toMatchObject({ state: 'sealed', response: { id: 'cred', type: 'public-key' } });
});

test('a passkey gets another name, and is removed by password and code', async () => {
  const server = serverWith([]);
  server.answer(getFactors, { authenticator: null, passkeys: [passkey], recoveryCodesLeft: 9 });
  server.answer(renamePasskey, { success: true });
  server.answer(removePasskey, { success: true });
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const list = within(await screen.findByRole('list', { name: 'Passkeys' }));
  await user.click(list.getByRole('button', { name: 'Rename Phone' }));
  const name = await list.findByLabelText('Name of the passkey');
  await user.clear(name);
  await user.click(list.getByRole('button', { name: 'Rename' }));
  expect(await list.findByText('Please fill this in')).toBeTruthy();
  expect(server.callsOf(renamePasskey)).toEqual([]);
  await user.type(name, 'Laptop');
  await user.click(list.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(server.callsOf(renamePasskey)[0]).toMatchObject({ params: { id: idOf(900) }, body: { name: 'Laptop' } }));
  await user.click(list.getByRole('button', { name: 'Remove Phone' }));
  await user.type(await list.findByLabelText('Current password'), 'Correct-Horse-1');
  await user.type(list.getByLabelText('Code, or recovery code'), 'AAAA-1');
  await user.click(list.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.callsOf(removePasskey)[0]).toMatchObject({ params: { id: idOf(900) } }));
});

test('an app beside a passkey takes the password and a code', async () => {
  const server = serverWith([]);
  server.answer(getFactors, { authenticator: null, passkeys: [passkey], recoveryCodesLeft: 9 });
  server.answer(setUpAuthenticator, { secret: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/a?secret=ABCDEFGHIJKLMNOP', setUp: 'sealed' });
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText, findByText } = within(await screen.findByRole('region', { name: 'Second factor' }));
  await user.click(await findByRole('button', { name: 'Set up an app' }));
  await user.type(await findByLabelText('Current password'), 'Correct-Horse-1');
  await user.type(await findByLabelText('Code, or recovery code'), 'AAAA-1');
  await user.click(await findByRole('button', { name: 'Next' }));
  expect(await findByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  expect(server.callsOf(setUpAuthenticator)[0]?.body).toEqual({ password: 'Correct-Horse-1', code: 'AAAA-1' });
});

test('a passkey logs in without a password, and says so where it was not used', async () => {
  const server = serverWith([]);
  server.answer(askForPasskey, { state: 'sealed', options: { challenge: 'xyz' } });
  server.answer(signInWithPasskey, { ...anna, uniqueKey: 'fresh-key' });
  browser.startAuthentication.mockRejectedValueOnce(new Error('not wanted')).mockResolvedValueOnce(signed);
  await openConsole(server, '/login', { signedOut: true });
  const user = userEvent.setup();
  const button = await screen.findByRole('button', { name: 'Log in with a passkey' });
  await user.click(button);
  expect(await screen.findByText(/The passkey was not used/)).toBeTruthy();
  await user.click(button);
  await waitFor(() => expect(localStorage.getItem('x-user-key')).toBe('fresh-key'));
  expect(server.callsOf(signInWithPasskey)[0]?.body).toMatchObject({ state: 'sealed', response: { id: 'cred' } });
});

test('after a right password a passkey is the second step', async () => {
  const server = serverWith([]);
  const facts = { challenge: 'first-step', methods: ['passkey', 'recoveryCode'] };
  server.answer(signIn, () => refusal(401, 'factorRequired', { facts }));
  server.answer(askForPasskey, { state: 'sealed', options: { challenge: 'xyz' } });
  server.answer(signInWithPasskey, { ...anna, uniqueKey: 'fresh-key' });
  browser.startAuthentication.mockResolvedValueOnce(signed);
  await openConsole(server, '/login', { signedOut: true });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail address'), anna.email);
  await user.type(screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/Use your passkey, or enter one of your recovery codes/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Log in with a passkey' }));
  await waitFor(() => expect(localStorage.getItem('x-user-key')).toBe('fresh-key'));
  expect(server.callsOf(askForPasskey)[0]?.body).toEqual({ challenge: 'first-step' });
});
