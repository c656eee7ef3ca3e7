/**
 * `npm run soak:week [-- bots [minutes [hours [widths]]]]`: many bots on BTC, ETH and USDT, each with a key of its own and fees in
 * BNB, of which every third has too little, through a week of the market within so many minutes. The venue counts money
 * with 8 decimals and has Binance's limits, whose minutes are minutes of the market: the week is played as fast as the
 * bots follow, and no faster than in the minutes given. As many minutes as hours hold play those hours as they were, under
 * Binance's limits by the clock. Exit code 1 where a promise is not kept. Loopback only; ends by itself.
 */
import { loadavg } from 'node:os';
import type { BotRow } from '@tenbin/db';
import { addBalances } from '@tenbin/market';
import { forkVenue, type ManyBots, openWorld, type VenueProcess } from '../bench/bots/world.ts';
import { type CheckedBot, checkBot } from './week/check-bot.ts';
import { weekHours } from './week/market-week.ts';
import type { Progress, WeekAnswer, WeekOrder } from './week/venue.ts';
import type { WeightFigures } from './week/weight-watch.ts';

const count = Number(process.argv[2] ?? 1000);
const minutes = Number(process.argv[3] ?? 25);
const hours = Number(process.argv[4] ?? weekHours);
/** Percent, from the narrowest to the widest. */
const widths = process.argv[5] ?? '1-4';
if (!(count >= 1 && minutes > 0 && hours > 0 && hours <= weekHours)) throw new Error('bots, minutes, hours of the market (168 at most)');
/** Market time per real time. */
const speed = (hours * 60) / minutes;
const promised = { weight: 3000, roundingUsd: 0.01 };
/** All bots begin in one moment, and make even what is uneven: what an address is asked for then is told apart. */
const settlingMs = Math.min(1, hours / 10) * 3_600_000;
/** A market that must wait for its bots for longer than it was to last is given up. */
const maxPlay = 2;
/** Of the limits, which let a thousand accounts begin or stop within half an hour: see "Turns to connect". */
const maxChangeMs = Math.max(10 * 60_000, (40 * 60_000) / speed);
const keysAtOnce = 50;
/** A look at each wallet, as `staying-in-agreement.md` says. */
const looksPerMinute = (count * 20 * 60_000) / Math.max(30_000, count * 600);

type Venue = VenueProcess<WeekOrder, WeekAnswer>;
type World = ManyBots<Venue>;

const startedAt = performance.now();
const say = (text: string) => console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min  ${text}`);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const numberOf = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });

async function until(what: string, maxMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const from = performance.now();
  for (let reportedAt = from; !(await isSo()); await rest(1000)) {
    if (performance.now() - from > maxMs) return false;
    if (performance.now() - reportedAt < 60_000) continue;
    reportedAt = performance.now();
    say(`${what}; load ${loadavg()[0]?.toFixed(1)}`);
  }
  return true;
}

const countIn = async ({ query }: World, state: string) =>
  Number((await query(`select count(*)::int as count from bots where state = '${state}'`))[0]?.count);

async function play(world: World): Promise<{ readonly played: Progress; readonly settling: WeightFigures; readonly week: WeightFigures }> {
  const { venue } = world;
  const weigh = () => venue.ask({ type: 'weigh' }, 'weighed');
  await venue.ask({ type: 'move' }, 'moving');
  let settling: WeightFigures | null = null;
  let progress = await venue.ask({ type: 'look' }, 'looked');
  const from = performance.now();
  for (let reportedAt = from; !progress.isOver && performance.now() - from < maxPlay * minutes * 60_000; await rest(500)) {
    progress = await venue.ask({ type: 'look' }, 'looked');
    if (progress.elapsed >= settlingMs) settling ??= await weigh();
    if (performance.now() - reportedAt < 60_000) continue;
    reportedAt = performance.now();
    const { elapsed, fills, busy, restless } = progress;
    const running = await countIn(world, 'running');
    say(
      `${(elapsed / 3_600_000).toFixed(1)} h of the market, ${fills} fills, ${running} bots run, ${busy} busy, ${restless} restless; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  await venue.ask({ type: 'rest' }, 'resting');
  await until('the last bots come to rest', 60_000, async () => (await venue.ask({ type: 'look' }, 'looked')).busy === 0);
  const played = await venue.ask({ type: 'look' }, 'looked');
  return { played, settling: settling ?? (await weigh()), week: await weigh() };
}

