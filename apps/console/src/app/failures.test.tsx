import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  cancelSubscription,
  changeEmail,
  countPayments,
  getOwnOrganization,
  getSelf,
  listAvailablePlans,
  listDeletedBots,
  listOwnExchanges,
  listOwnRecords,
  listPayments,
  listRebalances,
  type Route,
  resendVerification,
  resetPassword,
} from '@tenbin/contract';
import { ui } from '@tenbin/ui/words/en';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../testing/expect-specified-views.ts';
import { user as anna, bot, organization, subscription } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';
import { failures as words } from '../words/en/failures.ts';
import { failures as wordsJa } from '../words/ja/failures.ts';

afterEach(closePages);

const tokyo = bot(1);
const says = (name: keyof typeof words) => `${words[name]} – Not now`;
const notNow = () => refusal(400, 'invalidInput', { message: 'Not now' });

/** A seller's server on which one call fails. */
function failing(route: Route) {
  const server = serverWith([tokyo]);
  server.answer(getOwnOrganization, { ...organization, isFree: false });
  server.answer(listAvailablePlans, []);
  server.answer(listOwnExchanges, []);
  server.answer(listPayments, []);
  server.answer(countPayments, { count: 0 });
  server.answer(route, notNow);
  return server;
}

/** What failed while a page is read; what it says itself stays on it. */
test.each([
  ['failedFetchUserPlans', listAvailablePlans, '/plan'],
  ['failedFetchExchanges', listOwnExchanges, '/bots/new'],
  ['failedFetchContractRecords', listOwnRecords, '/history/'],
  ['failedGetAutoRebalance', listRebalances, `/bots/${tokyo._id}`],
] as const)('%s', async (name, route, path) => {
  await openConsole(failing(route), path);
  expect(await screen.findByText(says(name))).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('what fails on a page in Japanese is told in Japanese', async () => {
  await openConsole(failing(listAvailablePlans), '/plan', { language: 'ja' });
  expect(await screen.findByText(`${wordsJa.failedFetchUserPlans} – Not now`)).toBeTruthy();
});

test('failedResendCode, with the reason also where the code is entered', async () => {
  const user = userEvent.setup();
  await openConsole(failing(resendVerification), '/verify?email=anna@example.org', { signedOut: true });
  await user.click(await screen.findByRole('button', { name: 'Send the code again' }));
  expect(await screen.findByText(says('failedResendCode'))).toBeTruthy();
  expect(screen.getByText('Not now')).toBeTruthy();
});

test('failedSendPasswordReset', async () => {
  const user = userEvent.setup();
  await openConsole(failing(resetPassword), '/forgot-password', { signedOut: true });
  await user.type(await screen.findByLabelText('E-mail address'), 'anna@example.org');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(says('failedSendPasswordReset'))).toBeTruthy();
});

test('failedChangeEmail', async () => {
  const user = userEvent.setup();
  await openConsole(failing(changeEmail), '/account/security');
  const panel = within((await screen.findByLabelText('New e-mail address')).closest('form') as HTMLElement);
  await user.type(panel.getByLabelText('New e-mail address'), 'new@example.org');
  await user.type(panel.getByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(panel.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText(says('failedChangeEmail'))).toBeTruthy();
});

test('failedUpdatePlan', async () => {
  const user = userEvent.setup();
  const server = failing(cancelSubscription);
  server.answer(getSelf, { ...anna, subscription });
  await openConsole(server, '/plan');
  await user.click(await screen.findByRole('button', { name: 'Cancel the plan' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Current password'), 'Correct-Horse-1');
  await user.click(dialog.getByRole('button', { name: 'Cancel the plan' }));
  expect(await screen.findByText(says('failedUpdatePlan'))).toBeTruthy();
});

test('deleted bots that could not be read are told of, with the way to try again; the history of the others is there', async () => {
  const user = userEvent.setup();
  const server = failing(listDeletedBots);
  await openConsole(server, '/history/');
  expect(await screen.findByText(`${ui.processingFailed} – Not now`)).toBeTruthy();
  expect(await screen.findByLabelText('Bot')).toBeTruthy();
  const missing = (await screen.findByText(/^Deleted bots could not be loaded/)).closest('[role=alert]') as HTMLElement;
  server.answer(listDeletedBots, [
    { _id: bot(2)._id, name: 'Osaka-2', exchange: 'Virtual', pairs: [...tokyo.pairs], deletedAt: '2026-01-02T00:00:00.000Z' },
  ]);
  await user.click(within(missing).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /^Osaka-2/ })).toBeTruthy();
  expect(missing.isConnected).toBe(false);
});

test('a read that fails again and again is told of once', async () => {
  const server = failing(listOwnRecords);
  const { queries } = await openConsole(server, '/history/');
  const user = userEvent.setup();
  expect(await screen.findByText(says('failedFetchContractRecords'))).toBeTruthy();
  const reads = server.callsOf(listOwnRecords).length;
  await queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  await waitFor(() => expect(server.callsOf(listOwnRecords).length).toBeGreaterThan(reads));
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  expect(within(await screen.findByRole('dialog')).getAllByRole('listitem')).toHaveLength(1);
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
