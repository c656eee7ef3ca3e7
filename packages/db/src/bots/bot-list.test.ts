import { botSorts } from '@tenbin/bots';
import { bookedFill, buildBot, buildTenant, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.each(testEngines)('the bots of an organization, on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('stand in the order that was asked for, over pages without a gap or a repetition', async () => {
    const { organization, user, bot, account } = await buildTenant(opened.database);
    const own = opened.database.forOrganization(organization.id);
    const make = (name: string) => buildBot(opened.database, organization.id, { userId: user.id, exchangeAccountId: account.id, name });
    const [b, a] = [await make('Zb'), await make('Za')];
    await own.journal.record({ botId: b.id, epoch: 0 }, { fills: [bookedFill({ tradeId: 't1', at: new Date('2026-05-11T12:00:00Z') })] });
    await own.bots.setActive(user.id, a.id, { active: true, by: user.id, at: new Date('2026-05-12T12:00:00Z') });
    await own.stops.ask({ scope: 'bot', botId: a.id }, { by: user.id, at: new Date('2026-05-12T13:00:00Z') });
    const ids = async (sort: (typeof botSorts)[number]) => {
      const paged: string[] = [];
      for (let offset = 0; offset < 4; offset += 2)
        paged.push(...(await own.botList.list({}, { sort, offset, limit: 2 })).map(({ id }) => id));
      return paged;
    };
    const all = [bot.id, b.id, a.id];
    for (const sort of botSorts) expect([...(await ids(sort))].sort(), sort).toEqual([...all].sort());
    expect(await ids('newest')).toEqual([a.id, b.id, bot.id]);
    expect(await ids('oldest')).toEqual([bot.id, b.id, a.id]);
    expect((await ids('name')).indexOf(a.id)).toBeLessThan((await ids('name')).indexOf(b.id));
    expect((await ids('nameDown')).indexOf(b.id)).toBeLessThan((await ids('nameDown')).indexOf(a.id));
    expect((await ids('lastFill'))[0]).toBe(b.id);
    expect((await ids('lastFillUp'))[2], 'who never had a fill comes first').toBe(b.id);
    expect((await ids('stopped'))[0]).toBe(a.id);
  });
});
