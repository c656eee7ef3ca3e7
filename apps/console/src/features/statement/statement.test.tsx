import { closePages, refusal } from '@tenbin/app-kit/testing';
import { downloadTaxRecords, getSelf, getStatement, type MonthlyStatement } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna, bot } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';
import { monthsBetween } from './months-between.ts';

const tokyo = bot(1);
const part = {
  currencies: { USDT: { opening: '6000', flows: '1000', traded: '60', fees: '0.06', rounding: '-0.00000001', closing: '7059.93999999' } },
  outsideFees: { BNB: '0.001' },
  usd: { opening: '12000', flows: '1000', result: '-0.66', fees: '0.66', outsideFees: '0.6', closing: '12999.94' },
  volume: '60',
  trades: 1,
  pricesAt: new Date(2026, 1, 28, 23, 50).toISOString(),
};
const statement = (month: string, change: Partial<MonthlyStatement> = {}): MonthlyStatement => ({
  month,
  start: `${month}-01T00:00:00.000Z`,
  end: '2026-03-01T00:00:00.000Z',
  isOver: true,
  total: part,
  bots: [{ ...part, _id: tokyo._id, name: tokyo.name, deletedAt: null, basisPoint: 1.25 }],
  ...change,
});

function serverWithStatements() {
  const server = serverWith([tokyo]);
  server.answer(getSelf, { ...anna, createdAt: '2026-01-15T00:00:00.000Z' });
  server.answer(getStatement, ({ query }) => statement(query.month ?? ''));
  return server;
}

afterEach(closePages);

test('a statement tells by bot and in all what was there, what came, what was earned and paid, and what is there', async () => {
  await openConsole(serverWithStatements(), '/history/statement?month=2026-02');
  const ofBot = await screen.findByRole('region', { name: 'Tokyo-1' });
  const facts = [...(within(ofBot).getByLabelText('Tokyo-1: In USD').querySelectorAll('dt') ?? [])].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);
  expect(Object.fromEntries(facts)).toEqual({
    'Opening balance': '12,000.00USD',
    'Starts, deposits, withdrawals': '+1,000.00USD',
    Result: '−0.66USD',
    'Closing balance': '12,999.94USD',
    Fees: '0.66USD',
    'Fees in other coins': '0.001 BNB',
    Volume: '60.00USD',
    Fills: '1',
    'AMM profits': '+1.2500bp',
  });
  const row = within(ofBot).getByRole('row', { name: /^USDT/ });
  expect([...row.children].map(({ textContent }) => textContent)).toEqual([
    'USDT',
    '6,000',
    '1,000',
    '60',
    '−0.06',
    '−0.00000001',
    '7,059.93999999',
  ]);
  // Beside which a phone shows each figure.
  expect([...row.querySelectorAll('td')].map(({ dataset }) => dataset.column)).toEqual(
    within(ofBot)
      .getAllByRole('columnheader')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
  expect(within(ofBot).getByText(/^Closing balance in USD by the prices of .*23:50/)).toBeTruthy();
  const total = screen.getByRole('region', { name: 'All bots' });
  expect(within(total).getByText(/23:50.* or later/)).toBeTruthy();
  expect(within(total).queryByText('AMM profits')).toBeNull();
  expect(screen.getByText('2026-02-01 to 2026-02-28 (UTC)')).toBeTruthy();
  expect(screen.getByText('For anna@example.org')).toBeTruthy();
});

test('its records are one link away, of that month and that bot', async () => {
  await openConsole(serverWithStatements(), '/history/statement?month=2026-02');
  const ofBot = await screen.findByRole('region', { name: 'Tokyo-1' });
  const { searchParams } = new URL(within(ofBot).getByRole<HTMLAnchorElement>('link', { name: 'To the records' }).href);
  expect(Object.fromEntries([...searchParams].map(([name, value]) => [name, value.replaceAll('"', '')]))).toEqual({
    bot: tokyo._id,
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
  });
});

test('it says whose clocks it goes by, and its files go by the same', async () => {
  const user = userEvent.setup();
  URL.createObjectURL = () => 'blob:records';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  const server = serverWithStatements();
  server.answer(downloadTaxRecords, () => new Response('a,b\r\n1,2\r\n'));
  await openConsole(server, '/history/statement?month=2026-02');
  const start = new Date('2026-02-01T00:00:00.000Z');
  expect(await screen.findByText(/^Days and months are counted in UTC/)).toHaveProperty(
    'textContent',
    expect.stringContaining(formatDate(start)),
  );
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Custom file for Cryptact' }));
  await waitFor(() => expect(server.callsOf(downloadTaxRecords)).toHaveLength(1));
  expect(server.callsOf(downloadTaxRecords)[0]?.query).toMatchObject({
    start: '2026-02-01T00:00:00.000Z',
    end: '2026-03-01T00:00:00.000Z',
    timeZone: 'UTC',
  });
});

test('another month is chosen, stands in the address, and is printed by the browser', async () => {
  const user = userEvent.setup();
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  const server = serverWithStatements();
  await openConsole(server, '/history/statement?month=2026-02');
  await screen.findByRole('region', { name: 'Tokyo-1' });
  await user.selectOptions(screen.getByLabelText('Month'), '2026/01');
  await waitFor(() => expect(location.search).toBe('?month=2026-01'));
  await waitFor(() => expect(server.callsOf(getStatement).at(-1)?.query).toEqual({ month: '2026-01' }));
  await screen.findByRole('region', { name: 'Tokyo-1' });
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  expect(printed).toBe(1);
});

test('a month without anything says so, one that is not over too, and what cannot be read can be tried again', async () => {
  const user = userEvent.setup();
  const server = serverWithStatements();
  server.answer(getStatement, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/history/statement?month=2026-02');
  expect(await screen.findByText('The statement could not be loaded')).toBeTruthy();
  server.answer(getStatement, statement('2026-02', { bots: [], isOver: false }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing happened in this month.')).toBeTruthy();
  expect(screen.getByText(/^This month is not over/)).toBeTruthy();
});

test('months go from the latest to the one of the sign-up', () => {
  expect(monthsBetween(new Date('2025-11-30T23:59:59Z'), new Date('2026-02-01T00:00:00Z'))).toEqual([
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ]);
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
