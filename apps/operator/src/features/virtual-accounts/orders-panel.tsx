import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, query, useAction, useClient } from '@tenbin/app-kit';
import { cancelVirtualOrder, getVirtualAccount, listOpenVirtualOrders, type Mapped, type VirtualOrder } from '@tenbin/contract';
import { ConfirmDialog, Empty, Failure, formatAmount, Loading, Panel, SmallTable, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import type { NamedAccount } from './named-account.ts';

const refetchMs = 5000;
/** More than the bots of an account have open. */
const shown = 100;

/** What may still trade, by hand and of bots; what is by hand can be cancelled. */
export function OrdersPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const mayOperate = useMayOperate();
  const [asked, setAsked] = useState<Mapped<VirtualOrder> | null>(null);
  const input = { query: { ...named, limit: shown } };
  const orders = useQuery({ ...query(listOpenVirtualOrders, input), refetchInterval: refetchMs });
  const said = (order: Mapped<VirtualOrder>) => ({
    pair: order.pair,
    side: text(order.side),
    amount: formatAmount(order.amount),
    price: order.type === 'market' ? text('type_market') : formatAmount(order.price),
  });
  return (
    <Panel title={text('openOrders')}>
      {orders.isPending && <Loading what={text('openOrders')} rows={3} height={44} />}
      {orders.isLoadingError && <Failure what={text('openOrders')} error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.data?.length === 0 && <Empty title={text('noOrders')}>{text('noOrdersHelp')}</Empty>}
      {orders.data && orders.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          maxHeight={480}
          label={text('openOrders')}
          heads={[text('pair'), text('side'), text('price'), text('amount'), text('filled'), text('by')]}
          rows={orders.data.map((order) => ({
            key: order.id,
            cells: [
              order.pair,
              text(order.side),
              order.type === 'market' ? text('type_market') : formatAmount(order.price),
              formatAmount(order.amount),
              formatAmount(order.filled),
              order.isByHand && mayOperate ? (
                <Button key="cancel" size="small" color="error" aria-label={text('cancelOf', said(order))} onClick={() => setAsked(order)}>
                  {text('cancel')}
                </Button>
              ) : (
                text(order.isByHand ? 'byHand' : 'byBot')
              ),
            ],
          }))}
        />
      )}
      {asked && <CancelQuestion named={named} order={asked} says={text('cancelHelp', said(asked))} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

interface CancelQuestionProps {
  readonly named: NamedAccount;
  readonly order: Mapped<VirtualOrder>;
  readonly says: string;
  readonly onClose: () => void;
}

function CancelQuestion({ named, order, says, onClose }: CancelQuestionProps) {
  const text = useText('markets');
  const client = useClient();
  const toast = useToast();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const cancel = useAction({
    mutationFn: () => client.call(cancelVirtualOrder, { body: { ...named, orderId: order.id } }),
    onSuccess: () => toast('success', text('cancelled')),
    onError: (error) => failed(error),
    onSettled: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: keyOf(getVirtualAccount) });
      return queries.invalidateQueries({ queryKey: keyOf(listOpenVirtualOrders) });
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={text('cancelTitle')}
      confirm={text('cancelTheOrder')}
      busy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
    >
      {says}
    </ConfirmDialog>
  );
}
