import { closePages, refusal } from '@tenbin/app-kit/testing';
import { getNotifications, updateNotifications } from '@tenbin/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const all = { botStops: true, rebalances: true, tradingVolume: true, news: true };
const mail = (name: string) => screen.findByRole('switch', { name });

function mailing(choice = all) {
  const server = serverWith([]);
  let now = choice;
  server.answer(getNotifications, () => now);
  server.answer(updateNotifications, ({ body }) => {
    now = { ...now, ...(body as Partial<typeof all>) };
    return now;
  });
  return server;
}

test('the account leads to the choice of mails, which is kept mail by mail', async () => {
  const user = userEvent.setup();
  const server = mailing({ ...all, rebalances: false });
  await openConsole(server, '/account');
  await user.click(await screen.findByRole('link', { name: 'Notifications' }));
  expect(await mail('Auto-rebalance and auto-start')).toHaveProperty('checked', false);
  await user.click(await mail('Bots that stop'));
  expect(await mail('Bots that stop')).toHaveProperty('checked', false);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(server.callsOf(updateNotifications).map(({ body }) => body)).toEqual([{ botStops: false }]);
  expect(screen.getByText(/security, your account or payments is always mailed/)).toBeTruthy();
});

test('what could not be kept says so, and is shown as it was', async () => {
  const user = userEvent.setup();
  const server = mailing();
  server.answer(updateNotifications, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/account/notifications', { language: 'ja' });
  await user.click(await mail('ボットの停止'));
  expect(await screen.findByText('処理に失敗しました — Not now')).toBeTruthy();
  await waitFor(async () => expect(await mail('ボットの停止')).toHaveProperty('checked', true));
});

test('a choice that could not be read says so, and is tried again', async () => {
  const user = userEvent.setup();
  const server = mailing();
  server.answer(getNotifications, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/account/notifications');
  expect(await screen.findByText('E-mails could not be loaded')).toBeTruthy();
  server.answer(getNotifications, all);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await mail('Trading volume near the limit')).toHaveProperty('checked', true);
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
