import { resolve } from 'node:path';
import { languages } from '@tenbin/accounts';
import { botErrorCodes, ownReasons } from '@tenbin/bots';
import { type Brand, contrast } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import { exchangeErrorReasons } from '@tenbin/exchange';
import { explain, explained, messageOf, type StoredCode } from '@tenbin/messages';
import { mailNames as mailNamesEn } from '@tenbin/messages/mail-names/en';
import { mailNames as mailNamesJa } from '@tenbin/messages/mail-names/ja';
import { everyFact } from '@tenbin/messages/testing';
import { checkCodes } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { type MailSubject, mailKinds } from './catalogue.ts';
import type { MailLook } from './mail.ts';
import { renderMail } from './render-mail.ts';
import { sampleFacts, sampleMails } from './samples.ts';

const brands = await loadBrands(resolve(import.meta.dirname, '../../../brands'));
const brand = brands.get('tenbin') as Brand;
const urlOf = (page: string) => `https://tenbin.example${page}`;
const looks: (MailLook & { readonly says: string })[] = languages.flatMap((language) =>
  [...brands.values()].map((one) => ({ says: `${one.name}, ${language}`, language, brand: one, urlOf })),
);
const [english, japanese] = (['en', 'ja'] as const).map((language) => ({ language, brand, urlOf })) as [MailLook, MailLook];
const kindsAndLooks = mailKinds.flatMap((kind) => looks.map((look) => ({ kind, look, says: `${kind} (${look.says})` })));
const samplesOf = (kind: MailSubject['template']): MailSubject[] => sampleMails.filter(({ template }) => template === kind);

/** Why a rebalance ends without being whole. */
const failures = [...new Set([...checkCodes, ...exchangeErrorReasons, ...botErrorCodes, ...ownReasons])];

const stopped = (code: string, facts: StoredCode['facts'] = everyFact): MailSubject => ({
  template: 'botStopped',
  ...(sampleFacts.botStopped[0] as (typeof sampleFacts.botStopped)[number]),
  cause: { code, facts },
});
const rebalanced = (failure: StoredCode): MailSubject => ({
  template: 'rebalanceEnded',
  ...(sampleFacts.rebalanceEnded[2] as (typeof sampleFacts.rebalanceEnded)[number]),
  failure,
});

/** What a reader of the HTML sees, line by line. */
const wordsIn = (html: string): string[] =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const linksIn = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replace(/&amp;/g, '&'));

