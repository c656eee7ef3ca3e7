/**
 * `npm run bench:test-bots [-- testBots [makers [seconds]]]`: what balancing bots and market makers of five levels cost one
 * worker together, each on an account of its own at the virtual exchange, which is another process. Prices wander there as
 * real ones do, first alone, then while somebody takes twenty orders a second. A price is measured at the exchange: from the
 * moment in which a maker has to follow it until each of its new quotes is accepted there. At last all prices jump at once,
 * by so much that every quote of every maker has to be replaced: what that brings is printed, and not promised. Exit code 1
 * where the promise is not kept. Loopback only; ends by itself.
 */
import { availableParallelism, loadavg } from 'node:os';
import { give, noteWallet } from '@tenbin/bots';
import { platformOrganizationId } from '@tenbin/db';
import { buildExchangeAccount } from '@tenbin/testkit';
import { makerAmounts, makerBalances, makerQuotes } from './bots/maker-terms.ts';
import type { MakerWatch } from './bots/maker-watch.ts';
import { type ManyBots, openManyBots, type Usage } from './bots/world.ts';

const [testBots = 1000, makers = 100, seconds = 60] = process.argv.slice(2).map(Number);
const promisedMs = 250;
const fillsPerSecond = 20;
const jumpBy = 0.002;
const jumpSeconds = 15;
const startTimeoutMs = 300_000;

type Quoted = ReturnType<MakerWatch['take']>;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A virtual account with a market maker for each of them. Their quotes lie outside of the balancing bots' orders. */
async function addMakers({ database, venue }: ManyBots): Promise<void> {
  const { keys } = await venue.ask({ type: 'makers', count: makers }, 'makers');
  const platform = database.forOrganization(platformOrganizationId);
  const [exchange] = await database.platform.exchanges.list();
  if (!exchange) throw new Error('there is no exchange');
  for (const [index, { key: apiKey, secret, pair, threshold }] of keys.entries()) {
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: exchange.id };
    const { id: exchangeAccountId } = await buildExchangeAccount(database, owner, { apiKey, secret });
    const name = `Maker-${index + 1}`;
    const { id: virtualAccountId } = await platform.virtualAccounts.create({ exchangeAccountId, name });
    const changing = { by: 'bench', reason: 'What it begins with' };
    for (const [currency, amount] of Object.entries(makerBalances)) {
      await platform.virtualAccounts.change(exchangeAccountId, [], changing, (books) => noteWallet(books, { currency, amount }));
      await platform.virtualAccounts.change(exchangeAccountId, [virtualAccountId], changing, (books) =>
        give(books, virtualAccountId, { currency, amount }),
      );
    }
    const bot = await platform.bots.create({
      userId: null,
      exchangeAccountId,
      virtualAccountId,
      name,
      type: 'MANUAL',
      postOnly: true,
      strategy: {
        kind: 'calculateOrder',
        pairs: [pair],
        inventoryTargetBasePct: 50,
        ...makerQuotes,
        orderAmount: makerAmounts[pair] ?? '0',
        orderLevelAmount: '0',
        midPriceThreshold: threshold,
        intervalMs: 3_600_000,
      },
    });
    await platform.bots.setActive(null, bot.id, { active: true, by: 'bench', at: new Date() });
  }
}

async function untilAllQuote(world: ManyBots): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const running = await world.countRunning();
    const [{ quoting } = {}] = await world.query(
      `select count(*)::int as quoting from bots where state = 'running' and open_order_count = ${2 * makerQuotes.orderLevels}`,
    );
    if (running >= testBots && Number(quoting) >= makers) return;
    if (performance.now() - startedAt > startTimeoutMs) throw new Error(`only ${running} bots run and ${quoting} makers quote`);
    await rest(250);
  }
}

/** Shares of a core. */
async function coresDuring(processes: readonly { usage(): Promise<Usage> }[], work: () => Promise<unknown>): Promise<number[]> {
  const usages = () => Promise.all(processes.map((one) => one.usage()));
  const [before, startedAt] = [await usages(), performance.now()];
  await work();
  const elapsed = (performance.now() - startedAt) / 1000;
  return (await usages()).map(({ cpuSeconds }, index) => Number(((cpuSeconds - (before[index]?.cpuSeconds ?? 0)) / elapsed).toFixed(3)));
}

function percentiles(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { count: sorted.length, 'p50, ms': at(0.5), 'p99, ms': at(0.99), 'worst, ms': at(1) };
}

const world = await openManyBots(testBots);
try {
  await addMakers(world);
  world.venue.tell({ type: 'wander' });
  const startedAt = performance.now();
  const worker = await world.startWorker('bench');
  await untilAllQuote(world);
  console.log(`${testBots} test bots and ${makers} market makers run after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  await rest(5000);
  const processes = [worker, world.venue];
  const quotes: Quoted[] = [];
  const [wanderWorker, wanderVenue] = await coresDuring(processes, async () => {
    quotes.push((await world.venue.ask({ type: 'watch', seconds }, 'watched')).quotes);
  });
  let latencies: readonly number[] = [];
  const [filledWorker, filledVenue] = await coresDuring(processes, async () => {
    const filled = await world.venue.ask({ type: 'fill', perSecond: fillsPerSecond, seconds }, 'filled');
    ({ latencies } = filled);
    quotes.push(filled.quotes);
  });
  world.venue.tell({ type: 'still' });
  const [idleWorker, idleVenue] = await coresDuring(processes, () => rest(seconds * 1000));
  const jumps: Quoted[] = [];
  const [jumpedWorker, jumpedVenue] = await coresDuring(processes, async () => {
    for (const by of [jumpBy, -jumpBy]) jumps.push((await world.venue.ask({ type: 'jump', by, seconds: jumpSeconds }, 'jumped')).quotes);
  });
  const { memory } = await worker.usage();
  console.table({
    'worker, cores': { idle: idleWorker, prices: wanderWorker, 'prices and fills': filledWorker, jumps: jumpedWorker },
    'exchange, cores': { idle: idleVenue, prices: wanderVenue, 'prices and fills': filledVenue, jumps: jumpedVenue },
  });
  const promised = percentiles(quotes.flatMap((one) => one.latencies));
  console.table({
    'price to each new quote': percentiles(quotes[0]?.latencies ?? []),
    'the same, while orders are taken': percentiles(quotes[1]?.latencies ?? []),
    'fill to new orders of a test bot': percentiles(latencies.filter((latency) => latency > 0)),
    'jump of all prices to each new quote': percentiles(jumps.flatMap((one) => one.latencies)),
  });
  console.log(`Worker: ${Math.round(memory)} MB. Load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.`);
  console.log(`Quotes that no price had asked for: ${quotes.map(({ unasked }) => unasked).join(' and, while orders are taken, ')}`);
  const isKept = promised.count >= makers && promised['p99, ms'] < promisedMs;
  console.log(
    `${isKept ? 'kept  ' : 'BROKEN'} price to each of ${promised.count} new quotes, p99 ms: ${promised['p99, ms']}, below ${promisedMs}`,
  );
  process.exitCode = isKept ? 0 : 1;
} finally {
  await world.close();
}
