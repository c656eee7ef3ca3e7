import { formatAmount, formatDate } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';
import type { BotView } from './bot-view.ts';

type Receipt = NonNullable<BotView['stopReceipt']>;

/** What a stop did, in words; of one that was forced also what is not confirmed, order by order. */
export function ReceiptWords({ receipt }: { receipt: Receipt }) {
  const text = useBotText('bots');
  const { askedAt, cancelled, filledMeanwhile, confirmedAt, forced } = receipt;
  const counts = { asked: formatDate(askedAt), cancelled: cancelled.length, filled: filledMeanwhile.length };
  if (!forced) return text('receiptText', { ...counts, confirmed: confirmedAt ? formatDate(confirmedAt) : '' });
  return (
    <>
      {text('forcedText', { ...counts, at: formatDate(forced.at), because: text(`forced${forced.because}`) })}
      <br />
      {text(forced.unconfirmed.length === 0 ? 'forcedNone' : 'forcedOrders')}
      <UnconfirmedOrders orders={forced.unconfirmed} />
    </>
  );
}

function UnconfirmedOrders({ orders }: { orders: NonNullable<Receipt['forced']>['unconfirmed'] }) {
  const text = useBotText('bots');
  if (orders.length === 0) return null;
  return (
    <ul style={{ margin: 0, paddingInlineStart: 20 }}>
      {orders.map(({ clientOrderId: id, pair, side, price, amount, filled, state }) => (
        <li key={id} style={{ overflowWrap: 'anywhere' }}>
          {text('forcedOrder', {
            id,
            pair,
            side: text(side),
            price: formatAmount(price),
            amount: formatAmount(amount),
            filled: formatAmount(filled),
            state: text(`order${state}`),
          })}
        </li>
      ))}
    </ul>
  );
}
