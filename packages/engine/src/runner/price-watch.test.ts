import { Balancing, exact, type Quoting, type Situation, type Wanted } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import type { BotState } from '../decision/bot-state.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { TradingDesk } from '../testing/trading-desk.ts';
import { PriceWatch } from './price-watch.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** Balancing that is asked anew for other reasons. */
class AskedFor extends Balancing {
  override readonly quoting: Quoting;
  asked = 0;

  constructor(quoting: Quoting) {
    super({ kind: 'balancing', pairs, delta: 0.005 }, { balanceTolerance: 50, omitPairs: [] });
    this.quoting = quoting;
  }

  override wanted(situation: Situation): Wanted {
    this.asked += 1;
    return super.wanted(situation);
  }
}

function watched(onMove: number | null) {
  let moves = 0;
  const listeners = new Set<(pair: string, price: number) => void>();
  const seen = { orders: [], balances: {}, rules: new Map(), prices: [60_000, 3_000, undefined], at: new Date(0) };
  const prices = new Map([
    ['BTC/USDT', 60_000],
    ['ETH/USDT', 3_000],
  ]);
  const wanted = { orders: [], tolerance: exact };
  const strategy = new AskedFor({ onFill: true, everyMs: null, onMove });
  let bot: Pick<BotState, 'asked' | 'strategy' | 'orders' | 'leftBook'> = {
    asked: { ...seen, wanted },
    strategy,
    orders: [],
    leftBook: [],
  };
  const watch = new PriceWatch({
    hub: {
      prices,
      watch(_, listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      bookOf: () => null,
      watchBook: () => () => {},
    },
    clock: new ManualClock(),
    bot: () => bot,
    emit: () => {
      moves += 1;
    },
  });
  watch.begin();
  const tick = (pair: string, price: number) => {
    prices.set(pair, price);
    for (const listener of listeners) listener(pair, price);
  };
  /** A decision in which the strategy was asked by the prices given is stored now. */
  const askedBy = (btc: number, eth: number) => {
    bot = { asked: { ...seen, prices: [btc, eth, undefined], wanted }, strategy, orders: [], leftBook: [] };
    watch.decided({ isTaken: true });
  };
  return { watch, tick, askedBy, listeners, moves: () => moves };
}

test('a bot whose strategy asks for no prices hears no tick at all', () => {
  expect(watched(null).listeners.size).toBe(0);
});

test('a price that moved is told once until the strategy was asked anew, however many ticks there are', () => {
  const { tick, askedBy, moves } = watched(0.01);
  tick('BTC/USDT', 60_500);
  expect(moves()).toBe(0);
  for (const price of [60_600, 60_700, 61_000]) tick('BTC/USDT', price);
  tick('ETH/USDT', 4_000);
  expect(moves()).toBe(1);
  askedBy(61_000, 4_000);
  tick('ETH/USDT', 4_040);
  expect(moves()).toBe(1);
  tick('ETH/USDT', 4_040.01);
  expect(moves()).toBe(2);
});

test('a bot that is held, so that its strategy is not asked, is told once however long that lasts', () => {
  const { watch, tick, moves } = watched(0.01);
  for (const price of [60_600, 61_000, 62_000]) {
    tick('BTC/USDT', price);
    watch.decided({ isTaken: true });
  }
  expect(moves()).toBe(1);
  tick('BTC/USDT', 60_000);
  watch.decided({ isTaken: false });
  tick('BTC/USDT', 60_601);
  expect(moves()).toBe(2);
});

test('a price that returns to where it was while a step is stored is told when that is stored', () => {
  const { tick, askedBy, moves } = watched(0.01);
  tick('BTC/USDT', 60_700);
  tick('BTC/USDT', 60_000);
  askedBy(60_700, 3_000);
  expect(moves()).toBe(2);
});

test('a price that comes to be known is news; after the end nothing is heard', () => {
  const { watch, tick, moves, listeners } = watched(0.01);
  tick('ETH/BTC', 0.05);
  expect(moves()).toBe(1);
  watch.end();
  expect(listeners.size).toBe(0);
});

test('a strategy that wants to be asked every minute is asked then, without a tick and without the common timer', async () => {
  const strategy = new AskedFor({ onFill: true, everyMs: 60_000, onMove: null });
  const desk = new TradingDesk({ strategy });
  await desk.start();
  const atStart = strategy.asked;
  await desk.clock.advance(59_000, () => desk.settle());
  expect(strategy.asked).toBe(atStart);
  await desk.clock.advance(2_000, () => desk.settle());
  expect(strategy.asked).toBe(atStart + 1);
  expect(desk.exchange.open).toHaveLength(6);
});
