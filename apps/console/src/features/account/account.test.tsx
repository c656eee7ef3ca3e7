import { closePages, refusal } from '@tenbin/app-kit/testing';
import { updateSelf } from '@tenbin/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

test('what is changed is saved, and only then can be', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(updateSelf, ({ body }) => ({ ...anna, ...(body as object) }));
  await openConsole(server, '/account');
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Phone number'), '03-1234-5678');
  await user.click(save);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(server.callsOf(updateSelf)[0]?.body).toEqual({ phoneNumber: '03-1234-5678' });
  await waitFor(() => expect(save).toHaveProperty('disabled', true));
});

test('a phone number is digits: what is none is refused, with the hint still there', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  await openConsole(server, '/account');
  await user.type(await screen.findByLabelText('Phone number'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(/e\.g\. 03-1234-5678/)).toBeTruthy();
  expect(server.callsOf(updateSelf)).toEqual([]);
});

test('what is longer than the call takes is not sent', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(updateSelf, anna);
  await openConsole(server, '/account');
  await user.click(await screen.findByLabelText('Phone number'));
  await user.paste('0'.repeat(31));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('At most 30 characters')).toBeTruthy();
  expect(server.callsOf(updateSelf)).toEqual([]);
});

test('the language changes at once, and is kept with the account', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(updateSelf, { ...anna, language: 'ja' });
  await openConsole(server, '/account');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), '日本語');
  expect(await screen.findByRole('heading', { name: 'アカウント設定' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('ja');
  await waitFor(() => expect(server.callsOf(updateSelf)[0]?.body).toEqual({ language: 'ja' }));
});

test('a language that could not be kept is used all the same, and that is said', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(updateSelf, () => refusal(400, 'invalidInput'));
  await openConsole(server, '/account');
  await user.click(await screen.findByRole('button', { name: '日本語' }));
  expect(await screen.findByText(/言語の設定をアカウントに保存できませんでした/)).toBeTruthy();
});

test('light and dark, and the colours of gain and loss, outlive the page', async () => {
  const user = userEvent.setup();
  const first = serverWith([]);
  await openConsole(first, '/account');
  await user.selectOptions(await screen.findByLabelText('Appearance'), 'Dark');
  await user.selectOptions(screen.getByLabelText('Colours of gain and loss'), 'Gains red, losses green');
  expect(await screen.findByRole('button', { name: 'Appearance: Light' })).toBeTruthy();
  expect([localStorage.getItem('appearance'), localStorage.getItem('gain-colour')]).toEqual(['dark', 'red']);
  const gain = getComputedStyle(screen.getByText('+1.2500').parentElement as HTMLElement).color;
  await user.selectOptions(screen.getByLabelText('Colours of gain and loss'), 'Gains green, losses red');
  expect(getComputedStyle(screen.getByText('+1.2500').parentElement as HTMLElement).color).not.toBe(gain);
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
