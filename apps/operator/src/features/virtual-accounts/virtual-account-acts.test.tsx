import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  createVirtualAccount,
  createVirtualOrder,
  deleteVirtualAccount,
  freezeVirtualAccount,
  getRealBalance,
  getVirtualAccount,
  increaseVirtualBalance,
  listAllVirtualOrders,
  listMarketMakers,
  listMovements,
  listOpenVirtualOrders,
  listPlatformExchanges,
  listVirtualAccounts,
  listVirtualRecords,
  type Movement,
  reverseMovement,
  startVirtualBot,
  stopVirtualBot,
  transferVirtualBalance,
  type VirtualAccount,
} from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, serverFor } from '../../testing/open-operator.ts';
import { markets as text } from '../../words/en/markets.ts';

afterEach(closePages);

const at = '2026-01-01T00:00:00.000Z';
const account: VirtualAccount = {
  _id: idOf(3),
  exchangeName: 'Binance',
  name: 'maker',
  state: 'active',
  balances: { USDT: { total: '1000', reserved: '250', free: '750' } },
  owed: {},
  bots: [],
  orders: 0,
  version: 1,
  createdAt: at,
};
const other: VirtualAccount = { ...account, _id: idOf(4), name: 'reserve' };
const elsewhere: VirtualAccount = { ...account, _id: idOf(5), name: 'far away', exchangeName: 'Kraken' };
const given: Movement = {
  _id: '7',
  at,
  cause: 'give',
  entries: [
    { account: 'rest', part: null, kind: 'transfer', currency: 'USDT', amount: '-1000' },
    { account: 'maker', part: 'free', kind: 'transfer', currency: 'USDT', amount: '1000' },
  ],
  orderId: null,
  tradeId: null,
  by: 'operator@example.org',
  reason: 'To begin with',
  reverses: null,
  isReversible: true,
};

function serverWith(shown: VirtualAccount = account, role: 'operator' | 'observer' = 'operator') {
  const server = serverFor(role);
  server.answer(listVirtualAccounts, [shown, other, elsewhere]);
  server.answer(getVirtualAccount, shown);
  server.answer(getRealBalance, {
    balances: { USDT: { wallet: '5000', held: '250', ledgers: '1000', rest: '3999.5', difference: '0.5' } },
    at,
    complete: true,
  });
  server.answer(listMarketMakers, []);
  server.answer(listOpenVirtualOrders, []);
  server.answer(listMovements, [given]);
  server.answer(listAllVirtualOrders, []);
  server.answer(listVirtualRecords, []);
  return server;
}

async function openAccount(server: ReturnType<typeof serverWith>) {
  const user = userEvent.setup();
  await openOperator(server, '/virtual-accounts/account?exchange=Binance&name=maker');
  await screen.findByText('750');
  const press = (name: string) => user.click(screen.getByText(name, { selector: 'button' }));
  const dialog = async () => within(await screen.findByRole('dialog'));
  return { user, press, dialog };
}

