import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { closePages, organizationId, refusal } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import {
  type AdministeredPlan,
  type AdministeredUser,
  actOnUsers,
  type BulkAct,
  banUser,
  cancelSubscriptionOfUser,
  countUsers,
  countWaitingSignUps,
  type ExaminedUser,
  getBulkAct,
  getInstallation,
  getStop,
  getUser,
  giveUserPlan,
  listBotsOfUser,
  listBulkActs,
  listPaymentsOfUser,
  listRebalancesOfUser,
  listSavedFilters,
  listSessionsOfUser,
  listUserEvents,
  listUserPlans,
  listUsers,
  listWaitingSignUps,
  type PaymentRecord,
  pardonUser,
  type SavedFilter,
  type Stop,
  saveFilter,
  stopBotsOfUser,
  type User,
  type UserPlan,
  updateUser,
  verifyUserByHand,
  viewUser,
} from '@tenbin/contract';
import { factNames } from '@tenbin/messages/fact-names/en';
import { mailNames as namesEn } from '@tenbin/messages/mail-names/en';
import { mailNames as namesJa } from '@tenbin/messages/mail-names/ja';
import { formatDate } from '@tenbin/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAsked } from '../../testing/expect-asked.ts';
import { idOf, openAdmin, serverFor } from '../../testing/open-admin.ts';

import { administeredBots } from '../../words/en/administered-bots.ts';
import { money as moneyEn } from '../../words/en/money.ts';
import { savedFilters } from '../../words/en/saved-filters.ts';
import { users as text } from '../../words/en/users.ts';
import { money as moneyJa } from '../../words/ja/money.ts';
import { users as textJa } from '../../words/ja/users.ts';

afterEach(closePages);

const at = '2026-01-02T03:04:05.000Z';
const hanako: AdministeredUser = {
  _id: idOf(11),
  email: 'hanako@example.jp',
  firstName: 'Hanako',
  lastName: 'Yamada',
  uid: 'ABCD2345',
  language: 'ja',
  referralCode: 'EFGH2345',
  referredBy: null,
  isAffiliate: false,
  organizationUserSince: at,
  verifiedAt: at,
  bannedAt: null,
  lastSeenAt: at,
  botStatus: 'running-someone',
  botCount: 2,
  runningCount: 1,
  isPaid: true,
  planName: 'Basic',
  periodEnd: at,
  limitUsed: 12.345,
  volumeThisMonth: 1234.5,
  isFlagged: false,
  note: '',
  bounce: null,
};
const plan = (name: string, _id: string): UserPlan => ({
  _id,
  name,
  tradingLimit: 10_000,
  expirationDate: null,
  monthlyPrice: 5000,
  initialInstallationCost: 0,
  selectableExchanges: [],
  paypalPlanId: null,
  availablePlanFeatures: [],
  availablePlanOptions: [],
  campaignCode: null,
  paymentMethods: null,
});
const offered = (name: string, _id: string): AdministeredPlan => ({
  ...plan(name, _id),
  series: _id,
  version: 1,
  campaignExpiresAt: null,
  affiliateOnly: false,
  codeUses: 0,
  createdAt: at,
  replacedAt: null,
  archivedAt: null,
  subscribers: 0,
  coming: 0,
});
const taro: AdministeredUser = { ...hanako, _id: idOf(12), email: 'taro@example.jp', bannedAt: at };

const gift: NonNullable<ExaminedUser['subscription']> = {
  _id: idOf(50),
  plan: plan('Basic', idOf(51)),
  nextPlan: null,
  botStopReasons: [],
  status: 'active',
  paypalSubscriptionId: null,
  periodStart: at,
  periodEnd: at,
  startedAt: at,
  endedAt: null,
  expiresAt: null,
  source: 'gift',
};
const examined: ExaminedUser = { ...hanako, phoneNumber: '03-1234-5678', address: 'Tokyo', hasFactor: true, subscription: gift };

const changed: User = {
  ...hanako,
  phoneNumber: '',
  address: '',
  createdAt: at,
  organization: idOf(2),
  subscription: null,
  actionFlags: [],
};

const stop: Stop = {
  _id: idOf(30),
  scope: 'user',
  subject: hanako._id,
  by: idOf(1),
  askedAt: at,
  botCount: 1,
  confirmedCount: 1,
  unconfirmedCount: 0,
  forcedCount: 0,
  unreachableCount: 0,
  confirmedAt: at,
  bots: [],
};

