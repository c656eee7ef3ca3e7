import { closePages } from '@tenbin/app-kit/testing';
import { countRecords, getVolume, listBots, listDeletedBots, listRecords, watchEvents } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { bot, record } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

const [tokyo, osaka] = [bot(1), bot(2, { name: 'Osaka-2' })];

/** Tokyo has 45 records, Osaka has none. */
function historyServer() {
  const server = serverWith([tokyo, osaka]);
  const records = Array.from({ length: 45 }, (_, index) => record(tokyo._id, 45 - index));
  const of = (id: string | undefined, { end }: Readonly<Record<string, string>>) =>
    id === tokyo._id ? records.filter(({ createdAt }) => end === undefined || createdAt <= end) : [];
  server.answer(countRecords, ({ params, query }) => ({ count: of(params.id, query).length }));
  server.answer(getVolume, ({ params, query }) => ({ volume: of(params.id, query).length * 60.6 }));
  server.answer(listRecords, ({ params, query }) => {
    const from = Number(query.offset ?? 0);
    return of(params.id, query).slice(from, from + Number(query.limit ?? 20));
  });
  return server;
}

const rowCount = () => screen.getAllByRole('button', { name: /^Open the details/ }).length;

afterEach(closePages);

test('a pager leads through the records, and the address says where one is', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/');
  expect(await screen.findByText('Records: 45 · volume 2,727.0000 USD')).toBeTruthy();
  await waitFor(() => expect(rowCount()).toBe(20));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(rowCount()).toBe(5));
  expect(location.search).toBe('?page=3');
  expect(screen.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
});

test('a page beyond the last means the last one', async () => {
  await openConsole(historyServer(), '/history/?page=99');
  await waitFor(() => expect(rowCount()).toBe(5));
});

test('one bot after the other is looked at, and a bot without records says so', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/?page=2');
  await waitFor(() => expect(rowCount()).toBe(20));
  await user.selectOptions(screen.getByLabelText('Bot'), 'Osaka-2');
  expect(await screen.findByText('There is no contract history yet.')).toBeTruthy();
  expect(location.search).toBe(`?bot=${osaka._id}`);
});

test('a period filters, and can be cleared', async () => {
  const user = userEvent.setup();
  await openConsole(historyServer(), '/history/?to=2025-12-31');
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

test('a record that comes while one looks stands at the head, and nothing is read again for it', async () => {
  const server = historyServer();
  const { queries } = await openConsole(server, '/history/');
  await waitFor(() => expect(rowCount()).toBe(20));
  // React's strict mode follows, leaves, and follows again.
  await waitFor(() => expect(server.callsOf(watchEvents)).toHaveLength(2));
  // What is under way as a record comes is read again.
  await screen.findByText(/^Records: 45/);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const reads = server.callsOf(listRecords).length + server.callsOf(countRecords).length;
  server.emit(watchEvents, { type: 'record', botId: tokyo._id, record: { ...record(tokyo._id, 46), createdAt: new Date().toISOString() } });
  expect(await screen.findByText('Records: 46 · volume 2,787.6000 USD')).toBeTruthy();
  expect(screen.getAllByText(/0\.4600/)).toHaveLength(1);
  expect(server.callsOf(listRecords).length + server.callsOf(countRecords).length).toBe(reads);
});

test('what is filtered is saved as a file, all pages of it', async () => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:records';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  await openConsole(historyServer(), '/history/?page=2');
  await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(46);
  expect(lines[0]).toContain('Pair,Side,Price,Amount');
  expect(lines[1]).toContain('BTC/USDT,sell,60600,0.001');
});

test('the records of a deleted bot stay in the history, under its name', async () => {
  const user = userEvent.setup();
  const server = historyServer();
  server.answer(listBots, [osaka]);
  const { _id, name, pairs } = tokyo;
  server.answer(listDeletedBots, [{ _id, name, exchange: 'Virtual', pairs, deletedAt: new Date(2026, 4, 1).toISOString() }]);
  await openConsole(server, '/history/');
  await user.selectOptions(await screen.findByLabelText('Bot'), 'Tokyo-1 (deleted 2026-05-01)');
  await waitFor(() => expect(rowCount()).toBe(20));
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
