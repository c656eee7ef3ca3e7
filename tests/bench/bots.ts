/**
 * `npm run bench:bots [-- counts [seconds]]`: what many bots cost one worker, each with a key of its own and three pairs, on the
 * virtual exchange in another process. Exit code 1 where a promise about 1,000 bots is not kept. Loopback only; ends by
 * itself after a few minutes.
 */
import { openManyBots, type Usage, type WorkerProcess } from './bots/world.ts';

const counts = (process.argv[2] ?? '100,1000,3000').split(',').map(Number);
const promised = { count: 1000, memory: 800, cores: 0.5, p99: 150 };
const fillsPerSecond = 20;
const measuredSeconds = Number(process.argv[3] ?? 30);
const startTimeoutMs = 240_000;

interface Figures {
  readonly bots: number;
  /** From the worker's start until every bot had all its orders open, in seconds. */
  readonly upAfter: number;
  /** Share of one core, while nothing but the clock and the prices moved. */
  readonly idleCores: number;
  /** The same at 20 fills a second. */
  readonly busyCores: number;
  /** Resident at the end, in MB. */
  readonly memory: number;
  readonly fills: number;
  /** From fill to the last of the new orders accepted, in milliseconds. */
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
  /** Fills that no new order followed. */
  readonly unanswered: number;
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(bots: number): Promise<Figures> {
  const world = await openManyBots(bots);
  try {
    const startedAt = performance.now();
    const worker = await world.startWorker('bench');
    while ((await world.countRunning()) < bots) {
      if (performance.now() - startedAt > startTimeoutMs) throw new Error(`only ${await world.countRunning()} of ${bots} bots run`);
      await rest(250);
    }
    const upAfter = (performance.now() - startedAt) / 1000;
    await rest(5000);
    const idleCores = await coresDuring(worker, () => rest(measuredSeconds * 1000));
    let latencies: readonly number[] = [];
    const busyCores = await coresDuring(worker, async () => {
      const filled = await world.venue.ask({ type: 'fill', perSecond: fillsPerSecond, seconds: measuredSeconds }, 'filled');
      latencies = filled.latencies;
    });
    const { memory } = await worker.usage();
    const answered = latencies.filter((latency) => latency > 0).sort((a, b) => a - b);
    const at = (share: number) => Math.round(answered[Math.min(answered.length - 1, Math.floor(answered.length * share))] ?? Number.NaN);
    return {
      bots,
      upAfter: Number(upAfter.toFixed(1)),
      idleCores: Number(idleCores.toFixed(3)),
      busyCores: Number(busyCores.toFixed(3)),
      memory: Math.round(memory),
      fills: latencies.length,
      median: at(0.5),
      p99: at(0.99),
      worst: at(1),
      unanswered: latencies.length - answered.length,
    };
  } finally {
    await world.close();
  }
}

async function coresDuring(worker: WorkerProcess, work: () => Promise<unknown>): Promise<number> {
  const [before, startedAt]: [Usage, number] = [await worker.usage(), performance.now()];
  await work();
  return ((await worker.usage()).cpuSeconds - before.cpuSeconds) / ((performance.now() - startedAt) / 1000);
}

const figures: Figures[] = [];
for (const count of counts) {
  console.log(`${count} bots …`);
  figures.push(await measure(count));
  console.table(figures);
}
const [thousand] = figures.filter(({ bots }) => bots === promised.count);
if (thousand) {
  const promises = [
    { what: 'memory, MB', measured: thousand.memory, below: promised.memory },
    { what: 'cores while idle', measured: thousand.idleCores, below: promised.cores },
    { what: `cores at ${fillsPerSecond} fills a second`, measured: thousand.busyCores, below: promised.cores },
    { what: 'fill to new orders, p99 ms', measured: thousand.p99, below: promised.p99 },
    { what: 'fills without an answer', measured: thousand.unanswered, below: 1 },
  ];
  for (const { what, measured, below } of promises)
    console.log(`${measured < below ? 'kept  ' : 'BROKEN'} ${what}: ${measured}, below ${below}`);
  process.exitCode = promises.every(({ measured, below }) => measured < below) ? 0 : 1;
}
