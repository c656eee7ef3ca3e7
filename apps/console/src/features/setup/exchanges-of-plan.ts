import type { Exchange, Mapped, Organization, User } from '@tenbin/contract';
import { hasEnded } from '../../app/has-ended.ts';

/** An exchange, and whether the plan that its user is on includes it. */
export type PlannedExchange = Mapped<Exchange> & { readonly isInPlan: boolean };

/** Where nothing is to be paid, and of a plan that names none, all are included. */
export function exchangesOfPlan(
  exchanges: readonly Mapped<Exchange>[],
  { subscription }: Pick<Mapped<User>, 'subscription'>,
  { isFree }: Pick<Mapped<Organization>, 'isFree'>,
): PlannedExchange[] {
  const limits = isFree || subscription === null || hasEnded(subscription) ? [] : subscription.plan.selectableExchanges;
  return exchanges.map((exchange) => ({ ...exchange, isInPlan: limits.length === 0 || limits.includes(exchange.id) }));
}
