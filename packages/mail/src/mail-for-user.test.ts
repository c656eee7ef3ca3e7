import { resolve } from 'node:path';
import { mailTopics, pushTopics } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { mailForUser, pushForUser, pushTopicOf } from './render-mail.ts';
import { sampleMails } from './samples.ts';
import { readUnsubscription } from './unsubscribe.ts';

const brand = (await loadBrands(resolve(import.meta.dirname, '../../../brands'))).get('tenbin') as Brand;
const seal = (text: string, identity: string) => `${identity}:${text}`;
const vault = {
  open(sealed: string, identity: string): string {
    if (!sealed.startsWith(`${identity}:`)) throw new Error('not sealed');
    return sealed.slice(identity.length + 1);
  },
};
const writing = { brand, urlOf: (page: string) => `https://tenbin.example${page}`, organizationId: 'organization-1', seal };
const user = { id: 'user-1', email: 'hanako@example.jp', language: 'ja' } as const;

test.each(sampleMails)('$template can be switched off where it is not always sent, and says how', (about) => {
  const { topic } = catalogue[about.template];
  const mail = mailForUser(about, { ...user, mutedMails: [] }, writing);
  const muted = mailForUser(about, { ...user, mutedMails: mailTopics }, writing);
  if (topic === 'always') {
    expect([mail?.unsubscribeUrl, muted]).toEqual([null, mail]);
    return;
  }
  expect(muted).toBeNull();
  expect(mailForUser(about, { ...user, mutedMails: mailTopics.filter((one) => one !== topic) }, writing)).toEqual(mail);
  const { pathname, searchParams } = new URL(mail?.unsubscribeUrl ?? '');
  expect(pathname).toBe('/unsubscribe');
  expect(readUnsubscription(searchParams.get('token') ?? '', vault)).toEqual({ organizationId: 'organization-1', userId: 'user-1', topic });
  expect(mail?.text).toContain(mail?.unsubscribeUrl);
  expect(mail?.html).toContain('このお知らせの配信を停止する');
});

test.each(sampleMails)('$template is written to nobody whose account is deleted', (about) => {
  expect(mailForUser(about, { ...user, deletedAt: null }, writing)).not.toBeNull();
  expect(mailForUser(about, { ...user, deletedAt: new Date('2026-01-01T00:00:00Z') }, writing)).toBeNull();
});

test('every topic has a mail, and a proof of anything else is none', () => {
  const topics = new Set<string>(sampleMails.map(({ template }) => catalogue[template].topic));
  expect([...topics].sort()).toEqual([...mailTopics, 'always'].sort());
  for (const token of ['', 'unsubscribe:', 'unsubscribe:o u always', 'other:o u botStops'])
    expect(readUnsubscription(token, vault)).toBeNull();
});

test.each(sampleMails)('a browser tells $template where it may be switched off there, in the words of the mail', (about) => {
  const topic = pushTopicOf(catalogue[about.template]);
  const push = pushForUser(about, user);
  expect(push !== null).toBe(topic !== undefined);
  if (!push) return;
  expect(mailForUser(about, user, writing)?.subject).toContain(push.title);
  expect([push.body.length > 0, push.body.length <= 600, push.url?.startsWith('https://')]).toEqual([true, true, true]);
  expect(pushForUser(about, { ...user, mutedPushes: pushTopics.filter((one) => one !== topic) })).toEqual(push);
  expect(pushForUser(about, { ...user, mutedPushes: pushTopics })).toBeNull();
  expect(pushForUser(about, { ...user, deletedAt: new Date(0) })).toBeNull();
});

test('every mail of bots that were stopped is told by browsers as well, and those of the trading limit under its own topic', () => {
  const of = (topic: string) =>
    new Set(sampleMails.map(({ template }) => template).filter((kind) => pushTopicOf(catalogue[kind]) === topic));
  expect(of('botStops')).toEqual(new Set(['botStopped', 'paymentStopped', 'planNeeded']));
  expect(of('tradingVolume')).toEqual(new Set(['volumeNearLimit', 'volumeLimitReached', 'volumeLimitLifted']));
});
