import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listUnclaimedSubscriptions } from '@tenbin/contract';
import { Empty, Failure, formatDate, Loading, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** What PayPal charges for and belongs to nobody here: somebody looks at it, and decides at PayPal. */
export function UnclaimedSubscriptions() {
  const text = useText('money');
  const found = useQuery(query(listUnclaimedSubscriptions, {}));
  return (
    <Panel title={text('unclaimed')}>
      {found.isPending && <Loading what={text('unclaimed')} rows={2} />}
      {found.isLoadingError && <Failure what={text('unclaimed')} error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <Empty title={text('noUnclaimed')}>{text('noUnclaimedHelp')}</Empty>}
      {found.data && found.data.length > 0 && (
        <SmallTable
          lined
          label={text('unclaimed')}
          heads={[text('subscription'), text('unclaimedState'), text('since'), text('plan'), text('nextBilling')]}
          rows={found.data.map(({ paypalSubscriptionId, status, since, planName, nextBillingAt }) => ({
            key: paypalSubscriptionId,
            cells: [
              paypalSubscriptionId,
              text(`unclaimed_${status}`),
              formatDate(since),
              planName ?? text('unknownPlan'),
              nextBillingAt === null ? unknownFigure : formatDate(nextBillingAt),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
