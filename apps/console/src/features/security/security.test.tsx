import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  changeEmail,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
  showExchangeKeys,
  signIn,
  verifyEmail,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna, bot } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

async function enterPasswords(current: string, fresh: string) {
  const user = userEvent.setup();
  for (const [label, password] of [
    ['Current password', current],
    ['New password', fresh],
    ['New password (again)', fresh],
  ] as const) {
    await user.click(within(await screen.findByRole('region', { name: 'Password' })).getByLabelText(label));
    await user.paste(password);
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  return user;
}

test('a new password names the bots that it stops before it is sent', async () => {
  const server = serverWith([bot(1, { active: true, state: 'running' }), bot(2)]);
  server.answer(changePassword, { success: true, stoppedBots: 1, removedApiKeys: 2 });
  await openConsole(server, '/account/security');
  const user = await enterPasswords('Correct-Horse-1', 'Fresh2password');
  const dialog = await screen.findByRole('dialog', { name: 'Change the password?' });
  expect(within(dialog).getByText(/Stops your running bots \(Tokyo-1\) and removes all stored API keys/)).toBeTruthy();
  expect(server.callsOf(changePassword)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('The password was changed. Bots stopped: 1. API keys removed: 2.')).toBeTruthy();
  expect(server.callsOf(changePassword)[0]?.body).toEqual({ password: 'Correct-Horse-1', newPassword: 'Fresh2password' });
});

test.each([
  ['wrongPassword', 'password', 'The password is not correct.'],
  ['currentlyUsedPassword', 'newPassword', 'This is the password that is currently used.'],
])('%s stands at its field', async (code, field, says) => {
  const server = serverWith([]);
  server.answer(changePassword, () => refusal(400, code, { message: code, error: { [field]: says } }));
  await openConsole(server, '/account/security');
  const user = await enterPasswords('Correct-Horse-1', 'Fresh2password');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(says)).toBeTruthy();
});

test('a new address signs out here until its code is entered, and the answer’s key signs in again', async () => {
  const server = serverWith([]);
  server.answer(changeEmail, { success: true, resendAfterSeconds: 60 });
  server.answer(verifyEmail, { ...anna, email: 'new@example.org', uniqueKey: 'fresh-key' });
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const panel = within(await screen.findByRole('region', { name: 'E-mail address' }));
  await panel.findByText(/Your address is anna@example\.org/);
  await user.type(panel.getByLabelText('New e-mail address'), 'new@example.org');
  await user.type(panel.getByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(panel.getByRole('button', { name: 'Send the code' }));
  const code = await screen.findByLabelText('Verification code');
  await waitFor(() => expect(localStorage.getItem('x-user-key')).toBeNull());
  expect(server.callsOf(changeEmail)[0]?.body).toEqual({
    email: anna.email,
    newEmail: 'new@example.org',
    password: 'Correct-Horse-1',
  });
  await user.click(code);
  await user.paste('123-456');
  expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeTruthy();
  expect(server.callsOf(verifyEmail)[0]).toMatchObject({ key: 'user-key', body: { newEmail: 'new@example.org', code: '123456' } });
  expect(localStorage.getItem('x-user-key')).toBe('fresh-key');
});

test('whoever gives a change of address up, or signs in anew, leaves no key of the session behind', async () => {
  const waiting = JSON.stringify({ newEmail: 'new@example.org', key: 'user-key' });
  const server = serverWith([]);
  localStorage.setItem('email-change', waiting);
  await openConsole(server, '/verify-email', { signedOut: true });
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Back to log-in' }));
  await screen.findByRole('button', { name: 'Log in' });
  expect(localStorage.getItem('email-change')).toBeNull();
  localStorage.setItem('email-change', waiting);
  server.answer(signIn, { ...anna, uniqueKey: 'other-key' } as never);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-mail address'), 'hanako@example.jp');
  await user.type(screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(localStorage.getItem('x-user-key')).toBe('other-key'));
  expect(localStorage.getItem('email-change')).toBeNull();
});

test('a code opened in another browser leads to the login', async () => {
  const server = serverWith([]);
  await openConsole(server, '/verify-email?email=new%40example.org&code=123456', { signedOut: true });
  expect(await screen.findByText(/No change of address waits in this browser/)).toBeTruthy();
});

const session = (number: number, change: Partial<OwnSession>): OwnSession => ({
  _id: idOf(700 + number),
  agent: null,
  address: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: '2026-01-02T00:00:00.000Z',
  isCurrent: false,
  ...change,
});

test('devices are named, and each but this one can be signed out, or all others together', async () => {
  const server = serverWith([]);
  let sessions = [
    session(1, { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', isCurrent: true }),
    session(2, { agent: 'curl/8.5.0', address: '203.0.113.7' }),
    session(3, {}),
  ];
  server.answer(listSessions, () => sessions);
  server.answer(endSession, () => {
    sessions = sessions.filter(({ agent }) => agent !== 'curl/8.5.0');
    return { success: true };
  });
  server.answer(endOtherSessions, () => {
    sessions = sessions.slice(0, 1);
    return { success: true };
  });
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const devices = within(await screen.findByRole('list', { name: 'Signed-in devices' }));
  expect(await devices.findByText(/203\.0\.113\.7/)).toBeTruthy();
  expect(devices.queryByRole('button', { name: /Firefox/ })).toBeNull();
  await user.click(devices.getByRole('button', { name: 'Sign out: curl' }));
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(2));
  expect(server.callsOf(endSession)[0]?.params).toEqual({ id: idOf(702) });
  await user.click(screen.getByRole('button', { name: 'Sign out all other devices' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Signs out all other devices at once (1). Your bots go on.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }));
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1));
});

test('the whole API keys are shown after the password, and hidden again', async () => {
  const server = serverWith([bot(1)]);
  const account = (number: number, apiKey: string, bots: readonly { _id: string; name: string }[]) => ({
    _id: idOf(number),
    exchange: { _id: idOf(50), name: 'Virtual' },
    apiKey,
    connectedAt: '2026-01-01T00:00:00.000Z',
    bots: [...bots],
  });
  server.answer(showExchangeKeys, [account(801, 'the-whole-key-AB12', []), account(802, '', [{ _id: idOf(1), name: 'Tokyo-1' }])]);
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const panel = within(await screen.findByRole('region', { name: 'API keys' }));
  await user.click(panel.getByRole('button', { name: 'Show the keys' }));
  expect(await panel.findByText('Please enter your password')).toBeTruthy();
  expect(server.callsOf(showExchangeKeys)).toEqual([]);
  await user.type(panel.getByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(panel.getByRole('button', { name: 'Show the keys' }));
  expect(await panel.findByText('the-whole-key-AB12')).toBeTruthy();
  expect(panel.getByText('No bot trades with it')).toBeTruthy();
  expect(panel.getByText('removed')).toBeTruthy();
  expect(panel.getByText('Bots: Tokyo-1')).toBeTruthy();
  await user.click(panel.getByRole('button', { name: 'Hide the keys' }));
  expect(panel.queryByText('the-whole-key-AB12')).toBeNull();
  expect(panel.getByLabelText('Current password')).toHaveProperty('value', '');
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
