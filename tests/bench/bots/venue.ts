/**
 * The virtual exchange as a process of its own, for {@link ../bots.ts} and {@link ../test-bots.ts}: prices stand still, or
 * wander as real ones do, or jump, as it is told. Whenever it is told to, somebody takes a bot's best order. It measures
 * from that fill until the bot's new orders rest, and from a price until the new quotes of the market makers do.
 *
 * Messages in: {@link VenueOrder}. Messages out: {@link VenueAnswer}.
 */

import { createVirtualExchange, type Feed, generatedFeed, type Order, type PriceMove, serveExchange } from '@tenbin/exchange-virtual';
import { compare, multiply } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { makerAmounts, makerBalances, thresholdOf } from './maker-terms.ts';
import { MakerWatch } from './maker-watch.ts';

export type VenueOrder =
  | { readonly type: 'accounts'; readonly count: number }
  | { readonly type: 'makers'; readonly count: number }
  | { readonly type: 'fill'; readonly perSecond: number; readonly seconds: number }
  /** From now on prices wander as real ones do; `still`: no more. */
  | { readonly type: 'wander' }
  | { readonly type: 'still' }
  /** Nobody takes anything. */
  | { readonly type: 'watch'; readonly seconds: number }
  /** Every price moves at once by that share. */
  | { readonly type: 'jump'; readonly by: number; readonly seconds: number };

export type VenueAnswer =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'accounts'; readonly keys: readonly AccountKey[] }
  | { readonly type: 'makers'; readonly keys: readonly (AccountKey & { readonly pair: string; readonly threshold: number })[] }
  /** Milliseconds from each fill to the last of the orders that followed from it. */
  | ({ readonly type: 'filled'; readonly latencies: readonly number[]; readonly placed: number; readonly cancelled: number } & Quoted)
  | ({ readonly type: 'watched' } & Quoted)
  | ({ readonly type: 'jumped' } & Quoted);

/** What the market makers did. */
interface Quoted {
  readonly quotes: ReturnType<MakerWatch['take']>;
}

interface AccountKey {
  readonly key: string;
  readonly secret: string;
}

/** What the venue grants an address; without limit unless given. */
export interface VenueLimits {
  readonly weightPerMinute?: number;
}

const opening: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3000, 'ETH/BTC': 0.05 };
const pairs = Object.keys(opening);
const quotedPairs = Object.keys(makerAmounts);
const slots = pairs.flatMap((pair) => [[pair, 'buy'] as const, [pair, 'sell'] as const]);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tickMs = 1000;
/** What followed from a fill has come by then. */
const settleMs = 1500;
/** Share of the usual one. While no best order is of a bot at rest nothing is filled; that is made up for little by little. */
const shortestGap = 0.8;
/** What a feed's step of a wandering market stands for. */
const wanderMs = 250;

/** Three prices that stand almost still until they are told to move; the fills are somebody's doing, not the market's. */
class BenchFeed implements Feed {
  readonly name = 'bench';
  readonly speed = 1;
  readonly fills = 'partly';
  readonly prices = new Map(Object.entries(opening));
  readonly #market = generatedFeed({ seed: 20261126, speed: 1 });
  readonly #jumps = new Map<string, number>();
  #turn = 0;

  async open(): Promise<PriceMove[]> {
    await this.#market.open(pairs, opening);
    return pairs.map((pair) => ({ pair, price: opening[pair] ?? 1 }));
  }

  advance(): readonly PriceMove[] {
    return [];
  }

