import { noYen, type Yen } from '@tenbin/billing';
import * as z from 'zod';
import { id, money, time } from '../client/resources.ts';

/** A dispute about payments that has ended. What became of the money follows from its outcome: nothing else tells it. */
export interface WebhookDispute {
  readonly id: string;
  readonly at: Date;
  /** The payments' own ids. */
  readonly saleIds: readonly string[];
  /** What the payer was given in the end; null: all of it, or it does not say. */
  readonly refunded: Yen | null;
}

const resource = z.object({
  dispute_id: id,
  update_time: time.optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: id })).max(100),
  dispute_outcome: z.object({ outcome_code: z.string().max(255) }),
});
/** Read for itself: in another currency it is there, and is no yen. */
const outcome = z.object({ dispute_outcome: z.object({ amount_refunded: z.unknown() }) });

/** Its payer was given nothing, but what the outcome says besides. */
const sellersFavour = new Set(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']);

/** @returns null where it cannot be read */
export function parseEndedDispute(given: unknown, toldAt: Date): WebhookDispute | null {
  const read = resource.safeParse(given);
  if (!read.success) return null;
  const { dispute_id, update_time, disputed_transactions, dispute_outcome } = read.data;
  const saleIds = disputed_transactions.map(({ seller_transaction_id }) => seller_transaction_id);
  const isInFavour = sellersFavour.has(dispute_outcome.outcome_code);
  return { id: dispute_id, at: update_time ?? toldAt, saleIds, refunded: refundedIn(given, { isInFavour, isOfOne: saleIds.length === 1 }) };
}

/** Part of one payment may go back, whoever won; of several nobody knows of which. */
function refundedIn(given: unknown, { isInFavour, isOfOne }: { readonly isInFavour: boolean; readonly isOfOne: boolean }): Yen | null {
  const told = outcome.safeParse(given).data?.dispute_outcome.amount_refunded ?? null;
  if (told === null) return isInFavour ? noYen : null;
  const refunded = money.safeParse(told).data ?? null;
  if (refunded !== null && refunded <= noYen) return isInFavour ? noYen : null;
  return isOfOne ? refunded : null;
}
