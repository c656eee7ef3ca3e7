import { brandKit, buildOrganization, newId, openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let client: Client;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  client = new Client({ connectionString: opened.options.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const now = new Date('2026-05-01T00:00:00Z');
const longAgo = new Date('2026-01-01T00:00:00Z');
const old = 'a'.repeat(64);

/** An organization with a picture that nothing shows, and the draft that is about to show it. */
async function withUnusedPicture() {
  const { id } = await buildOrganization(opened.database);
  const own = opened.database.forOrganization(id);
  await own.brandKits.addPicture({ hash: old, bytes: Buffer.from('old'), givenAt: longAgo });
  const kit = brandKit();
  const draft = { kit: { ...kit, logo: { ...kit.logo, wide: old } }, token: newId(), changedBy: newId(), changedAt: now, shownUntil: now };
  return { own, draft };
}

test('a picture that a draft is just beginning to show is not cleared away by one that is given at that moment', async () => {
  const { own, draft } = await withUnusedPicture();
  let given: Promise<void> | undefined;
  await own.transaction(async (within) => {
    await within.brandKits.saveDraft(draft, null);
    given = own.brandKits.addPicture({ hash: 'b'.repeat(64), bytes: Buffer.from('new'), givenAt: now });
    const waiting = "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await client.query(waiting)).rows[0].count).toBe(1);
  });
  await given;
  expect(await own.brandKits.findPicture(old)).not.toBeNull();
});

test('nothing is published without its pictures', async () => {
  const { own, draft } = await withUnusedPicture();
  const saved = await own.brandKits.saveDraft(draft, null);
  await client.query('delete from brand_pictures where organization_id = $1', [own.organizationId]);
  const how = { note: '', publishedBy: newId(), publishedAt: now };
  await expect(own.brandKits.publish(saved, how)).rejects.toMatchObject({ code: 'brandPictureNotFound' });
  expect(await own.brandKits.findDraft()).toEqual(saved);
});
