/** A day of a market maker on virtual time: candles replayed by the virtual exchange, the port over ccxt, the engine, and one seed. */
import { replayFeed } from '@tenbin/exchange-virtual';
import type { Candle, Fill } from '@tenbin/market';
import {
  addActivity,
  type CalculateOrderSettings,
  openSplit,
  performanceOf,
  splitOfMoney,
  strategyOf,
  totalOfSplit,
  withFill,
} from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { type DayOptions, type Quote, tradeVirtualDay, type VirtualDay } from '../testing/virtual-day.ts';

const pair = 'BTC/USDT';
const hours = 24;
/** The market runs so many times faster than the clock, so that a day is a quarter of an hour of it. */
const speed = 96;
const minuteMs = 60_000;
const settings: CalculateOrderSettings = {
  kind: 'calculateOrder',
  pairs: [pair],
  inventoryTargetBasePct: 50,
  orderLevels: 3,
  bidSpread: 0.2,
  askSpread: 0.2,
  orderLevelSpread: 0.1,
  orderAmount: '0.02',
  orderLevelAmount: '0.005',
  midPriceThreshold: 0.1,
  refreshTolerance: 0.02,
  filledOrderDelayMs: 2_000,
  intervalMs: 5_000,
  inventoryRangeMultiplier: 3,
};
/** Far too much base: four fifths of what there is. */
const balances = { BTC: '0.8', USDT: '12000' };

/** A repeatable sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A day of minutes that swings about 60,000, with noise of a fifth of a percent in each. */
function candlesOf(seed: number): Candle[] {
  const random = sequence(seed);
  const middle = (minute: number) => 60_000 * (1 + 0.003 * Math.sin(minute / 90));
  const noise = () => 1 + 0.004 * (random() - 0.5);
  let open = 60_000;
  return Array.from({ length: hours * 60 }, (_, minute) => {
    const path = [open, ...[1, 2, 3].map(() => Math.round(middle(minute) * noise() * 100) / 100)];
    const candle = { at: minute * minuteMs, open, high: Math.max(...path), low: Math.min(...path), close: path[3] ?? open, volume: 4 };
    open = candle.close;
    return candle;
  });
}

/** The same market upside down: what rose by so much falls by as much. */
function mirrored(candles: readonly Candle[]): Candle[] {
  const across = (price: number) => Math.round((120_000 - price) * 100) / 100;
  return candles.map((candle) => ({
    ...candle,
    open: across(candle.open),
    high: across(candle.low),
    low: across(candle.high),
    close: across(candle.close),
  }));
}

interface Market {
  readonly candles: readonly Candle[];
  readonly balances: Readonly<Record<string, string>>;
}

async function dayOf(
  seed: number,
  onTick: NonNullable<DayOptions['onTick']> = () => {},
  { candles, balances: held }: Market = { candles: candlesOf(seed), balances },
): Promise<VirtualDay> {
  const feed = replayFeed({ speed, source: [{ pair, interval: '1m', candles }] });
  const strategy = strategyOf(settings, { balanceTolerance: 50, omitPairs: [] });
  return tradeVirtualDay(seed, {
    hours: hours / speed,
    balances: held,
    bot: { settings: { timeScale: speed, postOnly: true }, strategy },
    market: { feed, updateEveryMs: 150 },
    onTick,
  });
}

const shareAt = ({ BTC, USDT }: Readonly<Record<string, string>>, mid: number): number =>
  (Number(BTC) * mid) / (Number(BTC) * mid + Number(USDT));

/** Base that trades brought, those made with more base than the target and those made with less. */
function movedBy(fills: readonly Pick<Fill, 'side' | 'price' | 'amount' | 'notional'>[], start: Readonly<Record<string, string>>) {
  let [base, counter] = [Number(start.BTC), Number(start.USDT)];
  const moved = { above: 0, below: 0 };
  for (const { side, price, amount, notional } of fills) {
    const sign = side === 'buy' ? 1 : -1;
    moved[base * Number(price) > counter ? 'above' : 'below'] += sign * Number(amount);
    base += sign * Number(amount);
    counter -= sign * Number(notional);
  }
  return moved;
}

/** The seed's day once more, for whoever compares one with it. */
let again: Promise<Leaning> | null = null;
const dayAgain = () => (again ??= leaning(7, { candles: candlesOf(7), balances }));

