import type { MailFacts, MailKind, MailSubject } from './catalogue.ts';

const at = new Date('2026-01-31T15:04:05Z');
const later = new Date('2026-02-05T10:00:00Z');
const url = 'https://tenbin.example/somewhere?token=abc&from=mail';
const notMeUrl = 'https://tenbin.example/not-me?token=abc';
const bot = { botName: 'Tokyo-1', exchangeName: 'Tenbin Virtual', url };

/** Facts of every kind of mail, with all that each can say: what a trial shows, and what tests render. */
export const sampleFacts: { readonly [Kind in MailKind]: readonly MailFacts[Kind][] } = {
  verificationCode: [
    { purpose: 'signUp', code: '012345', url, minutesValid: 10 },
    { purpose: 'changeEmail', code: '012345', url, minutesValid: 10 },
  ],
  accountExists: [{ url }],
  emailChangeAsked: [{ newEmail: 'hanako.yamada@example.jp', at, notMeUrl }],
  emailChanged: [
    { newEmail: 'hanako.yamada@example.jp', at, notMeUrl },
    { newEmail: 'hanako.yamada@example.jp', at },
  ],
  passwordReset: [
    { url, minutesValid: 30, stopsBots: true },
    { url, minutesValid: 30, stopsBots: false },
  ],
  passwordChanged: [
    { at, stopsBots: true, url, notMeUrl },
    { at, stopsBots: false, url },
  ],
  accountExported: [{ at, notMeUrl }],
  accountDeleted: [{ at }],
  factorChanged: [
    { change: 'added', factor: 'authenticator', name: null, at, url, notMeUrl },
    { change: 'added', factor: 'passkey', name: 'MacBook', at, url },
    { change: 'removed', factor: 'recoveryCodes', name: null, at, url },
  ],
  codesLocked: [
    { codes: 'signIn', minutes: 15, at, notMeUrl },
    { codes: 'emailChange', minutes: 60, at, notMeUrl },
    { codes: 'signIn', minutes: 15, at },
  ],
  factorsRemoved: [{ reason: 'Lost phone, identity checked by support', at, url, notMeUrl }],
  accountViewed: [{ reason: 'Asked by phone why a bot stopped', minutes: 30, at }],
  apiKeyChanged: [
    { change: 'stored', exchangeName: 'Tenbin Virtual', keyEnding: 'x7Qd', at, url, notMeUrl },
    { change: 'replaced', exchangeName: 'Tenbin Virtual', keyEnding: 'x7Qd', at, url, notMeUrl },
    { change: 'removed', exchangeName: 'Tenbin Virtual', keyEnding: 'x7Qd', at, url, notMeUrl },
  ],
  newDevice: [
    { device: 'Firefox 140, Windows', address: '203.0.113.7', at, url, notMeUrl },
    { device: 'Firefox 140, Windows', address: '203.0.113.7', at, url },
  ],
  botStopped: [
    { ...bot, cause: { code: 'keyRefused', facts: null }, isLaunch: false, cancelled: 6, stoppedAt: at },
    { ...bot, cause: { code: 'keyRefused', facts: { mayBeOpen: ['Tax1'] } }, isLaunch: false, cancelled: null, stoppedAt: at },
    { ...bot, cause: null, isLaunch: false, cancelled: 6, stoppedAt: at },
    {
      ...bot,
      cause: { code: 'launchFailed', facts: { check: 'balanceNotPositive', currency: 'BTC' } },
      isLaunch: true,
      cancelled: 0,
      stoppedAt: at,
    },
  ],
  rebalanceEnded: [
    { ...bot, failure: null, startsBot: true, balances: ['0.1 BTC', '2 ETH', '6000 USDT'], serviceFees: ['0.3 USDT'] },
    { ...bot, failure: null, startsBot: false, balances: ['0.1 BTC', '2 ETH', '6000 USDT'], serviceFees: ['0.3 USDT'] },
    {
      ...bot,
      failure: { code: 'cannotSellFirst', facts: { currency: 'BTC', other: 'ETH' } },
      startsBot: false,
      balances: [],
      serviceFees: [],
    },
  ],
  botAutoStarted: [{ ...bot, at }],
  paymentFailed: [{ planName: 'Standard', amount: 11_000, graceUntil: later, url }],
  planChanged: [
    { from: 'Light', to: 'Standard', monthlyPrice: 11_000, tradingLimit: 300_000, startsAt: later, url },
    { from: 'Standard', to: 'Professional', monthlyPrice: 55_000, tradingLimit: null, startsAt: later, url },
  ],
  subscriptionEnded: [
    { end: 'cancelled', planName: 'Standard', at, url },
    { end: 'expired', planName: 'Standard', at, url },
    { end: 'cancelled', planName: 'Standard', at, isFree: true, url },
    { end: 'cancelled', planName: 'Standard', at, heldBack: 'account', url },
    { end: 'cancelled', planName: 'Standard', at, heldBack: 'service', url },
    { end: 'cancelled', planName: 'Standard', at, heldBack: 'referrals', url },
    { end: 'expired', planName: 'Standard', at, heldBack: 'account', url },
  ],
  planStarted: [
    { planName: 'Standard', monthlyPrice: 5_500, tradingLimit: 300_000, url },
    { planName: 'Standard', monthlyPrice: 0, tradingLimit: null, url },
  ],
  planGiven: [
    { planName: 'Standard', tradingLimit: 300_000, until: later, insteadOf: 'Small', url },
    { planName: 'Standard', tradingLimit: null, until: null, insteadOf: null, url },
  ],
  paymentStopped: [{ planName: 'Standard', amount: 5_500, url }],
  botsMayStart: [
    { planName: 'Standard', isReinstated: false, url },
    { planName: 'Standard', isReinstated: true, url },
  ],
  planNeeded: [{ url }],
  purchaseGivenUp: [{ planName: 'Standard', amount: 15_000, url }],
  paymentRefunded: [{ planName: 'Standard', amount: 5_500, at, url }],
  volumeNearLimit: [{ planName: 'Standard', used: 241_300, tradingLimit: 300_000, periodEnd: later, url }],
  volumeLimitReached: [{ planName: 'Standard', tradingLimit: 300_000, periodEnd: later, url }],
  volumeLimitLifted: [
    { planName: 'Standard', tradingLimit: 300_000, periodEnd: later, url },
    { planName: 'Large', tradingLimit: null, periodEnd: later, url },
  ],
  userInvitation: [{ url, daysValid: 7 }],
  staffInvitation: [
    { organizationName: 'Kohaku', role: 'owner', url, daysValid: 7 },
    { organizationName: 'Kohaku', role: 'support', url, daysValid: 7 },
  ],
  newsBroadcast: [
    {
      subject: { ja: '新しい取引所に対応しました', en: 'A new exchange is available' },
      body: {
        ja: '## OKXで取引できるようになりました\n\n**APIキー**を登録すると、すぐに始められます。\n\n- 3通貨の組み合わせは12通り\n- 手数料は取引所の定めによります\n\n詳しくは[ヘルプ](https://tenbin.example/help)をご覧ください。',
        en: '## You can trade on OKX now\n\nRegister an **API key** and begin.\n\n- 12 combinations of three currencies\n- Fees are those of the exchange\n\nThe [help page](https://tenbin.example/help) says more.',
      },
    },
  ],
  serviceBroadcast: [
    {
      subject: { ja: '定期メンテナンスのお知らせ', en: 'Scheduled maintenance' },
      body: {
        ja: '次の日時に定期メンテナンスを行います。ボットは停止しません。\n\n> 2026年2月10日 3:00〜4:00（日本時間）\n\n1. 画面は表示されません\n2. 注文はそのまま残ります',
        en: 'We carry out maintenance at the following time. Your bots keep running.\n\n> 10 February 2026, 03:00 to 04:00 (Japan)\n\n1. The pages are not available\n2. Orders stay as they are',
      },
    },
  ],
};

/** Every sample as a mail. */
export const sampleMails: readonly MailSubject[] = Object.entries(sampleFacts).flatMap(([template, all]) =>
  all.map((facts) => ({ template, ...facts }) as MailSubject),
);