interface Outcome {
  readonly played: Progress;
  readonly playedMinutes: number;
  readonly startMinutes: number;
  readonly weights: Readonly<Record<'start' | 'settling' | 'week' | 'stop', WeightFigures>>;
  /** Why bots stopped that nobody had asked to. */
  readonly stoppedBy: readonly string[];
  readonly isStopped: boolean;
  readonly checked: readonly CheckedBot[];
  readonly timeline: Readonly<Record<string, number>>;
  readonly cores: number;
  readonly memory: number;
}

async function soak(world: World): Promise<Outcome> {
  const { venue } = world;
  const weigh = () => venue.ask({ type: 'weigh' }, 'weighed');
  const worker = await world.startWorker('week');
  const begun = performance.now();
  const isUp = await until('bots start', maxChangeMs, async () => (await world.countRunning()) >= count);
  const startMinutes = (performance.now() - begun) / 60_000;
  say(`${await world.countRunning()} of ${count} bots run with all their orders${isUp ? '' : ': no more are waited for'}`);
  const start = await weigh();
  const [before, from] = [await worker.usage(), performance.now()];
  const { played, settling, week } = await play(world);
  const playedMinutes = (performance.now() - from) / 60_000;
  const usage = await worker.usage();
  say(`the market rests after ${numberOf(played.elapsed / 3_600_000, 1)} h, ${played.fills} fills`);
  const stoppedBy = await causes(world);
  await stopAll(world);
  const isStopped = await until('bots stop', maxChangeMs, async () => (await countIn(world, 'stopped')) >= count);
  const stop = await weigh();
  return {
    played,
    playedMinutes,
    startMinutes,
    weights: { start, settling, week, stop },
    stoppedBy,
    isStopped,
    checked: await checkAll(world),
    timeline: await timelineOf(world),
    cores: (usage.cpuSeconds - before.cpuSeconds) / (playedMinutes * 60),
    memory: usage.memory,
  };
}

const read = ({ organization }: World, { userId, id }: BotRow) => organization.bots.require(userId, id);

async function causes(world: World): Promise<string[]> {
  const rows: BotRow[] = [];
  for (const bot of world.bots) rows.push(await read(world, bot));
  return rows
    .filter(({ phase }) => phase.kind !== 'running')
    .map(({ phase, messages }) => [phase.kind, ...messages.map(({ code, facts }) => `${code} ${JSON.stringify(facts)}`)].join(' '));
}

async function stopAll({ organization, bots }: World): Promise<void> {
  for (const { userId, id } of bots) await organization.bots.setActive(userId, id, { active: false, by: userId, at: new Date() });
}

async function checkAll(world: World): Promise<CheckedBot[]> {
  const checked: CheckedBot[] = [];
  for (let first = 0; first < world.bots.length; first += keysAtOnce) {
    const bots = world.bots.slice(first, first + keysAtOnce);
    const { accounts, usd } = await world.venue.ask({ type: 'report', indexes: bots.map((_, index) => first + index) }, 'reported');
    for (const [index, bot] of bots.entries()) {
      const account = accounts[index];
      if (!account) throw new Error('the venue does not know an account');
      const records = await world.organization.records.list(bot.id, { offset: 0, limit: 100_000 });
      const result = checkBot(await read(world, bot), records, { account, usd });
      for (const what of result.wrong) say(`WRONG: bot ${first + index}: ${what}`);
      checked.push(result);
    }
  }
  return checked;
}

async function timelineOf({ query }: World): Promise<Record<string, number>> {
  const rows = await query(
    `select concat_ws(' ', kind, facts->>'reason') as what, sum(count)::int as count from timeline_entries group by what order by what`,
  );
  return Object.fromEntries(rows.map(({ what, count: times }) => [String(what), Number(times)]));
}

