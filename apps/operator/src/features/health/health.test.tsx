import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { alarmCodes, getHealth, type Health } from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openOperator, serverFor } from '../../testing/open-operator.ts';
import { health as en } from '../../words/en/health.ts';
import { health as ja } from '../../words/ja/health.ts';

afterEach(closePages);

const at = '2026-03-01T00:10:00.000Z';
const bots = { accounts: 12, eventsWaiting: 4, eventsPerSecond: 3.5, takeOvers: 2, ordersUnknown: 0, differing: 0, reconciledAt: at };
const living = { startedAt: '2026-03-01T00:00:00.000Z', reportedAt: at, isSilent: false };
const found: Health = {
  at,
  alarms: [],
  processes: [
    { _id: idOf(1), kind: 'server', name: 'host:3000', ...living, memoryBytes: 150_000_000, cores: 0.2, lagSeconds: 0.004, bots: null },
    { _id: idOf(2), kind: 'worker', name: 'east', ...living, memoryBytes: 420_000_000, cores: 0.75, lagSeconds: 0.012, bots },
  ],
  database: { engine: 'postgres', answersInMs: 3, bytes: 52_000_000, connections: { inUse: 2, idle: 10, waiting: 0 } },
  jobs: [
    { queue: 'mail', due: 3, oldestAgeSeconds: 40, dead: 1 },
    { queue: 'push', due: 0, oldestAgeSeconds: 0, dead: 0 },
  ],
  mails: { waiting: 3, oldestAgeSeconds: 40, givenUp: 2, isInbox: false },
  exchanges: [
    {
      _id: idOf(5),
      name: 'Binance',
      enabled: true,
      isReachable: true,
      isHalted: false,
      limitUsed: 0.41,
      clockOffsetSeconds: -0.3,
      answeredAt: '2026-03-01T00:09:58.000Z',
      streamedAt: at,
    },
  ],
  ordersUnknown: 0,
  eventsPerSecond: 3.5,
  reconciledAt: '2026-03-01T00:09:30.000Z',
  backedUpAt: null,
};

function server(health: Health = found) {
  const made = serverFor('observer');
  made.answer(getHealth, health);
  return made;
}

test('workers, servers, exchanges, jobs and the database are shown as they stand', async () => {
  await openOperator(server(), '/health');
  expect(await screen.findByText(en.allWell)).toBeTruthy();
  const worker = within(screen.getByRole('row', { name: /^east/ }));
  for (const cell of ['420 MB', '0.75', '12 ms', '12', '3.5', '4', '2', en.alive])
    expect(worker.getByRole('cell', { name: cell })).toBeTruthy();
  const exchange = within(screen.getByRole('row', { name: /^Binance/ }));
  for (const cell of ['41%', '−0.3 s', en.exchange_reachable]) expect(exchange.getByRole('cell', { name: cell })).toBeTruthy();
  const queue = within(screen.getByRole('row', { name: new RegExp(`^${en.queue_mail}`) }));
  for (const cell of ['3', '40 s', '1']) expect(queue.getByRole('cell', { name: cell })).toBeTruthy();
  expect(screen.getByText(en.queue_push)).toBeTruthy();
  expect(screen.getByText(en.noBackup_postgres)).toBeTruthy();
  expect(screen.getByText('2 given up within a day')).toBeTruthy();
});

test('what is used of an exchange’s limit is said of requests, not of orders', async () => {
  await openOperator(server(), '/health');
  expect(await screen.findByRole('columnheader', { name: /of the requests that it takes/ })).toBeTruthy();
  expect(screen.getByText(en.limitUsedHelp)).toBeTruthy();
  expect(en.limitUsedHelp).toMatch(/orders.*not counted/);
  expect([ja.limitUsed, ja.limitUsedHelp].join()).toMatch(/リクエスト.*注文数/);
});

test('a worker that says nothing any more, and whatever else is wrong, stands first with what to do', async () => {
  const [one, other] = found.processes;
  if (!one || !other) throw new Error('two processes');
  const silent = { ...other, isSilent: true, reportedAt: '2026-03-01T00:05:00.000Z' };
  const alarms = [
    { code: 'processSilent', of: 'east (worker)', figure: null },
    { code: 'limitNearlyUsed', of: 'Binance', figure: 91 },
  ] as const;
  await openOperator(server({ ...found, processes: [one, silent], alarms: [...alarms] }), '/health');
  expect(await screen.findByText('east (worker) has stopped reporting')).toBeTruthy();
  expect(screen.getByText(en.remedy_processSilent)).toBeTruthy();
  expect(screen.getByText('Binance: 91% of the request limit is used')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /^east/ })).getByText('Silent for 5 min')).toBeTruthy();
  expect(screen.queryByText(en.allWell)).toBeNull();
});

test('jobs that wait or were given up are named as in the list of queues', async () => {
  const alarms = [
    { code: 'jobsDead', of: 'paymentReview', figure: 2 },
    { code: 'jobsLate', of: 'courses', figure: 700 },
  ] as const;
  await openOperator(server({ ...found, alarms: [...alarms] }), '/health');
  expect(await screen.findByText(`Jobs “${en.queue_paymentReview}” that were given up: 2`)).toBeTruthy();
  expect(screen.getByText(`Jobs “${en.queue_courses}” have waited for 700 seconds`)).toBeTruthy();
});

test('before anything has reported, and without exchanges, the page says so', async () => {
  await openOperator(server({ ...found, processes: [], exchanges: [], reconciledAt: null, backedUpAt: at }), '/health');
  expect(await screen.findByText(en.noProcesses)).toBeTruthy();
  expect(screen.getByText(en.noExchanges)).toBeTruthy();
  expect(screen.getByText(en.nothingRuns)).toBeTruthy();
});

test('while it is read the page says so, and where it cannot be read too', async () => {
  const waiting = serverFor();
  waiting.answer(getHealth, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/health');
  expect(await screen.findByRole('heading', { level: 1, name: en.health })).toBeTruthy();
  expect(screen.queryByText(en.allWell)).toBeNull();
  closePages();
  const failing = serverFor();
  failing.answer(getHealth, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/health');
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('every alarm has its words, and what to do, in both languages', () => {
  for (const words of [en, ja])
    for (const code of alarmCodes) for (const kind of ['alarm', 'remedy'] as const) expect(words[`${kind}_${code}`]).toBeTruthy();
});
