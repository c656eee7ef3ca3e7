import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { openMetrics, type ProcessMetrics } from '@tenbin/telemetry/process';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingFloor } from './testing/trading-floor.ts';

const speed = 6_000;
let shown: ProcessMetrics;
let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  shown = await openMetrics({ host: '127.0.0.1', port: 0 }, silentLog);
  database = await openTestDatabase('pglite', { metrics: shown.metrics });
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 3, speed }) }, { timeScale: speed });
  const exchanges = new CcxtExchanges(systemRuntime(), null, shown.metrics);
  await floor.startWorker({ metrics: shown.metrics, connect: (settings) => exchanges.connect(settings) });
});
afterAll(async () => {
  await floor.close();
  await database.close();
  await shown.close();
});

/** The sum over all series of that name whose labels say this. */
async function figure(name: string, labels = ''): Promise<number> {
  const text = await (await fetch(shown.url ?? '')).text();
  const found = text
    .split('\n')
    .filter((line) => line.startsWith(`tenbin_${name}{`) || line.startsWith(`tenbin_${name} `))
    .filter((line) => line.includes(labels));
  return found.length === 0 ? Number.NaN : found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('a worker shows what its bots, its exchange, its jobs and its database do', async () => {
  const { bot } = await floor.addBot(floor.evenWallet('6000'));
  const exchange = `exchange="${new URL(floor.served.url).host}"`;
  expect(await figure('accounts_owned')).toBe(0);
  expect(await figure('reconcile_last_success_timestamp_seconds')).toBeNaN();
  expect(await figure('bots', 'state="stopped"')).toBe(1);
  await floor.setActive(bot, true);
  await floor.untilRecords(bot.id, 3);

  expect(await figure('accounts_owned')).toBe(1);
  await expect.poll(() => figure('bots', 'state="running"')).toBe(1);
  await expect.poll(() => figure('orders_placed_total', exchange)).toBeGreaterThanOrEqual(9);
  await expect.poll(() => figure('orders_filled_total', exchange)).toBeGreaterThanOrEqual(3);
  await expect.poll(() => figure('orders_canceled_total', exchange)).toBeGreaterThan(0);
  await expect.poll(() => figure('orders_unknown')).toBe(0);
  for (const kind of ['ledgerDiffers', 'walletMoved', 'virtualAccountDiffers'])
    expect(await figure('consistency_differences', `kind="${kind}"`)).toBeGreaterThanOrEqual(0);
  await expect.poll(() => figure('ledger_overdrawn')).toBe(0);
  await expect.poll(() => figure('exchange_clock_offset_seconds', exchange)).not.toBeNaN();
  expect(await figure('reconcile_last_success_timestamp_seconds')).toBeGreaterThan(0);
  expect(await figure('bot_events_waiting')).toBeGreaterThanOrEqual(0);
  await expect.poll(() => figure('fill_to_requote_seconds_count', exchange)).toBeGreaterThan(0);
  const placed = () => figure('exchange_request_duration_seconds_count', `${exchange},call="place_order",outcome="ok"`);
  await expect.poll(placed).toBeGreaterThanOrEqual(9);
  // Nothing is used in a minute that has just begun.
  await expect.poll(() => figure('exchange_limit_used_ratio', exchange)).toBeGreaterThan(0);
  expect(await figure('exchange_limit_used_ratio', exchange)).toBeLessThan(1);
  expect(await figure('exchange_halted', exchange)).toBe(0);
  const quietFor = async () => Date.now() / 1000 - (await figure('exchange_stream_last_message_timestamp_seconds', exchange));
  await expect.poll(quietFor).toBeLessThan(60);
  expect(await figure('jobs_waiting', 'queue="mail"')).toBe(0);
  expect(await figure('job_oldest_age_seconds', 'queue="mail"')).toBe(0);
  expect(await figure('database_connections', 'pool="embedded"')).toBe(1);
  expect(await figure('database_requests_waiting', 'pool="embedded"')).toBeGreaterThanOrEqual(0);

  await floor.setActive(bot, false);
  await floor.untilPhase(bot.id, 'stopped');
  await expect.poll(() => figure('bots_stopped_total', 'cause="asked"')).toBe(1);
  await expect.poll(() => figure('bots', 'state="stopped",cause=""')).toBe(1);
});

test('accounts of a worker that is gone are counted by the one that takes them', async () => {
  const { bot } = await floor.addBot(floor.evenWallet('6000'));
  const { workers } = database.database.platform;
  const lease = { limit: 10, leaseMs: 60_000 };
  await floor.stopWorker();
  await floor.organization.bots.setActive(floor.userId, bot.id, { active: true, by: floor.userId, at: new Date() });
  const gone = await workers.register('gone');
  const owned = await workers.claim(gone, lease);
  expect(owned.map(({ isTakenOver }) => isTakenOver)).toEqual(owned.map(() => false));
  expect(await figure('worker_takeovers_total')).toBe(0);
  // Its heartbeat grows old, and nobody gives back what it has.
  await floor.startWorker({ metrics: shown.metrics });
  await expect.poll(() => figure('worker_takeovers_total')).toBe(owned.length);
});