function report({ played, playedMinutes, startMinutes, weights, stoppedBy, isStopped, checked, ...rest }: Outcome): boolean {
  const { start, settling, week, stop } = weights;
  const isRealTime = speed <= 1;
  const total = (of: (bot: CheckedBot) => number) => checked.reduce((sum, bot) => sum + of(bot), 0);
  const worst = (of: (bot: CheckedBot) => number) => checked.reduce((most, bot) => Math.max(most, of(bot)), 0);
  const marketMinutes = played.elapsed / 60_000;
  const refused = [start, settling, week, stop].flatMap((figures) =>
    Object.entries(figures.refused).map(([name, times]) => `${name}: ${times}`),
  );
  const hasOwnWeight = isRealTime ? week.counted.most : week.caused.most + looksPerMinute;
  const wrong = total((bot) => bot.wrong.length);
  const fees = checked.reduce((all, bot) => addBalances(all, bot.fees), {});
  const ofWeights = ({ counted, total: { orders, looks, questions } }: WeightFigures) =>
    `${numberOf(counted.most)} in the highest minute of the clock, ${numberOf(counted.reads)} of it reads; in all ${numberOf(orders)} orders, ${numberOf(looks)} looks, ${numberOf(questions)} other questions`;
  const rows: [string, string][] = [
    [
      'market',
      `${numberOf(played.elapsed / 3_600_000, 1)} of ${hours} h in ${numberOf(playedMinutes, 1)} min of the clock: ${numberOf(marketMinutes / playedMinutes)} times as fast; limits ${numberOf(speed, 1)} times Binance's`,
    ],
    ['bots, started in', `${count} of ${widths} %, ${numberOf(startMinutes, 1)} min`],
    [
      'fills, USD',
      `${numberOf(total((bot) => bot.trades))} (${numberOf(total((bot) => bot.trades) / count, 1)} each), ${numberOf(total((bot) => bot.volumeUsd))}`,
    ],
    ['fees', JSON.stringify(fees)],
    ['bots whose BNB ran out', numberOf(checked.filter(({ ranOut }) => ranOut).length)],
    [
      'ledger = wallet, to the digit',
      `${numberOf(total(({ same }) => same))} of ${numberOf(total(({ same, apart }) => same + apart))}; the others at most ${worst(({ maxApart }) => maxApart)} units of 0.00000001 apart`,
    ],
    [
      'rounding booked per bot, USD',
      `${worst(({ roundingUsd }) => roundingUsd).toExponential(2)} at most, ${(total(({ roundingUsd }) => roundingUsd) / count).toExponential(2)} on average`,
    ],
    ['weight, start', ofWeights(start)],
    ['weight, first hour of the market', ofWeights(settling)],
    ['weight, the rest of it', ofWeights(week)],
    ['weight, stop', ofWeights(stop)],
    ['weight by minutes of the market, first hour', `without looks ${numberOf(settling.caused.most)} at most`],
    [
      'weight by minutes of the market, the rest',
      `without looks ${numberOf(week.caused.most)} at most, ${numberOf(week.caused.reads)} of it reads, ${numberOf((week.total.orders + week.total.questions) / marketMinutes)} on average; minutes with so much or more: ${JSON.stringify(week.minutesFrom)}; looks at all wallets are ${numberOf(looksPerMinute)} more`,
    ],
    ['refused (429, 418, 403)', refused.join(', ') || 'none'],
    ['accounts that did not come to rest in time', String(played.restless)],
    ['timeline', JSON.stringify(rest.timeline)],
    [
      'worker',
      `${rest.cores.toFixed(2)} cores, ${numberOf(rest.memory)} MB; load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    ],
  ];
  for (const [what, figure] of rows) console.log(`${what.padEnd(44)} ${figure}`);
  for (const [cause, all] of Map.groupBy(stoppedBy, (cause) => cause)) console.log(`stopped: ${all.length} × ${cause}`);
  const promises: [string, boolean][] = [
    ['the whole stretch was played', played.isOver],
    ['no bot stopped by itself', stoppedBy.length === 0],
    ['every stop was confirmed', isStopped],
    ['books, records, profit and wallets agree, and no order is open', wrong === 0],
    ['no slot ever had two orders', played.doubles === 0],
    [`rounding below ${promised.roundingUsd} USD for each bot`, worst(({ roundingUsd }) => roundingUsd) < promised.roundingUsd],
    [
      `weight below ${promised.weight} in each minute of the market, looks included: ${numberOf(hasOwnWeight)}`,
      hasOwnWeight < promised.weight,
    ],
    ['nothing was refused for its number', refused.length === 0],
  ];
  for (const [what, isKept] of promises) console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${what}`);
  return promises.every(([, isKept]) => isKept);
}

const venue = await forkVenue<WeekOrder, WeekAnswer>(new URL('week/venue.ts', import.meta.url), [String(hours), String(speed), widths]);
const plan = async () => (await venue.ask({ type: 'open', count }, 'opened')).bots;
const world = await openWorld({ venue, timeScale: speed, plan });
try {
  say(`${count} bots; ${(await venue.ask({ type: 'name' }, 'named')).market}; ${hours} h in ${minutes} min`);
  process.exitCode = report(await soak(world)) ? 0 : 1;
} finally {
  await world.close();
}
