import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  type ContractRecord,
  cancelVirtualOrder,
  countTimelineOfPlatformBot,
  createVirtualOrder,
  getMarketMaker,
  getRealBalance,
  getVirtualAccount,
  listAllVirtualOrders,
  listMarketMakers,
  listMovements,
  listOpenVirtualOrders,
  listTimelineOfPlatformBot,
  listVirtualAccounts,
  listVirtualRecords,
  type MarketMakerNow,
  startCalculateOrderBot,
  startSpreadBot,
  stopCalculateOrderBot,
  type TimelineEntry,
  type VirtualAccount,
  type VirtualOrder,
} from '@tenbin/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { idOf, openOperator, serverFor } from '../../testing/open-operator.ts';
import { markets } from '../../words/en/markets.ts';

afterEach(closePages);

const account: VirtualAccount = {
  _id: idOf(3),
  exchangeName: 'Binance',
  name: 'maker',
  state: 'active',
  balances: { USDT: { total: '1000', reserved: '250', free: '750' } },
  owed: { BNB: '0.5' },
  bots: [],
  orders: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const byHand: VirtualOrder = {
  _id: 'T1',
  exchangeOrderId: null,
  pair: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  price: '50000',
  amount: '0.005',
  filled: '0',
  state: 'open',
  isByHand: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const maker: MarketMakerNow = {
  _id: idOf(4),
  exchangeName: 'Binance',
  name: 'maker',
  pair: 'BTC/USDT',
  settings: {
    kind: 'calculateOrder',
    inventoryTargetBasePct: 40,
    orderLevels: 2,
    bidSpread: 0.2,
    askSpread: 0.3,
    orderLevelSpread: 0.1,
    orderAmount: '0.01',
    orderLevelAmount: '0',
    midPriceThreshold: 0.5,
    intervalMs: 5000,
    minimumSpread: 0.05,
  },
  state: 'running',
  isRunning: true,
  stopCause: null,
  stoppedAt: null,
  errorMessages: [],
  lastFillAt: null,
  executionCount: 0,
  openOrderCount: 1,
  orders: [{ _id: 'T2', side: 'sell', level: 0, price: '50150', amount: '0.02', filled: '0.005', createdAt: '2026-01-01T00:00:00.000Z' }],
  book: { bids: [[49_990, 1]], asks: [[50_010, 2]], at: '2026-01-01T00:00:00.000Z' },
  mid: 50_000,
  quiet: { buy: 'priceAtCeiling', sell: null },
  isPaced: false,
  inventory: { base: '0.5', counter: '1000', basePct: 96.2, targetPct: 40 },
  profit: {
    since: '2026-01-01T00:00:00.000Z',
    until: null,
    result: '7.5',
    spread: '12',
    inventory: '-3.5',
    fees: '1',
    rounding: '0',
  },
};
const record: ContractRecord = {
  _id: idOf(5),
  botId: idOf(4),
  createdAt: '2026-01-01T00:00:00.000Z',
  pair: 'BTC/USDT',
  side: 'sell',
  price: '50123',
  amount: '0.004',
  notional: '200.492',
  fee: '0.2',
  feeCurrency: 'USDT',
  basisPointChanged: 1,
  annualRate: null,
  delta: 0,
  volume: 200.492,
  earned: null,
  balance: {},
};
const heldBack: TimelineEntry = {
  _id: idOf(6),
  at: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T00:00:00.000Z',
  count: 1,
  kind: 'slotPaused',
  facts: { pair: 'BTC/USDT', side: 'buy', reason: 'ordersWouldCross', times: 3, until: '2026-01-01T00:01:00.000Z' },
};
const accountPath = '/virtual-accounts/account?exchange=Binance&name=maker';
const makerPath = '/virtual-accounts/market-maker?exchange=Binance&name=maker&kind=calculateOrder&pair=BTC%2FUSDT';

function serverWithAccount(role: 'operator' | 'observer' = 'operator') {
  const server = serverFor(role);
  server.answer(listVirtualAccounts, [account]);
  server.answer(getVirtualAccount, account);
  server.answer(getRealBalance, { balances: {}, at: account.createdAt, complete: true });
  server.answer(listMarketMakers, [maker]);
  server.answer(listOpenVirtualOrders, [byHand]);
  server.answer(listMovements, []);
  server.answer(listAllVirtualOrders, [byHand, { ...byHand, _id: 'T9', isByHand: false, state: 'neverPlaced' }]);
  server.answer(listVirtualRecords, [record]);
  server.answer(getMarketMaker, maker);
  server.answer(countTimelineOfPlatformBot, { count: 1 });
  server.answer(listTimelineOfPlatformBot, [heldBack]);
  return server;
}

const field = (name: keyof typeof markets) => screen.getByLabelText(markets[name]);

test('the list leads to an account; without any it says how one comes, and what fails can be tried again', async () => {
  const server = serverWithAccount();
  await openOperator(server, '/virtual-accounts');
  expect(await screen.findByRole('link', { name: 'maker' })).toBeTruthy();
  closePages();
  server.answer(listVirtualAccounts, []);
  await openOperator(server, '/virtual-accounts');
  expect(await screen.findByText(markets.noAccounts)).toBeTruthy();
  closePages();
  server.answer(listVirtualAccounts, () => refusal(404, 'exchangeNotFound'));
  await openOperator(server, '/virtual-accounts');
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('an account shows what is free, held and owed, its market makers, its orders and its entries', async () => {
  await openOperator(serverWithAccount(), accountPath);
  const balances = within(await screen.findByRole('group', { name: markets.balances }));
  expect(balances.getByText('750')).toBeTruthy();
  expect(balances.getByText('250')).toBeTruthy();
  expect(balances.getByText('0.5')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'BTC/USDT' })).toBeTruthy();
  expect(await screen.findByText(markets.noEntries)).toBeTruthy();
  expect(await screen.findByRole('group', { name: markets.openOrders })).toBeTruthy();
});

test('the least that can be given is shown', async () => {
  const server = serverWithAccount();
  const least = '0.000000000000000001';
  server.answer(getVirtualAccount, { ...account, balances: { USDT: { total: least, reserved: '0', free: least } } });
  await openOperator(server, accountPath);
  const row = within(await screen.findByRole('row', { name: /^USDT/ }));
  expect(row.getAllByText(least)).toHaveLength(2);
});

test('an order by hand is cancelled after a question that names it', async () => {
  const user = userEvent.setup();
  const server = serverWithAccount();
  server.answer(cancelVirtualOrder, { success: true });
  await openOperator(server, accountPath);
  await user.click(await screen.findByRole('button', { name: /^Cancel: Buy 0.005 at 50,000/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: markets.cancelTheOrder }));
  await waitFor(() =>
    expect(server.callsOf(cancelVirtualOrder)[0]?.body).toEqual({ exchangeName: 'Binance', name: 'maker', orderId: 'T1' }),
  );
});

test('an order by hand is placed after a question, and what the account lacks is told', async () => {
  const user = userEvent.setup();
  const server = serverWithAccount();
  server.answer(createVirtualOrder, () => refusal(409, 'ledgerLacksFunds', { message: 'It has too little' }));
  await openOperator(server, accountPath);
  await user.type(await screen.findByLabelText(markets.pair), 'btc/usdt');
  await user.type(field('price'), '50000');
  await user.type(field('amount'), '0.01');
  await user.click(screen.getByRole('button', { name: markets.place }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: markets.place }));
  await waitFor(() =>
    expect(server.callsOf(createVirtualOrder)[0]?.body).toEqual({
      exchangeName: 'Binance',
      name: 'maker',
      type: 'limit',
      pair: 'BTC/USDT',
      side: 'buy',
      price: '50000',
      amount: '0.01',
    }),
  );
  expect(await screen.findByText(/It has too little/)).toBeTruthy();
});

test('a market maker shows its quotes beside the book, its inventory, its profit in parts, and why a side is quiet', async () => {
  await openOperator(serverWithAccount(), makerPath);
  const ladder = within(await screen.findByRole('group', { name: markets.ladder }));
  expect(ladder.getAllByRole('row').map((row) => row.textContent)).toEqual([
    `${markets.price}${markets.side}${markets.inBook}${markets.ours}`,
    '50,150.00Sell–0.015',
    '50,010.00Sell2',
    '50,000.00Mid',
    '49,990.00Buy1',
  ]);
  expect(screen.getByText(/Nothing is bought: .*price ceiling/)).toBeTruthy();
  expect(screen.queryByText(/Nothing is sold/)).toBeNull();
  expect(screen.getByText('96.2%')).toBeTruthy();
  expect(screen.getByText('40.0%')).toBeTruthy();
  for (const part of ['7.5', '12', '−3.5']) expect(screen.getByText(part)).toBeTruthy();
});

test('what a market maker decides meanwhile is shown beside its quotes', async () => {
  const server = serverWithAccount();
  await openOperator(server, makerPath);
  const lines = within(await screen.findByRole('list', { name: 'Activity log' }));
  await waitFor(() => expect(lines.getAllByRole('listitem')).toHaveLength(1));
  server.answer(countTimelineOfPlatformBot, { count: 2 });
  server.answer(listTimelineOfPlatformBot, [{ ...heldBack, _id: idOf(7), kind: 'startRequested', facts: { by: 'staff' } }, heldBack]);
  await waitFor(() => expect(lines.getAllByRole('listitem')).toHaveLength(2), { timeout: 10_000 });
});

test('without a book and before its first run it says so', async () => {
  const server = serverWithAccount();
  server.answer(getMarketMaker, { ...maker, book: null, mid: null, profit: null });
  await openOperator(server, makerPath);
  expect(await screen.findByText(markets.noBook)).toBeTruthy();
  expect(screen.getByText(markets.noProfit)).toBeTruthy();
});

test('a running one is changed after a question, and what is emptied is left out', async () => {
  const user = userEvent.setup();
  const server = serverWithAccount();
  server.answer(startCalculateOrderBot, account);
  await openOperator(server, makerPath);
  await user.clear(await screen.findByLabelText(markets.field_minimumSpread));
  await user.clear(field('field_orderLevels'));
  await user.type(field('field_orderLevels'), '3');
  await user.click(screen.getByRole('button', { name: markets.apply }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: markets.apply }));
  const { kind: _, minimumSpread: __, ...settings } = maker.settings;
  await waitFor(() =>
    expect(server.callsOf(startCalculateOrderBot)[0]?.body).toEqual({
      exchangeName: 'Binance',
      name: 'maker',
      pair: 'BTC/USDT',
      ...settings,
      orderLevels: 3,
    }),
  );
});

