import { closePages } from '@tenbin/app-kit/testing';
import { listBotCandles, listCandleFills } from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { bot } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const minute = 60_000;
const start = new Date(2026, 0, 1).getTime();
const candles = [0, 1, 2].map((index) => ({
  at: start + index * minute,
  open: 60_000,
  high: 60_100,
  low: 59_900,
  close: 60_050,
  volume: 1,
}));
const sold = { side: 'sell', lowest: '60000', highest: '60100' } as const;

test('the price chart counts every fill of what it shows, and tells them candle by candle', async () => {
  const server = serverWith([bot(1)]);
  server.answer(listBotCandles, candles);
  server.answer(listCandleFills, [
    { ...sold, at: start - minute, count: 7, amount: '1', notional: '60000' },
    { ...sold, at: start + minute, count: 123, amount: '2', notional: '120100' },
    { ...sold, at: start + minute, side: 'buy', count: 3, amount: '1', notional: '60000', highest: '60000' },
  ]);
  await openConsole(server, `/bots/${bot(1)._id}?pair=BTC%2FUSDT&candles=1m`);
  const panel = await screen.findByRole('region', { name: 'Price and orders' });
  expect(await within(panel).findByText(/Fills from 2026-01-01 00:00:00 on: 3 bought, 123 sold\./)).toBeTruthy();
  expect(server.callsOf(listCandleFills).at(-1)?.query).toEqual({ pair: 'BTC/USDT', interval: '1m', limit: '120' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Show as a table' }));
  const rows = within(within(panel).getByRole('table')).getAllByRole('row');
  expect(rows[2]?.textContent).toContain('Sold: 123 (2 BTC at 60,050.00 on average, 60,000 – 60,100)');
  expect(rows[2]?.textContent).toContain('Bought: 3 (1 BTC at 60,000.00 on average, 60,000)');
  expect(rows[1]?.textContent).toContain('–');
});
