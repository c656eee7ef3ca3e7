import { buildOrganization, buildUser, openTestDatabase, testEngines } from '@tenbin/testkit';
import { describe, expect, test } from 'vitest';

describe.each(testEngines)('whom somebody invited, on %s', (engine) => {
  test('is found by a part of the inviter’s address, their code, and what stands for it once they left', async () => {
    const { database, close } = await openTestDatabase(engine);
    const organization = await buildOrganization(database);
    const own = database.forOrganization(organization.id);
    const [stays, leaves] = [
      await buildUser(database, organization.id, { email: 'stays@example.com' }),
      await buildUser(database, organization.id, { email: 'leaves@example.com' }),
    ];
    const byStays = await buildUser(database, organization.id, { email: 'first@example.com', referredBy: stays.id });
    const byLeaves = await buildUser(database, organization.id, { email: 'second@example.com', referredBy: leaves.id });
    await own.users.forget(leaves.id, new Date());
    const entry = (await own.referralLedger.list({}, { offset: 0, limit: 10 })).find(({ id }) => id === byLeaves.id);
    const found = async (referrer: string): Promise<string[]> => {
      const ids = (await own.referralLedger.list({ referrer }, { offset: 0, limit: 10 })).map(({ id }) => id);
      const paged: string[] = [];
      for await (const page of own.referralLedger.pages({ referrer }, 1)) paged.push(...page.map(({ id }) => id));
      expect([paged.toReversed(), await own.referralLedger.count({ referrer })]).toEqual([ids, ids.length]);
      return ids;
    };
    expect(await found('STAYS')).toEqual([byStays.id]);
    expect(await found(` ${stays.referralCode.toLowerCase()} `)).toEqual([byStays.id]);
    expect(await found('leaves')).toEqual([]);
    expect(await found(entry?.referrerEmail ?? '')).toEqual([byLeaves.id]);
    expect(await found(entry?.referralCode ?? '')).toEqual([byLeaves.id]);
    await close();
  });
});
