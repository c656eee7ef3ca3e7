import { keyOf } from '@tenbin/app-kit';
import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  type CheckoutTerms,
  cancelSubscription,
  changeSubscription,
  clearExpiredSubscription,
  countPayments,
  getCheckoutTerms,
  getOwnOrganization,
  getOwnVolumeUse,
  getSelf,
  listAvailablePlans,
  listOwnExchanges,
  listPayments,
  redeemCampaignCode,
  type Subscription,
  startCheckout,
  subscribe,
  type UserPlan,
  watchEvents,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna, bot, organization, subscription } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(() => {
  closePages();
  localStorage.clear();
  Reflect.deleteProperty(window, 'paypal');
});

const plan = (number: number, change: Partial<UserPlan> = {}): UserPlan => ({ ...subscription.plan, _id: idOf(number), ...change });
const small = plan(61);
const large = plan(62, { name: 'Large', monthlyPrice: 55_000, tradingLimit: null });
const terms: CheckoutTerms = {
  termsVersion: 3,
  purpose: 'new',
  planName: 'Standard',
  tradingLimit: 300_000,
  renews: 'monthly',
  endsAt: null,
  installation: 5_500,
  firstPayment: 16_500,
  laterPayments: 11_000,
  totalToday: 16_500,
  firstYear: 137_500,
  chargedBy: 'PAYPAL',
  firstChargedAt: null,
  beginsAt: null,
  campaignEndsAt: null,
  dropsChangeTo: null,
  cancelling: 'atOnceWithoutRefund',
  volume: 0,
  isLimitUsedUp: false,
  isAboveNextLimit: false,
  buttonScript: 'http://127.0.0.1:9/sdk/js?client-id=x',
};

function sellerTo(own: Partial<Subscription> | null) {
  const server = serverWith([bot(1, { active: true, state: 'running' })]);
  const mine = own && { ...subscription, ...own };
  server.answer(getSelf, { ...anna, isPaid: mine?.status === 'active', subscription: mine });
  server.answer(getOwnOrganization, { ...organization, isFree: false });
  server.answer(getOwnVolumeUse, {
    used: 241_300,
    thisMonth: 241_300,
    monthStart: '2026-01-01T00:00:00.000Z',
    monthEnd: '2026-02-01T00:00:00.000Z',
    limit: 300_000,
    rest: 58_700,
    consumption: 80.43,
    usedAt: [],
    isNearlyUsedUp: true,
    start: '2026-01-01T00:00:00.000Z',
    end: '2026-02-01T00:00:00.000Z',
  });
  server.answer(listAvailablePlans, [small, large]);
  server.answer(listOwnExchanges, []);
  server.answer(listPayments, []);
  server.answer(countPayments, { count: 0 });
  server.answer(getCheckoutTerms, terms);
  return server;
}

const card = async (name: string) => within((await screen.findByRole('heading', { name, level: 3 })).closest('li') as HTMLElement);

test('one’s plan is shown with its use, red from 80 % on, and the others with what changing to them leads to', async () => {
  await openConsole(sellerTo({ nextPlan: large }), '/plan');
  const meter = await screen.findByRole('meter', { name: 'Trading volume in the payment period' });
  expect(meter.getAttribute('aria-valuetext')).toBe('241,300.00 of 300,000.00 USD used (80.4%)');
  expect(screen.getByText('58,700.00 USD left')).toBeTruthy();
  expect(screen.getByText('Large, ¥55,000 per month')).toBeTruthy();
  expect((await card('Standard')).getByText('None: this is your plan')).toBeTruthy();
  expect((await card('Large')).getByText('None: changes cost none')).toBeTruthy();
  expect((await card('Large')).getByText('Begins with the next payment period')).toBeTruthy();
  const keep = (await card('Standard')).getByRole('link', { name: 'Keep this plan: Standard' });
  expect(keep.getAttribute('href')).toBe(`/plan/checkout?plan=${small._id}&purpose=change`);
});

test('of a plan that was given nothing is said to be charged', async () => {
  await openConsole(sellerTo({ paypalSubscriptionId: null }), '/plan');
  expect(await screen.findByText('Nothing is charged')).toBeTruthy();
});

