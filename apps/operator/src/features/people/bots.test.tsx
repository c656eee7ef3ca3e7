import { closePages, refusal } from '@tenbin/app-kit/testing';
import { countPlatformBots, listPlatformBots, type PlatformBot } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { idOf, openOperator, organization, serverFor } from '../../testing/open-operator.ts';
import { platform as en } from '../../words/en/platform.ts';

afterEach(closePages);

const at = '2026-01-02T03:04:05.000Z';
const balances = { BTC: '0.1', ETH: '2', USDT: '6000' };

const running: PlatformBot = {
  organization: organization._id,
  _id: idOf(101),
  user: idOf(11),
  email: 'hanako@example.jp',
  stopCause: null,
  stoppedAt: null,
  name: 'Tokyo-1',
  exchange: { _id: idOf(50), name: 'Virtual', timeScale: 1 },
  pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
  delta: 0.005,
  config: { initialBalance: balances, autoRebalance: false },
  type: 'MANUAL',
  active: true,
  isRunning: true,
  state: 'running',
  stopping: null,
  autoStartRequested: false,
  startDate: null,
  runningSince: at,
  expectedRateOfReturn: 0.0008,
  ammRewardPerTrade: 0.0008,
  botCourse: null,
  autoActivation: false,
  postOnly: true,
  apiKey: 'AB12',
  hasSecret: true,
  hasPassphrase: false,
  errorMessages: [],
  warnings: [],
  balances,
  basisPoint: 1.5,
  annualRate: 12.3,
  isAnnualRateProvisional: false,
  executionCount: 45,
  lastFillAt: at,
  openOrderCount: 6,
  expectedOrderCount: 6,
  stopReceipt: null,
  createdAt: at,
};

function serverWith(bots: readonly PlatformBot[]) {
  const server = serverFor('observer');
  server.answer(listPlatformBots, [...bots]);
  server.answer(countPlatformBots, { count: bots.length });
  return server;
}

test('bots stand with whose they are and where they trade', async () => {
  await openOperator(serverWith([running]), '/bots');
  const row = within((await screen.findByText('Tokyo-1')).closest('tr') as HTMLElement);
  for (const cell of ['Sakura', 'hanako@example.jp', 'Virtual', 'Running']) expect(row.getByText(cell)).toBeTruthy();
});

test('a part of a name is searched for by the server, and stands in the address', async () => {
  const user = userEvent.setup();
  const server = serverWith([running]);
  await openOperator(server, '/bots');
  await user.type(await screen.findByLabelText(en.name), 'Tok{Enter}');
  await waitFor(() => expect(server.callsOf(listPlatformBots).at(-1)?.query).toMatchObject({ name: 'Tok' }));
  expect(location.search).toContain('name=Tok');
});

test('where none is found the page says so', async () => {
  await openOperator(serverWith([]), '/bots');
  expect(await screen.findByText(en.nothingFound)).toBeTruthy();
});

test('while they are read the page says so, and where they cannot be read too', async () => {
  const waiting = serverWith([]);
  waiting.answer(countPlatformBots, () => new Promise<never>(() => {}));
  waiting.answer(listPlatformBots, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/bots');
  expect(await screen.findByText(en.bots, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByText(en.nothingFound)).toBeNull();
  closePages();
  const failing = serverWith([]);
  failing.answer(countPlatformBots, () => refusal(400, 'invalidInput'));
  failing.answer(listPlatformBots, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/bots');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  expect(screen.queryByText(en.nothingFound)).toBeNull();
});