test('a new one asks for what it needs first, says between what that must be, and tells what is refused', async () => {
  const user = userEvent.setup();
  const server = serverWithAccount();
  server.answer(startSpreadBot, () => refusal(400, 'priceFloorNotBelowCeiling', { message: 'The floor is at the ceiling' }));
  await openOperator(server, '/virtual-accounts/market-maker?exchange=Binance&name=maker&kind=spread');
  await user.click(await screen.findByRole('button', { name: markets.start }));
  expect((await screen.findAllByText(markets.required)).length).toBe(3);
  await user.type(field('pair'), 'btc/usdt');
  const typed = async (name: Parameters<typeof field>[0], value: string) => {
    await user.clear(field(name));
    await user.type(field(name), value);
  };
  for (const [name, value] of [
    ['field_spread', '100'],
    ['field_amount', '0'],
    ['field_intervalMs', '10'],
    ['field_maxOrderAgeMs', '1000.5'],
    ['field_priceFloor', '0'],
  ] as const)
    await typed(name, value);
  await user.click(screen.getByRole('button', { name: markets.start }));
  const above = 'Must be more than 0, and at most 1,000,000,000,000,000.';
  expect(await screen.findByText('Must be from 0.0001 to 99.9999.')).toBeTruthy();
  expect(screen.getAllByText(above)).toHaveLength(2);
  expect(screen.getByText('Must be a whole number from 1,000 to 86,400,000.')).toBeTruthy();
  expect(screen.getByText('Must be a whole number from 1,000 to 2,592,000,000.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.callsOf(startSpreadBot)).toEqual([]);
  for (const [name, value] of [
    ['field_spread', '0.5'],
    ['field_amount', '0.01'],
    ['field_intervalMs', '5000'],
    ['field_priceFloor', '2'],
    ['field_priceCeiling', '2'],
  ] as const)
    await typed(name, value);
  await user.clear(field('field_maxOrderAgeMs'));
  await user.click(screen.getByRole('button', { name: markets.start }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: markets.start }));
  expect(await screen.findByText(/The floor is at the ceiling/)).toBeTruthy();
  expect(server.callsOf(startSpreadBot)[0]?.body).toEqual({
    exchangeName: 'Binance',
    name: 'maker',
    pair: 'BTC/USDT',
    spread: 0.5,
    amount: '0.01',
    intervalMs: 5000,
    priceCeiling: '2',
    priceFloor: '2',
  });
});

test('a market maker is not started while its account is frozen or below zero: why stands there', async () => {
  const quiet = { buy: 'accountFrozen', sell: 'accountFrozen' } as const;
  const stopped = { ...maker, state: 'stopped', isRunning: false } as const;
  for (const [shown, why] of [
    [{ ...stopped, quiet }, markets.whileFrozen],
    [{ ...stopped, quiet: { ...quiet, sell: null, buy: 'accountOverdrawn' } }, markets.whileOverdrawn],
  ] as const) {
    const server = serverWithAccount();
    server.answer(getMarketMaker, shown);
    await openOperator(server, makerPath);
    expect(await screen.findByRole('button', { name: markets.start, description: why })).toHaveProperty('disabled', true);
    closePages();
  }
});

test('stopping says how many orders are cancelled', async () => {
  const user = userEvent.setup();
  const server = serverWithAccount();
  server.answer(stopCalculateOrderBot, account);
  await openOperator(server, makerPath);
  await user.click(await screen.findByRole('button', { name: markets.stop }));
  expect(await screen.findByText(/Cancels its 1 open orders on Binance/)).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: markets.stop }));
  await waitFor(() =>
    expect(server.callsOf(stopCalculateOrderBot)[0]?.body).toEqual({ exchangeName: 'Binance', name: 'maker', pair: 'BTC/USDT' }),
  );
});

