import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  createPlatformExchange,
  getPlatformExchange,
  listAllOrganizations,
  listPlatformExchanges,
  type OperatedExchange,
  removePlatformExchange,
  type TestedKey,
  testExchangeKey,
  updateOrganization,
  updatePlatformExchange,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, organization, serverFor } from '../../testing/open-operator.ts';
import { machine } from '../../words/en/machine.ts';

afterEach(closePages);

const exchange: OperatedExchange = {
  _id: idOf(5),
  name: 'Binance',
  ccxtId: 'binance',
  baseUrl: null,
  timeScale: 1,
  requiresPassphrase: false,
  enabled: true,
  omitPairs: ['BNB/USDT'],
  capabilities: ['clientOrderId', 'privateStream'],
  use: { organizations: 3, accounts: 12, bots: 20, busyBots: 7 },
  createdAt: '2026-01-01T00:00:00.000Z',
};
const rules = {
  minAmount: '0.00001',
  minCost: '5',
  tickSize: '0.01',
  lotSize: '0.00001',
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.00075,
  takerFee: 0.001,
};
const pairs = [{ name: 'BTC/USDT', baseName: 'BTC', counterName: 'USDT', ...rules }];
const path = `/exchanges/${exchange._id}`;

function server(role: 'operator' | 'observer' = 'operator') {
  const made = serverFor(role);
  made.answer(listPlatformExchanges, [exchange]);
  made.answer(getPlatformExchange, { ...exchange, pairs });
  return made;
}

test('the list says what depends on each exchange', async () => {
  await openOperator(server(), '/exchanges');
  const row = within(await screen.findByRole('row', { name: /Binance/ }));
  for (const figure of ['3', '12', '20', '7', machine.on]) expect(row.getByRole('cell', { name: figure })).toBeTruthy();
});

test('without exchanges the list says so', async () => {
  const asked = server();
  asked.answer(listPlatformExchanges, []);
  await openOperator(asked, '/exchanges');
  expect(await screen.findByText(machine.noExchanges)).toBeTruthy();
});

test('a list that could not be read says so', async () => {
  const asked = server();
  asked.answer(listPlatformExchanges, () => refusal(400, 'invalidInput'));
  await openOperator(asked, '/exchanges');
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('an exchange is added with what was typed; what is refused stands at its field', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(createPlatformExchange, () => refusal(400, 'usdNotPriced', { error: { ccxtId: 'Not this one' } }));
  await openOperator(asked, '/exchanges/new');
  await user.type(await screen.findByLabelText(machine.name), 'Bitbank');
  await user.type(screen.getByLabelText(machine.adapter), 'Bitbank');
  await user.type(screen.getByLabelText(machine.omitPairs), 'btc/jpy、eth/jpy');
  await user.click(screen.getByRole('button', { name: machine.add }));
  expect((await screen.findAllByText('Not this one')).length).toBeGreaterThan(0);
  expect(asked.callsOf(createPlatformExchange)[0]?.body).toEqual({
    name: 'Bitbank',
    ccxtId: 'bitbank',
    baseUrl: null,
    omitPairs: ['BTC/JPY', 'ETH/JPY'],
  });
});

test('what is not touched of an exchange is sent as it is', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(updatePlatformExchange, exchange);
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: machine.save }));
  await waitFor(() => expect(asked.callsOf(updatePlatformExchange)).toHaveLength(1));
  expect(asked.callsOf(updatePlatformExchange)[0]?.body).toEqual({
    name: 'Binance',
    ccxtId: 'binance',
    baseUrl: null,
    omitPairs: ['BNB/USDT'],
    requiresPassphrase: false,
  });
});

test('an exchange on which bots run is not switched off, nor one of which keys are stored removed: why stands there', async () => {
  await openOperator(server(), path);
  const off = await screen.findByRole('button', { name: machine.switchOff, description: 'Not while bots run there (7 now).' });
  const remove = screen.getByRole('button', { name: machine.remove, description: 'Not while API keys of it are stored (12 now).' });
  for (const button of [off, remove]) expect(button).toHaveProperty('disabled', true);
});

test('switching off and removing say what depends on it before they do anything', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(getPlatformExchange, { ...exchange, use: { ...exchange.use, accounts: 0, busyBots: 0 }, pairs });
  asked.answer(updatePlatformExchange, { ...exchange, enabled: false });
  asked.answer(removePlatformExchange, { success: true });
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: machine.switchOff }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/20 bots/)).toBeTruthy();
  expect(asked.callsOf(updatePlatformExchange)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: machine.switchOff }));
  await waitFor(() => expect(asked.callsOf(updatePlatformExchange)[0]?.body).toEqual({ enabled: false }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: machine.remove }));
  const removing = within(await screen.findByRole('dialog'));
  expect(removing.getByText(/3 organizations/)).toBeTruthy();
  await user.click(removing.getByRole('button', { name: machine.remove }));
  await waitFor(() => expect(asked.callsOf(removePlatformExchange)).toHaveLength(1));
  expect(await screen.findByRole('heading', { level: 1, name: machine.exchanges })).toBeTruthy();
});

