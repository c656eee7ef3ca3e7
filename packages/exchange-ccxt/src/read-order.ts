import type { OrderReport, OrderStatus } from '@tenbin/exchange';
import { compare, type Side } from '@tenbin/market';
import type { Runtime } from '@tenbin/runtime';
import type { Quirks } from './quirks/quirks.ts';
import { asRaw, decimalOf, type Raw, requireDecimal, requireText, timeOf } from './raw-fields.ts';

/** What is needed to read what an exchange said. */
export interface Reading {
  readonly quirks: Quirks;
  /** By whose clock it came. */
  readonly runtime: Pick<Runtime, 'now'>;
}

/**
 * An order as ccxt made it of the exchange's answer or event.
 *
 * @throws {Error} a field is missing without which there is no order
 */
export function readOrder(value: unknown, { quirks, runtime }: Reading): OrderReport {
  const order = asRaw(value);
  // Another's market order on the same account has no price of its own; nor, where it is for a sum of money, an amount before it is filled.
  const amount = order.type === 'market' ? (decimalOf(order, 'amount') ?? '0') : requireDecimal(order, 'amount');
  return {
    exchangeOrderId: requireText(order, 'id'),
    clientOrderId: quirks.clientOrderIdOf(order),
    pair: requireText(order, 'symbol'),
    side: readSide(order),
    price: decimalOf(order, 'price') ?? decimalOf(order, 'average') ?? '0',
    amount,
    filled: decimalOf(order, 'filled') ?? '0',
    filledNotional: decimalOf(order, 'cost'),
    status: readStatus(order),
    at: timeOf(order, ['lastUpdateTimestamp', 'lastTradeTimestamp', 'timestamp'], runtime.now()),
  };
}

export function readSide(raw: Raw): Side {
  const side = raw.side;
  if (side === 'buy' || side === 'sell') return side;
  throw new Error(`the exchange's answer has the side '${String(side)}'`);
}

/** Some exchanges' word for the end says nothing of how: what was filled in full is filled, the rest was cancelled. */
function readStatus(order: Raw): OrderStatus {
  const filled = decimalOf(order, 'filled');
  const amount = decimalOf(order, 'amount');
  const isWhole = filled !== null && amount !== null && compare(filled, amount) >= 0;
  switch (order.status) {
    case 'open':
    case 'canceling':
      return 'open';
    case 'closed':
      return isWhole || filled === null ? 'filled' : 'cancelled';
    case 'canceled':
      return isWhole ? 'filled' : 'cancelled';
    case 'expired':
      return 'expired';
    case 'rejected':
      return 'rejected';
    default:
      throw new Error(`the exchange's answer has the status '${String(order.status)}'`);
  }
}
