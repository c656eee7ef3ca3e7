import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listPayments } from '@tenbin/contract';
import { Empty, Failure, formatDate, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { yen } from './plan-words.ts';

const newest = { offset: 0, limit: 100 };
const known = {
  type: ['INITIAL_PURCHASE_FEE', 'SUBSCRIPTION_FEE', 'REFUND'],
  result: ['COMPLETED', 'FAILED', 'PENDING', 'REFUNDED', 'PARTIALLY_REFUNDED', 'REVERSED'],
} as const;

/** What was paid, what was not, and what came back. */
export function PaymentsPanel() {
  const text = useText('plan');
  const payments = useQuery(query(listPayments, { query: newest }));
  const named = <Name extends keyof typeof known>(of: Name, value: string): string => {
    const word = (known[of] as readonly string[]).includes(value) ? (value as (typeof known)[Name][number]) : null;
    return word === null ? value : text(`${of}${word}` as never);
  };
  return (
    <Panel title={text('payments')}>
      {payments.isPending && <Loading what={text('payments')} rows={3} />}
      {payments.isLoadingError && <Failure what={text('payments')} error={payments.error} onRetry={() => void payments.refetch()} />}
      {payments.data?.length === 0 && <Empty title={text('noPayments')}>{text('noPaymentsHelp')}</Empty>}
      {payments.data && payments.data.length > 0 && (
        <SmallTable
          label={text('payments')}
          maxHeight={420}
          heads={[text('date'), text('name'), text('type'), text('result'), text('amount')]}
          rows={payments.data.map(({ transactionId, date, planName, campaignCode, type, result, payment }) => ({
            key: `${transactionId} ${type} ${result}`,
            cells: [
              formatDate(date),
              campaignCode === null ? planName : `${planName} (${campaignCode})`,
              named('type', type),
              named('result', result),
              yen(payment),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
