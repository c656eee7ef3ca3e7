import { testOrganizationId } from '@tenbin/accounts';
import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  type BotOrder,
  getLastPrice,
  getMarketBook,
  getMidPrice,
  listBotOrders,
  listPlatformExchanges,
  type OperatedExchange,
} from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openOperator, organization, serverFor } from '../../testing/open-operator.ts';
import { markets } from '../../words/en/markets.ts';
import { platform } from '../../words/en/platform.ts';

afterEach(closePages);

const at = '2026-01-01T00:00:00.000Z';
const exchange: OperatedExchange = {
  _id: idOf(5),
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
};
const order = (number: number, given: Partial<BotOrder>): BotOrder => ({
  botId: idOf(number),
  organization: organization._id,
  side: 'buy',
  price: '49990',
  amount: '0.02',
  filled: '0',
  clientOrderId: `T${number}`,
  at,
  ...given,
});
const orders = [
  order(6, { filled: '0.005' }),
  order(7, { organization: idOf(99), amount: '0.001' }),
  order(8, { side: 'sell', price: '50150', amount: '0.5' }),
];

function serverWithMarket() {
  const server = serverFor('observer');
  server.answer(listPlatformExchanges, [exchange, { ...exchange, _id: idOf(9), name: 'OKX' }]);
  server.answer(getLastPrice, { price: '50004.5', at });
  server.answer(getMidPrice, { price: '50000', bid: '49990', ask: '50010', at });
  server.answer(getMarketBook, { bids: [[49_990, 1]], asks: [[50_010, 2]], at });
  server.answer(listBotOrders, orders);
  return server;
}

const path = '/market?exchange=Binance&pair=BTC%2FUSDT';
const ladderRows = () =>
  within(screen.getByRole('group', { name: markets.book }))
    .getAllByRole('row')
    .map((row) => row.textContent);

test('the book of the pair that the address names is a ladder in which our bots’ orders are added up', async () => {
  const server = serverWithMarket();
  await openOperator(server, path);
  // The book, the mid, the last price and the orders come one by one.
  for (const shown of ['50,000.00', '50,004.5', '0.016']) await screen.findByText(shown);
  expect(ladderRows()).toEqual([
    `${markets.price}${markets.side}${markets.inBook}${markets.ours}`,
    '50,150.00Sell–0.5',
    '50,010.00Sell2',
    '50,000.00Mid',
    '49,990.00Buy10.016',
  ]);
  for (const call of [getLastPrice, getMidPrice, getMarketBook, listBotOrders])
    expect(server.callsOf(call)[0]?.query).toMatchObject({ exchangeName: 'Binance', pair: 'BTC/USDT' });
});

const shownPrices = () => screen.getByLabelText(markets.prices).textContent;

test('mid, bid and ask are those of the book beside them', async () => {
  const server = serverWithMarket();
  server.answer(getMarketBook, { bids: [[0.0501, 1]], asks: [[0.0502, 2]], at });
  server.answer(listBotOrders, []);
  await openOperator(server, path);
  await screen.findByText('0.0501500');
  expect(ladderRows().slice(1)).toEqual(['0.0502000Sell2', '0.0501500Mid', '0.0501000Buy1']);
  for (const shown of [`${markets.mid}0.05015`, `${markets.bid}0.0501`, `${markets.ask}0.0502`]) expect(shownPrices()).toContain(shown);
});

test('mid, bid and ask are told where no book is', async () => {
  const server = serverWithMarket();
  server.answer(getMarketBook, () => refusal(502, 'exchangeUnreachable'));
  await openOperator(server, path);
  await waitFor(() => expect(shownPrices()).toContain(`${markets.mid}50,000${markets.bid}49,990${markets.ask}50,010`));
});

test('each order is listed with whose it is, and since when', async () => {
  await openOperator(serverWithMarket(), path);
  expect(await screen.findAllByText(organization.name)).toHaveLength(2);
  expect(screen.getAllByText(platform.thePlatform)).toHaveLength(1);
  expect(screen.getByText(idOf(7)).getAttribute('href')).toContain(`/bots/${idOf(7)}`);
  expect(screen.getAllByText(formatDate(at))).toHaveLength(orders.length);
});

test('what is chosen stands in the address, and is shown', async () => {
  const user = userEvent.setup();
  const server = serverWithMarket();
  await openOperator(server, '/market');
  await screen.findByText(markets.noMarket);
  expect(server.callsOf(getMarketBook)).toEqual([]);
  await user.type(screen.getByLabelText(markets.pair), ' eth/usdt');
  await user.click(screen.getByText(markets.show));
  await waitFor(() => expect(server.callsOf(getMarketBook)[0]?.query).toMatchObject({ exchangeName: 'Binance', pair: 'ETH/USDT' }));
  expect(window.location.search).toBe('?exchange=Binance&pair=ETH%2FUSDT');
});

test('while the book is read it says so, and shows no figure', async () => {
  const server = serverWithMarket();
  for (const call of [getLastPrice, getMidPrice, getMarketBook, listBotOrders]) server.answer(call, () => new Promise<never>(() => {}));
  await openOperator(server, path);
  expect(await screen.findByLabelText(`Loading ${markets.book}`)).toBeTruthy();
  expect(screen.getByLabelText(markets.prices).textContent).not.toMatch(/[0-9]/);
});

test('a pair that is not there is told, and can be tried again', async () => {
  const server = serverWithMarket();
  server.answer(getMarketBook, () => refusal(400, 'invalidCurrencyPairName', { message: 'Invalid currency pair name' }));
  server.answer(getMidPrice, () => refusal(503, 'noPrices'));
  server.answer(getLastPrice, () => refusal(503, 'noPrices'));
  server.answer(listBotOrders, []);
  await openOperator(server, path);
  expect(await screen.findByText(/Invalid currency pair name/)).toBeTruthy();
  expect(await screen.findByText(markets.noBotOrdersHelp)).toBeTruthy();
  expect(screen.queryByText('50,000.00')).toBeNull();
  server.answer(getMarketBook, { bids: [[49_990, 1]], asks: [], at });
  await userEvent.setup().click(screen.getByText('Try again'));
  expect(await screen.findByText('49,990.00')).toBeTruthy();
});

test('of a ladder that is too long the middle is seen first', async () => {
  const places = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isMiddle = this.tagName === 'SPAN' && this.textContent === markets.mid;
    const top = isMiddle ? 900 - (this.closest('[role=group]')?.scrollTop ?? 0) : 100;
    return { x: 0, y: top, top, bottom: top, left: 0, right: 0, width: 0, height: 0, toJSON: () => '' };
  });
  await openOperator(serverWithMarket(), path);
  await screen.findByText('0.016');
  const ladder = screen.getByLabelText(markets.book, { selector: '[role=group]' });
  expect(ladder.scrollTop).toBe(800);
  places.mockRestore();
});

test('an order of a test bot is not the platform’s', async () => {
  const server = serverWithMarket();
  server.answer(listBotOrders, [order(6, { organization: testOrganizationId })]);
  await openOperator(server, path);
  const table = within(await screen.findByLabelText(markets.botOrders, { selector: '[role=group]' }));
  expect(await table.findByText(platform.testOrganization)).toBeTruthy();
  expect(table.queryByText(platform.thePlatform)).toBeNull();
});
