/**
 * `npm run bench:take-over [-- fair|hard [bots]]`: one of several workers is killed with -9; how long until the others run
 * its bots. "Taken" is when another worker owns the bot's exchange account, "running" when it has compared the bot with
 * the exchange and goes on quoting. In the fair cases each worker has its share, which is what is promised; in the hard
 * ones the killed worker carried nearly all. Exit code 1 where a bot is lost, run twice, or the promise is not kept.
 * Loopback only; ends by itself after some minutes.
 *
 * All workers, the virtual exchange and PostgreSQL share the machine's cores. Each bot has a key of its own; the virtual
 * exchange counts no weight: Binance lets one address ask for 300 wallets a minute, so that there more addresses, not
 * more speed, decide how soon a thousand keys are looked at.
 */
import { type ManyBots, openManyBots } from './bots/world.ts';

interface Case {
  readonly bots: number;
  /** At the kill: with even shares, or two of which the killed one carried nearly all. */
  readonly workers: 2 | 3 | 'one carries all';
}

const [wanted = 'all', bots = '1000'] = process.argv.slice(2);
const fair: readonly Case[] = [
  { bots: Number(bots), workers: 2 },
  { bots: Number(bots), workers: 3 },
];
const hard: readonly Case[] = [
  { bots: Math.round(0.3 * Number(bots)), workers: 'one carries all' },
  { bots: Number(bots), workers: 'one carries all' },
];
const cases = [...(wanted === 'hard' ? [] : fair), ...(wanted === 'fair' ? [] : hard)];
const promisedMedian = 5;
const maxMs = 240_000;

interface Figures extends Case {
  /** Bots of the killed one. */
  readonly orphans: number;
  /** Seconds from the kill. */
  readonly takenMedian: number;
  readonly takenLast: number;
  readonly runningMedian: number;
  readonly runningP99: number;
  readonly runningLast: number;
  readonly lost: number;
  /** Bots that were opened more than once, or have two live orders in one slot. */
  readonly twice: number;
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > maxMs) throw new Error(`${what}: not within ${maxMs} ms`);
    await rest(100);
  }
}

async function measure({ bots, workers }: Case): Promise<Figures> {
  const world = await openManyBots(bots);
  try {
    const first = await world.startWorker('first');
    if (workers !== 'one carries all') await startOthers(world, { bots, workers });
    await waitFor('all run', async () => (await world.countRunning()) >= bots);
    await rest(3_000);
    if (workers === 'one carries all') await startOne(world);
    const killedAt = Date.now();
    await first.kill('SIGKILL');
    return { bots, workers, ...(await follow(world, { bots, killedAt })) };
  } finally {
    await world.close();
  }
}

/** They come after the first one, and are given their shares. */
async function startOthers(world: ManyBots, { bots, workers }: { readonly bots: number; readonly workers: number }): Promise<void> {
  for (const name of ['second', 'third'].slice(0, workers - 1)) await world.startWorker(name);
  const share = Math.ceil(bots / workers);
  await waitFor('fair shares', async () => {
    const owned = await ownedBy(world);
    return owned.size === workers && [...owned.values()].every((count) => count <= share);
  });
}

/** It runs a few bots already, as a second worker does in life; nearly all are still the first one's. */
async function startOne(world: ManyBots): Promise<void> {
  await world.startWorker('second');
  await waitFor(
    'the second runs',
    async () => (await world.query(`select 1 from timeline_entries where kind = 'resumed' limit 1`)).length > 0,
  );
}

/** What becomes of the killed worker's bots. */
async function follow(
  world: ManyBots,
  { bots, killedAt }: { readonly bots: number; readonly killedAt: number },
): Promise<Omit<Figures, keyof Case>> {
  const [{ id: firstId } = {}] = await world.query(`select id from workers where name = 'first'`);
  const orphanIds = new Set(
    (
      await world.query(`select b.id from bots b join exchange_accounts a on a.id = b.exchange_account_id
        where a.owner_worker_id = '${firstId}'`)
    ).map(({ id }) => id),
  );
  const orphans = orphanIds.size;
  const taken: number[] = [];
  await waitFor('all taken', async () => {
    const left = (await ownedBy(world)).get(firstId) ?? 0;
    while (taken.length < orphans - left) taken.push((Date.now() - killedAt) / 1000);
    return left === 0;
  });
  const resumed = async () =>
    (
      await world.query(`select bot_id, count(*)::int as times, extract(epoch from min(at))::float8 as at from timeline_entries
        where kind = 'resumed' and at > to_timestamp(${killedAt / 1000}) group by bot_id`)
    ).filter(({ bot_id: id }) => orphanIds.has(id));
  await waitFor('all resumed', async () => (await resumed()).length >= orphans);
  await waitFor('all quote', async () => (await world.countRunning()) >= bots);
  const rows = await resumed();
  const running = rows.map(({ at }) => Number(at) - killedAt / 1000).sort((a, b) => a - b);
  const doubled = await world.query(`select bot_id from order_intents where state in ('pending', 'unknown', 'open')
    group by bot_id, pair, side having count(*) > 1`);
  const at = (seconds: readonly number[], share: number) =>
    Number((seconds[Math.min(seconds.length - 1, Math.floor(seconds.length * share))] ?? Number.NaN).toFixed(2));
  return {
    orphans,
    takenMedian: at(taken, 0.5),
    takenLast: at(taken, 1),
    runningMedian: at(running, 0.5),
    runningP99: at(running, 0.99),
    runningLast: at(running, 1),
    lost: orphans - rows.length,
    twice: rows.filter(({ times }) => Number(times) > 1).length + doubled.length,
  };
}

/** How many accounts each worker owns. */
async function ownedBy(world: ManyBots): Promise<ReadonlyMap<unknown, number>> {
  const rows = await world.query(`select owner_worker_id as owner, count(*)::int as count from exchange_accounts
    where owner_worker_id is not null group by owner_worker_id`);
  return new Map(rows.map(({ owner, count }) => [owner, Number(count)]));
}

const figures: Figures[] = [];
for (const one of cases) {
  console.log(`${one.bots} bots, ${typeof one.workers === 'number' ? `${one.workers} workers with even shares` : one.workers} …`);
  figures.push(await measure(one));
  console.table(figures);
}
const isWhole = figures.every(({ lost, twice }) => lost === 0 && twice === 0);
console.log(`${isWhole ? 'kept  ' : 'BROKEN'} none lost, none run twice`);
const promised = figures.filter(({ workers }) => workers !== 'one carries all');
for (const { bots: count, workers, runningMedian } of promised)
  console.log(
    `${runningMedian < promisedMedian ? 'kept  ' : 'BROKEN'} ${count} bots over ${workers} workers, median: ${runningMedian} s, below ${promisedMedian} s`,
  );
process.exitCode = isWhole && promised.every(({ runningMedian }) => runningMedian < promisedMedian) ? 0 : 1;
