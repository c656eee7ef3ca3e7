import type { Mapped, Rebalance } from '@tenbin/contract';
import { formatAmount, formatPrice, type TextOf } from '@tenbin/ui';
import type { Words } from '../app/words.ts';

type Order = Mapped<Rebalance>['orders'][number];

/** One planned order as a sentence. */
export function rebalanceOrderText({ pair, side, price, amount }: Order, text: TextOf<Words['rebalance']>): string {
  const [base = '', counter = ''] = pair.split('/');
  return text(side, { amount: formatAmount(amount), base, counter, price: `${formatPrice(Number(price))} ${counter}` });
}
