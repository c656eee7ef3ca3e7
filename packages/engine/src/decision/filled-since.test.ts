import { Balancing, exact, type Wanted } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { TradingDesk } from '../testing/trading-desk.ts';

const slots = 60;

/** Sells little by little on many levels, and is never asked again. */
class ManyLevels extends Balancing {
  override readonly quoting = { onFill: false, everyMs: null, onMove: null };

  constructor() {
    super({ kind: 'balancing', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 }, { balanceTolerance: 50, omitPairs: [] });
  }

  override wanted(): Wanted {
    const orders = Array.from({ length: slots }, (_, level) => ({
      pair: 'BTC/USDT',
      side: 'sell' as const,
      level,
      price: String(60_100 + 10 * level),
      amount: '0.0002',
    }));
    return { orders, tolerance: exact };
  }
}

test('more slots than settled orders are remembered stay empty once they were filled', async () => {
  const desk = new TradingDesk({ strategy: new ManyLevels() });
  await desk.start();
  expect(desk.exchange.open).toHaveLength(slots);
  desk.exchange.trade(desk.exchange.open);
  await desk.settle();
  await desk.wait(30_000);
  expect(desk.exchange.open).toEqual([]);
  expect(desk.journal.fills).toHaveLength(slots);
});
