/**
 * `npm run attack:flood [-- seconds]`: server and worker are processes of their own, on a native PostgreSQL and the virtual
 * exchange, which counts both as one address. 100 bots of one tenant trade while another tenant's account floods the server
 * with whatever costs it something. Exit code 1 where the time from fill to the new orders, at its 99th percentile, grows by
 * half or more. Loopback only, at most 300 requests a second over 100 connections; ends by itself.
 *
 * A flood needs a processor itself, and here it takes it from those whom it floods, as none from outside would. So it gives
 * way to them (nice 19), and is compared with itself: the same flood against a process that answers nothing but 429. The
 * phases take turns, so that whatever else the machine does meets both. What no flood at all would be is printed beside it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { hashPassword } from '@tenbin/server';
import { buildBot, buildExchangeAccount, buildUser } from '@tenbin/testkit';
import { type ManyBots, openManyBots } from '../../bench/bots/world.ts';
import type { FloodCounts, FloodOrder } from './flooder.ts';
import type { FloodTarget } from './requests.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const seconds = Number(process.argv[2] ?? 40);
const bots = 100;
const rounds = 2;
const fillsPerSecond = 4;
const floodPerSecond = 300;
const maxGrowth = 1.5;
const startTimeoutMs = 240_000;
/** Four times Binance's, so that a hundred bots are up within a minute. */
const weightPerMinute = 24_000;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const password = 'Correct1Horse';

/** An account of another tenant, with a bot that does not run. */
async function seedFlooder({ database }: ManyBots, { url }: ServerProcess): Promise<FloodTarget> {
  const { platform } = database;
  const [venue, ...real] = (await platform.exchanges.list()).toSorted((a, b) => Number(b.baseUrl !== null) - Number(a.baseUrl !== null));
  const tenant = (await platform.organizations.list()).find(({ slug }) => slug === 'tenbin');
  if (!venue || !tenant) throw new Error('there is no exchange, or no tenant');
  // Nothing here may reach for an exchange that is real.
  for (const exchange of real) await platform.exchanges.save({ ...exchange, enabled: false });
  await platform.exchanges.offer(tenant.id, venue.id);
  const email = 'flood@example.com';
  const user = await buildUser(database, tenant.id, { email, passwordHash: await hashPassword(password) });
  const account = await buildExchangeAccount(database, { organizationId: tenant.id, userId: user.id, exchangeId: venue.id });
  const bot = await buildBot(database, tenant.id, { userId: user.id, exchangeAccountId: account.id });
  const signedIn = await fetch(`${url}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { uniqueKey } = (await signedIn.json()) as { readonly uniqueKey?: string };
  if (uniqueKey === undefined) throw new Error(`signing in answered ${signedIn.status}`);
  return { url, exchangeId: venue.id, email, password, key: uniqueKey, botId: bot.id };
}

const start = (file: string): ChildProcess => fork(new URL(file, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

async function received<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`a process ended with ${code}`))),
  ])) as [Message];
  return message;
}

async function untilUp(world: ManyBots): Promise<void> {
  const startedAt = performance.now();
  while ((await world.countRunning()) < bots) {
    if (performance.now() - startedAt > startTimeoutMs) throw new Error(`only ${await world.countRunning()} of ${bots} bots run`);
    await rest(250);
  }
  await rest(5000);
}

interface Phase {
  readonly latencies: number[];
  readonly counts: FloodCounts[];
}

const phaseOf = (): Phase => ({ latencies: [], counts: [] });

/** Fills while somebody is flooded, or nobody. */
async function trade(
  world: ManyBots,
  phase: Phase,
  flood: { readonly flooder: ChildProcess; readonly target: FloodTarget } | null,
): Promise<void> {
  const order = flood && { target: flood.target, perSecond: floodPerSecond, seconds: seconds + 3 };
  if (flood && order) flood.flooder.send(order satisfies FloodOrder);
  const counting = flood && received<FloodCounts>(flood.flooder);
  if (flood) await rest(2000);
  const { latencies } = await world.venue.ask({ type: 'fill', perSecond: fillsPerSecond, seconds }, 'filled');
  phase.latencies.push(...latencies);
  if (counting) phase.counts.push(await counting);
  await rest(2000);
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function figuresOf({ latencies }: Phase) {
  const answered = latencies.filter((latency) => latency > 0).sort((a, b) => a - b);
  const at = (share: number) => Math.round(percentile(answered, share));
  return { fills: latencies.length, median: at(0.5), p99: at(0.99), worst: at(1), unanswered: latencies.length - answered.length };
}

/** How often each kind was answered how. */
function answersOf({ counts }: Phase): Record<string, Record<number, number>> {
  const all: Record<string, Record<number, number>> = {};
  for (const [kind, statuses] of counts.flatMap((part) => Object.entries(part))) {
    const ofKind = all[kind] ?? {};
    all[kind] = ofKind;
    for (const [status, count] of Object.entries(statuses)) ofKind[Number(status)] = (ofKind[Number(status)] ?? 0) + count;
  }
  return all;
}

const world = await openManyBots(bots, { weightPerMinute });
const children: ChildProcess[] = [];
let server: ServerProcess | null = null;
try {
  await world.startWorker('flooded');
  server = await startServerProcess(world.databaseUrl);
  const target = await seedFlooder(world, server);
  const [flooder, nothing] = [start('./flooder.ts'), start('./nothing.ts')];
  children.push(flooder, nothing);
  const nowhere = { ...target, url: await received<string>(nothing) };
  console.log(`${bots} bots start …`);
  await untilUp(world);
  const [quiet, control, flooded] = [phaseOf(), phaseOf(), phaseOf()];
  await trade(world, quiet, null);
  for (let round = 0; round < rounds; round += 1) {
    await trade(world, control, { flooder, target: nowhere });
    await trade(world, flooded, { flooder, target });
  }
  console.table(answersOf(flooded));
  const figures = {
    'no flood': figuresOf(quiet),
    'flood against nothing': figuresOf(control),
    'flood against the server': figuresOf(flooded),
  };
  console.table(figures);
  const { p99: before } = figures['flood against nothing'];
  const { p99: after, unanswered } = figures['flood against the server'];
  const growth = after / before;
  const isKept = growth < maxGrowth && unanswered === 0;
  console.log(
    `${isKept ? 'kept  ' : 'BROKEN'} p99 from fill to orders: ${after} ms flooded, ${before} ms beside it, × ${growth.toFixed(2)}, below ${maxGrowth}; ` +
      `× ${(after / figures['no flood'].p99).toFixed(2)} of no flood at all; ${unanswered} fills without an answer`,
  );
  process.exitCode = isKept ? 0 : 1;
} finally {
  for (const child of children) child.disconnect();
  for (const child of children) child.kill();
  await server?.stop();
  await world.close();
}
