import { newLedger } from '@tenbin/bots';
import { type Metrics, noMetrics } from '@tenbin/telemetry';
import { buildTenant, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.each(testEngines)('what a database shows of itself on %s', (engine) => {
  let opened: TestDatabase;
  const readers = new Map<string, () => unknown>();
  const metrics: Metrics = {
    ...noMetrics,
    watch: (name, read) => {
      readers.set(name, read);
      return () => readers.delete(name);
    },
  };
  const figure = async (name: string) => readers.get(name)?.();
  beforeAll(async () => {
    opened = await openTestDatabase(engine, { metrics });
  });
  afterAll(async () => {
    await opened.close();
    expect(readers.size).toBe(0);
  });

  test('sub-accounts that hold less than nothing of a currency, over all organizations', async () => {
    const overdrawn = () => figure('ledger_overdrawn');
    const tenants = await Promise.all([buildTenant(opened.database), buildTenant(opened.database), buildTenant(opened.database)]);
    expect(await overdrawn()).toEqual([{ labels: {}, value: 0 }]);
    const phase = { kind: 'running', since: new Date() } as const;
    const held = ['0.1', '-0.00000001', '-3'];
    for (const [index, { organization, bot }] of tenants.entries()) {
      const ledger = newLedger({ BTC: held[index] ?? '0', USDT: '-0' });
      await opened.database.forOrganization(organization.id).journal.record({ botId: bot.id, epoch: 0 }, { phase, ledger });
    }
    expect(await overdrawn()).toEqual([{ labels: {}, value: 2 }]);
  });

  test('when a webhook last came, of whatever organization', async () => {
    const last = () => figure('webhook_last_success_timestamp_seconds');
    expect(await last()).toEqual([]);
    const tenants = await Promise.all([buildTenant(opened.database), buildTenant(opened.database)]);
    for (const [index, { organization }] of tenants.entries()) {
      const receivedAt = new Date(Date.UTC(2026, 0, 31 - index));
      const event = { id: 'WH-1', type: 'PAYMENT.SALE.COMPLETED', paypalSubscriptionId: null, body: '{}', receivedAt };
      await opened.database.forOrganization(organization.id).webhookEvents.put(event);
    }
    expect(await last()).toEqual([{ labels: {}, value: Date.UTC(2026, 0, 31) / 1000 }]);
  });

  test('nothing of a backup where nothing is archived', async () => {
    expect(await figure('backup_last_success_timestamp_seconds')).toEqual([]);
  });
});
