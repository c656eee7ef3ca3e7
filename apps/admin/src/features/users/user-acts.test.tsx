import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  actOnUsers,
  type BulkAct,
  banUser,
  getBulkAct,
  getStop,
  getUser,
  listBulkActs,
  pardonUser,
  type Stop,
  stopBotsOfUser,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin } from '../../testing/open-admin.ts';
import { at, examined, gift, hanako, serverWith, stop, taro } from '../../testing/users.ts';
import { administeredBots } from '../../words/en/administered-bots.ts';
import { users as text } from '../../words/en/users.ts';

afterEach(closePages);

test('many users are suspended only with their number typed and a reason given; then how far that is can be seen', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const act: BulkAct = {
    _id: idOf(40),
    act: 'ban',
    reason: 'Spam',
    by: 'staff@example.org',
    askedAt: at,
    count: 2,
    doneCount: 2,
    refusedCount: 0,
    endedAt: at,
    targets: [],
  };
  server.answer(actOnUsers, act);
  server.answer(getBulkAct, act);
  await openAdmin(server, '/users');
  await user.click(await screen.findByRole('checkbox', { name: text.selectPage }));
  await user.click(screen.getByRole('button', { name: text.ban }));
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: text.ban });
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(new RegExp(text.reason.slice(0, 6))), 'Spam');
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  await user.type(within(dialog).getByLabelText(/number 2/), '2');
  await user.click(confirm);
  expect(await screen.findByText(text.bulkDone)).toBeTruthy();
  expect(server.callsOf(actOnUsers)[0]?.body).toEqual({ act: 'ban', ids: [hanako._id, taro._id], reason: 'Spam' });
  expect(location.search).toBe(`?act=${act._id}`);
});

test('what became of each user of an act is found again, by the list of past acts too, and a failed look says so', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const target = { outcome: 'done', code: null, stopId: stop._id, isCharged: false } as const;
  const { targets, ...summary }: BulkAct = {
    _id: idOf(40),
    act: 'ban',
    reason: 'Spam',
    by: 'staff@example.org',
    askedAt: at,
    count: 4,
    doneCount: 2,
    refusedCount: 1,
    endedAt: null,
    targets: [
      { ...target, user: idOf(13), email: 'gone@example.jp', outcome: 'refused', code: 'userNotFound', stopId: null },
      { ...target, user: hanako._id, email: hanako.email },
      { ...target, user: taro._id, email: taro.email, isCharged: true },
      { ...target, user: idOf(14), email: 'next@example.jp', outcome: null, stopId: null },
    ],
  };
  server.answer(listBulkActs, [summary]);
  server.answer(getBulkAct, { ...summary, targets });
  await openAdmin(server, '/users');
  await user.click(await screen.findByRole('button', { name: text.pastBulkActs }));
  await user.click(await screen.findByRole('link', { name: text.bulk_ban }));
  expect(location.search).toBe(`?act=${summary._id}`);
  const list = within(await screen.findByRole('list', { name: text.bulkResults }));
  const results = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(results[0]).toMatch(/^gone@example\.jpRefused: .*not/);
  expect(results.slice(1)).toEqual([
    `${hanako.email}${text.banned}`,
    `${taro.email}${text.banned}${text.stillChargedShort}`,
    `next@example.jp${text.bulkWaits}`,
  ]);
  expect(list.getByRole('link', { name: hanako.email }).getAttribute('href')).toBe(`/admin/users/${hanako._id}?stop=${stop._id}`);
  closePages();
  server.answer(getBulkAct, () => refusal(500, 'internal'));
  await openAdmin(server, `/users?act=${summary._id}`);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(getBulkAct, { ...summary, doneCount: 3, endedAt: at, targets });
  await user.click(again);
  expect(await screen.findByText(text.bulkDone)).toBeTruthy();
});

