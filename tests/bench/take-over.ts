/**
 * `npm run bench:take-over [-- counts]`: one worker runs many bots and is killed with -9; how long until another one runs
 * each of them. "Taken" is when the other worker owns the bot's exchange account, "running" when it has compared
 * everything with the exchange and goes on quoting. Exit code 1 where a bot is lost, run twice, or the promise about
 * 1,000 bots is not kept. Loopback only; ends by itself after a few minutes.
 */
import { type ManyBots, openManyBots } from './bots/world.ts';

const counts = (process.argv[2] ?? '100,300,1000').split(',').map(Number);
const promised = { count: 1000, medianSeconds: 5 };
const longestMs = 240_000;

interface Figures {
  /** That the killed one had. */
  readonly bots: number;
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
    if (performance.now() - startedAt > longestMs) throw new Error(`${what}: not within ${longestMs} ms`);
    await rest(100);
  }
}

async function measure(bots: number): Promise<Figures> {
  const world = await openManyBots(bots);
  try {
    const first = await world.startWorker('first');
    await waitFor('all run', async () => (await world.countRunning()) >= bots);
    await rest(3_000);
    const firstId = (await world.query(`select id from workers where name = 'first'`))[0]?.id;
    await world.startWorker('second');
    // It runs a few bots already, as a second worker does in life; nearly all are still the first one's.
    await waitFor(
      'the second runs',
      async () => (await world.query(`select 1 from timeline_entries where kind = 'resumed' limit 1`)).length > 0,
    );
    const killedAt = new Date();
    await first.kill('SIGKILL');
    const orphanIds = new Set(
      (
        await world.query(`select b.id from bots b join exchange_accounts a on a.id = b.exchange_account_id
          where a.owner_worker_id = '${firstId}'`)
      ).map(({ id }) => id),
    );
    const orphans = orphanIds.size;
    const taken: number[] = [];
    await waitFor('all taken', async () => {
      const left = (await ownersOf(world)).get(firstId) ?? 0;
      while (taken.length < orphans - left) taken.push((Date.now() - killedAt.getTime()) / 1000);
      return left === 0;
    });
    const resumed = async () =>
      (
        await world.query(`select bot_id, count(*)::int as times, min(at) as at from timeline_entries
          where kind = 'resumed' and at > '${killedAt.toISOString()}' group by bot_id`)
      ).filter(({ bot_id: id }) => orphanIds.has(id));
    await waitFor('all resumed', async () => (await resumed()).length >= orphans);
    await waitFor('all quote', async () => (await world.countRunning()) >= bots);
    const rows = await resumed();
    const running = rows.map(({ at }) => (new Date(String(at)).getTime() - killedAt.getTime()) / 1000).sort((a, b) => a - b);
    const doubled = await world.query(`select bot_id from order_intents where state in ('pending', 'unknown', 'open')
      group by bot_id, pair, side having count(*) > 1`);
    const at = (seconds: readonly number[], share: number) =>
      Number((seconds[Math.min(seconds.length - 1, Math.floor(seconds.length * share))] ?? Number.NaN).toFixed(2));
    return {
      bots: orphans,
      takenMedian: at(taken, 0.5),
      takenLast: at(taken, 1),
      runningMedian: at(running, 0.5),
      runningP99: at(running, 0.99),
      runningLast: at(running, 1),
      lost: orphans - rows.length,
      twice: rows.filter(({ times }) => Number(times) > 1).length + doubled.length,
    };
  } finally {
    await world.close();
  }
}

/** How many accounts each worker owns. */
async function ownersOf(world: ManyBots): Promise<ReadonlyMap<unknown, number>> {
  const rows = await world.query('select owner_worker_id as owner, count(*)::int as count from exchange_accounts group by owner_worker_id');
  return new Map(rows.map(({ owner, count }) => [owner, Number(count)]));
}

const figures: Figures[] = [];
for (const count of counts) {
  console.log(`${count} bots …`);
  figures.push(await measure(count));
  console.table(figures);
}
const isWhole = figures.every(({ lost, twice }) => lost === 0 && twice === 0);
const thousand = figures.find(({ bots }) => bots >= 0.7 * promised.count);
const isSoon = !thousand || thousand.runningMedian < promised.medianSeconds;
console.log(`${isWhole ? 'kept  ' : 'BROKEN'} none lost, none run twice`);
if (thousand) console.log(`${isSoon ? 'kept  ' : 'BROKEN'} median: ${thousand.runningMedian} s, below ${promised.medianSeconds} s`);
process.exitCode = isWhole && isSoon ? 0 : 1;
