import { type BotOrder, hasEnded } from '@tenbin/bots';
import { compare, multiply, toGrid } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';
import type { Difference } from './difference.ts';
import { amountOf, ofOrder, touchedAt } from './differences.ts';

/** Open orders that the exchange would refuse by its rules of now. They rest there all the same; their bot replaces them. Pure. */
export const compareRules = (orders: readonly BotOrder[], rules: RulesByPair): Difference[] =>
  orders
    .filter((order) => !hasEnded(order))
    .flatMap((order) => {
      const { pair, price, amount } = order;
      const market = rules.get(pair);
      if (!market) return [];
      const onGrid = toGrid(price, market.tickSize, 'down');
      const inLots = toGrid(amount, market.lotSize, 'down');
      const differs = (expected: string, found: string): Difference[] => [
        ofOrder('marketChanged', order, { expected: amountOf(expected), found: amountOf(found), since: touchedAt(order), remedy: 'waits' }),
      ];
      if (compare(onGrid, price) !== 0) return differs(price, onGrid);
      if (compare(inLots, amount) !== 0) return differs(amount, inLots);
      if (compare(amount, market.minimumAmount) < 0) return differs(amount, market.minimumAmount);
      const notional = multiply(price, amount);
      return compare(notional, market.minimumNotional) < 0 ? differs(notional, market.minimumNotional) : [];
    });