describe.each(kindsAndLooks)('$says', ({ kind, look }) => {
  const mails = samplesOf(kind).map((about) => ({ about, mail: renderMail(about, look) }));

  test('says in text what it says in HTML, links included', () => {
    for (const { mail } of mails) {
      expect(wordsIn(mail.html).length).toBeGreaterThan(4);
      expect(linksIn(mail.html)).not.toEqual([]);
      for (const line of wordsIn(mail.html)) expect(mail.text).toContain(line);
      for (const link of linksIn(mail.html)) expect(mail.text).toContain(link);
      expect(mail.html).toContain(`<html lang="${look.language}"`);
    }
  });

  test('is in its language, without codes or gaps, and with a subject that fits a phone', () => {
    for (const { mail } of mails) {
      const words = mail.text.replace(/https?:\S+/g, '');
      expect(words).not.toMatch(/[{}]|undefined|null|NaN|\[object|\b[a-z]+[A-Z]|^\s*,/m);
      expect(/[ぁ-ん]/.test(mail.subject + words)).toBe(look.language === 'ja');
      expect(mail.subject.length).toBeGreaterThan(4);
      expect(mail.subject.length).toBeLessThanOrEqual(look.language === 'ja' ? 40 : 70);
    }
  });

  test('tells what it can be about apart', () => {
    expect(new Set(mails.map(({ mail }) => mail.text)).size).toBe(mails.length);
  });
});

/** Facts of which there are only some: their samples show each. */
const choices = ['purpose', 'codes', 'change', 'factor', 'role', 'end', 'cause', 'failure', 'heldBack'];

/** The same fact, but another one; undefined where there is no other. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1000;
  if (typeof value === 'string') return value.startsWith('https:') ? `${value}&more=1` : `Other${value}`;
  if (value instanceof Date) return new Date(value.getTime() + 86_400_000);
  return Array.isArray(value) && value.length > 0 ? [...value, '7 XRP'] : undefined;
}

test.each(mailKinds)('%s uses every fact that it asks for', (kind) => {
  const unused = samplesOf(kind).map((about) => {
    const { text } = renderMail(about, english);
    return Object.keys(about).filter((name) => {
      const other = name === 'template' || choices.includes(name) ? undefined : otherThan(about[name as keyof typeof about]);
      return other !== undefined && renderMail({ ...about, [name]: other }, english).text === text;
    });
  });
  const [first = [], ...more] = unused;
  expect(first.filter((name) => more.every((names) => names.includes(name)))).toEqual([]);
});

test('every kind of mail has a name of its own in each language, by which it is told that somebody was sent it', () => {
  for (const names of [mailNamesEn, mailNamesJa]) {
    expect(Object.keys(names).sort()).toEqual([...mailKinds].sort());
    expect(new Set(Object.values(names)).size).toBe(mailKinds.length);
  }
});

test('no two kinds of mail have one subject', () => {
  const first = mailKinds.map((kind) => renderMail(samplesOf(kind)[0] as MailSubject, english).subject);
  expect(new Set(first).size).toBe(mailKinds.length);
});

describe.each(languages)('in %s', (language) => {
  const look = { language, brand, urlOf };

  test('a verification mail carries its code, not in the subject, and the link that fills it in', () => {
    for (const about of samplesOf('verificationCode')) {
      const { subject, text } = renderMail(about, look);
      expect(subject).not.toMatch(/\d/);
      expect(text).toContain('\n012345\n');
      expect(text).toContain('https://tenbin.example/somewhere?token=abc&from=mail');
    }
  });

  test.each(botErrorCodes)('a stop by %s is told in its own words, with its figures', (code) => {
    const { text, advice } = explain({ code, facts: everyFact }, language);
    const mail = renderMail(stopped(code), look).text;
    expect(mail).toContain(text);
    expect(mail).toContain(advice);
    expect(mail).not.toMatch(/[{}]|undefined|null/);
  });

  test('no two causes of a stop are told alike', () => {
    const texts = botErrorCodes.map((code) => renderMail(stopped(code), look).text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test.each(failures)('a rebalance that failed by %s says why, and what to do', (code) => {
    const mail = renderMail(rebalanced({ code, facts: everyFact }), look).text;
    expect(mail).toContain(explained({ code, facts: everyFact }, language));
    expect(mail).not.toMatch(/[{}]|undefined|null/);
  });

  test('where the exchange could not be asked, the mail says that orders may be open, once', () => {
    const about = { ...stopped('keyRefused', { mayBeOpen: ['Tax1'] }), cancelled: null } as MailSubject;
    expect(renderMail(about, look).text.split(messageOf('ordersMayBeOpen', language).text)).toHaveLength(2);
  });
});

test.each(['account', 'service', 'referrals'] as const)(
  'who is held back (%s) is told why a plan ended, and to choose none',
  (heldBack) => {
    const held = samplesOf('subscriptionEnded').filter((about) => 'heldBack' in about && about.heldBack === heldBack);
    expect(held).not.toEqual([]);
    const because = {
      account: ['your account is suspended', 'アカウントが利用停止になったため'],
      service: ['the service is suspended', 'サービスの提供が停止されたため'],
      referrals: ['your account is for referrals only', 'アカウントが紹介専用になったため'],
    } as const;
    const [en, ja] = because[heldBack];
    for (const about of held) {
      const [inEnglish, inJapanese] = [renderMail(about, english).text, renderMail(about, japanese).text];
      expect(inEnglish).toContain(en);
      expect(inEnglish).not.toMatch(/choose a plan/i);
      expect(inJapanese).toContain(ja);
      expect(inJapanese).not.toContain('プランを選');
    }
  },
);

test('Japanese readers get the time in Japan, others UTC', () => {
  expect(renderMail(stopped('x'), japanese).text).toContain('2026-02-01 00:04:05 JST');
  expect(renderMail(stopped('x'), english).text).toContain('2026-01-31 15:04:05 UTC');
});

const evil = `<script>alert(1)</script>"'& http://evil.example a@evil.example www.evil.example`;

test.each(mailKinds)('nothing that comes into %s from outside becomes markup or a link', (kind) => {
  for (const about of samplesOf(kind)) {
    const facts = Object.entries(about).map(([name, value]) => {
      const isText = typeof value === 'string' && name !== 'template' && !/url$/i.test(name) && !choices.includes(name);
      return [name, isText ? evil : Array.isArray(value) ? [evil] : value] as const;
    });
    const mail = renderMail(Object.fromEntries(facts) as unknown as MailSubject, { ...english, brand: { ...brand, name: evil } });
    expect(mail.html).not.toContain('<script');
    for (const form of [mail.html, mail.text, mail.subject]) expect(form).not.toMatch(/https?:\/\/evil|@evil|evil\.example/);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
});

test('a name with a line break cannot begin a header of its own', () => {
  const about = { ...stopped('x'), botName: 'a\r\nBcc: b' } as MailSubject;
  expect(renderMail(about, english).subject).toBe('Your bot a Bcc: b stopped automatically');
});

test('the logo stands in for the name, with the name for those who see no pictures', () => {
  const [about] = samplesOf('accountExists') as [MailSubject];
  const withLogo = (mail?: string) => renderMail(about, { ...english, brand: { ...brand, logo: { ...brand.logo, mail } } }).html;
  expect(withLogo('https://cdn.example/logo.png')).toContain('<img src="https://cdn.example/logo.png" alt="Tenbin"');
  expect(withLogo('/brands/tenbin/mail.png')).toContain('<img src="https://tenbin.example/brands/tenbin/mail.png" alt="Tenbin"');
  expect(withLogo()).not.toContain('<img');
});

test('a link that is not a web address is a fault of ours', () => {
  const about = { ...samplesOf('accountExists')[0], url: 'javascript:alert(1)' } as MailSubject;
  expect(() => renderMail(about, english)).toThrow('may not link');
});

describe('staging', () => {
  const [about] = samplesOf('accountExists') as [MailSubject];
  test('on: an installation for trying says so in the subject', () => {
    const tried = { ...brand, features: { ...brand.features, staging: true } };
    expect(renderMail(about, { ...english, brand: tried }).subject).toBe('[Staging] You already have an account');
    expect(renderMail(about, { ...japanese, brand: tried }).subject).toBe('【検証環境】すでにアカウントをお持ちです');
  });

  test('off: the subject is what the mail is about', () => {
    const real = { ...brand, features: { ...brand.features, staging: false } };
    expect(renderMail(about, { ...english, brand: real }).subject).toBe('You already have an account');
    expect(renderMail(about, { ...japanese, brand: real }).subject).toBe('すでにアカウントをお持ちです');
  });
});

test('every colour of a text is readable on what is behind it, light and dark', () => {
  for (const { theme } of brands.values())
    for (const { background, surface, text, muted, accent, onAccent } of [theme.light, theme.dark]) {
      const pairs = [text, muted].flatMap((ink) => [background, surface].map((ground) => contrast(ink, ground)));
      expect(Math.min(...pairs, contrast(onAccent, accent))).toBeGreaterThanOrEqual(4.5);
    }
});

test('who stands behind a brand is said at the foot of its mails, in the reader’s language', () => {
  const texts = { ja: { tagline: '', signature: '星空株式会社\n東京都千代田区' }, en: { tagline: '', signature: 'Hoshizora Inc.' } };
  const [about] = sampleMails as [MailSubject];
  const mail = renderMail(about, { ...japanese, brand: { ...brand, texts } });
  expect(wordsIn(mail.html)).toEqual(expect.arrayContaining(['星空株式会社', '東京都千代田区']));
  expect(mail.text).toContain('星空株式会社\n東京都千代田区');
  expect(mail.text).not.toContain('Hoshizora Inc.');
  expect(renderMail(about, { ...english, brand: { ...brand, texts } }).text).toContain('Hoshizora Inc.');
});

test('a brand with a logo for dark ground has both in its mails, of which one is seen', () => {
  const picture = 'https://pictures.example/dark.png';
  const dark = { default: picture, sideNav: picture, mail: picture };
  const { html } = renderMail(sampleMails[0] as MailSubject, { ...english, brand: { ...brand, logo: { ...brand.logo, dark } } });
  expect(html.match(/<img [^>]*class="on-light"[^>]*>/)?.[0]).toContain('display:block');
  expect(html.match(/<img [^>]*class="on-dark"[^>]*>/)?.[0]).toMatch(/dark\.png.*display:none;mso-hide:all/);
  expect(html).toMatch(/prefers-color-scheme:dark\).*\.on-light\{display:none!important\}\.on-dark\{display:block!important\}/);
});