test('a day of a market maker on replayed candles: near the mid, to its target, adding up, and twice the same', async () => {
  /** How far quotes were from where they belong, percent, at moments when nothing was on its way. */
  const off: number[] = [];
  let [looks, twoSided] = [0, 0];
  /** What part of the worth was base, at each look. */
  const shares: number[] = [];
  const look: NonNullable<DayOptions['onTick']> = ({ state }, open: readonly Quote[]) => {
    const { asked, orders } = state;
    const mid = asked?.prices[0];
    const isAtRest = orders.every((order) => order.state !== 'pending' && !(order.state === 'open' && order.cancelAskedAt));
    if (state.phase.kind !== 'running' || mid === undefined || !isAtRest) return;
    looks += 1;
    shares.push(shareAt(state.ledger?.balances ?? {}, mid));
    if (new Set(open.map(({ side }) => side)).size === 2) twoSided += 1;
    for (const { side, price } of open) {
      const away = (side === 'buy' ? 1 - price / mid : price / mid - 1) * 100;
      off.push(Math.min(...[0.2, 0.3, 0.4].map((wanted) => Math.abs(away - wanted))));
    }
  };
  const day = await dayOf(7, look);
  expect(looks).toBeGreaterThan(50);
  expect(twoSided / looks).toBeGreaterThan(0.75);
  expect(day.trades).toBeGreaterThan(100);
  expect(Math.max(...off)).toBeLessThanOrEqual(settings.refreshTolerance! * 1.01);

  const { ledger } = day.journal.memory;
  const book = ledger?.performance;
  if (!ledger || !book) throw new Error('it has not traded');
  expect(ledger.balances).toEqual(day.wallet);
  const price = candlesOf(7).at(-1)?.close ?? 0;
  expect(shares[0]).toBeGreaterThan(0.6);
  expect(Math.min(...shares)).toBeLessThan(0.5);
  const moved = movedBy(day.journal.fills, book.start.balances);
  expect(moved.above).toBeLessThan(0);
  expect(moved.below).toBeGreaterThan(0);

  const { usd } = performanceOf(
    book.start,
    addActivity(book.closed, book.today),
    new Map([
      ['BTC', price],
      ['USDT', 1],
    ]),
  );
  const { result, spread, inventory, fees, rounding } = splitOfMoney(usd);
  const worthAt = (held: Readonly<Record<string, string>>, btc: number) => Number(held.BTC) * btc + Number(held.USDT);
  const change = worthAt(day.wallet, price) - worthAt(book.start.balances, book.start.usd.BTC ?? 0);
  expect(Number(result)).toBeCloseTo(change, 3);
  expect(Number(spread) + Number(inventory) - Number(fees) + Number(rounding)).toBeCloseTo(Number(result), 4);
  expect(Number(spread)).toBeGreaterThan(Number(fees));
  // Fill by fill, by the same mids.
  let split = openSplit(Number(book.start.balances.BTC), book.start.usd.BTC ?? 0);
  for (const fill of day.journal.fills) split = withFill(split, fill, { mid: Number(fill.price) });
  expect(totalOfSplit(split.split)).toBeCloseTo(worthAt(day.wallet, split.mid) - worthAt(book.start.balances, book.start.usd.BTC ?? 0), 3);

  expect((await dayAgain()).day.trace).toEqual(day.trace);
});

/** How often each side was hit, and what part of the worth was base on average. */
interface Leaning {
  readonly day: VirtualDay;
  readonly bids: number;
  readonly asks: number;
  readonly share: number;
}

async function leaning(seed: number, market: Market): Promise<Leaning> {
  const shares: number[] = [];
  const look: NonNullable<DayOptions['onTick']> = ({ state: { asked, ledger } }) => {
    const mid = asked?.prices[0];
    if (mid !== undefined) shares.push(shareAt(ledger?.balances ?? {}, mid));
  };
  const day = await dayOf(seed, look, market);
  const hits = (side: string) => day.journal.fills.filter((fill) => fill.side === side).length;
  return { day, bids: hits('buy'), asks: hits('sell'), share: shares.reduce((sum, share) => sum + share, 0) / shares.length };
}

test('upside down, the same markets hit asks where they hit bids, and leave as little base as they left much', async () => {
  // Which side is hit more often, and on which side of its target the inventory stays, follows from the market's course and
  // from what there is at the beginning: were it the bot's or the exchange's leaning, the mirrored days would lean alike.
  // A single day says little: what a price hits within the moments of a refresh is chance.
  const across = { balances: { BTC: '0.2', USDT: '48000' } };
  const plainly: Leaning[] = [await dayAgain()];
  for (const seed of [8, 10]) plainly.push(await leaning(seed, { candles: candlesOf(seed), balances }));
  const mirrorwise: Leaning[] = [];
  for (const seed of [7, 8, 10]) mirrorwise.push(await leaning(seed, { candles: mirrored(candlesOf(seed)), ...across }));
  const sumOf = (days: readonly Leaning[], part: 'bids' | 'asks' | 'share') => days.reduce((sum, day) => sum + day[part], 0);
  const off = (one: number, other: number) => Math.abs(one / other - 1);
  expect(sumOf(plainly, 'bids') / sumOf(plainly, 'asks')).toBeGreaterThan(1.1);
  expect(off(sumOf(mirrorwise, 'asks'), sumOf(plainly, 'bids'))).toBeLessThan(0.1);
  expect(off(sumOf(mirrorwise, 'bids'), sumOf(plainly, 'asks'))).toBeLessThan(0.1);
  const all = [...plainly, ...mirrorwise];
  expect(off(sumOf(all, 'bids'), sumOf(all, 'asks'))).toBeLessThan(0.05);
  // All together are at the target.
  expect(Math.abs(sumOf(all, 'share') / all.length - settings.inventoryTargetBasePct / 100)).toBeLessThan(0.01);
});