  /** As far as real prices go in a quarter of a second. */
  wander(): void {
    for (const _ of pairs) {
      const { pair = '', price = 1 } = this.#market.step() ?? {};
      this.prices.set(pair, price * (this.#jumps.get(pair) ?? 1));
    }
  }

  jump(pair: string, by: number): void {
    this.#jumps.set(pair, (this.#jumps.get(pair) ?? 1) * (1 + by));
    this.prices.set(pair, (this.prices.get(pair) ?? 1) * (1 + by));
  }

  /** The pair that steps next: after each step the streams tell what the others' books have become. */
  turnTo(pair: string): void {
    this.#turn = pairs.indexOf(pair);
  }

  step(): PriceMove {
    const pair = pairs[this.#turn % pairs.length] ?? '';
    const wobble = 1 + 0.00001 * Math.sin(this.#turn);
    this.#turn += 1;
    return { pair, price: (this.prices.get(pair) ?? 1) * wobble };
  }

  async close(): Promise<void> {}
}

const feed = new BenchFeed();
const exchange = await createVirtualExchange({ runtime: systemRuntime(), feed, stepped: true, withPast: false });
const unlimited = {
  weightPerMinute: 1e9,
  ordersPerTenSeconds: 1e9,
  ordersPerDay: 1e9,
  connectionsPerFiveMinutes: Number.POSITIVE_INFINITY,
};
const given = JSON.parse(process.argv[2] ?? '{}') as VenueLimits;
const served = await serveExchange(exchange, { limits: { ...unlimited, ...given } });
const makers = new MakerWatch();
/** The market follows the feed. */
function follow(): void {
  for (const _ of pairs) exchange.feed.step();
  for (const pair of pairs) {
    const { market, book } = exchange.live(pair);
    makers.noteMid(pair, (Number(market.tickSize) * (book.bestBid + book.bestAsk)) / 2);
  }
}
const ticking = setInterval(follow, tickMs);
let wandering: NodeJS.Timeout | undefined;
function wander(): void {
  wandering ??= setInterval(() => {
    feed.wander();
    follow();
  }, wanderMs);
}
function stand(): void {
  clearInterval(wandering);
  wandering = undefined;
}

const rich = exchange.createAccount({ balances: { BTC: '1000000', ETH: '10000000', USDT: '60000000000' } });
const taker = exchange.findAccount(rich.key);
if (!taker) throw new Error('the taker is not there');

/** Open orders of the bots, by pair and side. */
const resting = new Map<string, Map<number, Order>>();
const slotOf = ({ pair, side }: Pick<Order, 'pair' | 'side'>): string => `${pair} ${side}`;
const counts = { placed: 0, cancelled: 0 };
/** By account: when it was filled, and when the last of the orders that followed was accepted. */
const waiting = new Map<string, { readonly filledAt: number; acceptedAt: number; isAnswered: boolean }>();

exchange.onAccount.subscribe((event) => {
  if (event.type !== 'order' || event.account === taker.id) return;
  const { order, execution } = event;
  if (makers.has(order.account)) {
    makers.noteOrder(order, order.ticks * Number(exchange.live(order.pair).market.tickSize), execution === 'new');
    return;
  }
  const slot = resting.get(slotOf(order)) ?? new Map<number, Order>();
  resting.set(slotOf(order), slot);
  if (order.status === 'open') slot.set(order.id, order);
  else slot.delete(order.id);
  if (execution === 'cancelled') counts.cancelled += 1;
  const since = waiting.get(order.account);
  if (execution === 'new') {
    counts.placed += 1;
    if (since && !since.isAnswered) since.acceptedAt = performance.now();
  }
  // What comes after the market itself took one of the new orders answers that, and not the fill.
  if (execution === 'trade' && since && since.acceptedAt > 0) since.isAnswered = true;
});

/** The order that the next taker would meet first, of a bot whose last fill is long settled. */
function bestResting(pair: string, side: 'buy' | 'sell'): Order | null {
  let best: Order | null = null;
  for (const order of resting.get(slotOf({ pair, side }))?.values() ?? []) {
    const isBetter =
      best === null ||
      (side === 'buy' ? order.ticks > best.ticks : order.ticks < best.ticks) ||
      (order.ticks === best.ticks && order.id < best.id);
    if (isBetter) best = order;
  }
  return best;
}

/** Buys or sells through the venue's own quotes up to one bot's order, and all of that. @returns whether it did */
function fillOne(pair: string, side: 'buy' | 'sell'): boolean {
  const order = bestResting(pair, side);
  if (!order || waiting.has(order.account) || !taker) return false;
  const live = exchange.live(pair);
  const { tickSize, lotSize } = live.market;
  const taking = side === 'buy' ? 'sell' : 'buy';
  const better = live.book.reachable(taking, order.ticks + (side === 'buy' ? 1 : -1), Number.MAX_SAFE_INTEGER);
  const amount = multiply(String(better + order.lots - order.filledLots), lotSize);
  const price = multiply(String(order.ticks), tickSize);
  // What the market has left of it may be too little for an order of its own.
  if (compare(multiply(price, amount), live.market.minimumNotional) < 0) return false;
  waiting.set(order.account, { filledAt: performance.now(), acceptedAt: 0, isAnswered: false });
  exchange.place(taker, { pair, side: taking, type: 'limit', timeInForce: 'IOC', price, amount });
  // The market is whole again before anybody hears what was taken of it.
  feed.turnTo(pair);
  exchange.feed.step();
  return true;
}

/** One fill in the first slot, from a turn on, whose best order is of a bot that is at rest. */
const fillNext = (turn: number): boolean => [...slots.slice(turn % slots.length), ...slots].some(([pair, side]) => fillOne(pair, side));

async function fill({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<VenueAnswer> {
  makers.take();
  const latencies: number[] = [];
  const before = { ...counts };
  const startedAt = performance.now();
  const collect = () => {
    for (const [account, { filledAt, acceptedAt }] of waiting) {
      if (performance.now() - filledAt < settleMs) continue;
      latencies.push(acceptedAt - filledAt);
      waiting.delete(account);
    }
  };
  const gapMs = 1000 / perSecond;
  let filledAt = 0;
  for (let done = 0; done < perSecond * seconds && performance.now() - startedAt < 2000 * seconds; ) {
    await rest(Math.max(1, Math.max(startedAt + done * gapMs, filledAt + shortestGap * gapMs) - performance.now()));
    if (fillNext(done)) {
      done += 1;
      filledAt = performance.now();
    }
    collect();
  }
  await rest(2 * settleMs);
  collect();
  const { placed, cancelled } = counts;
  return { type: 'filled', latencies, placed: placed - before.placed, cancelled: cancelled - before.cancelled, quotes: makers.take() };
}

/** Balances worth the same, a little different from account to account, so that their orders lie apart. */
function createAccounts(count: number): VenueAnswer {
  const keys = Array.from({ length: count }, (_, index) => {
    const share = (index % 997) / 200_000;
    return exchange.createAccount({ balances: { BTC: (0.1 * (1 + share)).toFixed(8), ETH: '2', USDT: '6000' } });
  });
  return { type: 'accounts', keys };
}

function createMakers(count: number): VenueAnswer {
  const keys = Array.from({ length: count }, (_, index) => {
    const { key, secret } = exchange.createAccount({ balances: makerBalances });
    const [account, pair = '', threshold] = [exchange.findAccount(key), quotedPairs[index % quotedPairs.length], thresholdOf(index)];
    if (account) makers.add(account.id, { pair, threshold });
    return { key, secret, pair, threshold };
  });
  return { type: 'makers', keys };
}

async function watch(seconds: number): Promise<VenueAnswer> {
  makers.take();
  await rest(seconds * 1000);
  return { type: 'watched', quotes: makers.take() };
}

async function jump({ by, seconds }: { by: number; seconds: number }): Promise<VenueAnswer> {
  makers.take();
  for (const pair of pairs) feed.jump(pair, by);
  follow();
  await rest(seconds * 1000);
  return { type: 'jumped', quotes: makers.take() };
}

const answer = (message: VenueAnswer) => process.send?.(message);
process.on('message', (order: VenueOrder) => {
  if (order.type === 'accounts') answer(createAccounts(order.count));
  else if (order.type === 'makers') answer(createMakers(order.count));
  else if (order.type === 'wander') wander();
  else if (order.type === 'still') stand();
  else if (order.type === 'watch') void watch(order.seconds).then(answer);
  else if (order.type === 'jump') void jump(order).then(answer);
  else if (order.type === 'fill') void fill(order).then(answer);
  else order satisfies never;
});
process.on('disconnect', () => {
  clearInterval(ticking);
  stand();
  void served.close().then(() => exchange.close());
});
answer({ type: 'ready', url: served.url });
