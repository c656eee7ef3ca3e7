import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { bill } from '@tenbin/app-kit/words/staff/en';
import {
  type Administrator,
  calculateOrganizationBill,
  countActiveUsersOfOrganization,
  createOrganization,
  getOrganizationBill,
  listOrganizationAdministrators,
  listOrganizationBills,
  type PlatformBill,
  suspendOrganization,
  updateOrganization,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, organization, serverFor } from '../../testing/open-operator.ts';
import { platform } from '../../words/en/platform.ts';

afterEach(closePages);

const draft: PlatformBill = {
  _id: idOf(7),
  organization: organization._id,
  month: '2026/01',
  number: null,
  issuer: null,
  recipient: null,
  lines: [{ what: 'organizationPlan', name: 'BASIC', count: '1', unitPrice: '40000', amount: 40_000, taxRate: 10 }],
  taxes: [{ rate: 10, base: 40_000, tax: 4_000 }],
  total: 44_000,
  usdRate: null,
  status: 'PENDING',
  corrects: null,
  issuedAt: null,
  paidAt: null,
};
const boss: Administrator = {
  _id: idOf(8),
  email: 'boss@example.org',
  role: 'owner',
  isInvited: true,
  hasFactor: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const path = `/organizations/${organization._id}`;

function server() {
  const made = serverFor();
  made.answer(listOrganizationBills, []);
  made.answer(countActiveUsersOfOrganization, { count: 4 });
  made.answer(listOrganizationAdministrators, [boss]);
  return made;
}

const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('an organization is made with its limits, prices and first owner; what is refused stands at its field', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(createOrganization, () => refusal(409, 'organizationExists', { error: { slug: 'Taken already' } }));
  await openOperator(asked, '/organizations/new');
  await user.type(await screen.findByLabelText(platform.name), 'Sakura');
  await user.type(screen.getByLabelText(platform.slug), 'sakura');
  await user.type(screen.getByLabelText(platform.administrator), 'boss@example.org');
  await user.selectOptions(screen.getByLabelText(platform.invitedIn), 'en');
  await user.type(screen.getByLabelText(platform.limitUsers), '100');
  await user.type(screen.getByLabelText(platform.ownMonthlyPrice), '40,000');
  await user.click(screen.getByRole('button', { name: platform.make }));
  expect((await screen.findAllByText('Taken already')).length).toBeGreaterThan(0);
  expect(asked.callsOf(createOrganization)[0]?.body).toMatchObject({
    name: 'Sakura',
    slug: 'sakura',
    administrator: { email: 'boss@example.org', language: 'en' },
    limits: { users: 100, bots: null, workersShare: null },
    ownPrices: { monthlyPrice: 40_000 },
  });
});

test('what cannot be is told at its field by the rule of that field, and is not sent', async () => {
  const user = userEvent.setup();
  const asked = server();
  await openOperator(asked, '/organizations/new');
  await user.type(await screen.findByLabelText(platform.name), 'Sakura');
  const typed = [
    [platform.slug, 'Sakura !', platform.slugWrong],
    [platform.administrator, 'boss', platform.emailWrong],
    [platform.limitUsers, '-1', platform.wholeNumber],
    [platform.ownMonthlyPrice, '1.5', platform.wholeNumber],
    [platform.omitPairs, 'BTCUSDT', platform.omitPairsWrong],
  ] as const;
  for (const [label, wrong] of typed) await user.type(screen.getByLabelText(label), wrong);
  await user.click(screen.getByRole('button', { name: platform.make }));
  for (const [label, , rule] of typed)
    await waitFor(() => {
      const field = screen.getByLabelText(label);
      expect([field.getAttribute('aria-invalid'), describedBy(field)]).toEqual(['true', expect.stringContaining(rule)]);
    });
  expect(asked.callsOf(createOrganization)).toEqual([]);
});

test('numbers and pairs are read alike in every field of every form: full-width digits are digits, and a decimal comma is no thousands', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(updateOrganization, organization);
  await openOperator(asked, path);
  const enter = async (label: string, typed: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    if (typed !== '') await user.type(field, typed);
  };
  await enter(platform.botsPerUser, '');
  await enter(platform.limitUsers, '1,5');
  await enter(platform.ownBasisPoints, '1.400,5');
  await user.click(screen.getByRole('button', { name: platform.save }));
  const wrong = [platform.botsPerUser, platform.limitUsers, platform.ownBasisPoints];
  await waitFor(() =>
    expect(wrong.map((label) => screen.getByLabelText(label).getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']),
  );
  expect(asked.callsOf(updateOrganization)).toEqual([]);
  await enter(platform.botsPerUser, '１４');
  await enter(platform.limitUsers, '１，５００');
  await enter(platform.ownBasisPoints, '1,5');
  await enter(platform.omitPairs, 'btc/usdt、eth/usdt');
  await user.click(screen.getByRole('button', { name: platform.save }));
  await waitFor(() => expect(asked.callsOf(updateOrganization)).toHaveLength(1));
  expect(asked.callsOf(updateOrganization)[0]?.body).toMatchObject({
    botsPerUser: 14,
    limits: { users: 1500 },
    ownPrices: { basisPoints: '1.5' },
    omitPairs: ['BTC/USDT', 'ETH/USDT'],
  });
});

test('what is wrong now takes the place of what was refused before', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(updateOrganization, () => refusal(400, 'invalidInput', { message: 'Refused before' }));
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: platform.save }));
  expect(await screen.findByText('Refused before')).toBeTruthy();
  await user.type(screen.getByLabelText(platform.limitUsers), '-');
  await user.click(screen.getByRole('button', { name: platform.save }));
  await waitFor(() => expect(describedBy(screen.getByLabelText(platform.limitUsers))).toContain(platform.wholeNumber));
  expect(screen.queryByText('Refused before')).toBeNull();
});

