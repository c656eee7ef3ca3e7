import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { closePages, idOf, organizationId, refusal } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import {
  banUser,
  cancelSubscriptionOfUser,
  getInstallation,
  getUser,
  giveUserPlan,
  listPaymentsOfUser,
  listRebalancesOfUser,
  listUserEvents,
  listUserPlans,
  noteUser,
  type PaymentRecord,
  updateUser,
  viewUser,
} from '@tenbin/contract';
import { factNames } from '@tenbin/messages/fact-names/en';
import { factValues as factValuesJa } from '@tenbin/messages/fact-values/ja';
import { mailNames as namesEn } from '@tenbin/messages/mail-names/en';
import { mailNames as namesJa } from '@tenbin/messages/mail-names/ja';
import { formatDate } from '@tenbin/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAsked } from '../../testing/expect-asked.ts';
import { openAdmin } from '../../testing/open-admin.ts';
import { at, changed, examined, gift, hanako, offered, plan, serverWith, stop, taro } from '../../testing/users.ts';
import { money as moneyEn } from '../../words/en/money.ts';
import { users as text } from '../../words/en/users.ts';
import { money as moneyJa } from '../../words/ja/money.ts';
import { users as textJa } from '../../words/ja/users.ts';

afterEach(closePages);

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

test.each([
  ['en', 'Changed: Last name, Phone, Affiliate, E-mail · Mailed: Yes'],
  ['ja', '変更した項目: 姓、電話番号、アフィリエイト、メールアドレス · メールの送信: はい'],
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
      [users.byPaypal, money.type_REFUND, money.result_COMPLETED, '−¥5,000', 'Premium'],
      [users.actoruser],
      [users.byMail, names.planStarted, users.mailsent],
      [users.byPaypal, money.type_SUBSCRIPTION_FEE, money.result_FAILED, '¥5,000'],
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
  expect(timeline.getByText(new RegExp(`: ${factValuesJa.key_stored}$`))).toBeTruthy();
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

test('a note and a flag are saved, and what is entered as it was is no change', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  let note = '';
  server.answer(getUser, () => ({ ...examined, note, isFlagged: note !== '' }));
  server.answer(noteUser, ({ body }) => {
    note = (body as { note: string }).note;
    return { success: true };
  });
  await openAdmin(server, `/users/${hanako._id}`);
  const field = await screen.findByRole('textbox', { name: text.note });
  const panel = within(field.closest('form') as HTMLElement);
  const save = panel.getByRole<HTMLButtonElement>('button', { name: text.save });
  await user.type(field, 'x{Backspace}');
  expect(save.disabled).toBe(true);
  await user.type(field, 'Called on Monday');
  await user.click(panel.getByRole('checkbox', { name: text.flag }));
  await user.click(save);
  await expect.poll(() => server.callsOf(noteUser)[0]?.body).toEqual({ note: 'Called on Monday', isFlagged: true });
  await expect.poll(() => save.disabled).toBe(true);
  await user.clear(field);
  expect(save.disabled).toBe(false);
});

test('a note that is not saved is not left without a question', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(), `/users/${hanako._id}`);
  const note = await screen.findByRole('textbox', { name: text.note });
  await user.type(note, 'Called on Monday');
  await expectAsked(user, note);
});
