import { buildBot, buildTenant, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.each(testEngines)('the list of a user’s bots, on %s', (engine) => {
  let place: TestDatabase;
  beforeAll(async () => {
    place = await openTestDatabase(engine);
  });
  afterAll(() => place.close());

  test('has each bot as it is found alone', async () => {
    const { organization, user, account, bot } = await buildTenant(place.database);
    const { bots } = place.database.forOrganization(organization.id);
    const second = await buildBot(place.database, organization.id, { userId: user.id, exchangeAccountId: account.id, delta: 0.1 + 0.2 });
    await bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date('2026-02-03T04:05:06.789Z') });
    await bots.addMessage(bot.id, { code: 'internal', facts: { reference: '"天秤"\n\\' }, at: new Date() });
    expect(await bots.listOfUser(user.id)).toEqual([await bots.find(bot.id), await bots.find(second.id)]);
  });

  test('gives the same object while nothing changed, and another one after a change', async () => {
    const { organization, user, bot } = await buildTenant(place.database);
    const { bots } = place.database.forOrganization(organization.id);
    const [first] = await bots.listOfUser(user.id);
    expect((await bots.listOfUser(user.id))[0]).toBe(first);
    await bots.updateSettings(user.id, bot.id, { name: 'renamed' });
    expect((await bots.listOfUser(user.id))[0]).toMatchObject({ id: bot.id, name: 'renamed' });
  });
});