function serverWith(role: Parameters<typeof serverFor>[0] = 'owner') {
  const server = serverFor(role);
  server.answer(listUsers, [hanako, taro]);
  server.answer(countUsers, { count: 2 });
  server.answer(listSavedFilters, []);
  server.answer(listUserPlans, []);
  // Their addresses are like those of a user.
  server.answer(listWaitingSignUps, [{ _id: idOf(60), email: 'new@example.jp', language: 'ja', createdAt: at, expiresAt: at }]);
  server.answer(countWaitingSignUps, { count: 1 });
  server.answer(getUser, examined);
  server.answer(listBotsOfUser, []);
  server.answer(listPaymentsOfUser, []);
  server.answer(listRebalancesOfUser, []);
  server.answer(listSessionsOfUser, []);
  server.answer(listUserEvents, [
    {
      kind: 'act',
      _id: idOf(20),
      at,
      actor: 'administrator',
      by: 'staff@example.org',
      action: 'pardonUser',
      refusal: null,
      reason: 'Promised',
      network: null,
      facts: {},
    },
  ]);
  server.answer(getStop, stop);
  return server;
}

test('the list shows how each user stands, and its filters and order stand in the address', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/users');
  const table = await screen.findByRole('table', { name: text.title });
  expect(within(table).getByRole('link', { name: hanako.email })).toBeTruthy();
  expect(within(table).getAllByText(text.banned)).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText(text.condition), 'paid');
  await user.selectOptions(screen.getByLabelText(text.sort), 'lastSeen');
  await expect.poll(() => server.callsOf(listUsers).at(-1)?.query).toMatchObject({ condition: 'paid', sort: 'lastSeen', skip: '0' });
  expect(server.callsOf(countUsers).at(-1)?.query).toEqual({ condition: 'paid' });
  expect(location.search).toContain('condition=paid');
});

test('many users are suspended only with their number typed and a reason given; then how far that is can be seen', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const act: BulkAct = {
    _id: idOf(40),
    act: 'ban',
    reason: 'Spam',
    by: 'staff@example.org',
    askedAt: at,
    count: 2,
    doneCount: 2,
    refusedCount: 0,
    endedAt: at,
    targets: [],
  };
  server.answer(actOnUsers, act);
  server.answer(getBulkAct, act);
  await openAdmin(server, '/users');
  await user.click(await screen.findByRole('checkbox', { name: text.selectPage }));
  await user.click(screen.getByRole('button', { name: text.ban }));
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: text.ban });
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(new RegExp(text.reason.slice(0, 6))), 'Spam');
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(/number 2/), '2');
  await user.click(confirm);
  expect(await screen.findByText(text.bulkDone)).toBeTruthy();
  expect(server.callsOf(actOnUsers)[0]?.body).toEqual({ act: 'ban', ids: [hanako._id, taro._id], reason: 'Spam' });
  expect(location.search).toBe(`?act=${act._id}`);
});

test('what became of each user of an act is found again, by the list of past acts too, and a failed look says so', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const target = { outcome: 'done', code: null, stopId: stop._id, isCharged: false } as const;
  const { targets, ...summary }: BulkAct = {
    _id: idOf(40),
    act: 'ban',
    reason: 'Spam',
    by: 'staff@example.org',
    askedAt: at,
    count: 4,
    doneCount: 2,
    refusedCount: 1,
    endedAt: null,
    targets: [
      { ...target, user: idOf(13), email: 'gone@example.jp', outcome: 'refused', code: 'userNotFound', stopId: null },
      { ...target, user: hanako._id, email: hanako.email },
      { ...target, user: taro._id, email: taro.email, isCharged: true },
      { ...target, user: idOf(14), email: 'next@example.jp', outcome: null, stopId: null },
    ],
  };
  server.answer(listBulkActs, [summary]);
  server.answer(getBulkAct, { ...summary, targets });
  await openAdmin(server, '/users');
  await user.click(await screen.findByRole('button', { name: text.pastBulkActs }));
  await user.click(await screen.findByRole('link', { name: text.bulk_ban }));
  expect(location.search).toBe(`?act=${summary._id}`);
  const list = within(await screen.findByRole('list', { name: text.bulkResults }));
  const results = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(results[0]).toMatch(/^gone@example\.jpRefused: .*not/);
  expect(results.slice(1)).toEqual([
    `${hanako.email}${text.banned}`,
    `${taro.email}${text.banned}${text.stillChargedShort}`,
    `next@example.jp${text.bulkWaits}`,
  ]);
  expect(list.getByRole('link', { name: hanako.email }).getAttribute('href')).toBe(`/admin/users/${hanako._id}?stop=${stop._id}`);
  closePages();
  server.answer(getBulkAct, () => refusal(500, 'internal'));
  await openAdmin(server, `/users?act=${summary._id}`);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(getBulkAct, { ...summary, doneCount: 3, endedAt: at, targets });
  await user.click(again);
  expect(await screen.findByText(text.bulkDone)).toBeTruthy();
});

