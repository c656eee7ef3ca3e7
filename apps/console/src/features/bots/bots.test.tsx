import { closePages, refusal } from '@tenbin/app-kit/testing';
import { botWords } from '@tenbin/bot-views/words/en';
import {
  autoRebalanceByBot,
  deleteBot,
  deleteBotErrorMessage,
  getSelf,
  listActiveStops,
  listBots,
  startBot,
  stopBot,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { botsQuery } from '../../bots/use-bots.ts';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna, bot, subscription } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const rowOf = async (name: string) => screen.findByRole('listitem', { name });

test('a start that is refused says why at its own bot, and offers to even the wallet', async () => {
  const user = userEvent.setup();
  const server = serverWith([bot(1), bot(2)]);
  server.answer(startBot, () => refusal(400, 'unbalanced', { message: 'BTC is far from its even share.' }));
  server.answer(autoRebalanceByBot, () => Response.json({}));
  await openConsole(server, '/bots/');
  await user.click(await screen.findByRole('button', { name: 'Start Tokyo-2' }));
  const start = await screen.findByRole('dialog', { name: 'Start Tokyo-2?' });
  expect(start.textContent).toContain(
    'Places 6 orders of Tokyo-2 on Virtual: on each of BTC/USDT, ETH/USDT, ETH/BTC one buy and one sell 1% away from the balanced price.',
  );
  await user.click(within(start).getByRole('button', { name: 'Start' }));
  const row = await rowOf('Tokyo-2');
  expect((await within(row).findByRole('alert')).textContent).toContain('BTC is far from its even share.');
  expect(within(await rowOf('Tokyo-1')).queryByRole('alert')).toBeNull();
  await user.click(within(row).getByRole('button', { name: 'Rebalance and start' }));
  const dialog = await screen.findByRole('dialog', { name: /^Rebalance/ });
  await user.click(within(dialog).getByRole('button', { name: 'Rebalance and start' }));
  await waitFor(() => expect(server.callsOf(autoRebalanceByBot)[0]?.body).toEqual({ autoActivation: true }));
});

