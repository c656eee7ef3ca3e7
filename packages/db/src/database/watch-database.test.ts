import {
  type Booked,
  type Books,
  freeOf,
  give,
  hold,
  ledgerStateOf,
  newLedger,
  newVirtualLedger,
  noteWallet,
  type VirtualLedger,
} from '@tenbin/bots';
import { type Metrics, noMetrics } from '@tenbin/telemetry';
import {
  balancing,
  buildExchange,
  buildExchangeAccount,
  buildOrganization,
  buildTenant,
  openTestDatabase,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformOrganizationId } from '../index.ts';
import type { VirtualAccount } from '../virtual-accounts/virtual-accounts.ts';

/** As it was not led to by any movement. */
function withLedger(books: Books, id: string, given: Pick<VirtualLedger, 'balances' | 'holds'>): Booked {
  const ledger = books.ledgers[id];
  return { books: { ...books, ledgers: { ...(ledger && { [id]: { ...ledger, ...given } }) } }, movements: [] };
}

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

  test('virtual accounts whose orders hold more than they have, by the rule that stops their bots; and what they leave', async () => {
    const [before, platform] = [await figure('ledger_overdrawn'), opened.database.forOrganization(platformOrganizationId)];
    const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId };
    const { id: accountId } = await buildExchangeAccount(opened.database, owner);
    const { id } = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'one' });
    const change = (work: (books: Books) => Booked) => platform.virtualAccounts.change(accountId, [id], { by: null }, work);
    const rests = () => figure('rest_overdrawn');
    await change((books) => noteWallet(books, { currency: 'USDT', amount: '100' }));
    await change((books) => give(books, id, { currency: 'USDT', amount: '100' }));
    const buy = { pair: 'BTC/USDT', side: 'buy', price: '20000' } as const;
    await change((books) => hold(books, id, { ...buy, clientOrderId: 'a', amount: '0.003' }));
    await change((books) => hold(books, id, { ...buy, clientOrderId: 'b', amount: '0.002' }));
    expect([await figure('ledger_overdrawn'), await rests()]).toEqual([before, [{ labels: {}, value: 0 }]]);
    // The first one cost more than it held: there is something, and less than the second one holds.
    await change((books) =>
      withLedger(books, id, { balances: { BTC: '0.003', USDT: '20' }, holds: { b: { ...buy, amount: '0.002', feeOnTop: null } } }),
    );
    const account = (await platform.virtualAccounts.findById(id)) as VirtualAccount;
    expect([account.balances.USDT, freeOf(account).USDT, ledgerStateOf(account)]).toEqual(['20', '-20', 'overdrawn']);
    expect(await figure('ledger_overdrawn')).toEqual([{ labels: {}, value: 3 }]);
    await change((books) => noteWallet(books, { currency: 'USDT', amount: '-0.000001' }));
    expect(await rests()).toEqual([{ labels: {}, value: 0 }]);
    await change((books) => noteWallet(books, { currency: 'USDT', amount: '-0.00000001' }));
    expect(await rests()).toEqual([{ labels: {}, value: 1 }]);
    await change((books) => noteWallet(books, { currency: 'USDT', amount: '-5' }));
    expect([await figure('ledger_overdrawn'), await rests()]).toEqual([[{ labels: {}, value: 3 }], [{ labels: {}, value: 1 }]]);
  });

  test('exchange accounts with open virtual accounts that no worker runs', async () => {
    const unowned = async () => ((await figure('ledgers_unowned')) as { readonly value: number }[])[0]?.value ?? 0;
    const { workers } = opened.database.platform;
    const platform = opened.database.forOrganization(platformOrganizationId);
    const owner = { organizationId: platformOrganizationId, userId: null };
    const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
    const { id: accountId } = await buildExchangeAccount(opened.database, { ...owner, exchangeId });
    const before = await unowned();
    const { id } = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'one' });
    expect(await unowned()).toBe(before + 1);
    const workerId = await workers.register('w');
    await workers.claim(workerId, { limit: 1_000, leaseMs: 60_000 });
    expect(await unowned()).toBe(0);
    await workers.leave(workerId);
    expect(await unowned()).toBe(before + 1);
    const closed = (books: Books) => ({ ...books, ledgers: { [id]: { ...newVirtualLedger(id), isClosed: true } } });
    await platform.virtualAccounts.change(accountId, [id], { by: null }, (books) => ({ books: closed(books), movements: [] }));
    expect(await unowned()).toBe(before);
  });

  test('bots of the platform that stopped by themselves, until somebody starts them again or asks them to stop', async () => {
    const makers = () => figure('makers_stopped');
    const platform = opened.database.forOrganization(platformOrganizationId);
    const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
    const { id: exchangeAccountId } = await buildExchangeAccount(opened.database, {
      organizationId: platformOrganizationId,
      userId: null,
      exchangeId,
    });
    const { id } = await platform.bots.create({ userId: null, exchangeAccountId, name: 'one', type: 'MANUAL', strategy: balancing() });
    const ask = (active: boolean, afterMs: number) =>
      platform.bots.setActive(null, id, { active, by: 'operator', at: new Date(Date.now() + afterMs) });
    const fail = () =>
      platform.journal.record({ botId: id, epoch: 0 }, { active: false, messages: [{ code: 'keyRefused', facts: {}, at: new Date() }] });
    const one = [{ labels: { cause: 'keyRefused' }, value: 1 }];
    await ask(true, 0);
    await fail();
    expect(await makers()).toEqual(one);
    await ask(true, 1);
    expect(await makers()).toEqual([]);
    // It stops at once, by a clock that is behind that of whoever started it.
    await ask(true, 2_000);
    await fail();
    expect(await makers()).toEqual(one);
    await ask(false, 60_000);
    expect(await makers()).toEqual([]);
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