test('who may only look is offered no act', async () => {
  const server = serverWith('support');
  await openAdmin(server, `/users/${hanako._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: hanako.email })).toBeTruthy();
  expect(screen.queryByRole('button', { name: text.ban })).toBeNull();
  expect(await screen.findByRole('button', { name: text.stop })).toBeTruthy();
});

test('a user’s page tells what was done to them and why, and a suspension ends with its receipt', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(banUser, { success: true, stopId: stop._id, charging: 'ended' });
  await openAdmin(server, `/users/${hanako._id}`);
  const timeline = await screen.findByRole('list', { name: text.timeline });
  expect(timeline.textContent).toContain('staff@example.org');
  expect(timeline.textContent).toContain('Promised');
  await user.click(await screen.findByRole('button', { name: text.ban }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('cancelled at PayPal');
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: text.ban });
  await user.type(within(dialog).getByLabelText(/to confirm/), taro.email);
  expect(confirm.disabled).toBe(true);
  await user.clear(within(dialog).getByLabelText(/to confirm/));
  await user.type(within(dialog).getByLabelText(/to confirm/), hanako.email);
  // As for many at once: a reason is given.
  expect(confirm.disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(text.reason), 'Shares the account');
  await user.click(confirm);
  expect(await screen.findByText(/^The bot has stopped/)).toBeTruthy();
  expect(await screen.findByText(text.doneNotCharged)).toBeTruthy();
  expect(server.callsOf(banUser)[0]?.body).toEqual({ reason: 'Shares the account' });
  expect(location.search).toBe(`?stop=${stop._id}`);
});

test('the receipt of a stop is found again by its address: bot by bot, with what was cancelled and which exchange is away', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const ended = { user: hanako._id, organization: idOf(2), reason: null, endedAt: at };
  const receipt = { askedAt: at, cancelled: ['T1', 'T2'], filledMeanwhile: ['T3'], confirmedAt: at, forced: null };
  const bots: Stop['bots'] = [
    {
      ...ended,
      bot: idOf(71),
      name: 'Osaka-2',
      exchange: 'OKX',
      state: 'unreachable',
      reason: 'It timed out.',
      endedAt: null,
      receipt: null,
    },
    { ...ended, bot: idOf(72), name: 'Tokyo-1', exchange: 'Binance', state: 'confirmed', receipt },
  ];
  server.answer(getStop, { ...stop, botCount: 2, unreachableCount: 1, confirmedAt: null, bots });
  await openAdmin(server, `/users/${hanako._id}?stop=${stop._id}`);
  const list = within(await screen.findByRole('list', { name: administeredBots.receipt }));
  const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toBe('Osaka-2 OKX cannot be reached; it is tried again. It timed out.');
  expect(second).toBe('Tokyo-1 Stopped on Binance: 2 orders cancelled, 1 filled meanwhile');
  server.answer(getStop, () => refusal(500, 'internal'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: administeredBots.close }));
  await expect.poll(() => location.search).toBe('');
});

test('whoever is suspended and still charged is shown as such, until PayPal has cancelled it', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(banUser, { success: true, stopId: stop._id, charging: 'pending' });
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.ban }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(text.reason), 'Shares the account');
  await user.type(within(dialog).getByLabelText(/to confirm/), hanako.email);
  server.answer(getUser, { ...examined, bannedAt: at, subscription: { ...gift, source: 'paypal' } });
  await user.click(within(dialog).getByRole('button', { name: text.ban }));
  expect((await screen.findAllByText(text.stillCharged)).length).toBeGreaterThan(0);
  closePages();
  server.answer(getUser, { ...examined, bannedAt: at, subscription: { ...gift, source: 'paypal', status: 'cancelled', endedAt: at } });
  await openAdmin(server, `/users/${hanako._id}`);
  expect(await screen.findByRole('button', { name: text.pardon })).toBeTruthy();
  expect(screen.queryByText(text.stillCharged)).toBeNull();
});

test('a user is let in again, and all their bots are stopped, only with their address typed', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(pardonUser, { success: true });
  server.answer(stopBotsOfUser, { success: true, stopId: stop._id });
  server.answer(getUser, { ...examined, bannedAt: at });
  await openAdmin(server, `/users/${hanako._id}`);
  for (const [name, call] of [
    [text.pardon, pardonUser],
    [text.stop, stopBotsOfUser],
  ] as const) {
    await user.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name });
    expect(confirm.disabled).toBe(true);
    await user.type(dialog.getByLabelText(/to confirm/), hanako.email);
    await user.click(confirm);
    await expect.poll(() => server.callsOf(call)).toHaveLength(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  }
});

test.each([
  ['en', 'Changed: Last name, Phone, Affiliate, E-mail · Mailed: true'],
  ['ja', '変更した項目: 姓、電話番号、アフィリエイト、メールアドレス · メールの送信: true'],
] as const)(
  'what an administrator changed of a user is said in the reader’s words, without the log’s marks (%s)',
  async (language, says) => {
    const server = serverWith();
    server.answer(listUserEvents, [
      {
        ...{ kind: 'act', _id: idOf(21), at, actor: 'administrator', by: 'staff@example.org', refusal: null, reason: null, network: null },
        action: 'updateUser',
        facts: {
          lastNameBefore: '12 #3f9a',
          lastNameAfter: '4 #77b0',
          isAffiliateBefore: false,
          isAffiliateAfter: true,
          fields: 'lastName,phoneNumber,isAffiliate,email',
          mailed: true,
        },
      },
    ]);
    await openAdmin(server, `/users/${hanako._id}`, { language });
    await expect.poll(() => document.body.textContent).toContain(says);
    expect(document.body.textContent).not.toMatch(/NameBefore|NameAfter|3f9a|lastName/);
  },
);

test('a user’s page says which plan was given, how much of the limit is used, and what a rebalance turned over and cost', async () => {
  const server = serverWith();
  const event = {
    kind: 'act',
    _id: idOf(21),
    at,
    actor: 'administrator',
    by: 'staff@example.org',
    refusal: null,
    reason: null,
    network: null,
  } as const;
  server.answer(listUserEvents, [
    { ...event, action: 'giveUserPlan', facts: { userId: hanako._id, planName: 'Premium', expiresAt: at } },
    { ...event, _id: idOf(22), action: 'banUser', facts: { stopId: stop._id } },
  ]);
  server.answer(listRebalancesOfUser, [
    {
      _id: idOf(80),
      bot: { _id: idOf(71), name: 'Tokyo-1' },
      exchange: { _id: idOf(50), name: 'Binance' },
      status: 'completed',
      autoActivation: false,
      orders: [],
      balanceBefore: null,
      rebalancedBalance: null,
      turnover: [{ currency: 'BTC', amount: '0.5', feePercent: 1, serviceFee: '0.005' }],
      failure: null,
      askedAt: at,
      endedAt: at,
    },
  ]);
  await openAdmin(server, `/users/${hanako._id}`);
  const [given, banned] = within(await screen.findByRole('list', { name: text.timeline })).getAllByRole('listitem');
  expect(given?.textContent).toContain(`Plan: Premium · Ends: ${formatDate(at)}`);
  expect(given?.textContent).not.toContain(hanako._id);
  expect(
    within(banned as HTMLElement)
      .getByRole('link', { name: factNames.stopId })
      .getAttribute('href'),
  ).toContain(`stop=${stop._id}`);
  expect((await screen.findByRole('region', { name: text.plan })).textContent).toContain('12.3%');
  const rebalances = await screen.findByRole('table', { name: text.rebalances });
  expect(rebalances.textContent).toContain('BTC');
  expect(rebalances.textContent).toContain('0.005');
});

test('an empty list says what to do', async () => {
  const server = serverWith();
  server.answer(listUsers, []);
  server.answer(countUsers, { count: 0 });
  await openAdmin(server, '/users');
  expect(await screen.findByText(text.empty)).toBeTruthy();
});

test('what is changed of a profile is sent alone, with the reason; whoever becomes an affiliate is said to lose their bots first', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(updateUser, changed);
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.edit }));
  const dialog = await screen.findByRole('dialog');
  const save = within(dialog).getByRole('button', { name: text.save }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  const phone = within(dialog).getByLabelText(text.phoneNumber) as HTMLInputElement;
  expect(phone.value).toBe('03-1234-5678');
  await user.clear(phone);
  await user.click(within(dialog).getByRole('checkbox', { name: text.affiliate }));
  expect(within(dialog).getByRole('status').textContent).toMatch(/1 running bots.*cancelled at PayPal/);
  await user.type(within(dialog).getByLabelText(text.reason), 'Asked by phone');
  await user.click(save);
  expect(await screen.findByText(text.saved)).toBeTruthy();
  expect(server.callsOf(updateUser)[0]?.body).toEqual({ phoneNumber: '', isAffiliate: true, reason: 'Asked by phone' });
});

test('a new address is said to count only once its owner has entered the code', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(updateUser, changed);
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.edit }));
  const dialog = await screen.findByRole('dialog');
  const email = within(dialog).getByLabelText(text.email);
  await user.clear(email);
  await user.type(email, 'new@example.jp');
  await user.click(within(dialog).getByRole('button', { name: text.save }));
  expect(await screen.findByText(/new@example.jp. The address counts once/)).toBeTruthy();
  expect(server.callsOf(updateUser)[0]?.body).toEqual({ email: 'new@example.jp' });
});

test('a plan is given with a reason and a last day, and ended with a reason', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(listUserPlans, [offered('Premium', idOf(52))]);
  server.answer(giveUserPlan, { ...gift, plan: plan('Premium', idOf(52)) });
  server.answer(cancelSubscriptionOfUser, { success: true });
  await openAdmin(server, `/users/${hanako._id}`);
  const panel = await screen.findByRole('region', { name: text.plan });
  expect(panel.textContent).toContain(text.source_gift);
  await user.click(within(panel).getByRole('button', { name: text.givePlan }));
  let dialog = await screen.findByRole('dialog');
  const give = within(dialog).getByRole('button', { name: text.givePlan }) as HTMLButtonElement;
  await user.selectOptions(await within(dialog).findByLabelText(text.plan), idOf(52));
  expect(give.disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(new RegExp(text.reason.slice(0, 6))), 'Makes up for the outage');
  await user.type(within(dialog).getByLabelText(text.lastDay), '2030-03-31');
  await user.click(give);
  expect(await screen.findByText(/“Premium” was given/)).toBeTruthy();
  const [given] = server.callsOf(giveUserPlan);
  expect(given?.body).toEqual({ reason: 'Makes up for the outage', expiresAt: '2030-03-31T15:00:00.000Z' });
  await user.click(within(panel).getByRole('button', { name: text.cancelPlan }));
  dialog = await screen.findByRole('dialog');
  const end = within(dialog).getByRole('button', { name: text.cancelPlan }) as HTMLButtonElement;
  expect(end.disabled).toBe(true);
  await user.type(within(dialog).getByRole('textbox'), 'Left');
  await user.click(end);
  expect(await screen.findByText(/“Basic” was ended/)).toBeTruthy();
  expect(server.callsOf(cancelSubscriptionOfUser)[0]?.body).toEqual({ reason: 'Left' });
});

test('older payments are fetched when they are asked for; a list that failed says so and is tried again', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const paid = (number: number): PaymentRecord => ({
    transactionId: `T${number}`,
    date: at,
    planName: `Plan ${number}`,
    campaignCode: null,
    payment: 5000,
    type: 'SUBSCRIPTION_FEE',
    result: 'COMPLETED',
  });
  server.answer(listPaymentsOfUser, ({ query }) => (query.skip === '20' ? [paid(20)] : Array.from({ length: 20 }, (_, n) => paid(n))));
  server.answer(listRebalancesOfUser, () => refusal(404, 'userNotFound', { message: 'No such user.' }));
  await openAdmin(server, `/users/${hanako._id}`);
  const panel = await screen.findByRole('region', { name: text.payments });
  expect(await within(panel).findByText('Plan 19')).toBeTruthy();
  expect(within(panel).queryByText('Plan 20')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: /Show older/ }));
  expect(await within(panel).findByText('Plan 20')).toBeTruthy();
  expect(within(panel).queryByRole('button', { name: /Show older/ })).toBeNull();
  const failed = await screen.findByRole('region', { name: text.rebalances });
  expect(await within(failed).findByText(/No such user/)).toBeTruthy();
  server.answer(listRebalancesOfUser, []);
  await user.click(within(failed).getByRole('button', { name: /again/i }));
  expect(await within(failed).findByText(text.noRebalances)).toBeTruthy();
});

test.each(['en', 'ja'] as const)(
  'what was paid and mailed stands among what was done, each with what became of it (%s)',
  async (language) => {
    const server = serverWith();
    const words = { en: { money: moneyEn, names: namesEn, users: text }, ja: { money: moneyJa, names: namesJa, users: textJa } }[language];
    const event = { kind: 'act', actor: 'user', by: null, refusal: null, reason: null, network: null, facts: {} } as const;
    const payment = {
      ...{ transactionId: 'sale', date: at, planName: 'Premium', campaignCode: null, payment: 5000 },
      type: 'SUBSCRIPTION_FEE',
    };
    server.answer(listUserEvents, [
      { kind: 'mail', _id: idOf(90), at, about: 'paymentRefunded', status: 'bounced' },
      { kind: 'payment', _id: 'refund', at, payment: { ...payment, payment: -5000, type: 'REFUND', result: 'COMPLETED' } },
      { ...event, _id: idOf(91), at, action: 'signIn' },
      { kind: 'mail', _id: idOf(92), at, about: 'planStarted', status: 'sent' },
      { kind: 'payment', _id: 'failed', at, payment: { ...payment, result: 'FAILED' } },
    ]);
    await openAdmin(server, `/users/${hanako._id}`, { language });
    const timeline = await screen.findByRole('list', { name: words.users.timeline });
    const lines = within(timeline)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    const { money, names, users } = words;
    for (const [place, said] of [
      [users.byMail, names.paymentRefunded, users.mailbounced],
      [users.byPaypal, money.typeREFUND, money.resultCOMPLETED, '−¥5,000', 'Premium'],
      [users.actoruser],
      [users.byMail, names.planStarted, users.mailsent],
      [users.byPaypal, money.typeSUBSCRIPTION_FEE, money.resultFAILED, '¥5,000'],
    ].entries())
      for (const one of said) expect(lines[place]).toContain(one);
  },
);

test('a mail that a trial keeps says why, and where it is; a fact has a word in the reader’s language', async () => {
  const server = serverWith();
  const brand = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../../brands/tenbin/brand.json'), 'utf8'));
  const trial = { timeScale: 60, inbox: '/trial/inbox' };
  server.answer(getInstallation, { organization: organizationId, organizationName: 'Tenbin', brand, isDraft: false, trial });
  server.answer(listUserEvents, [
    { kind: 'mail', _id: idOf(90), at, about: 'planStarted', status: 'waiting' },
    {
      ...{ kind: 'act', _id: idOf(91), at, actor: 'user', by: null, refusal: null, reason: null, network: null },
      action: 'createBot',
      facts: { key: 'stored' },
    } as const,
  ]);
  await openAdmin(server, `/users/${hanako._id}`, { language: 'ja' });
  const timeline = within(await screen.findByRole('list', { name: textJa.timeline }));
  expect(timeline.getByText((said) => said.startsWith(textJa.mailInInbox))).toBeTruthy();
  expect(timeline.getByRole('link', { name: textJa.openInbox }).getAttribute('href')).toBe('/trial/inbox');
  expect(timeline.getByText(new RegExp(`: ${textJa.key_stored}$`))).toBeTruthy();
});

test('an address that is no id leads nowhere, and nobody is asked for it', async () => {
  const server = serverWith();
  await openAdmin(server, '/users/abc');
  expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
  expect(server.callsOf(getUser)).toEqual([]);
});

test('what was done and refused has a name in the reader’s language', async () => {
  const server = serverWith();
  const event = { kind: 'act', _id: idOf(60), at, actor: 'user', by: null, reason: null, network: null, facts: {} } as const;
  server.answer(listUserEvents, [
    { ...event, action: 'signOut', refusal: null },
    { ...event, _id: idOf(61), action: 'signIn', refusal: 'emailOrPassword' },
  ]);
  await openAdmin(server, `/users/${hanako._id}`, { language: 'ja' });
  const timeline = await screen.findByRole('list', { name: '履歴' });
  expect(timeline.textContent).toContain('ログアウト');
  expect(timeline.textContent).toContain('拒否：');
  expect(timeline.textContent).not.toMatch(/signOut|signIn|emailOrPassword/);
});

test('a look as the user takes a reason and the administrator’s own code, and opens in a window that knows nothing of this one', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const openUntil = new Date(Date.now() + 600_000).toISOString();
  server.answer(viewUser, { url: 'https://tenbin.example/view#token', openUntil, endsAt: at });
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.more }));
  await user.click(await screen.findByRole('menuitem', { name: text.viewAs }));
  const dialog = await screen.findByRole('dialog');
  const prepare = within(dialog).getByRole('button', { name: text.viewConfirm }) as HTMLButtonElement;
  await user.type(
    within(dialog).getByLabelText((label) => label.startsWith(text.viewReason)),
    'Asked by phone',
  );
  expect(prepare.disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(new RegExp(text.viewCode)), '123456');
  await user.click(prepare);
  expect((await screen.findByRole('dialog')).textContent).toContain(formatDate(openUntil));
  await user.click(await screen.findByRole('button', { name: text.viewOpen }));
  expect(server.callsOf(viewUser)[0]?.body).toEqual({ reason: 'Asked by phone', code: '123456' });
  expect(opened).toHaveBeenCalledWith('https://tenbin.example/view#token', '_blank', 'noopener,noreferrer');
  opened.mockRestore();
});

test('a look that was not opened in time is not opened any more, and says so', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(viewUser, { url: 'https://tenbin.example/view#token', openUntil: new Date(Date.now() - 1000).toISOString(), endsAt: at });
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.more }));
  await user.click(await screen.findByRole('menuitem', { name: text.viewAs }));
  const dialog = await screen.findByRole('dialog');
  await user.type(
    within(dialog).getByLabelText((label) => label.startsWith(text.viewReason)),
    'Asked by phone',
  );
  await user.type(within(dialog).getByLabelText(new RegExp(text.viewCode)), '123456');
  await user.click(within(dialog).getByRole('button', { name: text.viewConfirm }));
  expect(await screen.findByText(text.viewTooLate)).toBeTruthy();
  expect((screen.getByRole('button', { name: text.viewOpen }) as HTMLButtonElement).disabled).toBe(true);
});

test('the head of a column orders the list, first one way and then the other, and says so', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/users');
  const table = await screen.findByRole('table', { name: text.title });
  const head = (name: string) => within(table).getByRole('columnheader', { name: (found) => found.startsWith(name) });
  expect([head(text.since).getAttribute('aria-sort'), head(text.email).getAttribute('aria-sort')]).toEqual(['descending', 'none']);
  expect(head(text.volume).hasAttribute('aria-sort')).toBe(false);
  await user.click(within(head(text.email)).getByRole('button'));
  await expect.poll(() => server.callsOf(listUsers).at(-1)?.query).toMatchObject({ sort: 'email' });
  expect(head(text.email).getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(head(text.email)).getByRole('button'));
  await expect.poll(() => server.callsOf(listUsers).at(-1)?.query).toMatchObject({ sort: 'emailDown' });
  expect(location.search).toContain('sort=emailDown');
});

test('columns are chosen, and the address keeps them', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(listUsers, [{ ...hanako, referredBy: taro._id }]);
  await openAdmin(server, '/users');
  const table = await screen.findByRole('table', { name: text.title });
  expect(within(table).queryByRole('columnheader', { name: text.uid })).toBeNull();
  const choice = within(screen.getByRole('group', { name: text.columns }));
  for (const name of [text.limitUsed, text.referredBy, text.uid]) await user.click(choice.getByRole('checkbox', { name }));
  expect(within(table).getByRole('cell', { name: '12%' })).toBeTruthy();
  expect(await within(table).findByRole('cell', { name: hanako.uid })).toBeTruthy();
  expect(within(table).getByRole('link', { name: text.referredBy }).getAttribute('href')).toBe(`/admin/users/${taro._id}`);
  await user.click(choice.getByRole('checkbox', { name: text.plan }));
  await waitFor(() => expect(within(table).queryByRole('columnheader', { name: text.plan })).toBeNull());
  expect(new URLSearchParams(location.search).get('columns')).toBe('periodEnd,limitUsed,bots,volume,lastSeen,since,referrer,uid');
});

test('limit, period, volume, referrer and last use are filters behind a button, which an address with one of them opens', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/users?used=80');
  const filters = within(await screen.findByRole('search'));
  expect(filters.getByLabelText(text.limitUsed)).toHaveProperty('value', '80');
  await user.selectOptions(filters.getByLabelText(text.periodEnd), text.endsIn7);
  await user.selectOptions(filters.getByLabelText(text.lastSeen), text.notIn30);
  await user.type(filters.getByLabelText(text.volumeFrom), '100{Enter}');
  await user.type(filters.getByLabelText(text.referrer), 'EFGH2345{Enter}');
  await expect
    .poll(() => server.callsOf(countUsers).at(-1)?.query)
    .toEqual({
      limitUsedFrom: '80',
      periodEndsFrom: expect.any(String),
      periodEndsBefore: expect.any(String),
      seenBefore: expect.any(String),
      volumeFrom: '100',
      referrer: 'EFGH2345',
    });
  expect(location.search).toContain('ends=endsIn7');
  await user.click(filters.getByRole('button', { name: text.fewerFilters }));
  expect(filters.queryByLabelText(text.limitUsed)).toBeNull();
});

test('a filter of those who only signed up is not kept under a name', async () => {
  await openAdmin(serverWith(), '/users?show=signUps');
  await screen.findByText('new@example.jp');
  expect(screen.queryByRole('button', { name: savedFilters.save })).toBeNull();
});

test('a filter is saved under a name and chosen again', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const kept: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: true, isOwn: true };
  server.answer(saveFilter, kept);
  await openAdmin(server, '/users?condition=paid');
  await user.click(await screen.findByRole('button', { name: savedFilters.save }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(savedFilters.name), 'Payers');
  await user.click(within(dialog).getByRole('checkbox', { name: savedFilters.share }));
  server.answer(listSavedFilters, [kept]);
  await user.click(within(dialog).getByRole('button', { name: savedFilters.save }));
  const choice = await screen.findByLabelText(savedFilters.title, { selector: 'select' });
  expect(server.callsOf(saveFilter)[0]?.body).toEqual({
    list: 'users',
    name: 'Payers',
    search: { condition: 'paid' },
    isShared: true,
    replaces: false,
  });
  await user.selectOptions(choice, '');
  await expect.poll(() => location.search).not.toContain('condition');
  await user.selectOptions(choice, kept._id);
  await expect.poll(() => location.search).toContain('condition=paid');
});

test('of two filters that look for the same the one that was chosen is shown, and removed', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const first: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: false, isOwn: true };
  const second = { ...first, _id: idOf(51), name: 'Who pays' };
  server.answer(listSavedFilters, [first, second]);
  await openAdmin(server, '/users');
  const choice = await screen.findByLabelText<HTMLSelectElement>(savedFilters.title, { selector: 'select' });
  await user.selectOptions(choice, second._id);
  await expect.poll(() => location.search).toContain('condition=paid');
  await expect.poll(() => choice.value).toBe(second._id);
  await user.click(await screen.findByRole('button', { name: savedFilters.remove }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Who pays');
});

test('a filter of the same name is replaced after it was said, and stays shared', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const kept: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { used: '80' }, isShared: true, isOwn: true };
  server.answer(listSavedFilters, [kept]);
  server.answer(saveFilter, kept);
  await openAdmin(server, '/users?condition=paid');
  await user.click(await screen.findByRole('button', { name: savedFilters.save }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(savedFilters.name), 'Payers');
  expect(dialog.textContent).toContain(savedFilters.replacesShared);
  await user.click(within(dialog).getByRole('button', { name: savedFilters.replace }));
  const body = { list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: true, replaces: true };
  await expect.poll(() => server.callsOf(saveFilter)[0]?.body).toEqual(body);
});

test('who signed up and has not entered the code is a condition of its own, and is let in by hand with a reason', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(verifyUserByHand, hanako);
  await openAdmin(server, '/users');
  await user.selectOptions(await screen.findByLabelText(text.condition), text.signUps);
  await user.click(await screen.findByRole('button', { name: `${text.verify}: new@example.jp` }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Showed a passport');
  await user.click(within(dialog).getByRole('button', { name: text.confirm }));
  await expect.poll(() => server.callsOf(verifyUserByHand)[0]?.body).toEqual({ reason: 'Showed a passport' });
  expect(location.search).toContain('show=signUps');
});

test('a note that is not saved is not left without a question', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(), `/users/${hanako._id}`);
  const note = await screen.findByRole('textbox', { name: text.note });
  await user.type(note, 'Called on Monday');
  await expectAsked(user, note);
});
