import { closePages, createFakeServer, refusal } from '@tenbin/app-kit/testing';
import { createUser, signIn, verifyEmail, verifyUser } from '@tenbin/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const signedUp = { ...anna, ticket: 't1', mailed: true, resendAfterSeconds: 60 };

async function fillIn(email: string, password: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail address'), email);
  await user.click(screen.getByLabelText('Password'));
  await user.paste(password);
  await user.click(screen.getByLabelText('Password (again)'));
  await user.paste(password);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

test.each(['a@b.c', '.a@b.jp', 'a..b@c.jp', 'a,b@c.jp'])(
  'the address %s is refused before it is sent, as the server would',
  async (email) => {
    const server = createFakeServer();
    server.answer(createUser, signedUp);
    await openConsole(server, '/sign-up', { signedOut: true });
    await fillIn(email, 'Correct-Horse-1');
    expect(await screen.findByText('Invalid Email Address')).toBeTruthy();
    expect(server.callsOf(createUser)).toEqual([]);
  },
);

test('a password of six signs is too short, however much room they take', async () => {
  const server = createFakeServer();
  server.answer(createUser, signedUp);
  await openConsole(server, '/sign-up', { signedOut: true });
  await fillIn('anna@example.org', `Aa1${'🍎'.repeat(3)}`);
  expect(await screen.findByText('The password does not have everything it needs')).toBeTruthy();
  expect(screen.getByText('8 to 49 characters').textContent).toContain('still needed');
  expect(server.callsOf(createUser)).toEqual([]);
});

test('a password of 27 signs is good, though they take 51 places', async () => {
  const server = createFakeServer();
  server.answer(createUser, signedUp);
  await openConsole(server, '/sign-up', { signedOut: true });
  const password = `Aa1${'🍎'.repeat(24)}`;
  await fillIn(' anna@example.org ', password);
  await waitFor(() => expect(server.callsOf(createUser)).toHaveLength(1));
  expect(server.callsOf(createUser)[0]?.body).toMatchObject({ email: 'anna@example.org', password, language: 'en' });
  expect(await screen.findByLabelText('Verification code')).toBeTruthy();
});

test('what the server refuses of a field stands at that field', async () => {
  const server = createFakeServer();
  server.answer(createUser, () => refusal(400, 'weakPassword', { message: 'Not good enough', error: { password: 'Choose another one' } }));
  await openConsole(server, '/sign-up', { signedOut: true });
  await fillIn('anna@example.org', 'Correct-Horse-1');
  expect(await screen.findByText('Choose another one')).toBeTruthy();
  expect(screen.getByText('Not good enough')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('the last digit of a mailed code sends it, where this browser signed up', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(verifyUser, { ...anna, uniqueKey: 'fresh-key' });
  localStorage.setItem('sign-up', JSON.stringify({ email: anna.email, ticket: 't1', mailed: true, resendAt: 0 }));
  await openConsole(server, `/verify?email=${encodeURIComponent(anna.email)}`, { signedOut: true });
  await user.click(await screen.findByLabelText('Verification code'));
  await user.paste('１２３-４５６');
  await waitFor(() => expect(server.callsOf(verifyUser)).toHaveLength(1));
  expect(server.callsOf(verifyUser)[0]?.body).toMatchObject({ code: '123456', ticket: 't1' });
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});

test('the last digit of the code that was mailed to a new address sends it', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(verifyEmail, { ...anna, uniqueKey: 'fresh-key' });
  localStorage.setItem('email-change', JSON.stringify({ newEmail: 'new@example.org', key: 'k1' }));
  await openConsole(server, '/verify-email?email=new%40example.org', { signedOut: true });
  await user.click(await screen.findByLabelText('Verification code'));
  await user.paste('１２３-４５６');
  await waitFor(() => expect(server.callsOf(verifyEmail)).toHaveLength(1));
  expect(server.callsOf(verifyEmail)[0]?.body).toEqual({ newEmail: 'new@example.org', code: '123456' });
});

test('elsewhere the code needs the password', async () => {
  const user = userEvent.setup();
  const server = createFakeServer();
  server.answer(verifyUser, { ...anna, uniqueKey: 'fresh-key' });
  await openConsole(server, `/verify?email=${encodeURIComponent(anna.email)}`, { signedOut: true });
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Verify and log in' }));
  expect(await screen.findByText('Please enter your password')).toBeTruthy();
  expect(server.callsOf(verifyUser)).toEqual([]);
});

test('a login that is refused says why, and an address that is not verified leads to its code', async () => {
  const user = userEvent.setup();
  const server = createFakeServer();
  server.answer(signIn, () => refusal(401, 'emailVerified', { message: 'Please complete the e-mail verification first.' }));
  await openConsole(server, '/login?next=%2Fbots%2F', { signedOut: true });
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Please enter your Email Address')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'));
  await user.type(screen.getByLabelText('E-mail address'), anna.email);
  await user.type(screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const wayOn = await screen.findByRole('link', { name: 'Enter the verification code' });
  expect(wayOn.getAttribute('href')).toContain('/verify?email=anna%40example.org');
});

test('after the login one is back where one was', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(signIn, { ...anna, uniqueKey: 'fresh-key' });
  await openConsole(server, '/history/?page=2', { signedOut: true });
  await user.type(await screen.findByLabelText('E-mail address'), anna.email);
  await user.type(screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'History' });
  expect(location.pathname + location.search).toBe('/history/?page=2');
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
