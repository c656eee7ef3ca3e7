import { resolve } from 'node:path';
import { channels } from '@tenbin/bots';
import { loadBrands } from '@tenbin/brand/load';
import { buildTenant, fakeClock, openTestDatabase, type Tenant, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoppedByItself } from '../bots/fleet.ts';
import { stopMail } from './stop-mail.ts';
import { UserMails } from './user-mails.ts';

let database: TestDatabase;
let tenant: Tenant;
let stop: StoppedByItself;
const publicUrl = 'https://tenbin.example';
const at = new Date('2026-01-02T03:04:05Z');
const clock = fakeClock(at);
const errors: string[] = [];
const log = { info: () => {}, warn: () => {}, error: (_: unknown, event: string) => void errors.push(event) };

beforeAll(async () => {
  database = await openTestDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database.database);
  const receipt = {
    askedAt: at,
    by: 'automatic',
    reason: 'valueTooSmall',
    cancelled: ['Tax1', 'Tax2'],
    filledMeanwhile: [],
    confirmedAt: at,
  } as const;
  stop = { organizationId: tenant.organization.id, botId: tenant.bot.id, reason: 'valueTooSmall', hadRun: true, receipt };
  errors.length = 0;
});

async function mails() {
  const brands = await loadBrands(resolve(import.meta.dirname, '../../../../brands'));
  const [brand] = brands.values();
  if (!brand) throw new Error('no brand');
  return new UserMails(database.database, { brands: new Map([[tenant.organization.slug, brand]]), publicUrl }, { clock, log });
}
const newest = async () =>
  (await database.database.platform.mailQueue.listNewest(100)).find(({ organizationId }) => organizationId === tenant.organization.id);

test('goes to the bot’s user in their language, with the bot, the time and the number of cancelled orders', async () => {
  await (await mails()).put(stop.organizationId, stopMail(stop));
  const mail = await newest();
  expect(mail).toMatchObject({ to: tenant.user.email, subject: `ボット「${tenant.bot.name}」が自動停止しました`, status: 'waiting' });
  for (const part of ['2026-01-02 12:04:05 JST', '2件', tenant.exchange.name, `${publicUrl}/bots/${tenant.bot.id}`])
    expect(mail?.text).toContain(part);
});

test('says that orders may be open where the exchange confirmed nothing', async () => {
  await database.database.forOrganization(tenant.organization.id).users.update(tenant.user.id, { language: 'en' });
  await (await mails()).put(stop.organizationId, stopMail({ ...stop, reason: 'keyRefused', receipt: null }));
  const mail = await newest();
  expect(mail?.subject).toBe(`Your bot ${tenant.bot.name} stopped automatically`);
  expect(mail?.text).toContain('Orders may still be open');
  expect(mail?.text).toContain('2026-01-02 03:04:05 UTC');
});

test('says of a start that failed that nothing was placed', async () => {
  await (await mails()).put(stop.organizationId, stopMail({ ...stop, reason: 'launchFailed', hadRun: false }));
  expect(await newest()).toMatchObject({ subject: `ボット「${tenant.bot.name}」を自動で開始できませんでした` });
});

test('wakes whoever sends mail', async () => {
  let woken = 0;
  const stopListening = await database.database.listen(channels.mailsWaiting, () => {
    woken += 1;
  });
  await (await mails()).put(stop.organizationId, stopMail(stop));
  await expect.poll(() => woken).toBe(1);
  await stopListening();
});

test('a mail that cannot be written is logged and harms nothing; an organization without a brand gets none', async () => {
  const sender = await mails();
  await sender.put('nowhere', stopMail(stop));
  expect(errors).toEqual(['mail.notWritten']);
  await new UserMails(database.database, { brands: new Map(), publicUrl }, { clock, log }).put(stop.organizationId, stopMail(stop));
  expect(await newest()).toBeUndefined();
});
