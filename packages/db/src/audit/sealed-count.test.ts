import { buildTenant, placeFor, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, OrganizationDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';

const entry = { actor: 'visitor', actorId: null, action: 'signIn', network: null, agent: null, facts: {} } as const;
const hour = (hours: number): Date => new Date(Date.UTC(2026, 0, 30) + hours * 3_600_000);
/** Over seven days, one of them without any, and the end of a month among them. */
const hours = [1, 23, 24, 25, 49, 95.5, 96, 97, 121, 143, 144, 160];

describe.each(testEngines)('how many entries the audit log has, on %s', (name) => {
  let database: Database;
  let organizationId: string;
  let own: OrganizationDatabase;
  let closePlace: () => Promise<void>;
  beforeAll(async () => {
    const place = await placeFor(name);
    closePlace = place.close;
    database = await openDatabase(place.options);
    organizationId = (await buildTenant(database)).organization.id;
    own = database.forOrganization(organizationId);
    for (const [index, at] of hours.entries())
      await own.audit.append({ ...entry, refusal: index % 2 ? 'emailOrPassword' : null, at: hour(at) });
    await database.platform.audit.append({ ...entry, refusal: null, at: hour(30) });
  });
  afterAll(async () => {
    await database.close();
    await closePlace();
  });

  const bounds = [undefined, hour(0), hour(1), hour(24), hour(24.5), hour(73), hour(96), hour(120), hour(144), hour(150), hour(200)];
  const expectCounts = async () => {
    for (const start of bounds) {
      for (const end of bounds) {
        const found = (await own.audit.list({ offset: 0, limit: 50 }, { start, end })).length;
        expect([start, end, await own.audit.count({ start, end })]).toEqual([start, end, found]);
      }
    }
  };

  test('is the same of any period before days are sealed, when some are, and when all but the present one are', async () => {
    await expectCounts();
    for (const before of [hour(72), hour(144)]) {
      await database.platform.auditDays.seal(organizationId, { before, at: hour(200) });
      await expectCounts();
    }
    expect(await own.audit.count({})).toBe(hours.length);
    expect(await own.audit.count({ isRefused: true, start: hour(0) })).toBe(hours.length / 2);
    await database.platform.auditDays.seal(null, { before: hour(144), at: hour(200) });
    expect([await database.platform.audit.count({}), await database.platform.audit.count({ start: hour(31) })]).toEqual([1, 0]);
  });
});
