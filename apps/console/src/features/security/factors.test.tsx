import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  addAuthenticator,
  deleteSelf,
  exportSelf,
  getFactors,
  removeAuthenticator,
  renewRecoveryCodes,
  setUpAuthenticator,
  signIn,
  signInWithFactor,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { user as anna } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const on = { authenticator: { createdAt: '2026-01-01T00:00:00.000Z' }, passkeys: [], recoveryCodesLeft: 2 };
const panel = async () => within(await screen.findByRole('region', { name: 'Second factor' }));

test('an app is set up by its secret and a code; the recovery codes are shown once', async () => {
  const server = serverWith([]);
  let isOn = false;
  server.answer(getFactors, () => (isOn ? on : { authenticator: null, passkeys: [], recoveryCodesLeft: 0 }));
  server.answer(setUpAuthenticator, { secret: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/a?secret=ABCDEFGHIJKLMNOP', setUp: 'sealed' });
  server.answer(addAuthenticator, () => {
    isOn = true;
    return { recoveryCodes: ['AAAA-1', 'BBBB-2'] };
  });
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText, findByText } = await panel();
  await user.click(await findByRole('button', { name: 'Set up an app' }));
  await user.type(await findByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(await findByRole('button', { name: 'Next' }));
  expect(await findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(await findByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  await user.type(await findByLabelText('6-digit code from the app'), '123456');
  await user.click(await findByRole('button', { name: 'Switch it on' }));
  const codes = await findByRole('list', { name: 'Recovery codes' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['AAAA-1', 'BBBB-2']);
  expect(server.callsOf(setUpAuthenticator)[0]?.body).toEqual({ password: 'Correct-Horse-1' });
  expect(server.callsOf(addAuthenticator)[0]?.body).toEqual({ setUp: 'sealed', code: '123456' });
  await user.click(await findByRole('button', { name: 'I have kept them' }));
  expect(await findByRole('button', { name: 'Switch the app off' })).toBeTruthy();
  expect(screen.queryByText('AAAA-1')).toBeNull();
});

test('it is switched off, and codes are renewed, by password and code', async () => {
  const server = serverWith([]);
  server.answer(getFactors, on);
  server.answer(renewRecoveryCodes, { recoveryCodes: ['CCCC-3'] });
  server.answer(removeAuthenticator, () => refusal(400, 'factorCodeWrong', { message: 'no', error: { code: 'Not this one' } }));
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText, findByText } = await panel();
  const prove = async (submit: string) => {
    await user.type(await findByLabelText('Current password'), 'Correct-Horse-1');
    await user.type(await findByLabelText('Code, or recovery code'), '123456');
    await user.click(await findByRole('button', { name: submit }));
  };
  expect(await findByText('Left: 2')).toBeTruthy();
  await user.click(await findByRole('button', { name: 'Switch the app off' }));
  await prove('Switch the app off');
  expect(await findByText('Not this one')).toBeTruthy();
  await user.click(await findByRole('button', { name: 'Cancel' }));
  await user.click(await findByRole('button', { name: 'Make new codes' }));
  await prove('Make new codes');
  expect(await findByText('CCCC-3')).toBeTruthy();
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
  await user.click(await findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('The codes could not be copied. Please write them down.')).toBeTruthy();
  copying.mockRestore();
  expect(server.callsOf(renewRecoveryCodes)[0]?.body).toEqual({ password: 'Correct-Horse-1', code: '123456' });
});

test('an account is deleted by the password, after it was said what goes; then nobody is signed in', async () => {
  const server = serverWith([]);
  server.answer(deleteSelf, () => refusal(409, 'subscriptionRunning', { message: 'Cancel it first' }));
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText, findByText, queryByLabelText } = within(
    await screen.findByRole('region', { name: 'Delete the account' }),
  );
  await user.click(await findByRole('button', { name: 'Delete the account' }));
  expect(await findByText(/stay in the books without your name/)).toBeTruthy();
  await user.type(await findByLabelText('Current password'), 'Correct-Horse-1');
  expect(queryByLabelText('Code, or recovery code')).toBeNull();
  await user.click(await findByRole('button', { name: 'Delete it for good' }));
  expect(await findByText(/Cancel it first/)).toBeTruthy();
  server.answer(deleteSelf, { success: true });
  await user.click(await findByRole('button', { name: 'Delete it for good' }));
  await waitFor(() => expect(localStorage.getItem('x-user-key')).toBeNull());
  expect(server.callsOf(deleteSelf)[0]?.body).toEqual({ password: 'Correct-Horse-1' });
  expect(await screen.findByText('Your account was deleted. Thank you for having been with us.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});

test('an account is exported by password and code, as the very file that the server wrote', async () => {
  const server = serverWith([]);
  server.answer(getFactors, on);
  server.answer(exportSelf, () => refusal(400, 'factorCodeWrong', { message: 'no', error: { code: 'Not this one' } }));
  const saved: Blob[] = [];
  URL.createObjectURL = (file) => {
    saved.push(file as Blob);
    return 'blob:account';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText, findByText } = within(await screen.findByRole('region', { name: 'Your data' }));
  await user.click(await findByRole('button', { name: 'Export your data' }));
  await user.type(await findByLabelText('Current password'), 'Correct-Horse-1');
  await user.type(await findByLabelText('Code, or recovery code'), '123456');
  await user.click(await findByRole('button', { name: 'Save the file' }));
  expect(await findByText('Not this one')).toBeTruthy();
  const lists = {
    pushBrowsers: [],
    sessions: [],
    exchangeAccounts: [],
    bots: [],
    records: [{ _id: '1' }],
    rebalances: [],
    subscriptions: [],
    payments: [],
  };
  const account = {
    exportedAt: '2026-01-31T00:00:00.000Z',
    profile: { email: anna.email },
    mailTopics: {},
    pushTopics: {},
    signInMethods: {},
  };
  server.answer(exportSelf, {
    ...account,
    ...lists,
    trades: [],
    orders: [],
    timeline: [],
    campaignCodes: [],
    invitations: [],
    actions: [],
  });
  await user.click(await findByRole('button', { name: 'Save the file' }));
  expect(await screen.findByText('Your data was exported.')).toBeTruthy();
  expect(server.callsOf(exportSelf).at(-1)?.body).toEqual({ password: 'Correct-Horse-1', code: '123456' });
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({ profile: { email: anna.email }, records: [{ _id: '1' }] });
});

test('where it cannot be read whether a code is needed, the deletion says so and tries again', async () => {
  const server = serverWith([]);
  server.answer(getFactors, () => refusal(500, 'internalError', {}));
  await openConsole(server, '/account/security');
  const user = userEvent.setup();
  const { findByRole, findByLabelText } = within(await screen.findByRole('region', { name: 'Delete the account' }));
  await user.click(await findByRole('button', { name: 'Delete the account' }));
  const again = await findByRole('button', { name: 'Try again' });
  server.answer(getFactors, on);
  await user.click(again);
  expect(await findByLabelText('Code, or recovery code')).toBeTruthy();
});

test('a log-in whose password is not enough asks for a code, and begins no session before', async () => {
  const server = serverWith([]);
  const facts = { challenge: 'sealed', methods: ['authenticator', 'recoveryCode'] };
  server.answer(signIn, () => refusal(401, 'factorRequired', { facts }));
  server.answer(signInWithFactor, { ...anna, uniqueKey: 'fresh-key' });
  await openConsole(server, '/login', { signedOut: true });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail address'), anna.email);
  await user.type(screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeTruthy();
  expect(localStorage.getItem('x-user-key')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to the password' }));
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  await user.type(await screen.findByLabelText('Code'), ' 123456 ');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(localStorage.getItem('x-user-key')).toBe('fresh-key'));
  expect(server.callsOf(signInWithFactor)[0]?.body).toEqual({ challenge: 'sealed', code: '123456' });
});