test('an exchange of one organization disappears from one', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(getPlatformExchange, { ...exchange, use: { ...exchange.use, accounts: 0, organizations: 1 }, pairs });
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: machine.remove }));
  expect(within(await screen.findByRole('dialog')).getByText(/from 1 organization\./)).toBeTruthy();
});

test('an observer finds an exchange that does not answer without its pairs, and no way to change it', async () => {
  const asked = server('observer');
  asked.answer(getPlatformExchange, { ...exchange, pairs: null });
  await openOperator(asked, path);
  expect(await screen.findByText(machine.notAnswering)).toBeTruthy();
  for (const name of [machine.save, machine.switchOff, machine.remove, machine.test])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('which organizations may offer an exchange is chosen here; what somebody else has chosen meanwhile stays', async () => {
  const user = userEvent.setup();
  const asked = server();
  let allowed: string[] = [];
  asked.answer(listAllOrganizations, () => [{ ...organization, allowedExchanges: allowed }]);
  asked.answer(updateOrganization, ({ body }) => {
    allowed = (body as { exchanges: string[] }).exchanges;
    return organization;
  });
  await openOperator(asked, path);
  const choice = await screen.findByLabelText<HTMLInputElement>(`${machine.mayOffer}: ${organization.name}`);
  expect(choice.checked).toBe(false);
  allowed = [idOf(8)];
  await user.click(choice);
  await waitFor(() => expect(asked.callsOf(updateOrganization)[0]?.body).toEqual({ exchanges: [idOf(8), exchange._id] }));
  await waitFor(() => expect([choice.checked, choice.disabled]).toEqual([true, false]));
  await user.click(choice);
  await waitFor(() => expect(asked.callsOf(updateOrganization)[1]?.body).toEqual({ exchanges: [idOf(8)] }));
});

test('without organizations the page says so', async () => {
  const asked = server();
  asked.answer(listAllOrganizations, []);
  await openOperator(asked, path);
  expect(await screen.findByText(machine.noOrganizations)).toBeTruthy();
});

test('organizations that could not be read are told of, and can be asked for again', async () => {
  const asked = server();
  asked.answer(listAllOrganizations, () => refusal(400, 'invalidInput'));
  await openOperator(asked, path);
  expect(await screen.findByText(machine.offering)).toBeTruthy();
  expect(await screen.findByRole('alert')).toBeTruthy();
});

const tested: TestedKey = {
  rights: { read: true, trade: true, withdraw: false, transfer: false },
  fault: null,
  balances: [{ currency: 'BTC', free: '0.2', locked: '0.05', total: '0.25' }],
};

async function testKey(asked: ReturnType<typeof server>) {
  const user = userEvent.setup();
  await openOperator(asked, path);
  await user.type(await screen.findByLabelText(machine.apiKey), ' a-key ');
  await user.type(screen.getByLabelText(machine.secret), 'a-secret');
  await user.click(screen.getByRole('button', { name: machine.test }));
}

test('a key is tested: what it may do and what it reads is shown, and what was typed is gone', async () => {
  const asked = server();
  asked.answer(testExchangeKey, tested);
  await testKey(asked);
  expect(await screen.findByText(machine.keySafe)).toBeTruthy();
  expect(asked.callsOf(testExchangeKey)[0]?.body).toEqual({ key: 'a-key', secret: 'a-secret' });
  for (const figure of ['BTC', '0.2', '0.05', '0.25']) expect(screen.getByText(figure)).toBeTruthy();
  for (const label of [machine.apiKey, machine.secret]) expect(screen.getByLabelText(label)).toHaveProperty('value', '');
});

test.each([
  { ...tested, rights: { ...tested.rights, withdraw: true }, fault: 'withdrawalRight' as const, says: machine.keyFault_withdrawalRight },
  { ...tested, rights: { ...tested.rights, withdraw: 'unknown' as const }, says: machine.keyRightsUnknown },
  { ...tested, balances: null, says: machine.balancesNotReadable },
  { ...tested, balances: [], says: machine.noBalances },
])('a key is tested: $says', async ({ says, ...answer }) => {
  const asked = server();
  asked.answer(testExchangeKey, answer);
  await testKey(asked);
  expect(await screen.findByText(says)).toBeTruthy();
});

test('a key that the exchange refuses stays where it was typed, with why', async () => {
  const asked = server();
  asked.answer(testExchangeKey, () => refusal(400, 'invalidApiKey', { error: { key: 'Not one of ours' } }));
  await testKey(asked);
  expect((await screen.findAllByText('Not one of ours')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText(machine.apiKey)).toHaveProperty('value', ' a-key ');
});

test('a pair is listed with what a trade costs there', async () => {
  await openOperator(server(), path);
  const row = within(await screen.findByRole('row', { name: /BTC\/USDT/ }));
  for (const fee of ['0.0750%', '0.1000%']) expect(row.getByText(fee)).toBeTruthy();
});
