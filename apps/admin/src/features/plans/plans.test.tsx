import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  type AdministeredPlan,
  archiveUserPlan,
  createCampaignCode,
  createUserPlan,
  getOrganizationSelf,
  listCampaignCodes,
  listSubscribers,
  listUserPlans,
  listUserPlanVersions,
  type Subscription,
  updateUserPlan,
} from '@tenbin/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectAsked } from '../../testing/expect-asked.ts';
import { openAdmin, organization, serverFor } from '../../testing/open-admin.ts';
import { plans as en } from '../../words/en/plans.ts';
import { plans as ja } from '../../words/ja/plans.ts';

const plan = (given: Partial<AdministeredPlan> = {}): AdministeredPlan => ({
  _id: idOf(3),
  name: 'Standard',
  tradingLimit: 10_000,
  expirationDate: null,
  monthlyPrice: 5000,
  initialInstallationCost: 10_000,
  selectableExchanges: [idOf(50)],
  paypalPlanId: 'P-1',
  availablePlanFeatures: ['BASIC_FEATURE'],
  availablePlanOptions: [],
  campaignCode: null,
  paymentMethods: ['PAYPAL'],
  series: idOf(3),
  version: 1,
  campaignExpiresAt: null,
  affiliateOnly: false,
  codeUses: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  replacedAt: null,
  archivedAt: null,
  subscribers: 7,
  coming: 1,
  ...given,
});

function serverWithPlans() {
  const server = serverFor('manager');
  server.answer(listUserPlans, ({ query }) => (String(query.archived) === 'true' ? [] : [plan()]));
  server.answer(listUserPlanVersions, [plan()]);
  server.answer(listCampaignCodes, []);
  server.answer(listSubscribers, []);
  server.answer(getOrganizationSelf, organization);
  return server;
}

afterEach(closePages);

test('plans stand with their price and subscribers, and lead to their page', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWithPlans(), '/plans', { language: 'ja' });
  const table = await screen.findByRole('table', { name: ja.offered });
  expect([...within(table).getByRole('row', { name: /Standard/ }).children].slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    'Standard',
    '¥5,000',
    '7',
    '1',
  ]);
  expect(screen.getByText(ja.noCodes)).toBeTruthy();
  await user.click(within(table).getByRole('link', { name: 'Standard' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Standard' })).toBeTruthy();
});

test('a new plan is shown as users will see it, and made with a fresh code', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  server.answer(createCampaignCode, { campaignCode: 'ABCDEFGH' });
  server.answer(createUserPlan, plan({ name: 'Secret' }));
  await openAdmin(server, '/plans/new');
  await user.type(await screen.findByLabelText(en.name), 'Secret');
  await user.click(screen.getByRole('button', { name: en.save }));
  expect(await screen.findByText(en.numberRequired)).toBeTruthy();
  await user.type(screen.getByLabelText(en.price), '3,000');
  await user.click(screen.getByRole('button', { name: en.createCode }));
  const preview = within(screen.getByRole('region', { name: en.preview }));
  expect(await preview.findByText('ABCDEFGH')).toBeTruthy();
  expect(preview.getByText('¥3,000 a month')).toBeTruthy();
  expect(preview.getByText(en.noLimit)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: en.save }));
  await waitFor(() =>
    expect(server.callsOf(createUserPlan)[0]?.body).toMatchObject({
      name: 'Secret',
      monthlyPrice: 3000,
      tradingLimit: null,
      campaignCode: 'ABCDEFGH',
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: en.title })).toBeTruthy();
});

test('a price is previewed, judged and sent by one reading of what was typed', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  server.answer(createUserPlan, plan());
  await openAdmin(server, '/plans/new');
  await user.type(await screen.findByLabelText(en.name), 'Standard');
  await user.type(screen.getByLabelText(en.price), '1.400,5');
  await user.type(screen.getByLabelText(en.limit), 'much');
  const preview = within(screen.getByRole('region', { name: en.preview }));
  expect(preview.getByText('– a month')).toBeTruthy();
  expect(preview.queryByText(en.noLimit)).toBeNull();
  await user.click(screen.getByRole('button', { name: en.save }));
  expect(await screen.findAllByText(en.numberRequired)).toHaveLength(2);
  await user.clear(screen.getByLabelText(en.price));
  await user.type(screen.getByLabelText(en.price), '１４００');
  await user.clear(screen.getByLabelText(en.limit));
  await user.type(screen.getByLabelText(en.limit), '10，000');
  expect(preview.getByText('¥1,400 a month')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: en.save }));
  await waitFor(() => expect(server.callsOf(createUserPlan)[0]?.body).toMatchObject({ monthlyPrice: 1400, tradingLimit: 10_000 }));
});