test('of an act on very many no more results are asked for than are answered', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const one = { email: 'one@example.jp', outcome: 'done', code: null, stopId: null, isCharged: false } as const;
  const targets = Array.from({ length: 1000 }, (_, index) => ({ ...one, user: idOf(1000 + index) }));
  const act = { _id: idOf(40), act: 'ban', reason: 'Spam', by: null, askedAt: at, count: 1001, doneCount: 1001, refusedCount: 0 } as const;
  server.answer(getBulkAct, ({ query }) => ({ ...act, endedAt: at, targets: targets.slice(0, Number(query?.limit)) }));
  await openAdmin(server, `/users?act=${act._id}`);
  for (const limit of [40, 80, 160, 320, 640, 1000]) {
    await user.click(await screen.findByText(text.showMore));
    await waitFor(() => expect(server.callsOf(getBulkAct).at(-1)?.query?.limit).toBe(String(limit)));
  }
  await waitFor(() => expect(screen.queryByText(text.showMore)).toBeNull());
});

test('the bots of a user of whom none counts as running are stopped all the same: one may be rebalanced', async () => {
  const user = userEvent.setup();
  const server = serverWith('support');
  server.answer(getUser, { ...examined, botCount: 1, runningCount: 0, botStatus: 'stopped' });
  server.answer(stopBotsOfUser, { success: true, stopId: stop._id });
  server.answer(getStop, stop);
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.stop }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), hanako.email);
  await user.click(dialog.getByRole('button', { name: text.stop }));
  expect(await screen.findByText(administeredBots.receipt)).toBeTruthy();
  expect(server.callsOf(stopBotsOfUser)).toHaveLength(1);
});

test('the receipt of a stop is found again by its address: bot by bot, with what was cancelled and which exchange is away', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const ended = { user: hanako._id, organization: idOf(2), reason: null, endedAt: at };
  const receipt = { askedAt: at, cancelled: ['T1', 'T2'], filledMeanwhile: ['T3'], confirmedAt: at, forced: null };
  const bots: Stop['bots'] = [
    {
      ...ended,
      bot: idOf(71),
      name: 'Osaka-2',
      exchange: 'OKX',
      state: 'unreachable',
      reason: 'It timed out.',
      endedAt: null,
      receipt: null,
    },
    { ...ended, bot: idOf(72), name: 'Tokyo-1', exchange: 'Binance', state: 'confirmed', receipt },
  ];
  server.answer(getStop, { ...stop, botCount: 2, unreachableCount: 1, confirmedAt: null, bots });
  await openAdmin(server, `/users/${hanako._id}?stop=${stop._id}`);
  const list = within(await screen.findByRole('list', { name: administeredBots.receipt }));
  const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toBe('Osaka-2 OKX cannot be reached; it is tried again. It timed out.');
  expect(second).toBe('Tokyo-1 Stopped on Binance: 2 orders cancelled, 1 filled meanwhile');
  server.answer(getStop, () => refusal(500, 'internal'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: administeredBots.close }));
  await expect.poll(() => location.search).toBe('');
});

test('whoever is suspended and still charged is shown as such, until PayPal has cancelled it', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(banUser, { success: true, stopId: stop._id, charging: 'pending' });
  await openAdmin(server, `/users/${hanako._id}`);
  await user.click(await screen.findByRole('button', { name: text.ban }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(text.reason), 'Shares the account');
  await user.type(within(dialog).getByLabelText(/to confirm/), hanako.email);
  server.answer(getUser, { ...examined, bannedAt: at, subscription: { ...gift, source: 'paypal' } });
  await user.click(within(dialog).getByRole('button', { name: text.ban }));
  expect((await screen.findAllByText(text.stillCharged)).length).toBeGreaterThan(0);
  closePages();
  server.answer(getUser, { ...examined, bannedAt: at, subscription: { ...gift, source: 'paypal', status: 'cancelled', endedAt: at } });
  await openAdmin(server, `/users/${hanako._id}`);
  expect(await screen.findByRole('button', { name: text.pardon })).toBeTruthy();
  expect(screen.queryByText(text.stillCharged)).toBeNull();
});

test('a user is let in again, and all their bots are stopped, only with their address typed', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(pardonUser, { success: true });
  server.answer(stopBotsOfUser, { success: true, stopId: stop._id });
  server.answer(getUser, { ...examined, bannedAt: at });
  await openAdmin(server, `/users/${hanako._id}`);
  for (const [name, call] of [
    [text.pardon, pardonUser],
    [text.stop, stopBotsOfUser],
  ] as const) {
    await user.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name });
    expect(confirm.disabled).toBe(true);
    await user.type(dialog.getByLabelText(/to confirm/), hanako.email);
    await user.click(confirm);
    await expect.poll(() => server.callsOf(call)).toHaveLength(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  }
});
