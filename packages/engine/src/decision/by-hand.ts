/**
 * Orders that people ask for. What holds always:
 *
 * 1. Each is sent once, however often it is asked for: what is known of already is passed over, and of what was forgotten since
 *    the journal knows.
 * 2. What cannot be sent now is asked for again until it is sent, or whoever asked for it takes it back; nothing of it is
 *    remembered here, so that a process that begins anew does nothing else.
 * 3. What keeps orders from being placed holds up no cancelling.
 */
import { hasEnded } from '@tenbin/bots';
import { balancesOf } from '../account/take-funds.ts';
import { cancelOrder, placeOrder } from '../orders/place-and-cancel.ts';
import { pauseSlotOf } from '../orders/slot-pause.ts';
import type { BotEvent, WithheldOrder } from './bot-event.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { hasObstacle, mayCancel } from './quote.ts';

export function followHand(turn: DecisionBuilder, { send, cancel }: Extract<BotEvent, { type: 'askedByHand' }>): void {
  if (turn.state.phase.kind !== 'running') return;
  if (mayCancel(turn)) cancelAsked(turn, cancel);
  if (hasObstacle(turn)) return;
  for (const { clientOrderId, sequence, pair, side, price, amount, isImmediate } of send) {
    if (turn.withheld.has(clientOrderId) || turn.state.orders.some((order) => order.clientOrderId === clientOrderId)) continue;
    placeOrder(turn, { pair, side, level: 0, price, amount, sequence, isImmediate });
    // A trade may bring a coin of which there was nothing.
    const balances = balancesOf(turn.state, turn.ledger);
    turn.setLedger({ ...turn.ledger, balances });
  }
}

function cancelAsked(turn: DecisionBuilder, asked: readonly string[]): void {
  for (const order of turn.state.orders)
    if (asked.includes(order.clientOrderId) && order.state === 'open' && !hasEnded(order) && order.cancelAskedAt === null)
      cancelOrder(turn, order);
}

/** What a virtual account may not send: its bot waits with that slot, and says so; by hand, it is asked for again. */
export function withhold(turn: DecisionBuilder, orders: readonly WithheldOrder[]): void {
  for (const { order, because } of orders) {
    const { clientOrderId, pair, side, price, amount } = order;
    const code = because === 'ledgerLacksFunds' ? 'ledgerTooSmall' : because;
    if (turn.state.strategy.isByHand === true) turn.withheld.add(clientOrderId);
    else pauseSlotOf(turn, { ...order, trades: [] }, { code, facts: { pair, side, price, amount } });
  }
}
