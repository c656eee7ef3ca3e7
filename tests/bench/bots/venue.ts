/**
 * The virtual exchange as a process of its own, for {@link ../bots.ts} and {@link ../test-bots.ts}: each pair ticks once a
 * second. Whenever it is told to, somebody takes a bot's best order, or a price moves. It measures from that fill until the
 * bot's new orders rest, and from that price until the new quotes of the market makers do.
 *
 * Messages in: {@link VenueOrder}. Messages out: {@link VenueAnswer}.
 */

import { createVirtualExchange, type Feed, type Order, type PriceMove, serveExchange } from '@tenbin/exchange-virtual';
import { compare, multiply } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { makerBalances } from './maker-balances.ts';

export type VenueOrder =
  | { readonly type: 'accounts'; readonly count: number }
  | { readonly type: 'makers'; readonly count: number }
  | { readonly type: 'fill'; readonly perSecond: number; readonly seconds: number }
  /** One pair after the other, every so often. */
  | { readonly type: 'move'; readonly everyMs: number; readonly seconds: number };

export type VenueAnswer =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'accounts'; readonly keys: readonly AccountKey[] }
  | { readonly type: 'makers'; readonly keys: readonly (AccountKey & { readonly pair: string })[] }
  /** Milliseconds from each fill to the last of the orders that followed from it. */
  | { readonly type: 'filled'; readonly latencies: readonly number[]; readonly placed: number; readonly cancelled: number }
  /** What followed from each price, maker by maker: milliseconds until each of its new quotes was accepted, in order. */
  | { readonly type: 'moved'; readonly answers: readonly (readonly number[])[] };

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
const slots = pairs.flatMap((pair) => [[pair, 'buy'] as const, [pair, 'sell'] as const]);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tickMs = 1000;
/** What followed from a fill has come by then. */
const settleMs = 1500;
/** Share of the usual one. While no best order is of a bot at rest nothing is filled; that is made up for little by little. */
const shortestGap = 0.8;
/** How far a price goes, up and down in turn: less than to any order. */
const moveBy = 0.002;

/** Three prices that stand almost still; the fills are somebody's doing, not the market's. */
class SteadyFeed implements Feed {
  readonly name = 'steady';
  readonly speed = 1;
  readonly fills = 'partly';
  readonly prices = new Map(Object.entries(opening));
  #turn = 0;

  async open(): Promise<PriceMove[]> {
    return pairs.map((pair) => ({ pair, price: opening[pair] ?? 1 }));
  }

  advance(): readonly PriceMove[] {
    return [];
  }

  step(): PriceMove {
    const pair = pairs[this.#turn % pairs.length] ?? '';
    const wobble = 1 + 0.0001 * Math.sin(this.#turn);
    this.#turn += 1;
    return { pair, price: (this.prices.get(pair) ?? 1) * wobble };
  }

  async close(): Promise<void> {}
}

const feed = new SteadyFeed();
const exchange = await createVirtualExchange({ runtime: systemRuntime(), feed, stepped: true, withPast: false });
const unlimited = {
  weightPerMinute: 1e9,
  ordersPerTenSeconds: 1e9,
  ordersPerDay: 1e9,
  connectionsPerFiveMinutes: Number.POSITIVE_INFINITY,
};
const given = JSON.parse(process.argv[2] ?? '{}') as VenueLimits;
const served = await serveExchange(exchange, { limits: { ...unlimited, ...given } });
const ticking = setInterval(() => {
  for (const _ of pairs) exchange.feed.step();
}, tickMs);

const rich = exchange.createAccount({ balances: { BTC: '1000000', ETH: '10000000', USDT: '60000000000' } });
const taker = exchange.findAccount(rich.key);
if (!taker) throw new Error('the taker is not there');

/** Open orders of the bots, by pair and side. */
const resting = new Map<string, Map<number, Order>>();
const slotOf = ({ pair, side }: Pick<Order, 'pair' | 'side'>): string => `${pair} ${side}`;
const counts = { placed: 0, cancelled: 0 };
/** By account: when it was filled, and when the last of the orders that followed was accepted. */
const waiting = new Map<string, { readonly filledAt: number; acceptedAt: number; isAnswered: boolean }>();

/** The accounts of market makers, with the pair of each. */
const makers = new Map<string, string>();
/** By pair: its last move, and what followed from it. */
const moves = new Map<string, { readonly at: number; readonly answers: ReadonlyMap<string, number[]> }>();

exchange.onAccount.subscribe((event) => {
  if (event.type !== 'order' || event.account === taker.id) return;
  const { order, execution } = event;
  if (makers.has(order.account)) {
    const move = moves.get(order.pair);
    if (move && execution === 'new') move.answers.get(order.account)?.push(performance.now() - move.at);
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
  for (const _ of pairs) exchange.feed.step();
  return true;
}

/** One fill in the first slot, from a turn on, whose best order is of a bot that is at rest. */
const fillNext = (turn: number): boolean => [...slots.slice(turn % slots.length), ...slots].some(([pair, side]) => fillOne(pair, side));

async function fill({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<VenueAnswer> {
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
  return { type: 'filled', latencies, placed: counts.placed - before.placed, cancelled: counts.cancelled - before.cancelled };
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
    const [account, pair = ''] = [exchange.findAccount(key), pairs[index % pairs.length]];
    if (account) makers.set(account.id, pair);
    return { key, secret, pair };
  });
  return { type: 'makers', keys };
}

async function move({ everyMs, seconds }: { everyMs: number; seconds: number }): Promise<VenueAnswer> {
  const answers: (readonly number[])[] = [];
  const take = (pair: string) => answers.push(...(moves.get(pair)?.answers.values() ?? []));
  for (let turn = 0; turn < (seconds * 1000) / everyMs; turn += 1) {
    const pair = pairs[turn % pairs.length] ?? '';
    take(pair);
    const isUp = Math.floor(turn / pairs.length) % 2 === 0;
    feed.prices.set(pair, (opening[pair] ?? 1) * (isUp ? 1 + moveBy : 1));
    const its = [...makers].filter(([, of]) => of === pair).map(([account]) => [account, [] as number[]] as const);
    moves.set(pair, { at: performance.now(), answers: new Map(its) });
    for (const _ of pairs) exchange.feed.step();
    await rest(everyMs);
  }
  await rest(2 * settleMs);
  for (const pair of pairs) take(pair);
  moves.clear();
  return { type: 'moved', answers };
}

const answer = (message: VenueAnswer) => process.send?.(message);
process.on('message', (order: VenueOrder) => {
  if (order.type === 'accounts') answer(createAccounts(order.count));
  else if (order.type === 'makers') answer(createMakers(order.count));
  else if (order.type === 'move') void move(order).then(answer);
  else void fill(order).then(answer);
});
process.on('disconnect', () => {
  clearInterval(ticking);
  void served.close().then(() => exchange.close());
});
answer({ type: 'ready', url: served.url });
