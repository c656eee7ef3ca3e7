import { type BotStep, newLedger } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { applyFill } from '@tenbin/strategy';
import {
  bookedFill,
  buildBot,
  buildExchangeAccount,
  buildTenant,
  openTestDatabase,
  type Tenant,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';

const all = { offset: 0, limit: 100 };
const running = { kind: 'running', since: new Date() } as const;
const stopped = { kind: 'stopped', receipt: null } as const;
const held: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };

describe.each(testEngines)('the sub-ledgers of an exchange account on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });

  const record = (step: BotStep, botId = tenant.bot.id) => own.journal.record({ botId, epoch: 0 }, step);
  const start = (balances: Balances, botId = tenant.bot.id) => record({ phase: running, ledger: newLedger(balances) }, botId);
  const heldBy = async (subAccountId: string) =>
    (await own.ledgers.listOfAccount(tenant.account.id)).find(({ id }) => id === subAccountId)?.balances;

  /** What is stored of each sub-account is what its movements add up to. */
  async function expectDerivedToBeStored(): Promise<ReadonlyMap<string, Balances>> {
    const derived = await own.ledgers.addUp(tenant.account.id);
    const accounts = await own.ledgers.listOfAccount(tenant.account.id);
    expect(accounts).not.toEqual([]);
    for (const { id, balances } of accounts) {
      const present = Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== '0'));
      expect(derived.get(id) ?? {}).toEqual(present);
    }
    return derived;
  }

  test('a bot takes its share from the rest, and every trade moves it', async () => {
    const { subAccountId } = tenant.bot;
    expect(await heldBy(subAccountId)).toEqual({});
    await start(held);
    const [first, second] = [bookedFill({ tradeId: '1' }), bookedFill({ tradeId: '2', side: 'buy', fee: '0.0000005', feeCurrency: 'BTC' })];
    const after = applyFill(applyFill(held, first), second);
    await record({ fills: [first, second], ledger: newLedger(after) });
    expect(await heldBy(subAccountId)).toEqual(after);
    expect((await own.ledgers.listMovements(subAccountId, all)).map(({ cause, fill }) => [cause, fill?.tradeId])).toEqual([
      ['fill', '2'],
      ['fill', '1'],
      ['share', undefined],
    ]);
    const derived = await expectDerivedToBeStored();
    expect(derived.get('rest')).toEqual({ BTC: '-0.1', ETH: '-2', USDT: '-6000' });
  });

  test('a step without money moves none, and a stop gives all of it back to the rest', async () => {
    const { subAccountId } = tenant.bot;
    await start(held);
    await record({ cursors: { 'BTC/USDT': '7' } });
    await record({ ledger: { ...newLedger(held), growth: 1 } });
    expect(await own.ledgers.listMovements(subAccountId, all)).toHaveLength(1);
    await record({ phase: stopped });
    expect(await heldBy(subAccountId)).toEqual({});
    const derived = await expectDerivedToBeStored();
    expect([...derived.keys()]).toEqual([]);
    expect((await own.bots.find(tenant.bot.id))?.ledger?.balances).toEqual(held);
  });

  test('two bots on one account have each their own, and rounding and fees in other coins add up', async () => {
    const { user, account, bot } = tenant;
    const second = await buildBot(opened.database, own.organizationId, { userId: user.id, exchangeAccountId: account.id });
    await start(held);
    await start({ USDT: '50', BNB: '1' }, second.id);
    const fill = bookedFill({ tradeId: '1', fee: '0.01', feeCurrency: 'BNB' });
    const after = applyFill(held, fill);
    await record({ fills: [fill], ledger: newLedger(after) });
    const adjustments = [
      { cause: 'othersFees', currency: 'BNB', amount: '-0.01' },
      { cause: 'rounding', currency: 'USDT', amount: '0.00000001' },
    ] as const;
    await record({ ledger: newLedger({ USDT: '50.00000001', BNB: '0.99' }), adjustments }, second.id);
    expect(await heldBy(bot.subAccountId)).toEqual(after);
    expect(await heldBy(second.subAccountId)).toEqual({ USDT: '50.00000001', BNB: '0.99' });
    const derived = await expectDerivedToBeStored();
    expect(derived.get('rest')).toMatchObject({ USDT: '-6050', BNB: '-1' });
    expect(derived.get('outside')).toMatchObject({ BNB: '0.01' });
  });

  test('a refused step moves nothing', async () => {
    await start(held);
    const fill = bookedFill({ tradeId: '1' });
    const ledger = newLedger(applyFill(held, fill));
    await record({ fills: [fill], ledger });
    await expect(record({ fills: [fill], ledger: newLedger(applyFill(ledger.balances, fill)) })).rejects.toThrow('tradeKnown');
    expect(await heldBy(tenant.bot.subAccountId)).toEqual(ledger.balances);
    await expectDerivedToBeStored();
  });

  test('a bot that goes to another exchange account leaves what it did with the one before', async () => {
    const { user, exchange, bot, account } = tenant;
    await start(held);
    await record({ phase: stopped });
    const other = await buildExchangeAccount(opened.database, {
      organizationId: own.organizationId,
      userId: user.id,
      exchangeId: exchange.id,
    });
    const same = await own.bots.updateSettings(user.id, bot.id, { exchangeAccountId: account.id, name: 'same' });
    expect(same.subAccountId).toBe(bot.subAccountId);
    const moved = await own.bots.updateSettings(user.id, bot.id, { exchangeAccountId: other.id });
    expect(moved).toMatchObject({ name: 'same', exchangeAccountId: other.id });
    expect(await own.ledgers.listOfAccount(other.id)).toMatchObject([{ id: moved.subAccountId, balances: {} }]);
    expect(await own.ledgers.listMovements(bot.subAccountId, all)).toHaveLength(2);
    expect(await own.ledgers.listMovements(moved.subAccountId, all)).toEqual([]);
    await start(held);
    await expect(own.bots.updateSettings(user.id, bot.id, { exchangeAccountId: account.id })).rejects.toThrow('botStopping');
    expect(await own.ledgers.listOfAccount(account.id)).toHaveLength(1);
  });
});
