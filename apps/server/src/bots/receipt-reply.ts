import type { ForcedStop, StopReceipt } from '@tenbin/bots';
import type { Bot } from '@tenbin/contract';

type ReceiptReply = NonNullable<Bot['stopReceipt']>;

/** What a stop of a bot did, as the API shows it. */
export function receiptReply({ askedAt, cancelled, filledMeanwhile, confirmedAt, forced }: StopReceipt): ReceiptReply {
  return {
    askedAt: askedAt.toISOString(),
    cancelled: [...cancelled],
    filledMeanwhile: [...filledMeanwhile],
    confirmedAt: confirmedAt?.toISOString() ?? null,
    forced: forced ? forcedReply(forced) : null,
  };
}

const forcedReply = ({ at, because, unconfirmed }: ForcedStop): ReceiptReply['forced'] => ({
  at: at.toISOString(),
  because,
  unconfirmed: [...unconfirmed],
});
