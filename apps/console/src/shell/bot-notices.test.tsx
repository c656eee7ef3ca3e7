import { closePages, leavePages } from '@tenbin/app-kit/testing';
import { type Bot, listBots, watchEvents } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { bot } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';

afterEach(closePages);

/** Opens a page without bots on it, and has the bot become another by itself. */
async function becomes(before: Partial<Bot>, now: Partial<Bot>) {
  const server = serverWith([bot(1, before)]);
  await openConsole(server, '/help');
  await waitFor(() => expect(server.callsOf(listBots).length).toBeGreaterThan(0));
  await screen.findByRole('heading', { level: 1, name: 'Help' });
  await waitFor(() => expect(server.isFollowed(watchEvents)).toBe(true));
  server.answer(listBots, [bot(1, now)]);
  server.emit(watchEvents, { type: 'bot', botId: bot(1)._id });
}

async function listed(unread = 1) {
  await userEvent.setup().click(await screen.findByRole('button', { name: `Notifications, ${unread} new` }));
  const items = within(await screen.findByRole('dialog', { name: 'Notifications' })).getAllByRole('listitem');
  expect(items).toHaveLength(unread);
  return items[0]?.textContent;
}

test('a bot that stops by itself is told of at the bell, wherever one is, with its reason', async () => {
  const message = { code: 'valueTooSmall', message: 'An order is worth 4 USD.', at: '2026-01-02T00:00:00.000Z' };
  const old = { ...message, message: 'Long known.', at: '2026-01-01T00:00:00.000Z' };
  await becomes({ active: true, state: 'running', errorMessages: [old] }, { errorMessages: [old, message] });
  expect(await listed(2)).toMatch(/^Tokyo-1 has stopped: an order below the minimum value – An order is worth 4 USD\./);
});

test('so is a bot that starts by itself after its rebalance', async () => {
  await becomes({ state: 'rebalancing', autoStartRequested: true }, { active: true, state: 'running' });
  expect(await listed()).toMatch(/^Tokyo-1 was rebalanced and started/);
});

const message = { code: 'valueTooSmall', message: 'An order is worth 4 USD.', at: '2026-01-02T00:00:00.000Z' };

test('what happened while nobody was here is told at the bell, and once it was read not as new again', async () => {
  const server = serverWith([bot(1, { errorMessages: [message] })]);
  await openConsole(server, '/help');
  expect(await listed()).toMatch(/An order is worth 4 USD\./);
  leavePages();
  await openConsole(server, '/help');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Notifications' }));
  // A banner on the page says so too.
  expect(await within(await screen.findByRole('dialog', { name: 'Notifications' })).findByText(/An order is worth 4 USD\./)).toBeTruthy();
});

test('what came by itself is still listed after a reload', async () => {
  await becomes({ state: 'rebalancing', autoStartRequested: true }, { active: true, state: 'running' });
  await screen.findByRole('button', { name: 'Notifications, 1 new' });
  leavePages();
  await openConsole(serverWith([bot(1, { active: true, state: 'running' })]), '/help');
  expect(await listed()).toMatch(/^Tokyo-1 was rebalanced and started/);
});