test('what is not touched of an organization is sent as it is', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(updateOrganization, organization);
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: platform.save }));
  await waitFor(() => expect(asked.callsOf(updateOrganization)).toHaveLength(1));
  expect(asked.callsOf(updateOrganization)[0]?.body).toMatchObject({
    limits: organization.limits,
    ownPrices: organization.ownPrices,
    botsPerUser: 20,
    plan: 'BASIC',
  });
});

test('making it free asks how many subscriptions end by it', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(updateOrganization, ({ body }) =>
    (body as { endsSubscriptions?: number }).endsSubscriptions === 12
      ? { ...organization, isFree: true }
      : refusal(409, 'subscriptionsWouldEnd', { message: 'It ends 12.', facts: { count: 12 } }),
  );
  await openOperator(asked, path);
  await user.click(await screen.findByLabelText(platform.isFree));
  expect(screen.queryByLabelText(platform.endsField)).toBeNull();
  await user.click(screen.getByRole('button', { name: platform.save }));
  expect(await screen.findByText('It ends 12.')).toBeTruthy();
  await user.type(screen.getByLabelText(platform.endsField), '12');
  await user.type(screen.getByLabelText(platform.reason), 'A present');
  await user.click(screen.getByRole('button', { name: platform.save }));
  expect(await screen.findByText(platform.saved)).toBeTruthy();
  expect(asked.callsOf(updateOrganization).at(-1)?.body).toMatchObject({ isFree: true, endsSubscriptions: 12, reason: 'A present' });
});

test('suspending says how much stops, and asks why', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(suspendOrganization, { success: true, stopId: idOf(9) });
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: platform.suspend }));
  expect(await screen.findByText(/3 run now/)).toBeTruthy();
  await user.type(screen.getByLabelText(new RegExp(platform.reason)), 'Unpaid bills');
  await user.click(screen.getAllByRole('button', { name: platform.suspend }).at(-1) as HTMLElement);
  await waitFor(() => expect(asked.callsOf(suspendOrganization)[0]?.body).toEqual({ reason: 'Unpaid bills' }));
});

test('a draft is computed for a month and issued after a question that names its total', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(getOrganizationBill, draft);
  asked.answer(calculateOrganizationBill, draft);
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: platform.computeDraft }));
  await user.click(await screen.findByRole('button', { name: platform.issue }));
  expect(await screen.findByText(/44,000/, { selector: '[role=dialog] *' })).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: platform.issue }).at(-1) as HTMLElement);
  await waitFor(() => expect(asked.callsOf(calculateOrganizationBill).at(-1)?.body).toEqual({ month: '2026/01', issue: true }));
});

test('a bill without a number is a draft, in the list and on its page, and not unpaid', async () => {
  const asked = server();
  asked.answer(listOrganizationBills, [draft, { ...draft, _id: idOf(6), number: 12, issuedAt: '2026-01-31T00:00:00.000Z' }]);
  asked.answer(getOrganizationBill, draft);
  await openOperator(asked, path);
  const bills = within(await screen.findByRole('table', { name: platform.bills }));
  expect(bills.getAllByRole('row').map((row) => within(row).queryByText(bill.draft) !== null)).toEqual([false, true, false]);
  expect(bills.getByText(bill.status_PENDING)).toBeTruthy();
  closePages();
  await openOperator(asked, `/bills/${draft._id}`);
  expect(await screen.findByText(bill.draft, { selector: 'dd *, dd' })).toBeTruthy();
  expect(screen.queryByText(bill.status_PENDING)).toBeNull();
});

test('who administers an organization stands with their role, and who has not come yet', async () => {
  await openOperator(server(), path);
  const row = within(await screen.findByRole('row', { name: /boss@example\.org/ }));
  expect(row.getByText(platform.invitedAs.replace('{{role}}', 'Owner'))).toBeTruthy();
});

test('prices of chosen options and help pages are sent where they were touched', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(updateOrganization, organization);
  await openOperator(asked, path);
  await user.click(await screen.findByRole('button', { name: platform.save }));
  await waitFor(() => expect(asked.callsOf(updateOrganization)).toHaveLength(1));
  expect(asked.callsOf(updateOrganization)[0]?.body).not.toHaveProperty('helpPages');
  await user.click(screen.getByLabelText(platform.optionCREATE_LP));
  await user.type(screen.getByLabelText(platform.ownPriceOf.replace('{{option}}', platform.optionCREATE_LP)), '3,000');
  const page = platform.helpPageIn.replace('{{topic}}', platform.topic_whatIsBp).replace('{{language}}', 'English');
  await user.type(screen.getByLabelText(page), 'A basis point');
  await user.click(screen.getByRole('button', { name: platform.save }));
  await waitFor(() => expect(asked.callsOf(updateOrganization)).toHaveLength(2));
  expect(asked.callsOf(updateOrganization)[1]?.body).toMatchObject({
    planOptions: ['CREATE_LP'],
    ownPrices: { ...organization.ownPrices, options: { CREATE_LP: 3000 } },
    helpPages: { whatIsBp: { ja: '', en: 'A basis point' } },
  });
});
