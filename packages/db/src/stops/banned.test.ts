import { buildTenant, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.each(testEngines)('the bots of a suspended user, on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  async function build() {
    const { organization, user, bot } = await buildTenant(opened.database);
    const own = opened.database.forOrganization(organization.id);
    const at = new Date();
    const start = () => own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at });
    const rebalance = () => own.rebalances.request({ userId: user.id, botId: bot.id, startsBot: true, feePercents: {}, at });
    const earlier = new Date(at.getTime() - 1_000);
    return { own, user, bot, earlier, start, rebalance };
  }

  test('do not run by what was asked for once it was suspended, until they are pardoned', async () => {
    const { own, user, bot, earlier, start, rebalance } = await build();
    await own.users.update(user.id, { bannedAt: earlier });
    await expect(start()).rejects.toMatchObject({ code: 'botStopping' });
    await expect(rebalance()).rejects.toMatchObject({ code: 'botStopping' });
    expect(await own.bots.require(user.id, bot.id)).toMatchObject({ active: false, rebalanceId: null });
    await own.users.update(user.id, { bannedAt: null });
    expect(await start()).toMatchObject({ active: true });
  });

  test.runIf(engine === 'postgres')('nor by what is asked for while they are being suspended', async () => {
    for (const ask of ['start', 'rebalance'] as const) {
      const { own, user, bot, earlier, ...asks } = await build();
      const asked = await own.transaction(async ({ users, stops }) => {
        await users.update(user.id, { bannedAt: earlier });
        const underWay = asks[ask]().then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
        await stops.ask({ scope: 'user', userId: user.id }, { by: 'somebody', at: earlier });
        return { underWay };
      });
      expect(await asked.underWay).toBe('botStopping');
      expect(await own.bots.require(user.id, bot.id)).toMatchObject({ active: false });
    }
  });
});
