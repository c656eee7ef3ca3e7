import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  cancelVirtualOrder,
  createVirtualOrder,
  getVirtualAccount,
  listAllVirtualOrders,
  listMovements,
  listVirtualAccounts,
  listVirtualRecords,
} from '@tenbin/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator } from '../../testing/open-operator.ts';
import { account, accountPath, field, maker, makerPath, serverWithAccount } from '../../testing/virtual-account.ts';
import { markets } from '../../words/en/markets.ts';

afterEach(closePages);

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