test('money is given with a reason; where no answer came, it is asked for again under the same name', async () => {
  const server = serverWith();
  const { user, press, dialog } = await openAccount(server);
  await press(text.give);
  const form = await dialog();
  await user.type(form.getByLabelText(text.currency), 'usdt');
  await user.type(form.getByLabelText(text.amount), '-12.5');
  await user.click(form.getByText(text.give, { selector: 'button' }));
  expect(server.callsOf(increaseVirtualBalance)).toEqual([]);
  await user.type(form.getByLabelText(new RegExp(text.reason)), 'Back to the rest');
  server.answer(increaseVirtualBalance, () => {
    throw new TypeError('the connection ended');
  });
  await user.click(form.getByText(text.give, { selector: 'button' }));
  await expect.poll(() => server.callsOf(increaseVirtualBalance).length).toBe(1);
  server.answer(increaseVirtualBalance, account);
  await expect.poll(() => (form.getByText(text.give, { selector: 'button' }) as HTMLButtonElement).disabled).toBe(false);
  await user.click(form.getByText(text.give, { selector: 'button' }));
  expect(await screen.findByText('The money of maker is booked.')).toBeTruthy();
  const [first, second] = server.callsOf(increaseVirtualBalance);
  expect(second?.body).toEqual({ exchangeName: 'Binance', name: 'maker', currency: 'USDT', amount: '-12.5', reason: 'Back to the rest' });
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('what was refused is asked for anew under another name', async () => {
  const server = serverWith();
  const { user, press, dialog } = await openAccount(server);
  await press(text.transfer);
  const form = await dialog();
  await form.findByLabelText(text.to);
  // Of the same exchange, and not itself.
  expect([...(form.getByLabelText(text.to) as HTMLSelectElement).options].map(({ value }) => value)).toEqual(['', 'reserve']);
  await user.selectOptions(form.getByLabelText(text.to), 'reserve');
  await user.type(form.getByLabelText(text.currency), 'USDT');
  await user.type(form.getByLabelText(new RegExp(text.reason)), 'Needed there');
  server.answer(transferVirtualBalance, () => refusal(409, 'ledgerLacksFunds', { message: 'It has too little' }));
  await user.click(form.getByText(text.transfer, { selector: 'button' }));
  expect(await form.findByText(/It has too little/)).toBeTruthy();
  server.answer(transferVirtualBalance, { from: account, to: other });
  await user.click(form.getByText(text.transfer, { selector: 'button' }));
  expect(await screen.findByText('Transferred from maker to reserve.')).toBeTruthy();
  const [first, second] = server.callsOf(transferVirtualBalance);
  expect(second?.body).toEqual({
    exchangeName: 'Binance',
    from: 'maker',
    to: 'reserve',
    currency: 'USDT',
    amount: 'all',
    reason: 'Needed there',
  });
  for (const sent of [first, second]) expect(sent?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
});

test('the wallet stands beside what is booked, and a difference is seen', async () => {
  await openAccount(serverWith());
  const wallet = within(await screen.findByRole('group', { name: text.wallet }));
  for (const part of ['5,000', '250', '1,000', '3,999.5', '0.5']) expect(await wallet.findByText(part)).toBeTruthy();
});

test('what the account does not allow as it stands cannot be pressed, and why stands there', async () => {
  const bot = {
    _id: idOf(9),
    type: 'balancing',
    pairs: ['BTC/USDT'],
    state: 'stopping',
    isRunning: false,
    stopCause: null,
    stoppedAt: null,
  };
  const nothingFree = { USDT: { total: '250', reserved: '250', free: '0' } };
  const barred = async (shown: VirtualAccount, whys: Readonly<Record<string, string | null>>) => {
    await openOperator(serverWith(shown), '/virtual-accounts/account?exchange=Binance&name=maker');
    for (const [name, why] of Object.entries(whys)) {
      const button = await screen.findByRole('button', { name, ...(why !== null && { description: why }) });
      expect([name, (button as HTMLButtonElement).disabled]).toEqual([name, why !== null]);
    }
    closePages();
  };
  const acts = (spend: string | null, start: string | null) => ({
    [text.transfer]: spend,
    [text.place]: spend,
    [text.start]: start,
    [text.give]: null,
    [text.freeze]: null,
  });
  await barred(account, { ...acts(null, null), [text.close]: text.whileNotEmpty });
  await barred(
    { ...account, balances: nothingFree, orders: 1 },
    { ...acts(text.whileNothingFree, null), [text.close]: text.whileNotEmpty },
  );
  await barred({ ...account, balances: {} }, { ...acts(text.whileNothingFree, null), [text.close]: null });
  await barred({ ...account, balances: {}, bots: [bot] }, { [text.start]: null, [text.close]: text.whileNotEmpty });
  await barred({ ...account, state: 'overdrawn' }, acts(text.whileOverdrawn, text.whileOverdrawn));
  const { [text.freeze]: _, ...ofFrozen } = acts(text.whileFrozen, text.whileFrozen);
  await barred({ ...account, state: 'frozen' }, ofFrozen);
});

test('it is frozen with a reason, and closed only with its name typed', async () => {
  const server = serverWith();
  server.answer(freezeVirtualAccount, { ...account, state: 'frozen' });
  server.answer(deleteVirtualAccount, () => refusal(409, 'ledgerNotEmpty', { message: 'There is money on it' }));
  const { user, press, dialog } = await openAccount(server);
  await press(text.freeze);
  const freeze = await dialog();
  const confirm = () => freeze.getByText(text.freeze, { selector: 'button' }) as HTMLButtonElement;
  expect(confirm().disabled).toBe(true);
  await user.type(freeze.getByLabelText(new RegExp(text.reason)), 'Looks odd');
  await user.click(confirm());
  expect(await screen.findByText('maker is frozen.')).toBeTruthy();
  expect(server.callsOf(freezeVirtualAccount)[0]?.body).toEqual({
    exchangeName: 'Binance',
    name: 'maker',
    frozen: true,
    reason: 'Looks odd',
  });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  // Nothing but what comes in meanwhile is in the way then.
  server.answer(getVirtualAccount, { ...account, balances: {} });
  closePages();
  await openOperator(server, '/virtual-accounts/account?exchange=Binance&name=maker');
  await user.click(await screen.findByRole('button', { name: text.close }));
  const close = await dialog();
  const closing = () => close.getByText(text.close, { selector: 'button' }) as HTMLButtonElement;
  expect(closing().disabled).toBe(true);
  await user.type(close.getByLabelText('Type maker to confirm'), 'maker');
  await user.click(closing());
  expect(await screen.findByText(/There is money on it/)).toBeTruthy();
  expect(server.callsOf(deleteVirtualAccount)[0]?.params).toEqual({ id: account._id });
});

test('a balancing bot needs its pairs and a width at first, and is stopped after a question', async () => {
  const server = serverWith();
  server.answer(startVirtualBot, account);
  const { user, dialog } = await openAccount(server);
  await user.type(screen.getByLabelText(text.pairs), 'btc/usdt, eth/usdt eth/btc');
  await user.click(screen.getByText(text.start, { selector: 'button' }));
  expect(await screen.findByText(text.required)).toBeTruthy();
  await user.type(screen.getByLabelText(text.width), '100');
  await user.click(screen.getByText(text.start, { selector: 'button' }));
  expect(await screen.findByText('Please enter a number above 0, at most 99.9.')).toBeTruthy();
  await user.clear(screen.getByLabelText(text.width));
  await user.type(screen.getByLabelText(text.width), '0.7');
  await user.click(screen.getByText(text.start, { selector: 'button' }));
  await user.click((await dialog()).getByText(text.start, { selector: 'button' }));
  await expect
    .poll(() => server.callsOf(startVirtualBot)[0]?.body)
    .toEqual({
      exchangeName: 'Binance',
      name: 'maker',
      pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
      delta: 0.0035,
    });
  closePages();
  const bot = { _id: idOf(9), type: 'balancing', pairs: ['BTC/USDT'], state: 'running', isRunning: true, stopCause: null, stoppedAt: null };
  const running = serverWith({ ...account, bots: [bot] });
  running.answer(stopVirtualBot, account);
  const again = await openAccount(running);
  await again.press(text.stop);
  await again.user.click((await again.dialog()).getByText(text.stop, { selector: 'button' }));
  await expect.poll(() => running.callsOf(stopVirtualBot)[0]?.body).toEqual({ exchangeName: 'Binance', name: 'maker' });
});

test('a market order is placed without a price', async () => {
  const server = serverWith();
  server.answer(createVirtualOrder, () => refusal(503, 'orderPriceUnknown', { message: 'There is no price' }));
  const { user, dialog } = await openAccount(server);
  await user.type(screen.getByLabelText(text.pair), 'btc/usdt');
  await user.selectOptions(screen.getByLabelText(text.type), 'market');
  expect(screen.queryByLabelText(text.price)).toBeNull();
  await user.type(screen.getByLabelText(text.amount), '０,０１');
  await user.click(screen.getByText(text.place, { selector: 'button' }));
  const question = await dialog();
  expect(question.getByText(/0\.01.*BTC\/USDT|BTC\/USDT.*0\.01/)).toBeTruthy();
  expect(question.getByText(/at most 5% beyond the price of now/)).toBeTruthy();
  await user.click(question.getByText(text.place, { selector: 'button' }));
  expect(await screen.findByText(/There is no price/)).toBeTruthy();
  expect(server.callsOf(createVirtualOrder)[0]?.body).toEqual({
    exchangeName: 'Binance',
    name: 'maker',
    type: 'market',
    side: 'buy',
    pair: 'BTC/USDT',
    amount: '0.01',
  });
});

test('what an operator moved is taken back once, with a reason; older entries are on further pages', async () => {
  const server = serverWith();
  server.answer(reverseMovement, { success: true });
  server.answer(listMovements, ({ query }) =>
    query.offset === '0'
      ? Array.from({ length: 26 }, (_, index) => ({
          ...given,
          _id: String(100 - index),
          ...(index !== 0 && { cause: 'fill', isReversible: false }),
        }))
      : // What took it back stands on the page before.
        [{ ...given, reason: 'The first of all', isReversible: false }],
  );
  const { user, press, dialog } = await openAccount(server);
  expect(await screen.findAllByText(text.cause_fill)).toHaveLength(24);
  await press(text.takeBack);
  const question = await dialog();
  expect(question.getByText(/the opposite of 1,000 USDT/)).toBeTruthy();
  await user.type(question.getByLabelText(new RegExp(text.reason)), 'By mistake');
  await user.click(question.getByText(text.takeBack, { selector: 'button' }));
  await expect.poll(() => server.callsOf(reverseMovement)[0]).toMatchObject({ params: { id: '100' }, body: { reason: 'By mistake' } });
  await press(text.older);
  expect(await screen.findByText('The first of all')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
  expect((screen.getByText(text.older, { selector: 'button' }) as HTMLButtonElement).disabled).toBe(true);
});

test('an account is made on an exchange, the first one with a key', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(listPlatformExchanges, [
    {
      _id: idOf(20),
      name: 'Binance',
      ccxtId: 'binance',
      baseUrl: null,
      timeScale: 1,
      requiresPassphrase: false,
      enabled: true,
      omitPairs: [],
      capabilities: [],
      use: { organizations: 0, accounts: 0, bots: 0, busyBots: 0 },
      createdAt: at,
    },
  ]);
  server.answer(createVirtualAccount, () => refusal(400, 'withdrawalRight', { message: 'The key may withdraw' }));
  await openOperator(server, '/virtual-accounts');
  await user.click(await screen.findByText(text.newAccount, { selector: 'button' }));
  const form = within(await screen.findByRole('dialog'));
  await user.selectOptions(await form.findByLabelText(text.exchange), 'Binance');
  await user.type(form.getByLabelText(text.name), ' maker ');
  await user.type(form.getByLabelText(text.apiKey), 'the-key');
  await user.click(form.getByText(text.make, { selector: 'button' }));
  expect(await form.findByText(text.required)).toBeTruthy();
  await user.type(form.getByLabelText(text.secret), 'the-secret');
  await user.click(form.getByText(text.make, { selector: 'button' }));
  expect(await form.findByText(/The key may withdraw/)).toBeTruthy();
  expect(server.callsOf(createVirtualAccount)[0]?.body).toEqual({
    exchangeName: 'Binance',
    name: 'maker',
    credentials: { key: 'the-key', secret: 'the-secret' },
  });
});

test('an observer sees all of it, and is offered no act', async () => {
  await openAccount(serverWith(account, 'observer'));
  for (const act of [text.give, text.transfer, text.freeze, text.close, text.start, text.takeBack])
    expect(screen.queryByText(act, { selector: 'button' })).toBeNull();
});
