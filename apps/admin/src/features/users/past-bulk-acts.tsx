import { useQuery } from '@tanstack/react-query';
import { PageLink, query } from '@tenbin/app-kit';
import { listBulkActs } from '@tenbin/contract';
import { Empty, Failure, FoldingPanel, formatDate, Loading, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const maxShown = 20;

/** What was done to many users at once, and how it ended: each leads to its results. */
export function PastBulkActs() {
  const text = useText('users');
  return (
    <FoldingPanel always title={text('pastBulkActs')}>
      <Acts />
    </FoldingPanel>
  );
}

function Acts() {
  const text = useText('users');
  const acts = useQuery(query(listBulkActs, { query: { limit: maxShown } }));
  if (acts.isPending) return <Loading what={text('pastBulkActs')} />;
  if (acts.isLoadingError) return <Failure what={text('pastBulkActs')} error={acts.error} onRetry={() => void acts.refetch()} />;
  if (acts.data?.length === 0) return <Empty title={text('noBulkActs')} />;
  return (
    <SmallTable
      lined
      stacked
      label={text('pastBulkActs')}
      heads={[text('asked'), text('bulkAct'), text('bulkBy'), text('bulkReason'), text('bulkOutcome')]}
      rows={(acts.data ?? []).map(({ id, act, askedAt, by, reason, count, doneCount, refusedCount, endedAt }) => ({
        key: id,
        cells: [
          formatDate(askedAt),
          <PageLink key="act" to="/users" search={{ act: id }}>
            {text(`bulk_${act}`)}
          </PageLink>,
          by ?? unknownFigure,
          reason,
          `${text(endedAt === null ? 'bulkRunning' : 'bulkDone')} ${text('progress', { count, done: doneCount, refused: refusedCount })}`,
        ],
      }))}
    />
  );
}
