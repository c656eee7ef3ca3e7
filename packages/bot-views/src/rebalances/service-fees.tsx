import type { Mapped, Rebalance } from '@tenbin/contract';
import { formatAmount } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';

/** What a rebalance costs beside the exchange's own fees. */
export function ServiceFees({ turnover }: { turnover: Mapped<Rebalance>['turnover'] }) {
  const text = useBotText('rebalance');
  const charged = turnover.filter(({ feePercent }) => feePercent > 0);
  if (charged.length === 0) return <>{text('noFee')}</>;
  return (
    <>
      {charged
        .map(({ currency, serviceFee, feePercent }) =>
          text('feeOf', { fee: formatAmount(serviceFee), currency, percent: String(feePercent) }),
        )
        .join(', ')}
    </>
  );
}
