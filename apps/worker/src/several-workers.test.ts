/**
 * Several workers as processes of their own, on one native PostgreSQL and one virtual exchange whose market never rests,
 * so that orders are in flight at every moment. Whatever is done to the workers and to the database, the exchange sees
 * one order in a slot at most, none that comes late, and every ledger is what the exchange's own account says.
 */
import type { BotRow } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase, restartPostgres, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { held } from './testing/held-exchange.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';
import { spawnWorker, type WorkerProcess } from './testing/worker-process.ts';

const speed = 3_000;
const count = 4;

let database: TestDatabase;
let floor: TradingFloor;
const bots: { readonly bot: BotRow; readonly key: string }[] = [];
const workers = new Map<string, WorkerProcess>();
/** What must never be, as it happened. */
const violations: string[] = [];
/** When the exchange accepted which order of ours. */
const accepted: { readonly clientOrderId: string; readonly at: number }[] = [];

function watchExchange(): void {
  const open = new Map<string, string>();
  floor.exchange.onAccount.subscribe((event) => {
    if (event.type !== 'order') return;
    const { account, pair, side, clientOrderId, status } = event.order;
    const slot = `${account} ${pair} ${side}`;
    if (event.execution === 'new') {
      accepted.push({ clientOrderId, at: Date.now() });
      const there = open.get(slot);
      if (there !== undefined) violations.push(`${slot}: ${clientOrderId} beside ${there}`);
    }
    if (status === 'open') open.set(slot, clientOrderId);
    else if (open.get(slot) === clientOrderId) open.delete(slot);
  });
}

beforeAll(async () => {
  database = await openTestDatabase('postgres', { ownServer: true });
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 21, speed }) }, { timeScale: speed });
  watchExchange();
  for (let made = 0; made < count; made += 1) {
    const one = await floor.addBot(floor.evenWallet('6000'));
    bots.push(one);
    await floor.setActive(one.bot, true);
  }
  for (const name of ['first', 'second']) start(name);
});
afterAll(async () => {
  for (const worker of workers.values()) await worker.kill();
  await floor.close();
  await database.close();
});

const start = (name: string) =>
  workers.set(name, spawnWorker({ DATABASE_URL: database.options.databaseUrl ?? '' }, name, { script: 'quick-worker.ts' }));

function worker(name: string): WorkerProcess {
  const found = workers.get(name);
  if (!found) throw new Error(`no worker ${name}`);
  return found;
}

/** How many accounts each living worker owns, by its name. */
async function ownership(): Promise<Record<string, number>> {
  return database.database.platform.workers.countOwned();
}

/** Asks again while the database is away. */
const untilOwned = (wanted: Record<string, number>) =>
  until(async () => {
    const owned = await ownership().catch(() => null);
    return JSON.stringify(owned) === JSON.stringify(wanted) ? owned : null;
  });

/** All of them go on trading. */
async function untilAllTrade(more = 1): Promise<void> {
  const before = await Promise.all(bots.map(({ bot }) => floor.bot(bot.id)));
  await Promise.all(before.map(({ id, executionCount }) => floor.untilRecords(id, executionCount + more)));
}

const resumedSince = async (at: Date) => {
  const lists = bots.map(({ bot }) => floor.organization.timeline.list(bot.id, { offset: 0, limit: 5, kind: 'resumed' }));
  return new Set((await Promise.all(lists)).flat().flatMap((entry) => (entry.at > at ? [entry.botId] : [])));
};

/** The client order id behind an event of a process that is held. */
function reported({ events }: WorkerProcess, name: string): string | null {
  return events.find((event) => event.startsWith(`${name} `))?.slice(name.length + 1) ?? null;
}

/** Its slot is free again: whatever arrived now would be the second order in it. */
const untilNeverPlaced = (clientOrderId: string) =>
  until(async () => {
    const lists = bots.map(({ bot }) => floor.organization.orders.listOfBot(bot.id, { offset: 0, limit: 10_000 }));
    return (
      (await Promise.all(lists)).flat().find((order) => order.clientOrderId === clientOrderId && order.state === 'neverPlaced') ?? null
    );
  });

test('share the accounts out evenly', async () => {
  await untilOwned({ first: 2, second: 2 });
  await untilAllTrade();
});

test('one that is killed with orders in flight is followed by the other', async () => {
  const killedAt = new Date();
  await worker('first').kill();
  await untilOwned({ second: 4 });
  await until(async () => ((await resumedSince(killedAt)).size >= 2 ? true : null));
  await untilAllTrade();
});

test('one that stood still sends nothing of before when it goes on', async () => {
  start('third');
  await untilOwned({ second: 2, third: 2 });
  await untilAllTrade();
  // With an order in hand that is written down and was found to be in time: the worst moment.
  worker('second').signal('SIGUSR2');
  const clientOrderId = await until(async () => reported(worker('second'), held.before));
  const stoppedAt = Date.now();
  await untilOwned({ third: 4 });
  await untilNeverPlaced(clientOrderId);
  await untilAllTrade();
  const wentOnAt = Date.now();
  worker('second').signal('SIGCONT');
  await until(async () => (worker('second').events.includes('account.lost') ? true : null));
  await until(async () => reported(worker('second'), held.after));
  await untilOwned({ second: 2, third: 2 });
  await untilAllTrade();
  // Taken before the rows are read: whatever is accepted meanwhile is no part of the question.
  const acceptedSince = accepted.filter(({ at }) => at >= wentOnAt);
  const sent = (await Promise.all(bots.map(({ bot }) => floor.organization.orders.listOfBot(bot.id, { offset: 0, limit: 10_000 })))).flat();
  const writtenAt = new Map(sent.map((order) => [order.clientOrderId, order.sentAt.getTime()]));
  expect(acceptedSince.filter(({ clientOrderId }) => (writtenAt.get(clientOrderId) ?? 0) <= stoppedAt)).toEqual([]);
});

test('a database that is started anew underneath loses nothing', async () => {
  await restartPostgres();
  await untilOwned({ second: 2, third: 2 });
  await untilAllTrade();
});

test('in the end all stop, confirmed, and every ledger is what the exchange says', async () => {
  const id = await floor.organization.stops.ask({ scope: 'organization' }, { by: 'administrator', at: new Date() });
  await until(async () => ((await floor.organization.stops.find(id))?.confirmedAt ? true : null));
  for (const { bot, key } of bots) {
    expect((await floor.bot(bot.id)).ledger?.balances).toEqual(floor.wallet(key));
    expect(await floor.explained(bot.id)).toEqual(floor.wallet(key));
    expect(floor.openOrderCount(key)).toBe(0);
  }
  expect(violations).toEqual([]);
});
