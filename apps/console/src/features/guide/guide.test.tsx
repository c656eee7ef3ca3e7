/** The way in: what is done stands there as done, the next step leads on, and it is put away and taken up again. */
import { closePages } from '@tenbin/app-kit/testing';
import { getSelf, updateSelf } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna, bot } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const unpaid = { ...anna, isPaid: false };
/** The steps as they are read out, with what is said to be done. */
const steps = async () =>
  (await screen.findAllByRole('listitem')).filter((item) => item.closest('main')).map((item) => item.querySelector('p')?.textContent);
const stepOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);
const current = () => document.querySelector('main [aria-current="step"]')?.querySelector('p')?.textContent;

test('it leads from the details over a plan and a bot to the second log-in; each is done by what happened', async () => {
  const server = serverWith([]);
  server.answer(getSelf, unpaid);
  const app = await openConsole(server, '/guide');
  const all = ['Enter your details', 'Choose a plan', 'Connect an exchange and set up a bot', 'Start the bot', 'Log in again'];
  expect(await steps()).toEqual(all);
  expect(current()).toBe('Enter your details');
  server.answer(getSelf, { ...anna, actionFlags: ['AccountInfoCompleted'], subscription: null, isPaid: false });
  await app.queries.invalidateQueries();
  await waitFor(() => expect(current()).toBe('Choose a plan'));
  await userEvent.click(screen.getByRole('button', { name: 'To the plans' }));
  await waitFor(() => expect(location.pathname).toBe('/plan'));
});

test('who need not pay chooses no plan; a bot that ran leaves the second log-in', async () => {
  const server = serverWith([bot(1)]);
  server.answer(getSelf, { ...anna, actionFlags: ['AccountInfoCompleted', 'BotSetupCompleted'] });
  await openConsole(server, '/guide');
  expect(await steps()).not.toContain('Choose a plan');
  expect(current()).toBe('Log in again');
  expect((await stepOf('Start the bot')).getByText('done')).toBeTruthy();
  expect((await stepOf('Log in again')).queryByRole('button')).toBeNull();
});

test('an account that is for referrals only is asked for its details alone', async () => {
  const server = serverWith([]);
  server.answer(getSelf, { ...unpaid, isAffiliate: true, subscription: null });
  await openConsole(server, '/guide');
  expect(await steps()).toEqual(['Enter your details']);
});

test('on the dashboard it can be put away, and comes back from the user menu', async () => {
  const user = userEvent.setup();
  await openConsole(serverWith([]), '/');
  await user.click(await screen.findByRole('button', { name: 'Close the guide' }));
  expect(await screen.findByText('The guide is in the user menu.')).toBeTruthy();
  expect(screen.queryByText('Get started')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'User menu' }));
  await user.click(await screen.findByRole('menuitem', { name: "Beginner's guide" }));
  expect(await screen.findByRole('heading', { name: "Beginner's guide" })).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem(`guide-dismissed ${anna._id}`)).toBeNull());
});

test('who completes their details is led on to the plans, once', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  server.answer(getSelf, unpaid);
  server.answer(updateSelf, ({ body }) => ({ ...unpaid, ...(body as object), actionFlags: ['AccountInfoCompleted'] }));
  await openConsole(server, '/account');
  await user.type(await screen.findByLabelText('Phone number'), '03-1234-5678');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location.pathname).toBe('/plan'));
  expect(server.callsOf(updateSelf)[0]?.body).not.toHaveProperty('actionFlags');
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
