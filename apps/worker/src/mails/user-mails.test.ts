import type { Brand } from '@tenbin/brand';
import type { OrganizationDatabase } from '@tenbin/db';
import { buildTenant, fakeClock, openTestDatabase, type Tenant, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailSettingsFor } from '../testing/mail-settings.ts';
import { type StoppedBot, stopMail } from './stop-mail.ts';
import { type UserMailSettings, UserMails } from './user-mails.ts';

let database: TestDatabase;
let tenant: Tenant;
let own: OrganizationDatabase;
let settings: UserMailSettings;
let stop: StoppedBot;
const at = new Date('2026-01-02T03:04:05Z');
const clock = fakeClock(at);
const errors: string[] = [];
const log = { info: () => {}, warn: () => {}, error: (_: unknown, event: string) => void errors.push(event) };

beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database.database);
  own = database.database.forOrganization(tenant.organization.id);
  settings = await mailSettingsFor(own);
  const receipt = {
    askedAt: at,
    by: 'automatic',
    reason: 'valueTooSmall',
    cancelled: ['Tax1', 'Tax2'],
    filledMeanwhile: [],
    confirmedAt: at,
  } as const;
  stop = { botId: tenant.bot.id, reason: 'valueTooSmall', hadRun: true, receipt };
  errors.length = 0;
});

const put = (cause: StoppedBot, given = settings) => new UserMails(given, { clock, log }).put(own, stopMail(cause));
const newest = async () =>
  (await database.database.platform.mailQueue.listNewest(100)).find(({ organizationId }) => organizationId === tenant.organization.id);

test('goes to the bot’s user in their language, with the bot, the time and the number of cancelled orders', async () => {
  await put(stop);
  const mail = await newest();
  expect(mail).toMatchObject({ to: tenant.user.email, subject: `ボット「${tenant.bot.name}」が自動停止しました`, status: 'waiting' });
  for (const part of ['2026-01-02 12:04:05 JST', '2件', tenant.exchange.name, `https://tenbin.example/bots/${tenant.bot.id}`])
    expect(mail?.text).toContain(part);
});

test('says that orders may be open where the exchange confirmed nothing', async () => {
  await own.users.update(tenant.user.id, { language: 'en' });
  await put({ ...stop, reason: 'keyRefused', receipt: null });
  const mail = await newest();
  expect(mail?.subject).toBe(`Your bot ${tenant.bot.name} stopped automatically`);
  expect(mail?.text).toContain('Orders may still be open');
  expect(mail?.text).toContain('2026-01-02 03:04:05 UTC');
});

test('says of a start that failed that nothing was placed', async () => {
  await put({ ...stop, reason: 'launchFailed', hadRun: false });
  expect(await newest()).toMatchObject({ subject: `ボット「${tenant.bot.name}」を自動で開始できませんでした` });
});

const onlyBrand = (): Brand => {
  const [brand] = settings.brands.values();
  if (!brand) throw new Error('no brand');
  return brand;
};

test('a text that cannot be written is logged and harms nothing', async () => {
  const { links, ...brand } = onlyBrand();
  const broken = { ...brand, links: { ...links, privacyPolicy: 'https://' } };
  await put(stop, { ...settings, brands: new Map([[broken.wlKey, broken]]) });
  expect(errors).toEqual(['mail.write_failed']);
  expect(await newest()).toBeUndefined();
});

test('an organization without a brand of its own is written to in the dress of the usual one', async () => {
  const brand = onlyBrand();
  await put(stop, { ...settings, brands: new Map([['elsewhere', brand]]) });
  expect((await newest())?.text).toContain(brand.name);
});

test('carries the link that switches such mails off, and is not put where its reader did', async () => {
  await put(stop);
  const url = `https://tenbin.example/unsubscribe?token=${own.organizationId}+${tenant.user.id}+botStops`;
  const mail = await newest();
  expect(mail?.unsubscribeUrl).toBe(url);
  expect(mail?.text).toContain(url);
  await own.users.setMailWanted(tenant.user.id, 'botStops', false);
  await put({ ...stop, reason: 'keyRefused' });
  expect((await newest())?.id).toBe(mail?.id);
});
