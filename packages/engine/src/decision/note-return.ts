import { type BotOrder, hasEnded, isUncertain } from '@tenbin/bots';
import type { DecisionBuilder } from './decision-builder.ts';

/** Everything is seen again: what was missed meanwhile. */
export function noteReturn(
  turn: DecisionBuilder,
  { before, fillsMissed }: { readonly before: readonly BotOrder[]; readonly fillsMissed: number },
): void {
  const { away, orders } = turn.state;
  if (!away) return;
  turn.change({ away: null });
  if (away.because === 'processEnded') turn.note('resumed', { ...changesSince(before, orders), fillsMissed });
  else turn.note('reconnected', { awayMs: turn.view.now.getTime() - away.since.getTime(), fillsMissed });
}

/** What became of orders while nobody looked. */
function changesSince(before: readonly BotOrder[], after: readonly BotOrder[]) {
  const earlier = new Map(before.map((order) => [order.clientOrderId, order]));
  const became = (state: BotOrder['state'], from: (order: BotOrder | undefined) => boolean) =>
    after.filter((order) => order.state === state && from(earlier.get(order.clientOrderId))).length;
  const isLive = (order: BotOrder | undefined) => order === undefined || !hasEnded(order);
  return {
    openOrders: after.filter((order) => order.state === 'open').length,
    adopted: became('open', (order) => order === undefined || isUncertain(order)),
    cancelled: became('cancelled', isLive),
    filled: became('filled', isLive),
    unknown: after.filter(isUncertain).length,
  };
}
