import { closePages } from '@tenbin/app-kit/testing';
import {
  checkBalance,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  listBotCandles,
  listRebalances,
  listTimeline,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { bot, decision } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(() => {
  closePages();
  vi.restoreAllMocks();
});

const tokyo = bot(1);
const path = `/bots/${tokyo._id}`;

/** 60 decisions, of which every tenth is a fill; by lines what lies between two fills is one. */
function timelineServer() {
  const server = serverWith([tokyo, bot(2)]);
  const all = Array.from({ length: 60 }, (_, index) => decision(60 - index, (60 - index) % 10 === 0 ? { kind: 'filled' } : {}));
  const found = ({ kind, text, end }: Readonly<Record<string, string>>) =>
    all.filter(
      (one) =>
        (kind === undefined || one.kind === kind) &&
        (text === undefined || JSON.stringify(one.facts).includes(text)) &&
        (end === undefined || one.at <= end),
    );
  const fills = all.filter(({ kind }) => kind === 'filled');
  const lines = fills.flatMap((fill) => {
    const [newest, ...others] = all.slice(all.indexOf(fill) + 1, all.indexOf(fill) + 10);
    return newest ? [fill, { ...newest, others }] : [fill];
  });
  const asked = (query: Readonly<Record<string, string>>) => (query.byLine === 'true' ? lines : found(query));
  server.answer(countTimeline, ({ query }) => ({ count: asked(query).length }));
  server.answer(listTimeline, ({ query }) => asked(query).slice(Number(query.offset), Number(query.offset) + Number(query.limit)));
  return server;
}

const log = () => screen.findByRole('list', { name: 'Activity log' });

test('what is typed in words finds the decisions that are stored by name', async () => {
  const user = userEvent.setup();
  const server = timelineServer();
  await openConsole(server, path, { language: 'ja' });
  await user.type(await screen.findByRole('searchbox'), '買い');
  await waitFor(() => expect(server.callsOf(countTimeline).at(-1)?.query.also).toContain('buy'));
});

test('the activity log is filtered by kind, and the address keeps it', async () => {
  const user = userEvent.setup();
  await openConsole(timelineServer(), path);
  expect(await screen.findByText('Entries: 12')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Show'), 'Fills');
  expect(await screen.findByText('Entries: 6')).toBeTruthy();
  await waitFor(async () => expect(within(await log()).getAllByRole('listitem')).toHaveLength(6));
  expect(location.search).toBe('?show=filled');
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(await screen.findByText('Entries: 12')).toBeTruthy();
});

test('a typed price is looked for when the typing rests, and back at the first page', async () => {
  const user = userEvent.setup();
  const server = timelineServer();
  await openConsole(server, `${path}?page=2`);
  await waitFor(async () => expect(within(await log()).getAllByRole('listitem')).toHaveLength(12));
  await user.type(screen.getByLabelText('Search'), '59460');
  expect(await screen.findByText('Entries: 1')).toBeTruthy();
  expect(location.search).toBe('?find=%2259460%22');
  expect(server.callsOf(countTimeline).flatMap(({ query }) => query.text ?? [])).toEqual(['59460']);
});

test('orders that are only replaced are one line between the fills, that can be opened', async () => {
  await openConsole(timelineServer(), path);
  await waitFor(async () => expect(within(await log()).getAllByRole('listitem')).toHaveLength(12));
  const [fill, replaced] = within(await log()).getAllByRole('listitem');
  expect(fill?.textContent).toContain('Filled');
  expect(replaced?.querySelector('summary')?.textContent).toContain('Orders placed: 9.');
  expect(replaced?.querySelectorAll('time')).toHaveLength(9);
});

test('its pager counts lines, and leads to older ones', async () => {
  const user = userEvent.setup();
  const server = timelineServer();
  server.answer(countTimeline, { count: 30 });
  server.answer(listTimeline, ({ query }) => (query.offset === '25' ? [decision(1)] : [decision(60)]));
  await openConsole(server, path);
  await screen.findByText('Entries: 30');
  expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(location.search).toBe('?page=2'));
  await waitFor(() => expect(server.callsOf(listTimeline).at(-1)?.query).toEqual({ byLine: 'true', offset: '25', limit: '25' }));
});

test('an address that says the language alone looks for nothing', async () => {
  const user = userEvent.setup();
  await openConsole(timelineServer(), `${path}?lng=en`);
  expect(await screen.findByText('Entries: 12')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Show'), 'Fills');
  expect(await screen.findByRole('button', { name: 'Clear the search' })).toBeTruthy();
});

test('on a phone a panel asks for what it shows when it is opened, not before', async () => {
  const wide = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...wide(media), matches: media.includes('max-width') }));
  const user = userEvent.setup();
  const server = serverWith([bot(1, { startDate: '2026-01-01T00:00:00.000Z' })]);
  await openConsole(server, path);
  await waitFor(() => expect(server.callsOf(getOrderTruth)).not.toEqual([]));
  const panels = {
    'Price and orders': [listBotCandles],
    'Balance transition': [getBalanceTransition],
    Result: [getBotResult],
    Balances: [checkBalance],
    Rebalances: [listRebalances],
    'Activity log': [listTimeline, countTimeline],
  } as const;
  const routes = Object.values(panels).flat();
  const asked = () => routes.filter((route) => server.callsOf(route).length > 0);
  for (const [index, name] of Object.keys(panels).entries()) {
    expect(asked()).toEqual(Object.values(panels).slice(0, index).flat());
    await user.click(screen.getByRole('button', { name, expanded: false }));
    await waitFor(() =>
      expect(asked()).toEqual(
        Object.values(panels)
          .slice(0, index + 1)
          .flat(),
      ),
    );
  }
});

test('of several orders on a side the table says which is which', async () => {
  const user = userEvent.setup();
  const server = serverWith([bot(1, { active: true, isRunning: true, state: 'running' })]);
  const at = '2026-01-01T00:00:00.000Z';
  const place = { pair: 'BTC/USDT', side: 'sell', verdict: 'missing', because: null } as const;
  const slot = (level: number) => ({ ...place, level, wanted: { price: String(60_000 + level), amount: '0.1' }, known: [], reported: [] });
  server.answer(getOrderTruth, {
    at,
    exchange: { askedAt: at, isCurrent: true, fault: null },
    wantedKnown: true,
    slots: [slot(0), slot(1)],
    external: [],
  });
  await openConsole(server, path);
  await user.click(await screen.findByRole('button', { name: 'Orders' }));
  const table = within(await screen.findByRole('table', { name: 'Orders' }));
  expect(table.getAllByRole('row').map((row) => row.querySelector('td,th')?.textContent)).toEqual([
    expect.any(String),
    'BTC/USDT Sell',
    'BTC/USDT Sell (level 2)',
  ]);
});

test('a bot that is not there says so, and leads on', async () => {
  await openConsole(serverWith([tokyo]), '/bots/0198c0de-0000-7000-8000-00000000ffff');
  expect(await screen.findByText('This bot cannot be found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the bot server' }).getAttribute('href')).toBe('/bots/');
});

test('what a bot began with has a page of its own, to which nothing leads', async () => {
  const began = bot(1, { balances: { BTC: '0.2', ETH: '1', USDT: '5000' } });
  await openConsole(serverWith([began]), `/bots/${began._id}/initial-balance`);
  const table = within(await screen.findByRole('table', { name: 'Initial balance' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'CurrencyInitial balanceNow',
    'BTC0.1000000.200000',
    'ETH2.0000001.000000',
    'USDT6,000.005,000.00',
  ]);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.includes('initial-balance'))).toEqual([]);
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
