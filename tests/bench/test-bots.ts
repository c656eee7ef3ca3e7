/**
 * `npm run bench:test-bots [-- testBots [makers [seconds]]]`: what balancing bots and market makers of five levels cost one
 * worker together, each on an account of its own at the virtual exchange, which is another process. First
 * somebody takes twenty orders a second, then prices move pair by pair, one each second. A price is measured at the exchange: from the moment in
 * which it changes there until each new quote that follows is accepted there. Exit code 1 where the promise is not kept.
 * Loopback only; ends by itself.
 */
import { availableParallelism, loadavg } from 'node:os';
import { give, noteWallet } from '@tenbin/bots';
import { platformOrganizationId } from '@tenbin/db';
import { buildExchangeAccount } from '@tenbin/testkit';
import { makerBalances } from './bots/maker-balances.ts';
import { type ManyBots, openManyBots, type Usage } from './bots/world.ts';

const [testBots = 1000, makers = 100, seconds = 30] = process.argv.slice(2).map(Number);
const promisedMs = 250;
const fillsPerSecond = 20;
const everyMs = 1000;
const startTimeoutMs = 300_000;
const levels = 5;
const amounts: Readonly<Record<string, string>> = { 'BTC/USDT': '0.01', 'ETH/USDT': '0.2', 'ETH/BTC': '0.2' };

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A virtual account with a market maker for each of them. Their quotes lie outside of the balancing bots' orders. */
async function addMakers({ database, venue }: ManyBots): Promise<void> {
  const { keys } = await venue.ask({ type: 'makers', count: makers }, 'makers');
  const platform = database.forOrganization(platformOrganizationId);
  const [exchange] = await database.platform.exchanges.list();
  if (!exchange) throw new Error('there is no exchange');
  for (const [index, { key: apiKey, secret, pair }] of keys.entries()) {
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
        orderLevels: levels,
        bidSpread: 1.5,
        askSpread: 1.5,
        orderLevelSpread: 0.1,
        orderAmount: amounts[pair] ?? '0',
        orderLevelAmount: '0',
        midPriceThreshold: 0.1,
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
      `select count(*)::int as quoting from bots where state = 'running' and open_order_count = ${2 * levels}`,
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
  const startedAt = performance.now();
  const worker = await world.startWorker('bench');
  await untilAllQuote(world);
  console.log(`${testBots} test bots and ${makers} market makers run after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  await rest(5000);
  const processes = [worker, world.venue];
  const [idleWorker, idleVenue] = await coresDuring(processes, () => rest(seconds * 1000));
  let latencies: readonly number[] = [];
  const [filledWorker, filledVenue] = await coresDuring(processes, async () => {
    ({ latencies } = await world.venue.ask({ type: 'fill', perSecond: fillsPerSecond, seconds }, 'filled'));
  });
  // What the takers did to the book is followed by then: moves are, once a second.
  await rest(5000);
  let answers: readonly (readonly number[])[] = [];
  const [movedWorker, movedVenue] = await coresDuring(processes, async () => {
    ({ answers } = await world.venue.ask({ type: 'move', everyMs, seconds }, 'moved'));
  });
  const { memory } = await worker.usage();
  const quotes = percentiles(answers.flat());
  console.table({
    'worker, cores': { idle: idleWorker, fills: filledWorker, prices: movedWorker },
    'exchange, cores': { idle: idleVenue, fills: filledVenue, prices: movedVenue },
  });
  console.table({
    'price to the first new quote of a maker': percentiles(answers.flatMap(([first]) => (first === undefined ? [] : [first]))),
    'price to each new quote': quotes,
    'price to the last new quote of a maker': percentiles(answers.flatMap((all) => (all.length === 0 ? [] : [all.at(-1) ?? 0]))),
    'fill to new orders of a test bot': percentiles(latencies.filter((latency) => latency > 0)),
  });
  const unanswered = answers.filter((all) => all.length < 2 * levels).length;
  console.log(`Worker: ${Math.round(memory)} MB. Load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.`);
  console.log(`Makers that a price did not bring all their quotes before its next move: ${unanswered} of ${answers.length}`);
  const isKept = quotes['p99, ms'] < promisedMs;
  console.log(`${isKept ? 'kept  ' : 'BROKEN'} price to each new quote, p99 ms: ${quotes['p99, ms']}, below ${promisedMs}`);
  process.exitCode = isKept ? 0 : 1;
} finally {
  await world.close();
}