test('each bot is started and stopped by its own button, and stopping is asked about first', async () => {
  const user = userEvent.setup();
  const running = bot(2, { active: true, state: 'running', openOrderCount: 6, expectedOrderCount: 6 });
  const server = serverWith([bot(1), running]);
  server.answer(stopBot, { success: true });
  await openConsole(server, '/bots/');
  await user.click(await screen.findByRole('button', { name: 'Stop Tokyo-2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop Tokyo-2?' });
  expect(dialog.textContent).toContain('(6)');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(server.callsOf(stopBot)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Stop Tokyo-2' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.callsOf(stopBot).map(({ params }) => params.id)).toEqual([running._id]));
});

test('a stop shows at once, whatever a read of before says meanwhile, and is told of with what was read afterwards', async () => {
  const user = userEvent.setup();
  const running = bot(1, { active: true, state: 'running', openOrderCount: 6, expectedOrderCount: 6 });
  const server = serverWith([running]);
  const stop = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  server.answer(stopBot, async () => {
    await stop.promise;
    return Response.json({ success: true });
  });
  const { queries } = await openConsole(server, '/bots/');
  await user.click(await screen.findByRole('button', { name: 'Stop Tokyo-1' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  const row = within(await rowOf('Tokyo-1'));
  expect(await row.findByText('Stopping')).toBeTruthy();
  await waitFor(() => expect(server.callsOf(stopBot)).toHaveLength(1));
  await queries.refetchQueries({ queryKey: botsQuery.queryKey });
  expect(queries.getQueryData(botsQuery.queryKey)?.[0]?.state).toBe('running');
  expect(row.queryByText('Running')).toBeNull();
  server.answer(listBots, async () => {
    await read.promise;
    return Response.json([{ ...running, active: false, state: 'stopping' }]);
  });
  stop.resolve();
  await waitFor(() => expect(server.callsOf(listBots).length).toBeGreaterThan(2));
  expect(screen.queryByText('Stop of Tokyo-1 requested')).toBeNull();
  read.resolve();
  expect(await screen.findByText('Stop of Tokyo-1 requested')).toBeTruthy();
  expect(row.getByText('Stopping')).toBeTruthy();
});

test('a message can be dismissed, by its place', async () => {
  const user = userEvent.setup();
  const at = '2026-01-02T00:00:00.000Z';
  const troubled = bot(1, {
    errorMessages: [
      { code: 'keyRefused', message: 'First', at },
      { code: 'internal', message: 'Second', at },
    ],
  });
  const server = serverWith([troubled]);
  server.answer(deleteBotErrorMessage, { success: true });
  await openConsole(server, '/bots/');
  const [, second] = await screen.findAllByRole('button', { name: 'Dismiss this message' });
  await user.click(second as HTMLElement);
  await waitFor(() => expect(server.callsOf(deleteBotErrorMessage)[0]?.params).toEqual({ id: troubled._id, index: '1' }));
});

test('a stop by the administrator says who stopped the bot, and what became of its orders', async () => {
  const stopped = bot(1);
  const server = serverWith([stopped]);
  server.answer(listActiveStops, [
    {
      bot: stopped._id,
      scope: 'organization',
      by: 'organization',
      isSuspended: false,
      askedAt: '2026-01-02T00:00:00.000Z',
      state: 'unconfirmed',
      reason: null,
      endedAt: null,
      receipt: null,
    },
  ]);
  await openConsole(server, '/bots/');
  const says = await within(await rowOf('Tokyo-1')).findByText('The administrator of Tenbin stopped all bots.');
  expect(says.parentElement?.textContent).toContain('please check there whether orders are open');
});

test.each([
  [true, 'Tenbin is suspended: all bots were stopped, and none can be started until that is over.'],
  [false, 'Tenbin was suspended, and all bots were stopped.'],
])('a bot that a suspension stopped can be started again when that is over; suspended now: %s', async (isSuspended, told) => {
  const stopped = bot(1, { state: 'stopped', active: false, isRunning: false });
  const server = serverWith([stopped]);
  const at = '2026-01-02T00:00:00.000Z';
  const of = { bot: stopped._id, scope: 'organization', by: 'platform', isSuspended } as const;
  server.answer(listActiveStops, [{ ...of, askedAt: at, state: 'confirmed', reason: null, endedAt: at, receipt: null }]);
  await openConsole(server, '/bots/');
  const says = await within(await rowOf('Tokyo-1')).findByText(told);
  expect(says.parentElement?.textContent?.includes('You can start it again.')).toBe(!isSuspended);
});

test.each([
  [['BY_TRADING_VOLUME_LIMIT'], 'The trading volume of your plan is used up, so your bots are stopped.', false],
  [['NO_SUBSCRIPTION'], 'You have no plan, so your bots are stopped.', false],
  [[], 'This bot was stopped because of your plan.', true],
] as const)('a stop for the plan names the cause, %s, and says whether the bot can be started', async (reasons, says, mayStart) => {
  const stopped = bot(1, { state: 'stopped', active: false, isRunning: false });
  const server = serverWith([stopped]);
  server.answer(getSelf, { ...anna, isPaid: reasons.length === 0, subscription: { ...subscription, botStopReasons: [...reasons] } });
  const at = '2026-01-02T00:00:00.000Z';
  const stop = {
    bot: stopped._id,
    scope: 'user',
    by: 'plan',
    isSuspended: false,
    askedAt: at,
    state: 'confirmed',
    reason: null,
    endedAt: at,
    receipt: null,
  } as const;
  server.answer(listActiveStops, [stop]);
  await openConsole(server, '/bots/');
  const notice = (await within(await rowOf('Tokyo-1')).findByText(says)).parentElement?.textContent ?? '';
  expect(notice.includes('You can start it again.')).toBe(mayStart);
});

test('a bot that was deleted is named, and gone', async () => {
  const user = userEvent.setup();
  const bots = [bot(1), bot(2)];
  const server = serverWith(bots);
  server.answer(deleteBot, ({ params }) => {
    bots.splice(
      bots.findIndex(({ _id }) => _id === params.id),
      1,
    );
    return { success: true };
  });
  await openConsole(server, '/bots/');
  await user.click(await screen.findByRole('button', { name: 'More actions for Tokyo-1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Tokyo-1 has been deleted')).toBeTruthy();
});

test.each([
  ['paymentRequired', 'Choose a plan'],
  ['tradingLimitReached', 'Change the plan'],
] as const)('a start that is refused for %s leads to the plans', async (code, way) => {
  const user = userEvent.setup();
  const server = serverWith([bot(1)]);
  server.answer(startBot, () => refusal(402, code, { message: 'A plan is needed.' }));
  await openConsole(server, '/bots/');
  await user.click(await screen.findByRole('button', { name: 'Start Tokyo-1' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start' }));
  const refused = within(await screen.findByRole('alert'));
  expect(refused.getByText(/A plan is needed/)).toBeTruthy();
  expect(refused.getByRole('link', { name: way }).getAttribute('href')).toBe('/plan');
});

test('a rebalance that could not be asked for says so, and why', async () => {
  const user = userEvent.setup();
  const server = serverWith([bot(1)]);
  server.answer(startBot, () => refusal(400, 'unbalanced', { message: 'BTC is far from its even share.' }));
  server.answer(autoRebalanceByBot, () => refusal(400, 'pairsNotEligible', { message: 'Not these pairs.' }));
  await openConsole(server, '/bots/');
  await user.click(await screen.findByRole('button', { name: 'Start Tokyo-1' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start' }));
  await user.click(await screen.findByRole('button', { name: 'Rebalance and start' }));
  const dialog = await screen.findByRole('dialog', { name: /^Rebalance/ });
  await user.click(within(dialog).getByRole('button', { name: 'Rebalance and start' }));
  expect(await screen.findByText(`${botWords.rebalance.askFailed} – Not these pairs.`)).toBeTruthy();
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
