import type { StopReceipt } from '@tenbin/bots';
import type { Bot } from '@tenbin/contract';

/** What a stop of a bot did, as the API shows it. */
export function receiptReply({ askedAt, cancelled, filledMeanwhile, confirmedAt }: StopReceipt): NonNullable<Bot['stopReceipt']> {
  return {
    askedAt: askedAt.toISOString(),
    cancelled: [...cancelled],
    filledMeanwhile: [...filledMeanwhile],
    confirmedAt: confirmedAt.toISOString(),
  };
}
