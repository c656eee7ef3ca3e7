import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { metricTable } from '../metrics.ts';
import { openMetrics, type ProcessMetrics } from './open-metrics.ts';

const anyPort = { host: '127.0.0.1', port: 0 };
const opened: ProcessMetrics[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open(): Promise<ProcessMetrics> {
  const made = await openMetrics(anyPort, silentLog);
  opened.push(made);
  return made;
}

const scrape = async ({ url }: ProcessMetrics): Promise<string> => (await fetch(url ?? '')).text();

test('every figure is there by its name, with what it says, and those of Node', async () => {
  const text = await scrape(await open());
  const named = [...text.matchAll(/^# HELP tenbin_(\S+) (.+)$/gm)].map((match) => [match[1], match[2]]);
  expect(named).toEqual(Object.entries(metricTable).map(([name, { help }]) => [name, help]));
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
});

test('names end as what they are: what only grows with _total, times with their unit', () => {
  for (const [name, { kind }] of Object.entries(metricTable)) {
    expect(name.endsWith('_total'), name).toBe(kind === 'counter');
    expect(name.endsWith('_seconds'), name).toBe(kind === 'histogram' || /timestamp|age|offset|database_answer/.test(name));
  }
});

test('what happens moves its figure, and that of no other process', async () => {
  const [one, other] = [await open(), await open()];
  one.metrics.count('orders_placed_total', { exchange: 'binance', side: 'buy' });
  one.metrics.count('orders_placed_total', { exchange: 'binance', side: 'buy' });
  one.metrics.observe('fill_to_requote_seconds', { exchange: 'binance' }, 0.03);
  expect(await scrape(one)).toContain('tenbin_orders_placed_total{exchange="binance",side="buy"} 2\n');
  expect(await scrape(one)).toContain('tenbin_fill_to_requote_seconds_bucket{le="0.05",exchange="binance"} 1\n');
  expect(await scrape(one)).toContain('tenbin_fill_to_requote_seconds_bucket{le="0.025",exchange="binance"} 0\n');
  expect(await scrape(other)).not.toContain('side="buy"');
});

test('what a rule waits for stands at 0 before the first: of a series that begins at 1 it would see no rise', async () => {
  const text = await scrape(await open());
  expect(text).toContain('tenbin_bots_stopped_total{cause="internal"} 0\n');
  expect(text).toContain('tenbin_mail_sent_total{outcome="given_up"} 0\n');
});

test('what is read when it is asked for is as it is then; what cannot be read, or was taken back, is left out', async () => {
  const shown = await open();
  let owned = 3;
  const stop = shown.metrics.watch('accounts_owned', () => [{ labels: {}, value: owned }]);
  shown.metrics.watch('jobs_waiting', () => Promise.reject(new Error('the database is away')));
  expect(await scrape(shown)).toContain('tenbin_accounts_owned 3\n');
  owned = 4;
  const text = await scrape(shown);
  expect(text).toContain('tenbin_accounts_owned 4\n');
  expect(text).not.toMatch(/^tenbin_jobs_waiting/m);
  stop();
  expect(await scrape(shown)).not.toMatch(/^tenbin_accounts_owned/m);
});

test('nothing else is answered there, and nothing after it was closed', async () => {
  const { url, close } = await open();
  expect((await fetch(new URL('/', url ?? ''))).status).toBe(404);
  expect((await fetch(url ?? '', { method: 'POST' })).status).toBe(404);
  await close();
  opened.length = 0;
  await expect(fetch(url ?? '')).rejects.toThrow();
});

test('where they are not served nothing listens, and the process still reads what it counted', async () => {
  const { url, metrics, close } = await openMetrics(null, silentLog);
  expect(url).toBeNull();
  metrics.count('orders_placed_total', { exchange: 'binance', side: 'buy' });
  metrics.watch('accounts_owned', () => [{ labels: {}, value: 3 }]);
  expect(await metrics.read('orders_placed_total')).toMatchObject([{ labels: { exchange: 'binance', side: 'buy' }, value: 1 }]);
  expect(await metrics.read('accounts_owned')).toMatchObject([{ labels: {}, value: 3 }]);
  expect(await metrics.read('exchange_halted')).toEqual([]);
  await close();
});

test('a process reads what it uses', async () => {
  const { metrics, close } = await openMetrics(null, silentLog);
  const usage = metrics.followUsage();
  const { memoryBytes, cpuSeconds, lagSeconds } = usage?.read() ?? {};
  expect(memoryBytes).toBeGreaterThan(1_000_000);
  expect(cpuSeconds).toBeGreaterThan(0);
  expect(lagSeconds).toBeGreaterThanOrEqual(0);
  usage?.close();
  await close();
});

test('of several with the same labels what is counted adds up, and of a time or a share the greatest is shown', async () => {
  const shown = await open();
  for (const value of [0.25, 0.5]) shown.metrics.watch('exchange_limit_used_ratio', () => [{ labels: { exchange: 'binance' }, value }]);
  for (const value of [2, -7]) shown.metrics.watch('exchange_clock_offset_seconds', () => [{ labels: { exchange: 'binance' }, value }]);
  for (const value of [2, 3]) shown.metrics.watch('accounts_owned', () => [{ labels: {}, value }]);
  const text = await scrape(shown);
  expect(text).toContain('tenbin_exchange_limit_used_ratio{exchange="binance"} 0.5\n');
  expect(text).toContain('tenbin_exchange_clock_offset_seconds{exchange="binance"} -7\n');
  expect(text).toContain('tenbin_accounts_owned 5\n');
});

test('a clock that is behind is shown as behind', async () => {
  const shown = await open();
  shown.metrics.watch('exchange_clock_offset_seconds', () => [{ labels: { exchange: 'binance' }, value: -4 }]);
  expect(await scrape(shown)).toContain('tenbin_exchange_clock_offset_seconds{exchange="binance"} -4\n');
});
