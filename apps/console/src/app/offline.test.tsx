import { closePages } from '@tenbin/app-kit/testing';
import { startBot } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { botsQuery } from '../bots/use-bots.ts';
import { bot } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';

afterEach(closePages);

test('what cannot be done offline says so until the connection is back, and the bot is shown as it was', async () => {
  const server = serverWith([bot(1)]);
  server.answer(startBot, () => {
    throw new TypeError('the network is gone');
  });
  const { live } = await openConsole(server, '/bots/');
  await userEvent.click(await screen.findByRole('button', { name: 'Start Tokyo-1' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('Offline: nothing was done. Please try again when the connection is back.')).toBeTruthy();
  expect(await screen.findByText('Stopped')).toBeTruthy();
  const refusal = () => screen.queryByText(/^The server cannot be reached/);
  expect(refusal()).toBeTruthy();
  dispatchEvent(new Event('offline'));
  await waitFor(() => expect(live.isLive()).toBe(false));
  expect(refusal()).toBeTruthy();
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(live.isLive()).toBe(true));
  await waitFor(() => expect(refusal()).toBeNull());
});

test('figures are as old as the server’s last answer: what is only expected makes them no younger', async () => {
  const { live, queries } = await openConsole(serverWith([bot(1)]), '/bots/');
  await screen.findByText('Tokyo-1');
  await waitFor(() => expect(live.newestAt()).not.toBeNull());
  const before = live.newestAt();
  const clock = vi.spyOn(Date, 'now').mockReturnValue((before ?? 0) + 3_600_000);
  queries.setQueryData(botsQuery.queryKey, (bots) => bots?.map((one) => ({ ...one, state: 'starting' as const })));
  clock.mockRestore();
  expect(live.newestAt()).toBe(before);
});
