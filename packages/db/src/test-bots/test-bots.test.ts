import { newLedger } from '@tenbin/bots';
import { applyFill } from '@tenbin/strategy';
import { bookedFill, buildBot, buildExchangeAccount, buildTenant, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const all = { offset: 0, limit: 100 };
const running = { kind: 'running', since: new Date() } as const;
const held = { BTC: '0.1', ETH: '2', USDT: '6000' };

describe.each(testEngines)('test bots on %s', (engine) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
  });
  afterEach(() => opened.close());

  /** Its share taken, and one trade booked. */
  async function trade(organizationId: string, botId: string): Promise<void> {
    const { journal } = opened.database.forOrganization(organizationId);
    await journal.record({ botId, epoch: 0 }, { phase: running, ledger: newLedger(held) });
    const fill = bookedFill({ tradeId: '1' });
    await journal.record({ botId, epoch: 0 }, { fills: [fill], ledger: newLedger(applyFill(held, fill)) });
  }

  test('that have traded are removed with all that was booked; what was booked of others stays', async () => {
    const { database } = opened;
    const tenant = await buildTenant(database);
    const owner = await database.platform.transaction((within) => within.testBots.lockOwner('x'));
    const account = await buildExchangeAccount(database, { ...owner, exchangeId: tenant.exchange.id });
    const bot = await buildBot(database, owner.organizationId, { userId: owner.userId, exchangeAccountId: account.id });
    await trade(owner.organizationId, bot.id);
    await trade(tenant.organization.id, tenant.bot.id);
    const its = database.forOrganization(owner.organizationId);
    expect((await its.ledgers.listMovements(bot.subAccountId, all)).length).toBeGreaterThan(0);
    expect(await database.platform.testBots.figures()).toEqual({ total: 1, busy: 1, byState: [{ state: 'running', count: 1 }] });

    await database.platform.transaction((within) => within.testBots.remove());
    expect(await database.platform.testBots.figures()).toEqual({ total: 0, busy: 0, byState: [] });
    expect(await its.bots.find(bot.id)).toBeNull();
    expect(await its.ledgers.listMovements(bot.subAccountId, all)).toEqual([]);
    const others = database.forOrganization(tenant.organization.id);
    expect((await others.ledgers.listMovements(tenant.bot.subAccountId, all)).length).toBeGreaterThan(0);
    expect((await database.platform.organizations.list()).map(({ id }) => id)).toEqual([tenant.organization.id]);
  });
});
