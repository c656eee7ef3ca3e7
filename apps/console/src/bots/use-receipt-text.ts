import { formatDate } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import type { BotView } from './bot-view.ts';

/** What a stop did, in words. */
export function useReceiptText(): (receipt: NonNullable<BotView['stopReceipt']>) => string {
  const text = useText('bots');
  return ({ askedAt, cancelled, filledMeanwhile, confirmedAt }) =>
    text('receiptText', {
      asked: formatDate(askedAt),
      cancelled: cancelled.length,
      filled: filledMeanwhile.length,
      confirmed: formatDate(confirmedAt),
    });
}
