import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  downloadRecords,
  downloadTaxRecords,
  getRecordTotals,
  listBots,
  listDeletedBots,
  listOwnRecords,
  watchEvents,
} from '@tenbin/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { bot, record } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

const [tokyo, osaka, idle] = [bot(1), bot(2, { name: 'Osaka-2', pairs: ['BTC/JPY', 'ETH/JPY', 'ETH/BTC'] }), bot(3, { name: 'Idle' })];

/** Tokyo has sold 45 times, Osaka bought five times. */
function historyServer() {
  const server = serverWith([tokyo, osaka, idle]);
  const records = [
    ...Array.from({ length: 45 }, (_, index) => record(tokyo._id, 50 - index)),
    ...Array.from({ length: 5 }, (_, index) => ({ ...record(osaka._id, 5 - index), pair: 'ETH/BTC', side: 'buy' as const })),
  ];
  const found = ({ start, end, ...named }: Readonly<Record<string, string>>) =>
    records.filter(
      (one) =>
        (start === undefined || one.createdAt >= start) &&
        (end === undefined || one.createdAt < end) &&
        (['botId', 'pair', 'side'] as const).every((name) => named[name] === undefined || named[name] === one[name]),
    );
  server.answer(getRecordTotals, ({ query }) => {
    const { length } = found(query);
    return {
      count: length,
      volume: String(length * 60.6),
      basisPoint: length / 4,
      earned: String(length * 0.15),
      fees: length > 0 ? { USDT: `${length}.000000001` } : {},
      changes: length > 0 ? { BTC: '-0.045', USDT: '2727' } : {},
    };
  });
  server.answer(listOwnRecords, ({ query }) => {
    const from = Number(query.offset ?? 0);
    return found(query).slice(from, from + Number(query.limit ?? 20));
  });
  return server;
}

const rowCount = () => screen.getAllByRole('button', { name: /^Open the details/ }).length;
const totals = () =>
  Object.fromEntries(
    [...screen.getByLabelText('Totals of what is filtered').querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]),
  );

afterEach(closePages);

test('a pager leads through the records of all bots, and the address says where one is', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/');
  await waitFor(() => expect(rowCount()).toBe(20));
  const table = screen.getByRole('table', { name: 'The history' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Date', 'Pair', 'Side', 'Price', 'Amount', 'AMM profits', 'Annual rate', 'Volume', 'Spread', 'Balance', 'Details']);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(rowCount()).toBe(10));
  expect(location.search).toBe('?page=3');
  expect(screen.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
  expect(within(table).getAllByText('Osaka-2')).toHaveLength(5);
});

test('a page beyond the last means the last one', async () => {
  await openConsole(historyServer(), '/history/?page=99');
  await waitFor(() => expect(rowCount()).toBe(10));
});

test('the totals are the server’s, of exactly what is filtered', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/?page=2');
  await waitFor(() =>
    expect(totals()).toEqual({
      Records: '50',
      Volume: '3,030.0000USD',
      'AMM profits': '–',
      'Earned after fees': '+7.5000USD',
      Fees: '50.000000001 USDT',
      'Change of the balances': '−0.045 BTC+2,727 USDT',
    }),
  );
  await user.selectOptions(screen.getByLabelText('Side'), 'buy');
  await waitFor(() => expect(totals()).toMatchObject({ Records: '5', 'AMM profits': '–' }));
  await user.selectOptions(screen.getByLabelText('Bot'), 'Osaka-2');
  await waitFor(() => expect(totals()).toMatchObject({ Records: '5', 'AMM profits': '+1.2500bp' }));
});

test('bot, pair and side filter, start at the first page, and stand in the address', async () => {
  const user = userEvent.setup();
  const server = historyServer();
  await openConsole(server, '/history/?page=2');
  await waitFor(() => expect(rowCount()).toBe(20));
  await user.selectOptions(screen.getByLabelText('Bot'), 'Osaka-2');
  await waitFor(() => expect(rowCount()).toBe(5));
  expect(location.search).toBe(`?bot=${osaka._id}`);
  expect([...screen.getByLabelText('Pair').querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All pairs',
    'BTC/JPY',
    'ETH/BTC',
    'ETH/JPY',
  ]);
  await user.selectOptions(screen.getByLabelText('Pair'), 'ETH/BTC');
  await user.selectOptions(screen.getByLabelText('Side'), 'sell');
  expect(await screen.findByText('Nothing fits these filters.')).toBeTruthy();
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ bot: osaka._id, pair: 'ETH/BTC', side: 'sell' });
  expect(server.callsOf(listOwnRecords).at(-1)?.query).toMatchObject({ botId: osaka._id, pair: 'ETH/BTC', side: 'sell' });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(rowCount()).toBe(20));
  expect(location.search).toBe('');
});

test('two filters that are chosen before the page is drawn again both count', async () => {
  await openConsole(historyServer(), `/history/?bot=${osaka._id}`);
  await waitFor(() => expect(rowCount()).toBe(5));
  act(() => {
    fireEvent.change(screen.getByLabelText('Pair'), { target: { value: 'ETH/BTC' } });
    fireEvent.change(screen.getByLabelText('Side'), { target: { value: 'sell' } });
  });
  expect(await screen.findByText('Nothing fits these filters.')).toBeTruthy();
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ bot: osaka._id, pair: 'ETH/BTC', side: 'sell' });
});

