import { hasShare, newLedger } from '@tenbin/bots';
import { buildTenant, openTestDatabase, testEngines } from '@tenbin/testkit';
import { expect, test } from 'vitest';

test.each(testEngines)('a restored bot that stops holds what its sub-account holds, and nothing else, on %s', async (engine) => {
  const { database, close } = await openTestDatabase(engine);
  const [idle, rebalancing] = [await buildTenant(database), await buildTenant(database)];
  const ledger = newLedger({ BTC: '1' });
  const at = new Date();
  const stopped = { kind: 'stopped', receipt: null } as const;
  const planned = { kind: 'rebalancing', askedAt: at, by: 'user', rebalanceId: idle.bot.id, round: 0, steps: [] } as const;
  const partsOf = ({ organization, user, bot }: typeof idle) => ({ own: database.forOrganization(organization.id), user, bot });
  for (const [tenant, phase] of [
    [idle, stopped],
    [rebalancing, planned],
  ] as const) {
    const { own, bot } = partsOf(tenant);
    await own.journal.record({ botId: bot.id, epoch: 0 }, { phase, ledger });
  }
  await database.platform.restores.prepare({ at, since: null, nextSequence: 1, stopsAll: false });
  for (const [tenant, held] of [
    [idle, {}],
    [rebalancing, { BTC: '1' }],
  ] as const) {
    const { own, user, bot } = partsOf(tenant);
    const { phase } = await own.bots.require(user.id, bot.id);
    expect([phase.kind, hasShare(phase)]).toEqual(['stopping', tenant === rebalancing]);
    await own.journal.record({ botId: bot.id, epoch: 1_000_000 }, { phase, ledger });
    expect(await own.ledgers.listOfAccount(tenant.account.id)).toMatchObject([{ balances: held }]);
  }
  await close();
});
