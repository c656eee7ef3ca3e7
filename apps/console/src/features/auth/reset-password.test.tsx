import { closePages, createFakeServer, refusal } from '@tenbin/app-kit/testing';
import { resetPassword } from '@tenbin/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { openConsole } from '../../testing/open-console.ts';

afterEach(closePages);

const goodPassword = 'Fresh2password';

async function enter(password: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('New password'));
  await user.paste(password);
  await user.click(screen.getByLabelText('New password (again)'));
  await user.paste(password);
  await user.click(screen.getByRole('button', { name: 'Set the password' }));
}

test('the login leads to the form that asks for a link, which says what is no address', async () => {
  const user = userEvent.setup();
  const server = createFakeServer();
  server.answer(resetPassword, { success: true });
  await openConsole(server, '/login', { signedOut: true });
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  const send = await screen.findByRole('button', { name: 'Send the link' });
  await user.click(send);
  expect(await screen.findByText('Please enter your Email Address')).toBeTruthy();
  await user.type(screen.getByLabelText('E-mail address'), 'anna');
  await user.click(send);
  expect(await screen.findByText('Invalid Email Address')).toBeTruthy();
  expect(server.callsOf(resetPassword)).toEqual([]);
  await user.type(screen.getByLabelText('E-mail address'), '@example.org');
  await user.click(send);
  expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeTruthy();
  expect(location.pathname).toBe('/reset-sent');
  expect(screen.getByText(/anna@example\.org/)).toBeTruthy();
});

test('the link’s page says what a new password does, and sends it with the token that no server has seen', async () => {
  const server = createFakeServer();
  server.answer(resetPassword, { success: true });
  await openConsole(server, '/reset-password#the-token', { signedOut: true });
  expect(await screen.findByText(/stops your running bots and removes the stored API keys/)).toBeTruthy();
  await enter(goodPassword);
  expect(await screen.findByRole('heading', { name: 'The password was changed' })).toBeTruthy();
  expect(server.callsOf(resetPassword)[0]?.body).toMatchObject({ token: 'the-token', password: goodPassword });
});

test('a password that is too weak is not sent', async () => {
  const server = createFakeServer();
  server.answer(resetPassword, { success: true });
  await openConsole(server, '/reset-password#the-token', { signedOut: true });
  await enter('weak');
  expect(await screen.findByText('The password does not have everything it needs')).toBeTruthy();
  expect(server.callsOf(resetPassword)).toEqual([]);
});

test('a link that was used, or has no token, leads to another one', async () => {
  const server = createFakeServer();
  server.answer(resetPassword, () => refusal(400, 'resetLinkInvalid'));
  await openConsole(server, '/reset-password#the-token', { signedOut: true });
  await enter(goodPassword);
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toContain('/forgot-password');
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
