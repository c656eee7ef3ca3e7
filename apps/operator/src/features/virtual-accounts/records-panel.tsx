import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PageLink, query } from '@tenbin/app-kit';
import { listVirtualRecords } from '@tenbin/contract';
import { Empty, Failure, FoldingPanel, formatAmount, formatDate, formatNumber, Loading, SmallTable } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import type { NamedAccount } from './named-account.ts';
import { NewerOlder } from './newer-older.tsx';

const pageSize = 25;
const refetchMs = 5000;

/** What was traded with the money of a virtual account. */
export function RecordsPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  return (
    <FoldingPanel title={text('records')}>
      <Records named={named} />
    </FoldingPanel>
  );
}

function Records({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const [page, setPage] = useState(0);
  // One more than is shown tells whether there are older ones.
  const part = { offset: page * pageSize, limit: pageSize + 1 };
  const records = useQuery({
    ...query(listVirtualRecords, { query: { ...named, ...part } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  return (
    <>
      {records.isPending && <Loading what={text('records')} rows={3} height={44} />}
      {records.isLoadingError && <Failure what={text('records')} error={records.error} onRetry={() => void records.refetch()} />}
      {records.data?.length === 0 && <Empty title={text('noRecords')}>{text('noRecordsHelp')}</Empty>}
      {records.data && records.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          maxHeight={480}
          label={text('records')}
          heads={[text('at'), text('pair'), text('side'), text('price'), text('amount'), text('fee'), text('volumeUsd'), text('byBot')]}
          rows={records.data.slice(0, pageSize).map((record) => ({
            key: record.id,
            cells: [
              formatDate(record.createdAt),
              record.pair,
              text(record.side),
              formatAmount(record.price),
              formatAmount(record.amount),
              `${formatAmount(record.fee)} ${record.feeCurrency}`,
              formatNumber(record.volume, { digits: 4 }),
              <PageLink key="bot" to="/bots/$botId" params={{ botId: record.botId }}>
                {text('whatItDid')}
              </PageLink>,
            ],
          }))}
        />
      )}
      <NewerOlder page={page} hasOlder={(records.data?.length ?? 0) > pageSize} onPage={setPage} />
    </>
  );
}
