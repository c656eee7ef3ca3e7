import { noMetrics, silentLog } from '@tenbin/telemetry';
import { openMetrics } from '@tenbin/telemetry/process';
import { fakeClock, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProcessFacts } from './processes.ts';
import { reportProcess } from './report-process.ts';

const facts: ProcessFacts = { memoryBytes: null, cores: null, lagSeconds: null, exchanges: [], bots: null };

describe.each(testEngines)('processes on %s', (engine) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
  });
  afterEach(() => opened.close());
  const reporting = () => ({ database: opened.database, clock: fakeClock(new Date('2026-03-01T00:00:00Z')), log: silentLog, name: 'one' });

  test('tell how they stand until they end', async () => {
    const { processes } = opened.database.platform;
    const end = await reportProcess({ ...reporting(), metrics: noMetrics, kind: 'server' });
    expect(await processes.list()).toMatchObject([{ kind: 'server', name: 'one', facts }]);
    expect((await processes.list())[0]?.silentSeconds).toBeGreaterThanOrEqual(0);
    await end();
    expect(await processes.list()).toEqual([]);
  });

  test('a worker tells what its bots and its exchanges do, by the figures that it counts', async () => {
    const { metrics } = await openMetrics(null, silentLog);
    const seconds = Date.parse('2026-03-01T00:00:00Z') / 1000;
    metrics.watch('accounts_owned', () => [{ labels: {}, value: 3 }]);
    metrics.watch('orders_unknown', () => [{ labels: {}, value: 2 }]);
    metrics.watch('consistency_differences', () => [
      { labels: { kind: 'ledgerDiffers' }, value: 1 },
      { labels: { kind: 'virtualAccountDiffers' }, value: 1 },
      { labels: { kind: 'walletMoved' }, value: 7 },
    ]);
    metrics.watch('consistency_differing_since_timestamp_seconds', () => [
      { labels: { kind: 'ledgerDiffers' }, value: 90 },
      { labels: { kind: 'virtualAccountDiffers' }, value: 70 },
    ]);
    metrics.watch('ledger_check_last_success_timestamp_seconds', () => [{ labels: {}, value: 80 }]);
    metrics.watch('exchange_limit_used_ratio', () => [{ labels: { exchange: 'binance' }, value: 0.25 }]);
    metrics.watch('exchange_halted', () => [{ labels: { exchange: 'okx' }, value: 1 }]);
    metrics.count('worker_takeovers_total', {}, 4);
    const end = await reportProcess({ ...reporting(), metrics, kind: 'worker' });
    const [told] = await opened.database.platform.processes.list();
    expect(told?.facts.memoryBytes).toBeGreaterThan(0);
    expect(told?.facts.bots).toMatchObject({
      accounts: 3,
      ordersUnknown: 2,
      unknownSince: seconds,
      differing: 2,
      differingSince: 70,
      ledgersCheckedAt: 80,
      takeOvers: 4,
      reconciledAt: null,
    });
    expect(told?.facts.exchanges).toMatchObject([
      { exchange: 'binance', limitUsed: 0.25, isHalted: false, clockOffsetSeconds: null },
      { exchange: 'okx', limitUsed: null, isHalted: true },
    ]);
    await end();
  });

  test('one that was forgotten meanwhile is there again with its next report', async () => {
    const { processes } = opened.database.platform;
    const id = await processes.register({ kind: 'worker', name: 'one', facts });
    expect(await processes.report(id, { ...facts, memoryBytes: 7 })).toBe(true);
    expect((await processes.list())[0]?.facts.memoryBytes).toBe(7);
    await processes.removeSilent('server', 0);
    expect(await processes.list()).toHaveLength(1);
    await processes.removeSilent('worker', 86_400_000);
    expect(await processes.list()).toHaveLength(1);
    await processes.leave(id);
    expect(await processes.report(id, facts)).toBe(false);
  });

  test('the figures of what waits, and of what was given up', async () => {
    const { soundness } = opened.database;
    expect(await soundness.mails()).toEqual({ waiting: 0, oldestAgeSeconds: 0, givenUp: 0 });
    expect((await soundness.jobs()).map(({ due, dead }) => due + dead).every((count) => count === 0)).toBe(true);
    expect(await soundness.overdrawn()).toBe(0);
    expect(await soundness.bytes()).toBeGreaterThan(0);
  });
});