test.each([
  [null, 'new'],
  [{ status: 'cancelled' }, 'new'],
  [{ plan: large }, 'change'],
  [{ plan: large, paypalSubscriptionId: null }, 'new'],
] as const)('with %j choosing a plan is %s', async (own, purpose) => {
  await openConsole(sellerTo(own as Partial<Subscription> | null), '/plan');
  const link = (await card('Standard')).getByRole('link');
  expect(link.getAttribute('href')).toBe(`/plan/checkout?plan=${small._id}&purpose=${purpose}`);
});

test('a payment that failed leads to paying again, and of what nobody charges no payment is next', async () => {
  await openConsole(sellerTo({ status: 'suspended', botStopReasons: ['BY_PAYMENT_FAILED'] }), '/plan');
  expect((await screen.findByRole('link', { name: 'Pay again' })).getAttribute('href')).toContain('purpose=renew');
  expect(screen.queryByText('Next payment')).toBeNull();
  closePages();
  await openConsole(sellerTo({ paypalSubscriptionId: null }), '/plan');
  expect(await screen.findByRole('meter')).toBeTruthy();
  expect(screen.queryByText('Next payment')).toBeNull();
});

test.each(['paymentFailed', 'suspended'] as const)(
  'with %s one’s plan is offered to be paid again, and no change before',
  async (status) => {
    await openConsole(sellerTo({ status, nextPlan: large }), '/plan');
    const again = (await card('Standard')).getByRole('link', { name: 'Pay again: Standard' });
    expect(again.getAttribute('href')).toBe(`/plan/checkout?plan=${small._id}&purpose=renew`);
    expect((await card('Large')).getByText('Can be chosen once your plan is paid')).toBeTruthy();
    expect((await card('Large')).queryByRole('link')).toBeNull();
  },
);

