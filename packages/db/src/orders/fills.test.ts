import {
  bookedFill,
  buildBot,
  buildTenant,
  newId,
  openTestDatabase,
  orderWrite,
  type Tenant,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../index.ts';

describe.each(testEngines)('the trades of a user, on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  test('are read page by page in the order of time, whatever the page, with those of deleted bots and rebalances, and never another’s', async () => {
    const { user, account, bot } = tenant;
    const second = await buildBot(opened.database, own.organizationId, { userId: user.id, exchangeAccountId: account.id, name: 'Second' });
    const stranger = await buildTenant(opened.database);
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    const hours = [5, 1, 3, 3, 3, 2, 9];
    const tradesOf = (name: string, side: 'buy' | 'sell') =>
      hours.map((hour, index) => bookedFill({ tradeId: `${name}${index}`, side, at: at(hour), clientOrderId: `${name}x${index}` }));
    const orders = [
      orderWrite({ sequence: 1, clientOrderId: 'Ax0', rebalanceId: newId() }),
      orderWrite({ sequence: 2, clientOrderId: 'Ax1' }),
    ];
    await own.journal.record({ botId: bot.id, epoch: 0 }, { orders, fills: tradesOf('A', 'sell') });
    await own.journal.record({ botId: second.id, epoch: 0 }, { fills: tradesOf('B', 'buy') });
    await opened.database
      .forOrganization(stranger.organization.id)
      .journal.record({ botId: stranger.bot.id, epoch: 0 }, { fills: [bookedFill({ tradeId: '1' })] });
    await own.bots.delete(user.id, second.id);

    const readAll = async (filter: Parameters<typeof own.fills.ofUser>[1], page: number) => {
      const found = [];
      for await (const rows of own.fills.ofUser(user.id, filter, page)) {
        expect(rows.length).toBeLessThanOrEqual(page);
        found.push(...rows);
      }
      return found;
    };
    const whole = await readAll({}, 100);
    expect(whole.map((trade) => trade.at)).toEqual([...hours, ...hours].sort((a, b) => a - b).map(at));
    expect(new Set(whole.map(({ tradeId }) => tradeId)).size).toBe(14);
    expect(new Set(whole.map(({ botName }) => botName))).toEqual(new Set([bot.name, 'Second']));
    expect(whole.flatMap(({ isOfRebalance, tradeId }) => (isOfRebalance ? [tradeId] : []))).toEqual(['A0']);
    for (const page of [1, 2, 3, 7, 14]) expect(await readAll({}, page)).toEqual(whole);
    const middle = { start: at(2), end: at(5) };
    expect((await readAll({ ...middle, side: 'buy' }, 3)).map(({ tradeId }) => tradeId)).toEqual(['B5', 'B2', 'B3', 'B4']);
    expect(await readAll({ botId: bot.id }, 3)).toEqual(whole.filter(({ botId }) => botId === bot.id));
    expect(await readAll({ pair: 'XRP/USDT' }, 3)).toEqual([]);
    expect(await readAll({ botId: stranger.bot.id }, 3)).toEqual([]);
  });
});
