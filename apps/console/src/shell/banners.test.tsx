import { closePages } from '@tenbin/app-kit/testing';
import { getOwnVolumeUse, getSelf, type Subscription } from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../testing/expect-specified-views.ts';
import { user as anna, bot, subscription, volumeUse } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';
import { banners as words } from '../words/en/banners.ts';

afterEach(closePages);

const subscriptionWith = (reason: string): Subscription => ({ ...subscription, botStopReasons: [reason] });
const stopped = (code: string, message: string) => bot(1, { errorMessages: [{ code, message, at: '2026-01-02T00:00:00.000Z' }] });
const said = (key: keyof typeof words) => words[key].replaceAll('{{name}}', 'Tokyo-1');

const ofUser = [
  ['paymentRequired', { isPaid: false }, '/plan'],
  ['paymentFailed', { isPaid: false, subscription: subscriptionWith('BY_PAYMENT_FAILED') }, '/plan'],
  ['paymentTriedAgain', { subscription: { ...subscription, status: 'paymentFailed' } }, '/plan'],
  ['tradingVolumeLimitReached', { isPaid: true, subscription: subscriptionWith('BY_TRADING_VOLUME_LIMIT') }, '/plan'],
] as const;

test.each(ofUser)('%s is told with its cause and the way on, but where that is', async (kind, change, place) => {
  const server = serverWith([bot(1)]);
  server.answer(getSelf, { ...anna, ...change });
  await openConsole(server, '/history');
  const banner = within((await screen.findByText(words[kind])).closest('[role=status]') as HTMLElement);
  expect(banner.getByText(words[`${kind}Why`])).toBeTruthy();
  expect(banner.getByRole('link', { name: words[`${kind}Do`] }).getAttribute('href')).toBe(place);
});

test.each([
  ['the limit that holds the bots', { botStopReasons: ['BY_TRADING_VOLUME_LIMIT'] }, words.tradingVolumeLimitReached],
  ['what a bot says', {}, 'Because of that.'],
])('a payment that is tried again is told beside %s', async (_what, change, besides) => {
  const server = serverWith([stopped('valueTooSmall', 'Because of that.')]);
  server.answer(getSelf, { ...anna, subscription: { ...subscription, status: 'paymentFailed', ...change } });
  await openConsole(server, '/history');
  expect(await screen.findByText(words.paymentTriedAgainWhy)).toBeTruthy();
  expect(screen.getByText(besides)).toBeTruthy();
});

test('a trading limit that is near is told beside what a bot says', async () => {
  const server = serverWith([stopped('valueTooSmall', 'Because of that.')]);
  server.answer(getSelf, { ...anna, subscription });
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 240_000, limit: 300_000, rest: 60_000, consumption: 80, isNearlyUsedUp: true });
  await openConsole(server, '/history');
  const banner = within((await screen.findByText(words.tradingVolumeNearLimit)).closest('[role=status]') as HTMLElement);
  expect(banner.getByRole('link', { name: words.tradingVolumeNearLimitDo }).getAttribute('href')).toBe('/plan');
  expect(screen.getByText('Because of that.')).toBeTruthy();
});

test('botSetupRequired is told where nothing else says how to begin', async () => {
  await openConsole(serverWith([]), '/account');
  expect((await screen.findByRole('link', { name: words.botSetupRequiredDo })).getAttribute('href')).toBe('/bots/new');
});

test.each([
  ['rebalanceFailed', 'autoRebalanceFailed'],
  ['withdrawalRight', 'orderPermission'],
  ['priceOutOfRange', 'orderAmountOrRange'],
  ['valueTooSmall', 'orderBelowMinimum'],
  ['ledgerDifference', 'botStopped'],
] as const)('a bot that stopped for %s: %s', async (code, kind) => {
  await openConsole(serverWith([stopped(code, 'Because of that.')]), '/history');
  const banner = within((await screen.findByText(said(kind))).closest('[role=status]') as HTMLElement);
  expect(banner.getByText('Because of that.')).toBeTruthy();
  expect(banner.getByRole('link', { name: said(`${kind}Do`) }).getAttribute('href')).toBe(`/bots/${bot(1)._id}`);
});

test('on the dashboard, which shows every bot with what it says, the cause of a stop stands once', async () => {
  await openConsole(serverWith([stopped('valueTooSmall', 'Because of that.')]), '/');
  const main = within(screen.getByRole('main'));
  expect(await main.findAllByText(/Because of that\./)).toHaveLength(1);
  expect(main.queryByText(said('orderBelowMinimum'))).toBeNull();
});

test('a bot that was started again, or stopped by hand later, needs nothing', async () => {
  const old = stopped('valueTooSmall', 'Because of that.');
  const receipt = { askedAt: '2026-01-03T00:00:00.000Z', cancelled: [], filledMeanwhile: [], confirmedAt: null, forced: null };
  const running = { ...old, active: true, state: 'running' } as const;
  const withBanner = { ...stopped('valueTooSmall', 'Because of this.'), _id: bot(3)._id, name: 'Tokyo-3' };
  await openConsole(serverWith([running, { ...old, _id: bot(2)._id, stopReceipt: receipt }, withBanner]), '/history');
  expect(await screen.findByText('Because of this.')).toBeTruthy();
  expect(screen.queryByText('Because of that.')).toBeNull();
});

test('the list of bots says itself why one stopped', async () => {
  const server = serverWith([stopped('valueTooSmall', 'Because of that.')]);
  server.answer(getSelf, { ...anna, isPaid: false });
  await openConsole(server, '/bots/');
  expect(await screen.findByText('Because of that.')).toBeTruthy();
  expect(await screen.findByText(words.paymentRequired), 'the banners are there').toBeTruthy();
  expect(screen.queryByText(said('orderBelowMinimum'))).toBeNull();
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
