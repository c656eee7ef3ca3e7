import type { StandInOutcome } from '@tenbin/paypal/stand-in';
import type { PaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import type { Random } from '../attack/random.ts';
import type { Buyer, Sold } from './buyer.ts';

interface Played {
  readonly buyer: Buyer;
  readonly random: Random;
}

/** A buyer disputes a payment, and mostly their bank takes it at once. */
export async function openDispute({ standIn, server }: PaymentStage, { buyer, random, held, sale }: Played & Sold): Promise<void> {
  const isTaken = random.next() < 0.8;
  await standIn.act((books) => {
    books.dispute(held, sale.id);
    if (isTaken) books.reverse(held, sale.id);
  });
  if (isTaken) buyer.reversals.set(sale.id, { subscriptionId: held.id, at: server.clock.now() });
}

/** A dispute ends, whatever has become of the subscription. @returns how */
export async function endDispute({ standIn }: PaymentStage, { buyer, random, held, sale }: Played & Sold): Promise<string> {
  const rest = sale.amount - sale.refunded;
  const [how, outcome] = random.pick<readonly [string, StandInOutcome]>([
    ['isWon', { code: 'RESOLVED_SELLER_FAVOUR' }],
    ['isWon', { code: 'CANCELED_BY_BUYER' }],
    ['isWonInPart', { code: 'RESOLVED_BUYER_FAVOUR', refunded: 1 + random.below(rest) }],
    ['isLost', { code: 'RESOLVED_BUYER_FAVOUR' }],
  ]);
  // All that there is: nothing comes back.
  const comesBack = sale.status === 'REVERSED' && how !== 'isLost' && (outcome.refunded ?? 0) < rest;
  await standIn.act((books) => books.resolve(held, sale.id, outcome));
  if (comesBack) {
    buyer.reversals.delete(sale.id);
    buyer.reinstated.add(held.id);
  }
  return how;
}
