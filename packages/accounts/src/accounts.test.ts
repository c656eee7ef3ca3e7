import { describe, expect, test } from 'vitest';
import { cleanEmail, emailFault, isSameEmail, mailboxOf } from './email.ts';
import { preferredLanguage } from './language.ts';
import { nextStep, parseActionFlags } from './onboarding.ts';
import { isPaid } from './payment.ts';

describe('action flags', () => {
  test('are taken once each, in the order of the way', () => {
    expect(parseActionFlags(['BotSetupCompleted', 'AccountInfoCompleted', 'BotSetupCompleted'])).toEqual({
      ok: true,
      flags: ['AccountInfoCompleted', 'BotSetupCompleted'],
    });
    expect(parseActionFlags([])).toEqual({ ok: true, flags: [] });
  });

  test.each(['accountInfoCompleted', 'ACCOUNT_INFO_COMPLETED', 'Admin', '', 'toString'])(
    '"%s" is refused with all that came along',
    (flag) => {
      expect(parseActionFlags(['AccountInfoCompleted', flag])).toEqual({
        ok: false,
        code: 'invalidActionFlags',
        facts: { unknown: [flag] },
      });
    },
  );

  test('lead from user info over payment to the bot', () => {
    const paying = { isPaid: false };
    expect(nextStep([], paying)).toBe('ACCOUNT_INFO_COMPLETED');
    expect(nextStep(['AccountInfoCompleted'], paying)).toBe('PLAN_SELECTION_COMPLETED');
    expect(nextStep(['AccountInfoCompleted'], { isPaid: true })).toBe('BOT_SETUP_COMPLETED');
    expect(nextStep(['AccountInfoCompleted', 'PlanSelectionCompleted', 'BotSetupCompleted', 'SecondLoginCompleted'], paying)).toBeNull();
  });
});

describe('an e-mail address', () => {
  test.each(['a@b.jp', 'hanako.yamada+tenbin@example.co.jp', "o'neil@example.com", ' a@b.jp ', 'a@xn--wgv71a119e.jp', 'a@日本語.jp'])(
    '"%s" is one',
    (text) => {
      expect(emailFault(text)).toBeNull();
    },
  );

  const malformed = [
    'a',
    'a\u0001b@c.jp',
    'a\u200bb@c.jp',
    'a\u202eb@c.jp',
    'a\ud800b@c.jp',
    'a@',
    '@b.jp',
    'a@b',
    'a@b.',
    'a@.jp',
    'a b@c.jp',
    'a@b@c.jp',
    '.a@b.jp',
    'a.@b.jp',
    'a..b@c.jp',
    'a@-b.jp',
    'a@b..jp',
    'a,b@c.jp',
    'a@b.jp\nBcc: c@d.jp',
    `${'a'.repeat(65)}@b.jp`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.jp`,
  ];
  test.each(malformed)('"%s" is malformed', (text) => {
    expect(emailFault(text)).toBe('invalidEmail');
  });

  test('nothing at all is asked for', () => {
    expect(emailFault('  ')).toBe('emailRequired');
  });

  test('is the same in any case, and kept as its owner writes it', () => {
    expect(isSameEmail('Hanako@Example.JP ', 'hanako@example.jp')).toBe(true);
    expect(cleanEmail(' Hanako@Example.JP ')).toBe('Hanako@Example.JP');
  });

  test.each([
    ['Anna+Shop@Example.jp', 'anna@example.jp'],
    ['anna+a+b@example.jp', 'anna@example.jp'],
    ['A.n.n.a+shop@GoogleMail.com', 'anna@gmail.com'],
    ['an.na@example.jp', 'an.na@example.jp'],
    ['+anna@example.jp', '+anna@example.jp'],
    ['anna@ex+ample.jp', 'anna@ex+ample.jp'],
  ])('"%s" arrives in the mailbox %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  test('of a hostile length is judged without walking through it again and again', () => {
    expect(emailFault(`${'a'.repeat(100_000)}@${'a.'.repeat(100_000)}`)).toBe('invalidEmail');
    expect(emailFault(`a@${'a-'.repeat(120)}`)).toBe('invalidEmail');
  });
});

test.each([
  ['ja', 'ja'],
  ['en-US,en;q=0.9', 'en'],
  ['en;q=0.3, ja-JP;q=0.8', 'ja'],
  ['fr-FR, en;q=0.5, ja;q=0.4', 'en'],
  ['ja;q=0, en;q=0.1', 'en'],
  ['de, *;q=0.5', 'ja'],
  ['', 'ja'],
  [undefined, 'ja'],
  ['EN', 'en'],
  [';;;,,,q=1', 'ja'],
])('a caller who reads "%s" is answered in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  { isFreeOrganization: true, hasPlan: false, stopReasons: [], paid: true },
  { isFreeOrganization: false, hasPlan: true, stopReasons: [], paid: true },
  { isFreeOrganization: false, hasPlan: true, stopReasons: ['BY_TRADING_VOLUME_LIMIT' as const], paid: true },
  { isFreeOrganization: false, hasPlan: true, stopReasons: ['BY_PAYMENT_FAILED' as const], paid: false },
  { isFreeOrganization: false, hasPlan: false, stopReasons: [], paid: false },
])('free $isFreeOrganization, plan $hasPlan, stopped $stopReasons: paid is $paid', ({ paid, ...status }) => {
  expect(isPaid(status)).toBe(paid);
});
