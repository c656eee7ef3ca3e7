import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import {
  countOrganizationPayments,
  countOwnBills,
  countReferralLedger,
  downloadReferrals,
  downloadTransactionLogs,
  getOwnBill,
  getPaypalAccount,
  getRevenue,
  listOrganizationPayments,
  listOrganizationPlans,
  listOwnBills,
  listPlanFeatures,
  listPlanOptions,
  listReferralLedger,
  listUnclaimedSubscriptions,
  type OrganizationBill,
  type OrganizationPayment,
  type PaypalAccount,
  setPaypalAccount,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, serverFor } from '../../testing/open-admin.ts';
import { money as en } from '../../words/en/money.ts';
import { shell } from '../../words/en/shell.ts';
import { money as ja } from '../../words/ja/money.ts';

const at = '2026-02-01T00:00:00.000Z';
/** In Tokyo. */
const january = { start: '2025-12-31T15:00:00.000Z', end: '2026-01-31T15:00:00.000Z' };
const payment: OrganizationPayment = {
  transactionId: 'failed/1',
  date: at,
  planName: 'Standard',
  campaignCode: null,
  payment: 5000,
  type: 'SUBSCRIPTION_FEE',
  result: 'FAILED',
  user: idOf(9),
  email: 'trader@example.com',
  isOutstanding: true,
  isUnexpected: false,
  refundOf: null,
  paypalSubscriptionId: 'I-1',
};
const bill: OrganizationBill = {
  _id: idOf(7),
  organization: idOf(2),
  month: '2026/01',
  usdRate: null,
  number: 12,
  issuer: { name: 'Tenbin', address: 'Tokyo', registrationNumber: 'T1234567890123' },
  recipient: 'Kohaku',
  lines: [
    { what: 'organizationPlan', name: 'BASIC', count: '1', unitPrice: '50000', amount: 50_000, taxRate: 10 },
    { what: 'activeUsers', name: null, count: '2', unitPrice: '333', amount: 666, taxRate: 10 },
  ],
  taxes: [{ rate: 10, base: 50_666, tax: 5066 }],
  total: 55_732,
  status: 'PENDING',
  corrects: null,
  issuedAt: at,
  paidAt: null,
};
const account: PaypalAccount = {
  _id: idOf(5),
  clientId: 'the-client',
  environment: 'sandbox',
  createdAt: at,
  replacedAt: null,
  subscriptions: 3,
  check: { state: 'works', reason: null, webhook: true, at },
};
const accounts = { account, earlier: [], environments: ['sandbox' as const] };

afterEach(closePages);

test('payments show which stand out, and are found by what became of them', async () => {
  const user = userEvent.setup();
  const server = serverFor('finance');
  server.answer(countOrganizationPayments, { count: 1 });
  server.answer(listOrganizationPayments, [payment]);
  await openAdmin(server, '/payments');
  const table = await screen.findByRole('table', { name: en.payments });
  expect(within(table).getByText('trader@example.com')).toBeTruthy();
  expect(within(table).getByText(en.outstanding)).toBeTruthy();
  expect(within(table).getByText('¥5,000')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText(en.result), 'REFUNDED');
  await waitFor(() => expect(server.callsOf(countOrganizationPayments).at(-1)?.query).toMatchObject({ result: 'REFUNDED' }));
  expect(location.search).toContain('result=REFUNDED');
  await user.selectOptions(screen.getByLabelText(en.type), 'REFUND');
  await user.selectOptions(screen.getByLabelText(en.expected), 'true');
  await waitFor(() =>
    expect(server.callsOf(countOrganizationPayments).at(-1)?.query).toEqual({ result: 'REFUNDED', type: 'REFUND', unexpected: 'true' }),
  );
  // Finance does not look at users: there is no way to where they would be turned away.
  expect(screen.queryByRole('link', { name: 'trader@example.com' })).toBeNull();
});

test('payments and their file are of days of the organization, wherever their reader is', async () => {
  const user = userEvent.setup();
  const server = serverFor('finance');
  server.answer(countOrganizationPayments, { count: 1 });
  server.answer(listOrganizationPayments, [payment]);
  server.answer(downloadTransactionLogs, () => new Response('date\r\n', { headers: { 'content-type': 'text/csv' } }));
  await openAdmin(server, '/payments?from=2026-01-01&to=2026-01-31');
  await waitFor(() => expect(server.callsOf(listOrganizationPayments).at(-1)?.query).toMatchObject(january));
  expect(screen.getByLabelText<HTMLInputElement>(kit.to).value).toBe('2026-01-31');
  expect(screen.getByText(en.clocks.replace('{{zone}}', 'Asia/Tokyo'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: en.download }));
  await user.click(await screen.findByRole('menuitem', { name: shell.csv }));
  await waitFor(() => expect(server.callsOf(downloadTransactionLogs)[0]?.query).toEqual(january));
});

