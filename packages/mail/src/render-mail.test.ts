import { languages } from '@tenbin/accounts';
import { describe, expect, test } from 'vitest';
import type { MailBrand } from './mail.ts';
import { type MailSubject, renderMail } from './render-mail.ts';

const brand: MailBrand = { name: 'Tenbin', accent: '#1f4e79', onAccent: '#ffffff', logoUrl: null };
const verification: MailSubject = {
  template: 'verificationCode',
  purpose: 'signUp',
  code: '482913',
  url: 'https://tenbin.example/verify?code=482913',
  minutesValid: 10,
};
const exists: MailSubject = { template: 'accountExists', url: 'https://tenbin.example/login?email=a%40example.jp' };
const reset: MailSubject = { template: 'passwordReset', url: 'https://tenbin.example/reset?token=abc', minutesValid: 30 };
const stopped = (code: string): MailSubject => ({
  template: 'botStopped',
  botName: 'Tokyo-1',
  exchangeName: 'Tenbin Virtual',
  code,
  isLaunch: false,
  cancelled: 6,
  stoppedAt: new Date('2025-01-31T15:04:05Z'),
  url: 'https://tenbin.example/bots/1',
});

const rebalanced = (failure: { code: string; currency?: string; other?: string } | null): MailSubject => ({
  template: 'rebalanceEnded',
  botName: 'Tokyo-1',
  exchangeName: 'Tenbin Virtual',
  failure,
  startsBot: failure === null,
  balances: failure ? [] : ['0.1 BTC', '2 ETH', '6000 USDT'],
  serviceFees: failure ? [] : ['0.3 USDT'],
  url: 'https://tenbin.example/bots/1',
});

describe.each(languages)('in %s', (language) => {
  test.each([verification, exists, reset, stopped('valueTooSmall'), rebalanced(null), rebalanced({ code: 'other' })])(
    '$template says in text what it says in HTML',
    (about) => {
      const { text, html, subject } = renderMail(about, { language, brand });
      const words = html
        .replace(/<head>.*<\/head>/s, '')
        .replace(/<[^>]+>/g, '\n')
        .replace(/&amp;/g, '&')
        .replace(/&#39;/g, "'")
        .replace(/&quot;/g, '"')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      for (const line of words) expect(text).toContain(line);
      expect(subject).not.toBe('');
      expect(html).toContain(`<html lang="${language}">`);
      if (about.template !== 'verificationCode') expect(text).toContain(about.url);
    },
  );

  test('a verification mail carries its code, not in the subject, and the link that fills it in', () => {
    const { subject, text } = renderMail(verification, { language, brand });
    expect(subject).not.toMatch(/\d/);
    expect(text).toContain('https://tenbin.example/verify?code=482913');
    expect(text).toContain('10');
  });

  test('every cause of a stop has its own words, and an unknown one the general ones', () => {
    const codes = [
      'invalidApiKey',
      'invalidSecret',
      'invalidPassphrase',
      'withdrawalRight',
      'amountTooSmall',
      'priceOutOfRange',
      'valueTooSmall',
    ];
    const texts = [...codes, 'launchFailed', 'ledgerDifference', 'somethingNew'].map(
      (code) => renderMail(stopped(code), { language, brand }).text,
    );
    expect(new Set(texts).size).toBe(texts.length);
    expect(renderMail(stopped('toString'), { language, brand }).text).toBe(texts.at(-1));
  });
});

test('Japanese readers get the time in Japan, others UTC', () => {
  expect(renderMail(stopped('x'), { language: 'ja', brand }).text).toContain('2025-02-01 00:04:05 JST');
  expect(renderMail(stopped('x'), { language: 'en', brand }).text).toContain('2025-01-31 15:04:05 UTC');
});

test('nothing from outside becomes markup', () => {
  const evil = `<script>alert(1)</script>"'&`;
  const about = { ...stopped('x'), botName: evil, exchangeName: evil } as MailSubject;
  const { html, subject } = renderMail(about, { language: 'en', brand: { ...brand, name: evil } });
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  expect(subject).toContain(evil);
});

test('a name with a line break cannot begin a header of its own', () => {
  const about = { ...stopped('x'), botName: 'a\r\nBcc: b@example.jp' } as MailSubject;
  expect(renderMail(about, { language: 'en', brand }).subject).toBe('Your bot a Bcc: b@example.jp stopped automatically');
});

test('the logo stands in for the name, with the name for those who see no pictures', () => {
  const { html } = renderMail(verification, { language: 'en', brand: { ...brand, logoUrl: 'https://cdn.example/logo.png?a=1&b=2' } });
  expect(html).toContain('<img src="https://cdn.example/logo.png?a=1&amp;b=2" alt="Tenbin"');
});

test('a link that is not a web address, and a colour that is none, are faults of ours', () => {
  const look = { language: 'en', brand } as const;
  expect(() => renderMail({ ...reset, url: 'javascript:alert(1)' } as MailSubject, look)).toThrow('may not link');
  expect(() => renderMail(reset, { ...look, brand: { ...brand, accent: 'red;background:url(x)' } })).toThrow('not a colour');
});

test('a rebalance that failed says what to buy instead', () => {
  const about = rebalanced({ code: 'cannotSellFirst', currency: 'BTC', other: 'ETH' });
  expect(renderMail(about, { language: 'en', brand }).text).toContain('BTC cannot be sold first. Please buy ETH.');
  expect(renderMail(about, { language: 'ja', brand }).text).toContain('BTCは先に売却できません。ETHを購入してください。');
});
