import type { Fill } from '@tenbin/market';
import { multiply, parsePair } from '@tenbin/market';
import { asList, asRaw, decimalOf, type Raw, requireDecimal, requireText, textOf, timeOf } from './raw-fields.ts';
import { type Reading, readSide } from './read-order.ts';

/**
 * A trade of ours. A list of trades carries no id of ours, an event does: both carry the trade's and the order's.
 *
 * @throws {Error} a field is missing without which there is no fill
 */
export function readFill(value: unknown, { quirks, runtime }: Reading): Fill {
  const trade = asRaw(value);
  const fee = feeOf(trade);
  const side = readSide(trade);
  const pair = parsePair(requireText(trade, 'symbol'));
  const received = side === 'buy' ? pair.base : pair.counter;
  const price = requireDecimal(trade, 'price');
  const amount = requireDecimal(trade, 'amount');
  return {
    tradeId: requireText(trade, 'id'),
    exchangeOrderId: requireText(trade, 'order'),
    clientOrderId: quirks.clientOrderIdOfFill(trade),
    pair: pair.name,
    side,
    price,
    amount,
    notional: quirks.notionalOfFill?.(trade) ?? decimalOf(trade, 'cost') ?? multiply(price, amount),
    fee: quirks.feeOfFill?.(trade) ?? decimalOf(fee, 'cost') ?? '0',
    feeCurrency: textOf(fee, 'currency') ?? received,
    isMaker: trade.takerOrMaker === 'maker',
    at: timeOf(trade, ['timestamp'], runtime.now()),
  };
}

/** Where several are listed, all but one are zero. */
function feeOf(trade: Raw): Raw {
  const fees = [trade.fee, ...asList(trade.fees)].map(asRaw).filter((fee) => decimalOf(fee, 'cost') !== null);
  return fees.find((fee) => Number(fee.cost) !== 0) ?? fees[0] ?? {};
}
