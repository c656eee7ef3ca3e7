import type { Mapped, Rebalance } from '@tenbin/contract';
import { parsePair } from '@tenbin/market';
import { formatAmount, formatPrice, type TextOf } from '@tenbin/ui';
import type { BotWords } from '../words/text.ts';

type Order = Mapped<Rebalance>['orders'][number];

/** One planned order as a sentence. */
export function rebalanceOrderText({ pair, side, price, amount }: Order, text: TextOf<BotWords['rebalance']>): string {
  const { base, counter } = parsePair(pair);
  return text(side, { amount: formatAmount(amount), base, counter, price: `${formatPrice(Number(price))} ${counter}` });
}