test('cancelling says what ends, names the bots that run, and asks for the password', async () => {
  const server = sellerTo({});
  server.answer(cancelSubscription, { success: true });
  await openConsole(server, '/plan');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Cancel the plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Standard?' }));
  expect(dialog.getByText(/ends at once, and cannot be resumed/).textContent).toContain('Tokyo-1');
  await user.click(dialog.getByRole('button', { name: 'Cancel the plan' }));
  expect(await dialog.findByText('Please enter your password')).toBeTruthy();
  expect(server.callsOf(cancelSubscription)).toEqual([]);
  await user.type(dialog.getByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(dialog.getByRole('button', { name: 'Cancel the plan' }));
  await waitFor(() => expect(server.callsOf(cancelSubscription)[0]?.body).toEqual({ password: 'Correct-Horse-1' }));
});

test('where plans are not sold any more, what a provider charges for can still be cancelled, and payments are shown', async () => {
  const server = sellerTo({});
  server.setBrand({ features: { paypal: false } });
  server.answer(countPayments, { count: 1 });
  server.answer(listPayments, [
    {
      transactionId: 'S-1',
      date: '2026-01-02T03:04:05.000Z',
      planName: 'Standard',
      campaignCode: null,
      payment: 11_000,
      type: 'SUBSCRIPTION_FEE',
      result: 'COMPLETED',
    },
  ]);
  await openConsole(server, '/plan');
  expect(await screen.findByRole('button', { name: 'Cancel the plan' })).toBeTruthy();
  expect(await screen.findByRole('table', { name: 'Payments' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Plans' })).toBeNull();
  closePages();
  server.answer(getSelf, { ...anna, subscription: { ...subscription, paypalSubscriptionId: null } });
  server.answer(countPayments, { count: 0 });
  await openConsole(server, '/plan');
  expect(await screen.findByText('Nothing is charged')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel the plan' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull();
});

test('a plan past its end is cleared away, and the way to another one is open', async () => {
  const server = sellerTo({ status: 'expired', expiresAt: '2026-01-15T00:00:00.000Z', endedAt: '2026-01-15T00:00:00.000Z' });
  server.answer(clearExpiredSubscription, { success: true });
  await openConsole(server, '/plan');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove the expired plan' }));
  expect(await screen.findByText('The plan was cleared away. Nothing of it is charged any more.')).toBeTruthy();
  expect(server.callsOf(clearExpiredSubscription)).toHaveLength(1);
  expect((await card('Standard')).getByRole('link', { name: 'Choose: Standard' })).toBeTruthy();
  closePages();
  server.answer(clearExpiredSubscription, () => refusal(503, 'paymentProviderUnavailable', { message: 'Not now' }));
  await openConsole(server, '/plan', { language: 'ja' });
  await user.click(await screen.findByRole('button', { name: '期限切れのプランを解除する' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  closePages();
  await openConsole(sellerTo({}), '/plan');
  await screen.findByRole('meter');
  expect(screen.queryByRole('button', { name: 'Remove the expired plan' })).toBeNull();
});

test('an account that is for referrals only is told so, and is sold nothing', async () => {
  const server = sellerTo(null);
  server.answer(getSelf, { ...anna, isAffiliate: true, isPaid: false, subscription: null });
  await openConsole(server, '/plan');
  expect(await screen.findByText('This account is for referrals only.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Plans' })).toBeNull();
  expect(server.callsOf(listAvailablePlans)).toEqual([]);
});

test.each([
  [{ purpose: 'upgrade', isLimitUsedUp: true }, /With it your bots would not run until the next period/],
  [{ purpose: 'downgrade', isAboveNextLimit: true, volume: 241_300 }, /You have traded 241,300 USD in this period.*Until the period ends/],
  [{ purpose: 'new' }, null],
] as const)('what the volume means for the limit is said before agreeing: %j', async (given, said) => {
  const server = sellerTo({});
  server.answer(getCheckoutTerms, { ...terms, ...given });
  await openConsole(server, `/plan/checkout?plan=${large._id}&purpose=change`);
  expect(await screen.findByText('You order')).toBeTruthy();
  const main = document.querySelector('main')?.textContent ?? '';
  for (const one of [/With it your bots would not run/, /Until the period ends/])
    expect(one.test(main)).toBe(said?.source.includes(one.source) ?? false);
  if (said) expect(main).toMatch(said);
});

test('the final confirmation shows all that is agreed to, and the provider’s button leads to the plan', async () => {
  const server = sellerTo(null);
  server.answer(startCheckout, { paypalSubscriptionId: 'I-9', approveUrl: 'http://127.0.0.1:9/approve' });
  server.answer(subscribe, { ...subscription, paypalSubscriptionId: 'I-9' });
  Object.assign(window, { paypal: { Buttons: drawnButton } });
  await openConsole(server, `/plan/checkout?plan=${small._id}&purpose=new`);
  const facts = within(await screen.findByLabelText('Final confirmation'));
  expect(facts.getByText('First month').nextSibling?.textContent).toBe('¥11,000');
  for (const says of ['¥16,500', '¥5,500', '¥137,500', 'Until cancelled; renews monthly', /days that remain are not refunded/])
    expect(facts.getByText(says)).toBeTruthy();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'PayPal' }));
  await waitFor(() => expect(server.callsOf(subscribe)[0]?.body).toEqual({ userPlanId: small._id, paypalSubscriptionId: 'I-9' }));
  expect(server.callsOf(startCheckout)[0]?.body).toEqual({ userPlanId: small._id, purpose: 'new' });
  expect(await screen.findByText('You are on the plan "Standard" now.')).toBeTruthy();
});

test('where the button’s script does not come, the provider’s own page is the way', async () => {
  const server = sellerTo(null);
  await openConsole(server, `/plan/checkout?plan=${small._id}&purpose=new`);
  expect(await screen.findByText('The payment button is being loaded…')).toBeTruthy();
  const script = [...document.scripts].find(({ src }) => src === terms.buttonScript);
  script?.dispatchEvent(new Event('error'));
  expect(await screen.findByText(/button could not be loaded/)).toBeTruthy();
  expect([...document.scripts].some(({ src }) => src === terms.buttonScript)).toBe(false);
  expect(screen.getByRole('button', { name: "Continue on PayPal's own page" })).toBeTruthy();
  closePages();
  await openConsole(server, `/plan/checkout?plan=${small._id}&purpose=new`);
  await screen.findByText('The payment button is being loaded…');
  const anew = [...document.scripts].find(({ src }) => src === terms.buttonScript);
  expect(anew).not.toBe(script);
  expect(anew).toBeTruthy();
});

test('whoever comes back from the provider has their change confirmed, and may try again where it knows nothing yet', async () => {
  const server = sellerTo({});
  let isKnown = false;
  server.answer(changeSubscription, () =>
    isKnown ? { ...subscription, nextPlan: large } : refusal(400, 'approvalMissing', { message: 'Not agreed to yet.' }),
  );
  localStorage.setItem('checkout', JSON.stringify({ userPlanId: large._id, purpose: 'change', paypalSubscriptionId: 'I-1' }));
  await openConsole(server, '/plan?checkout=approved&subscription_id=I-1&ba_token=x');
  expect(await screen.findByText('Not agreed to yet.')).toBeTruthy();
  isKnown = true;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The plan "Large" begins with the next payment period.')).toBeTruthy();
  expect(server.callsOf(changeSubscription)[1]?.body).toEqual({ userPlanId: large._id, paypalSubscriptionId: 'I-1' });
  expect(localStorage.getItem('checkout')).toBeNull();
});

test('who goes on to another page while the payment is confirmed stays there', async () => {
  const server = sellerTo({});
  const confirmed = Promise.withResolvers<Subscription>();
  server.answer(changeSubscription, () => confirmed.promise);
  localStorage.setItem('checkout', JSON.stringify({ userPlanId: large._id, purpose: 'change', paypalSubscriptionId: 'I-1' }));
  await openConsole(server, '/plan?checkout=approved&subscription_id=I-1&ba_token=x');
  expect(await screen.findByText('The payment is being confirmed…')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('link', { name: 'Help' }));
  await screen.findByRole('heading', { name: 'Help', level: 1 });
  confirmed.resolve({ ...subscription, nextPlan: large });
  expect(await screen.findByText('The plan "Large" begins with the next payment period.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Help', level: 1 })).toBeTruthy();
});

test('a plan that costs nothing is chosen without the provider', async () => {
  const server = sellerTo(null);
  server.answer(getCheckoutTerms, { ...terms, chargedBy: null, buttonScript: null, totalToday: 0 });
  server.answer(subscribe, subscription);
  await openConsole(server, `/plan/checkout?plan=${small._id}&purpose=new`);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Agree and choose this plan' }));
  await waitFor(() => expect(server.callsOf(subscribe)[0]?.body).toEqual({ userPlanId: small._id }));
});

test('a campaign code makes its plan available, and what is wrong with one stands at its field', async () => {
  const server = sellerTo(null);
  server.answer(redeemCampaignCode, () =>
    refusal(400, 'codeExpired', {
      message: 'codeExpired',
      advice: 'Please choose another plan.',
      type: 'codeExpired',
      error: { campaignCode: 'This code has expired.' },
    }),
  );
  const { queries } = await openConsole(server, '/plan');
  const user = userEvent.setup();
  await waitFor(() => expect(server.isFollowed(watchEvents)).toBe(true));
  await screen.findByRole('list', { name: 'Plans' });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const reads = server.callsOf(listAvailablePlans).length;
  await user.type(await screen.findByRole('textbox', { name: 'Campaign code' }), 'ABCD2345');
  await user.click(screen.getByRole('button', { name: 'Use the code' }));
  expect(await screen.findByText('This code has expired.')).toBeTruthy();
  expect(screen.getByText('Please choose another plan.')).toBeTruthy();
  server.answer(redeemCampaignCode, plan(63, { name: 'Campaign', campaignCode: 'ABCD2345' }));
  await user.click(screen.getByRole('button', { name: 'Use the code' }));
  expect(await screen.findByText('The plan "Campaign" can now be chosen.')).toBeTruthy();
  expect(screen.queryByText('This code has expired.')).toBeNull();
  const [first] = within(screen.getByRole('list', { name: 'Plans' })).getAllByRole('listitem');
  expect([first?.getAttribute('aria-current'), within(first as HTMLElement).getByRole('heading').textContent]).toEqual([
    'true',
    'Campaign',
  ]);
  expect(server.callsOf(listAvailablePlans)).toHaveLength(reads);
  server.answer(listAvailablePlans, [small, large, plan(63, { name: 'Campaign', campaignCode: 'ABCD2345' })]);
  await queries.refetchQueries({ queryKey: keyOf(listAvailablePlans) });
  const names = () =>
    within(screen.getByRole('list', { name: 'Plans' }))
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['Standard', 'Large', 'Campaign']));
});

test.each([
  [
    'a payment that failed for good or was taken back',
    { status: 'paymentFailed', botStopReasons: ['BY_PAYMENT_FAILED'] },
    /Your bots are stopped\. Pay again/,
  ],
  ['a payment that is tried again', { status: 'paymentFailed', botStopReasons: [] }, /will try again|tries again/],
  ['the trading limit', { botStopReasons: ['BY_TRADING_VOLUME_LIMIT'] }, /Your bots are stopped until the next payment period/],
] as const)('the plan says what holds bots, and what to do: %s', async (_, own, said) => {
  await openConsole(sellerTo({ ...own, botStopReasons: [...own.botStopReasons] }), '/plan');
  expect(await screen.findByText(said)).toBeTruthy();
});

test('payments say what they are and what became of them', async () => {
  const server = sellerTo({});
  const payment = { date: '2026-01-02T03:04:05.000Z', planName: 'Standard', campaignCode: null };
  server.answer(listPayments, [
    { ...payment, transactionId: 'R-1', payment: -11_000, type: 'REFUND', result: 'COMPLETED' },
    { ...payment, transactionId: 'S-1', payment: 11_000, type: 'SUBSCRIPTION_FEE', result: 'PARTIALLY_REFUNDED' },
  ]);
  await openConsole(server, '/plan');
  const table = within(await screen.findByRole('table', { name: 'Payments' }));
  expect(
    table.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([[], ['Standard', 'Refund', 'Completed', '−¥11,000'], ['Standard', 'Subscription fee', 'Partially refunded', '¥11,000']]);
});

test('payments are read a page at a time, and the address says which', async () => {
  const user = userEvent.setup();
  const server = sellerTo({});
  server.answer(countPayments, { count: 45 });
  server.answer(listPayments, ({ query }) =>
    Array.from({ length: Math.min(20, 45 - Number(query.offset)) }, (_, index) => ({
      date: '2026-01-02T03:04:05.000Z',
      planName: 'Standard',
      campaignCode: null,
      transactionId: `S-${Number(query.offset) + index}`,
      payment: 11_000,
      type: 'SUBSCRIPTION_FEE',
      result: 'COMPLETED',
    })),
  );
  await openConsole(server, '/plan');
  const rows = () => within(screen.getByRole('table', { name: 'Payments' })).getAllByRole('rowheader').length;
  await waitFor(() => expect(rows()).toBe(20));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(rows()).toBe(5));
  expect(location.search).toBe('?page=3');
});

test('a plan says what it includes, and nothing of what this page has no words for', async () => {
  const server = sellerTo(null);
  server.answer(listAvailablePlans, [
    plan(61, { availablePlanFeatures: ['BASIC_FEATURE', 'SUPPORT_MAIL_CHAT', 'ADDED_LATER'], availablePlanOptions: ['TROLL_BOX'] }),
    large,
  ]);
  await openConsole(server, '/plan');
  const included = within(await screen.findByRole('list', { name: 'Included in Standard' }));
  expect(included.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Basic features',
    'Support by e-mail and chat',
    'Community chat',
  ]);
  expect(screen.queryByRole('list', { name: 'Included in Large' })).toBeNull();
});

/** As the provider's script draws it: pressed, it begins the purchase and is agreed to at once. */
function drawnButton(options: { createSubscription: () => Promise<string>; onApprove: (approved: { subscriptionID: string }) => void }) {
  const button = document.createElement('button');
  button.textContent = 'PayPal';
  button.addEventListener('click', async () => options.onApprove({ subscriptionID: await options.createSubscription() }));
  return { render: async (place: HTMLElement) => place.append(button), close: async () => button.remove() };
}

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