test('who paid leads to that user, for whom may look at users', async () => {
  const server = serverFor('owner');
  server.answer(countOrganizationPayments, { count: 1 });
  server.answer(listOrganizationPayments, [payment]);
  await openAdmin(server, '/payments');
  const link = await screen.findByRole('link', { name: 'trader@example.com' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${idOf(9)}`);
});

test('the referral ledger says who came by whom and what they paid, counts them, and its file is of the same filter', async () => {
  const user = userEvent.setup();
  const server = serverFor('finance');
  server.answer(countReferralLedger, { count: 41 });
  server.answer(listReferralLedger, [
    {
      date: at,
      code: 'EFGH2345',
      referrerId: idOf(8),
      referrer: 'anna@example.com',
      referredUser: idOf(9),
      email: 'trader@example.com',
      state: 'paid',
      firstPayment: at,
      paid: 9000,
    },
  ]);
  server.answer(downloadReferrals, () => new Response('date\r\n', { headers: { 'content-type': 'text/csv' } }));
  await openAdmin(server, '/referrals?referrer=EFGH2345&from=2026-01-01&to=2026-01-31&page=2');
  const table = await screen.findByRole('table', { name: en.referralLedger });
  for (const cell of ['EFGH2345', 'anna@example.com', 'trader@example.com', en.referral_paid, '¥9,000'])
    expect(within(table).getByText(cell)).toBeTruthy();
  expect(screen.getByText('41 users came by an invitation')).toBeTruthy();
  expect(server.callsOf(listReferralLedger).at(-1)?.query).toEqual({ referrer: 'EFGH2345', ...january, skip: '20', limit: '20' });
  await user.click(screen.getByRole('button', { name: en.download }));
  await user.click(await screen.findByRole('menuitem', { name: shell.csvExcel }));
  await waitFor(() => expect(server.callsOf(downloadReferrals)[0]?.query).toEqual({ referrer: 'EFGH2345', ...january, excel: 'true' }));
});

test('what the platform offers stands with its prices, and what of it is the organization’s own', async () => {
  const server = serverFor('finance');
  server.answer(listOrganizationPlans, [
    {
      _id: idOf(1),
      name: 'BASIC',
      monthlyPrice: 50_000,
      pricePerUser: 333,
      basisPoints: '1.5',
      features: ['BASIC_FEATURE'],
      isCurrent: true,
    },
  ]);
  server.answer(listPlanFeatures, [{ _id: idOf(2), name: 'SUPPORT_MAIL_CHAT', monthlyPrice: 8000, isCurrent: false }]);
  server.answer(listPlanOptions, () => refusal(400, 'invalidInput'));
  await openAdmin(server, '/platform-offer');
  const plans = await screen.findByRole('table', { name: en.offeredPlans });
  expect(within(plans).getByRole('row', { name: /BASIC.*¥50,000.*¥333.*1\.5 bp.*Basic features.*Yours/ })).toBeTruthy();
  const features = await screen.findByRole('table', { name: en.features });
  expect(within(features).getByText('¥8,000')).toBeTruthy();
  expect(within(features).queryByRole('cell', { name: en.ownOffer })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('payments that could not be read say so, and are read again', async () => {
  const user = userEvent.setup();
  const server = serverFor('finance');
  server.answer(countOrganizationPayments, { count: 0 });
  server.answer(listOrganizationPayments, () => refusal(400, 'invalidInput'));
  await openAdmin(server, '/payments', { language: 'ja' });
  const again = await screen.findByRole('button', { name: '再試行' });
  server.answer(listOrganizationPayments, []);
  await user.click(again);
  expect(await screen.findByText(ja.noPayments)).toBeTruthy();
});

test('revenue adds the plans of a month up', async () => {
  const server = serverFor('finance');
  const row = { month: '2026-02', count: 1, refunded: 0 };
  server.answer(getRevenue, [
    { ...row, planName: 'Large', paid: 8000, total: 8000 },
    { ...row, planName: 'Standard', paid: 5000, refunded: -1000, total: 4000 },
  ]);
  await openAdmin(server, '/revenue');
  const table = await screen.findByRole('table', { name: '2026/02' });
  const cells = [...within(table).getByRole('row', { name: new RegExp(en.allPlans) }).children].map(({ textContent }) => textContent);
  expect(cells).toEqual([en.allPlans, '2', '¥13,000', '−¥1,000', '¥12,000']);
});

test('a bill is opened from the list, and has what a qualified invoice must have', async () => {
  const user = userEvent.setup();
  const server = serverFor('finance');
  server.answer(countOwnBills, { count: 1 });
  server.answer(listOwnBills, [bill]);
  server.answer(getOwnBill, bill);
  await openAdmin(server, '/bills', { language: 'ja' });
  await user.click(await screen.findByRole('link', { name: '2026/01' }));
  expect(await screen.findByRole('heading', { level: 1, name: '請求書 No. 12' })).toBeTruthy();
  for (const said of ['T1234567890123', 'Kohaku', 'プラン BASIC', '10%対象', '消費税（10%）', '¥5,066', '¥55,732'])
    expect(await screen.findByText(said), said).toBeTruthy();
  expect(screen.getByRole('button', { name: ja.print })).toBeTruthy();
});

test('another account at PayPal is saved once somebody types how many subscriptions end, and why', async () => {
  const user = userEvent.setup();
  const server = serverFor('owner');
  server.answer(getPaypalAccount, accounts);
  server.answer(setPaypalAccount, accounts);
  server.answer(listUnclaimedSubscriptions, []);
  await openAdmin(server, '/paypal-account');
  expect(await screen.findByText(en.webhookThere)).toBeTruthy();
  await user.type(screen.getByLabelText(en.clientId), 'another');
  await user.type(screen.getByLabelText(en.secret), 'its-secret');
  const save = screen.getByRole('button', { name: en.saveAccount }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await user.type(screen.getByLabelText(en.endsField), '3');
  await user.type(screen.getByLabelText(en.reason), 'The company moved');
  await user.click(save);
  await waitFor(() =>
    expect(server.callsOf(setPaypalAccount)[0]?.body).toEqual({
      clientId: 'another',
      secret: 'its-secret',
      environment: 'sandbox',
      endsSubscriptions: 3,
      reason: 'The company moved',
    }),
  );
});

test('who may not change settings sees the account, and no form', async () => {
  const server = serverFor('finance');
  server.answer(getPaypalAccount, {
    ...accounts,
    account: { ...account, check: { ...account.check, state: 'refused', reason: 'invalid_client' } },
  });
  server.answer(listUnclaimedSubscriptions, []);
  await openAdmin(server, '/paypal-account');
  expect(await screen.findByText('invalid_client')).toBeTruthy();
  expect(screen.queryByRole('button', { name: en.saveAccount })).toBeNull();
});

test('subscriptions that belong to nobody are shown with what is known of them', async () => {
  const server = serverFor('finance');
  server.answer(getPaypalAccount, accounts);
  server.answer(listUnclaimedSubscriptions, [
    { paypalSubscriptionId: 'I-KNOWN', status: 'active', since: at, planName: 'Standard', nextBillingAt: at },
    { paypalSubscriptionId: 'I-STRAY', status: 'suspended', since: at, planName: null, nextBillingAt: null },
  ]);
  await openAdmin(server, '/paypal-account', { language: 'ja' });
  const table = within(await screen.findByLabelText(ja.unclaimed, { selector: 'table' }));
  for (const said of ['I-KNOWN', ja.unclaimed_active, 'Standard', 'I-STRAY', ja.unclaimed_suspended, ja.unknownPlan])
    expect(table.getByText(said), said).toBeTruthy();
});

test('subscriptions that could not be asked for leave the account to be seen, and are asked for again', async () => {
  const user = userEvent.setup();
  const server = serverFor('finance');
  server.answer(getPaypalAccount, accounts);
  server.answer(listUnclaimedSubscriptions, () => refusal(400, 'invalidInput'));
  await openAdmin(server, '/paypal-account');
  const again = await screen.findByText('Try again');
  expect(screen.getByText('the-client')).toBeTruthy();
  server.answer(listUnclaimedSubscriptions, []);
  await user.click(again);
  expect(await screen.findByText(en.noUnclaimed)).toBeTruthy();
});

test('nobody is asked for subscriptions before there was an account', async () => {
  const server = serverFor('finance');
  server.answer(getPaypalAccount, { ...accounts, account: null });
  await openAdmin(server, '/paypal-account');
  expect(await screen.findByText(en.noAccount)).toBeTruthy();
  expect(screen.queryByText(en.unclaimed)).toBeNull();
  expect(server.callsOf(listUnclaimedSubscriptions)).toEqual([]);
});
