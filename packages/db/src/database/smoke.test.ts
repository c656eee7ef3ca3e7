import { buildTenant, openTestDatabase, testEngines } from '@tenbin/testkit';
import { describe, expect, test } from 'vitest';

describe.each(testEngines)('on %s', (engine) => {
  test('a tenant is built', async () => {
    const t0 = performance.now();
    const { database, close } = await openTestDatabase(engine);
    const { bot, organization, user } = await buildTenant(database);
    expect(await database.forOrganization(organization.id).bots.require(user.id, bot.id)).toEqual(bot);
    await close();
  });
});