test('what was ordered, traded and moved is read again while it is looked at', async () => {
  const server = serverWithAccount();
  await openOperator(server, accountPath);
  await screen.findByRole('group', { name: markets.openOrders });
  for (const read of [listAllVirtualOrders, listVirtualRecords, listMovements])
    await waitFor(() => expect(server.callsOf(read).length).toBeGreaterThan(1));
});

test('an observer looks, and is offered nothing that changes something', async () => {
  await openOperator(serverWithAccount('observer'), accountPath);
  await screen.findByRole('group', { name: markets.openOrders });
  expect(screen.queryByRole('button', { name: markets.place })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  closePages();
  await openOperator(serverWithAccount('observer'), makerPath);
  await screen.findByRole('group', { name: markets.ladder });
  expect(screen.queryByRole('button', { name: markets.stop })).toBeNull();
  expect(screen.queryByRole('button', { name: markets.apply })).toBeNull();
});

test('an address without a name leads back to the list', async () => {
  await openOperator(serverWithAccount(), '/virtual-accounts/account');
  expect(await screen.findByText(markets.noneNamed)).toBeTruthy();
  closePages();
  await openOperator(serverWithAccount(), '/virtual-accounts/market-maker');
  expect(await screen.findByText(markets.noneNamed)).toBeTruthy();
});

test('every order of an account is listed with what became of it, and every trade with the bot that made it', async () => {
  await openOperator(serverWithAccount(), accountPath);
  const orders = within(await screen.findByRole('group', { name: markets.allOrders }));
  expect(orders.getByText(markets.order_neverPlaced)).toBeTruthy();
  expect(orders.getByText(markets.order_open)).toBeTruthy();
  const trades = within(await screen.findByRole('group', { name: markets.records }));
  expect(trades.getByText('50,123')).toBeTruthy();
  expect(trades.getByRole('link', { name: markets.whatItDid }).getAttribute('href')).toBe(`/ango-ya/bots/${maker._id}`);
});

test('the balances of an earlier moment are asked for as of then', async () => {
  const server = serverWithAccount();
  await openOperator(server, accountPath);
  await screen.findByRole('group', { name: markets.balances });
  server.answer(getVirtualAccount, { ...account, balances: { USDT: { total: '77', reserved: '0', free: '77' } } });
  fireEvent.change(screen.getByLabelText(markets.moment), { target: { value: '2025-12-31T10:00' } });
  await waitFor(() => expect(screen.getAllByText('77').length).toBeGreaterThan(0));
  expect(server.callsOf(getVirtualAccount).at(-1)?.query).toMatchObject({ at: new Date('2025-12-31T10:00').toISOString() });
});

test('a market maker that refreshes more rarely than set says so', async () => {
  const server = serverWithAccount();
  await openOperator(server, makerPath);
  await screen.findAllByText(markets.inventory);
  expect(screen.queryByText(markets.isPaced)).toBeNull();
  closePages();
  server.answer(getMarketMaker, { ...maker, isPaced: true });
  await openOperator(server, makerPath);
  expect(await screen.findByText(markets.isPaced)).toBeTruthy();
});

test('a market maker whose old quotes stay beside the new ones says on which levels', async () => {
  const server = serverWithAccount();
  const now = new Date().toISOString();
  const [order] = maker.orders;
  if (!order) throw new Error('one order');
  const onLevel = (level: number, _id: string, createdAt: string) => ({ ...order, _id, level, createdAt });
  // Just replaced on the first level; left over on the second.
  const replaced = [order, onLevel(0, 'T3', now), onLevel(1, 'T4', order.createdAt)];
  server.answer(getMarketMaker, { ...maker, orders: replaced });
  await openOperator(server, makerPath);
  await screen.findAllByText(markets.inventory);
  expect(screen.queryByText(/Old and new quotes stand together/)).toBeNull();
  closePages();
  server.answer(getMarketMaker, { ...maker, orders: [...replaced, onLevel(1, 'T5', order.createdAt)] });
  await openOperator(server, makerPath);
  expect(await screen.findByText(/^Old and new quotes stand together \(Sell, level 2\): for more than 10 seconds/)).toBeTruthy();
});

test('a market maker that stopped by itself says why, and what it decided stands below', async () => {
  const server = serverWithAccount();
  const errorMessages = [{ code: 'keyRefused', message: 'The exchange refused the key. Check its permissions.', at: account.createdAt }];
  server.answer(getMarketMaker, {
    ...maker,
    state: 'stopped',
    isRunning: false,
    stopCause: 'keyRefused',
    stoppedAt: account.createdAt,
    errorMessages,
    quiet: { buy: 'notRunning', sell: 'ordersWouldCross' },
  });
  await openOperator(server, makerPath);
  expect(await screen.findByText(errorMessages[0]?.message ?? '')).toBeTruthy();
  expect(screen.getByText(markets.quietSell.replace('{{why}}', markets.quiet_ordersWouldCross))).toBeTruthy();
  expect(await screen.findByText(/held back/, { selector: 'ol *' })).toBeTruthy();
});
