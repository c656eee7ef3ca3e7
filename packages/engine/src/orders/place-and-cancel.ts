import { type BotOrder, clientOrderIdOf, sequenceAt } from '@tenbin/bots';
import { feeOnTopOf, parseDecimal } from '@tenbin/market';
import { isPastPrice } from '@tenbin/strategy';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import type { OrderTerms } from './reconcile.ts';

/**
 * Writes an order down, to be sent once.
 *
 * @param terms - `rebalanceId`: absent for an order of the bot's own; `isEvening`: its price was moved to the market;
 *   `marketPrice`: the price now, unless given; `sequence`: of an order that was named when it was asked for
 */
export function placeOrder(turn: DecisionBuilder, terms: OrderTerms & SentTerms): BotOrder {
  const { pair, side, level, price, amount, rebalanceId, isEvening = false, marketPrice, isImmediate, sequence: named } = terms;
  const sequence = named ?? sequenceAt(turn.view.now, turn.state.nextSequence);
  const market = turn.view.prices.get(pair);
  const rules = turn.view.rules.get(pair);
  const rests = turn.state.settings.postOnly && rebalanceId === undefined && isImmediate !== true;
  const order: BotOrder = {
    clientOrderId: clientOrderIdOf(turn.state.number, sequence),
    sequence,
    pair,
    side,
    level,
    price,
    amount,
    sentAt: turn.view.now,
    state: 'pending',
    exchangeOrderId: null,
    reportedFilled: '0',
    trades: [],
    cancelAskedAt: null,
    recordedTrades: 0,
    marketPrice: marketPrice ?? (market === undefined ? null : parseDecimal(market)),
    isEvening: isEvening || (turn.ledger.isEvening === true && crossesMarket(turn, terms)),
    ...(rebalanceId !== undefined && { rebalanceId }),
    ...(isImmediate && { isImmediate }),
    ...(rules && feeOnTopOf(side, rules, { rests })),
  };
  turn.change({ nextSequence: Math.max(turn.state.nextSequence, sequence + 1) });
  turn.setOrder(order);
  turn.act({ type: 'place', order });
  turn.note('placed', { clientOrderId: order.clientOrderId, pair, side, price, amount });
  return order;
}

interface SentTerms extends Pick<BotOrder, 'isImmediate'> {
  readonly rebalanceId?: string;
  readonly sequence?: number;
}

export function cancelOrder(turn: DecisionBuilder, order: BotOrder): void {
  const asked = { ...order, cancelAskedAt: turn.view.now };
  turn.setOrder(asked);
  turn.act({ type: 'cancel', order: asked });
}

/** Whether an order would be filled at once. */
export function crossesMarket({ view }: DecisionBuilder, order: OrderTerms): boolean {
  const market = view.prices.get(order.pair);
  return market !== undefined && isPastPrice(order, market);
}
