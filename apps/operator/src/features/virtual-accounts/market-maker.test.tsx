import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  countTimelineOfPlatformBot,
  getMarketMaker,
  listTimelineOfPlatformBot,
  startCalculateOrderBot,
  startSpreadBot,
  stopCalculateOrderBot,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator } from '../../testing/open-operator.ts';
import { account, field, heldBack, maker, makerPath, serverWithAccount } from '../../testing/virtual-account.ts';
import { markets } from '../../words/en/markets.ts';

afterEach(closePages);

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

test('a setting below a millionth stands in its field as a plain number, and is taken as it was', async () => {
  const user = userEvent.setup();
  const server = serverWithAccount();
  server.answer(getMarketMaker, { ...maker, settings: { ...maker.settings, refreshTolerance: 1e-7 } });
  server.answer(startCalculateOrderBot, account);
  await openOperator(server, makerPath);
  expect(((await screen.findByLabelText(markets.field_refreshTolerance)) as HTMLInputElement).value).toBe('0.0000001');
  await user.click(screen.getByRole('button', { name: markets.apply }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: markets.apply }));
  await waitFor(() => expect(server.callsOf(startCalculateOrderBot)[0]?.body).toMatchObject({ refreshTolerance: 1e-7 }));
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
    ['field_spread', '0,5'],
    ['field_amount', '０．０１'],
    ['field_intervalMs', '5,000'],
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
