import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  checkApiKeyPrivilegeByBody as checkKey,
  connectExchange,
  createBot,
  type Exchange,
  type ExchangeAccount,
  getBalancesByBody,
  listExchangeAccounts,
  listOwnExchanges,
  removeExchangeAccount,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { bot } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const exchange = (number: number, change: Partial<Exchange>): Exchange => ({
  _id: idOf(number),
  name: 'Virtual',
  requiresPassphrase: false,
  timeScale: 1,
  availableCurrencyPairs: [],
  ...change,
});
const account = (number: number, change: Partial<ExchangeAccount> = {}): ExchangeAccount => ({
  _id: idOf(number),
  exchange: { _id: idOf(50), name: 'Virtual' },
  apiKey: 'x7Qd',
  connectedAt: '2026-01-02T03:04:05.000Z',
  bots: [],
  ...change,
});

function serverOf(accounts: readonly ExchangeAccount[]) {
  const server = serverWith([bot(1)]);
  let held = [...accounts];
  server.answer(listExchangeAccounts, () => held);
  server.answer(listOwnExchanges, [exchange(50, {}), exchange(51, { name: 'With passphrase', requiresPassphrase: true })]);
  server.answer(connectExchange, () => {
    const made = account(99, { apiKey: 'nEw9' });
    held = [...held, made];
    return made;
  });
  server.answer(removeExchangeAccount, () => {
    held = [];
    return { success: true };
  });
  return server;
}
const rows = async () => within(await screen.findByRole('list', { name: 'Connected accounts' })).getAllByRole('listitem');

test('an account is connected, with the passphrase only where the exchange wants one, and its key is not kept on the page', async () => {
  const server = serverOf([]);
  await openConsole(server, '/account/exchanges');
  const user = userEvent.setup();
  expect(await screen.findByText('No exchange account is connected')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('Please enter the API key')).toBeTruthy();
  expect(server.callsOf(connectExchange)).toEqual([]);
  expect(screen.queryByLabelText('Passphrase')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Exchange'), 'With passphrase');
  await user.type(screen.getByLabelText('API key'), ' K1 ');
  await user.type(screen.getByLabelText('API secret'), 'S1');
  await user.type(screen.getByLabelText('Passphrase'), 'P1');
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(server.callsOf(connectExchange)[0]?.body).toEqual({ exchangeId: idOf(51), apiKey: 'K1', secret: 'S1', passPhrase: 'P1' });
  expect(screen.getByLabelText('API secret')).toHaveProperty('value', '');
});

test('a key that the exchange does not take is told at its field', async () => {
  const server = serverOf([]);
  server.answer(connectExchange, () =>
    refusal(400, 'withdrawalRight', { message: 'withdrawalRight', error: { apiKey: 'This key may withdraw.' } }),
  );
  await openConsole(server, '/account/exchanges');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('API key'), 'K1');
  await user.type(screen.getByLabelText('API secret'), 'S1');
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('This key may withdraw.')).toBeTruthy();
  expect(screen.getByLabelText('API secret')).toHaveProperty('value', 'S1');
});

test('a key that takes the place of a stored one asks for the password, and says why', async () => {
  const server = serverOf([account(90)]);
  let isAsked = false;
  server.answer(connectExchange, () => {
    if (isAsked) return account(90, { apiKey: 'nEw9' });
    isAsked = true;
    return refusal(400, 'passwordRequired', { message: 'passwordRequired', error: { password: 'Please enter your password.' } });
  });
  await openConsole(server, '/account/exchanges');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('API key'), 'K1');
  await user.type(screen.getByLabelText('API secret'), 'S1');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await user.type(await screen.findByLabelText('Current password'), 'Correct1Horse');
  expect(screen.getByText(/takes the place of its stored key/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
  expect(server.callsOf(connectExchange).map(({ body }) => body)).toEqual([
    { exchangeId: idOf(50), apiKey: 'K1', secret: 'S1' },
    { exchangeId: idOf(50), apiKey: 'K1', secret: 'S1', password: 'Correct1Horse' },
  ]);
});

test('removing a key names the bots that cannot start without it, and asks first', async () => {
  const server = serverOf([account(90, { bots: [{ _id: bot(1)._id, name: 'Tokyo-1' }] })]);
  await openConsole(server, '/account/exchanges');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove: Virtual, key ending in x7Qd' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/cannot start until a key is entered for them: Tokyo-1/)).toBeTruthy();
  expect(server.callsOf(removeExchangeAccount)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Please enter your password')).toBeTruthy();
  await user.type(dialog.getByLabelText('Current password'), 'Correct1Horse');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No exchange account is connected')).toBeTruthy();
  expect(server.callsOf(removeExchangeAccount)).toMatchObject([{ params: { id: idOf(90) }, body: { password: 'Correct1Horse' } }]);
});

test('a key that was removed leads to where its bot gets another', async () => {
  await openConsole(serverOf([account(90, { apiKey: '', bots: [{ _id: bot(1)._id, name: 'Tokyo-1' }] })]), '/account/exchanges');
  const [row] = (await rows()) as [HTMLElement];
  expect(within(row).getByText('Virtual, key removed')).toBeTruthy();
  expect(within(row).getByRole('link', { name: 'Tokyo-1' }).getAttribute('href')).toBe(`/bots/${bot(1)._id}/edit`);
  expect(within(row).queryByRole('button')).toBeNull();
});

test('a bot is set up with a connected account; another key can be entered', async () => {
  const server = serverOf([account(90), account(91, { apiKey: '' })]);
  server.answer(checkKey, { success: true, rights: { read: true, trade: true, withdraw: false, transfer: false } });
  server.answer(getBalancesByBody, []);
  await openConsole(server, '/bots/new');
  const user = userEvent.setup();
  const choice = await screen.findByLabelText('Exchange account');
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Connected: key ending in x7Qd', 'Enter another key']);
  expect(screen.queryByLabelText('API key')).toBeNull();
  await waitFor(() => expect(server.callsOf(checkKey)[0]?.body).toEqual({ exchangeAccountId: idOf(90) }));
  await user.type(screen.getByLabelText('Bot name'), 'Osaka-2');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/Choose three currencies/)).toBeTruthy();
  expect(server.callsOf(createBot)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.selectOptions(await screen.findByLabelText('Exchange account'), 'Enter another key');
  expect(screen.getByLabelText('API key')).toHaveProperty('value', '');
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