test('a plan says which exchanges, features and options it has, and ends on a day of the organization’s clocks', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  const expirationDate = '2026-06-30T15:00:00.000Z';
  server.answer(listUserPlanVersions, [plan({ expirationDate })]);
  server.answer(updateUserPlan, plan({ version: 2 }));
  await openAdmin(server, `/plans/${idOf(3)}`);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await screen.findByRole('checkbox', { name: 'Binance' });
  expect([box('Binance').checked, box('OKX').checked, box(en.featureBASIC_FEATURE).checked]).toEqual([true, false, true]);
  expect((screen.getByLabelText(en.expires) as HTMLInputElement).value).toBe('2026-07-01');
  expect(screen.getAllByText(/Asia\/Tokyo/).length).toBeGreaterThan(0);
  await user.click(box('OKX'));
  await user.click(box(en.optionTROLL_BOX));
  await user.click(box(en.featureBASIC_FEATURE));
  fireEvent.change(screen.getByLabelText(en.codeExpires), { target: { value: '2026-03-01' } });
  await user.click(screen.getByRole('button', { name: en.save }));
  await waitFor(() =>
    expect(server.callsOf(updateUserPlan)[0]?.body).toMatchObject({
      selectableExchanges: [idOf(50), idOf(51)],
      availablePlanFeatures: [],
      availablePlanOptions: ['TROLL_BOX'],
      expirationDate,
      campaignExpiresAt: '2026-02-28T15:00:00.000Z',
    }),
  );
});

test('who is on a plan is listed by its version, and leads to them', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  server.answer(listUserPlanVersions, [plan({ _id: idOf(6), version: 2, subscribers: 0 }), plan()]);
  const subscription: Subscription = {
    _id: idOf(10),
    plan: plan(),
    nextPlan: null,
    botStopReasons: [],
    status: 'active',
    paypalSubscriptionId: null,
    periodStart: '2026-01-02T00:00:00.000Z',
    periodEnd: null,
    startedAt: '2026-01-02T00:00:00.000Z',
    endedAt: null,
    expiresAt: null,
  };
  server.answer(listSubscribers, ({ params }) =>
    params.id === idOf(3) ? [{ user: idOf(9), email: 'trader@example.com', source: 'gift' as const, subscription }] : [],
  );
  await openAdmin(server, `/plans/${idOf(6)}`);
  const link = await screen.findByRole('link', { name: 'trader@example.com' });
  expect(link.getAttribute('href')).toBe(`/admin/users/${idOf(9)}`);
  expect(screen.getByText(en.source_gift)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText(en.version), idOf(6));
  expect(await screen.findByText(en.noSubscribers)).toBeTruthy();
});

test('an edit says which version it makes, keeps what it does not ask for, and tells what was refused', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  server.answer(updateUserPlan, () => refusal(502, 'paypalRefused'));
  await openAdmin(server, `/plans/${idOf(3)}`);
  expect(await screen.findByText(/version 2/)).toBeTruthy();
  const price = screen.getByLabelText(en.price);
  await user.clear(price);
  await user.type(price, '6000');
  await user.click(screen.getByRole('button', { name: en.save }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(server.callsOf(updateUserPlan)[0]?.body).toMatchObject({
    monthlyPrice: 6000,
    tradingLimit: 10_000,
    selectableExchanges: [idOf(50)],
    availablePlanFeatures: ['BASIC_FEATURE'],
  });
});

test('a plan is archived once somebody confirms it', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  server.answer(archiveUserPlan, { success: true });
  await openAdmin(server, `/plans/${idOf(3)}`);
  await user.click(await screen.findByRole('button', { name: en.archive }));
  const dialog = await screen.findByRole('dialog', { name: 'Archive Standard?' });
  expect(server.callsOf(archiveUserPlan)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: en.archive }));
  expect(await screen.findByRole('heading', { level: 1, name: en.title })).toBeTruthy();
  expect(server.callsOf(archiveUserPlan)).toHaveLength(1);
});

test('a plan is not left without a question while it is not saved; once it is, nothing is asked', async () => {
  const user = userEvent.setup();
  const server = serverWithPlans();
  server.answer(createUserPlan, plan({ name: 'Premium' }));
  await openAdmin(server, '/plans/new');
  const name = await screen.findByLabelText(en.name);
  await user.type(name, 'Premium');
  await expectAsked(user, name);
  // The page that was left stands until the next one is drawn.
  await waitFor(() => expect(screen.queryByLabelText(en.name)).toBeNull());
  await user.click(await screen.findByRole('link', { name: 'Plans' }));
  await user.click(await screen.findByRole('link', { name: en.newPlan }));
  await user.type(await screen.findByLabelText(en.name), 'Premium');
  await user.type(screen.getByLabelText(en.price), '5000');
  await user.click(screen.getByRole('button', { name: en.save }));
  await waitFor(() => expect(location.pathname).toBe('/admin/plans'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
