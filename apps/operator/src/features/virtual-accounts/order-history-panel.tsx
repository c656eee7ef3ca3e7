import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listAllVirtualOrders } from '@tenbin/contract';
import { Empty, Failure, FoldingPanel, formatAmount, formatDate, Loading, SmallTable } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import type { NamedAccount } from './named-account.ts';
import { NewerOlder } from './newer-older.tsx';

const pageSize = 25;
const refetchMs = 5000;

/** Every order of a virtual account, by hand and of its bots, with what became of it. */
export function OrderHistoryPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  return (
    <FoldingPanel title={text('allOrders')}>
      <Orders named={named} />
    </FoldingPanel>
  );
}

function Orders({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const [page, setPage] = useState(0);
  // One more than is shown tells whether there are older ones.
  const part = { offset: page * pageSize, limit: pageSize + 1 };
  const orders = useQuery({
    ...query(listAllVirtualOrders, { query: { ...named, ...part } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  return (
    <>
      {orders.isPending && <Loading what={text('allOrders')} rows={3} height={44} />}
      {orders.isLoadingError && <Failure what={text('allOrders')} error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.data?.length === 0 && <Empty title={text('noAllOrders')}>{text('noOrdersHelp')}</Empty>}
      {orders.data && orders.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          maxHeight={480}
          label={text('allOrders')}
          heads={(['at', 'pair', 'side', 'price', 'amount', 'filled', 'by', 'state'] as const).map((head) => text(head))}
          rows={orders.data.slice(0, pageSize).map((order) => ({
            key: order.id,
            cells: [
              formatDate(order.createdAt),
              order.pair,
              text(order.side),
              order.type === 'market' ? text('type_market') : formatAmount(order.price),
              formatAmount(order.amount),
              formatAmount(order.filled),
              text(order.isByHand ? 'byHand' : 'byBot'),
              text(`order_${order.state}`),
            ],
          }))}
        />
      )}
      <NewerOlder page={page} hasOlder={(orders.data?.length ?? 0) > pageSize} onPage={setPage} />
    </>
  );
}