test('an address with every filter shows just that; nonsense in it is no filter', async () => {
  const server = historyServer();
  const from = '2026-01-01T00:20:00.000Z';
  await openConsole(server, `/history/?bot=${tokyo._id}&pair=BTC/USDT&side=sell&from=${from}&to=soon`);
  await waitFor(() => expect(totals()).toMatchObject({ Records: '31' }));
  expect(server.callsOf(getRecordTotals).at(-1)?.query).toEqual({ botId: tokyo._id, pair: 'BTC/USDT', side: 'sell', start: from });
  closePages();
  await openConsole(historyServer(), '/history/?bot=nobody&pair=x&side=up');
  await waitFor(() => expect(totals()).toMatchObject({ Records: '50' }));
});

test('a bot without records says so, and what its rebalances traded can be had nevertheless', async () => {
  await openConsole(historyServer(), `/history/?bot=${idle._id}`);
  expect(await screen.findByText('There is no contract history yet.')).toBeTruthy();
  expect(screen.getByText('A file has every single trade, those of rebalances too.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
});

test('a period that ends before it begins is said to, at the field', async () => {
  const server = historyServer();
  await openConsole(server, '/history/?from=2026-02-10&to=2026-02-01');
  const last = await screen.findByLabelText<HTMLInputElement>('To');
  expect(screen.getByText('This day is before the first one.').id).toBe(last.getAttribute('aria-describedby'));
  expect(last.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(last, { target: { value: '2026-02-10' } });
  await waitFor(() => expect(screen.queryByText('This day is before the first one.')).toBeNull());
});

test('a period filters, and can be cleared', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/?to=2025-12-30');
  expect(await screen.findByText('Nothing fits these filters.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(rowCount()).toBe(20));
  expect(location.search).not.toContain('to=');
});

test('a record opens to how its profit came about', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/');
  const [first] = await screen.findAllByRole('button', { name: /^Open the details/ });
  await user.click(first as HTMLElement);
  const calculation = await screen.findByRole('table', { name: 'How the profit is calculated' });
  expect(
    within(calculation)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['BTC', 'ETH', 'USDT', 'Geometric mean']);
});

test('a record that comes while one looks stands at the head and in the totals, and nothing is read again for it', async () => {
  const server = historyServer();
  const { queries } = await openConsole(server, `/history/?bot=${tokyo._id}`);
  await waitFor(() => expect(rowCount()).toBe(20));
  await waitFor(() => expect(server.isFollowed(watchEvents)).toBe(true));
  // What is under way as a record comes is read again.
  await waitFor(() => expect(totals()).toMatchObject({ Records: '45' }));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const reads = server.callsOf(listOwnRecords).length + server.callsOf(getRecordTotals).length;
  server.emit(watchEvents, { type: 'record', botId: tokyo._id, record: { ...record(tokyo._id, 51), createdAt: new Date().toISOString() } });
  await waitFor(() => expect(totals()).toMatchObject({ Records: '46', Volume: '2,787.6000USD', 'AMM profits': '+11.7600bp' }));
  expect(screen.getAllByText(/0\.5100/)).toHaveLength(1);
  expect(server.callsOf(listOwnRecords).length + server.callsOf(getRecordTotals).length).toBe(reads);
});

test.each([
  ['CSV (UTF-8)', downloadRecords, 'records', { excel: 'false' }],
  ['CSV for Excel', downloadRecords, 'records', { excel: 'true' }],
  ['Custom file for Cryptact', downloadTaxRecords, 'cryptact', {}],
] as const)('%s has all that is filtered, as the server writes it, with the times of the reader', async (choice, route, name, more) => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:records';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function () {
    names.push(this.download);
  };
  const server = historyServer();
  server.answer(route, () => new Response('a,b\r\n1,2\r\n'));
  await openConsole(server, `/history/?page=2&bot=${tokyo._id}&side=sell`);
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: choice }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toBe('a,b\r\n1,2\r\n');
  expect(names).toEqual([expect.stringMatching(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(server.callsOf(route).map(({ query }) => query)).toEqual([{ botId: tokyo._id, side: 'sell', timeZone, ...more }]);
});

test('a download that fails says so', async () => {
  const user = userEvent.setup();
  const server = historyServer();
  server.answer(downloadRecords, () => refusal(429, 'tooManyRequests'));
  await openConsole(server, '/history/');
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (UTF-8)' }));
  expect(await screen.findByText(/The export failed/)).toBeTruthy();
});

test('the records of a deleted bot stay in the history, under its name', async () => {
  const user = userEvent.setup();
  const server = historyServer();
  server.answer(listBots, [osaka]);
  const { _id, name, pairs } = tokyo;
  server.answer(listDeletedBots, [{ _id, name, exchange: 'Virtual', pairs, deletedAt: new Date(2026, 4, 1).toISOString() }]);
  await openConsole(server, '/history/');
  await user.selectOptions(await screen.findByLabelText('Bot'), 'Tokyo-1 (deleted 2026-05-01)');
  await waitFor(() => expect(totals()).toMatchObject({ Records: '45' }));
  expect(location.search).toBe(`?bot=${_id}`);
});

test('who has deleted all their bots still has their history', async () => {
  const server = historyServer();
  server.answer(listBots, []);
  const { _id, name, pairs } = tokyo;
  server.answer(listDeletedBots, [{ _id, name, exchange: 'Virtual', pairs, deletedAt: new Date(2026, 4, 1).toISOString() }]);
  await openConsole(server, '/history/');
  await waitFor(() => expect(rowCount()).toBe(20));
});

test('where the deleted bots cannot be read, it says so, and the rest is there', async () => {
  const user = userEvent.setup();
  const server = historyServer();
  server.answer(listDeletedBots, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/history/');
  expect(await screen.findByText(/^Deleted bots could not be loaded/)).toBeTruthy();
  await waitFor(() => expect(rowCount()).toBe(20));
  server.answer(listDeletedBots, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/^Deleted bots could not be loaded/)).toBeNull());
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
