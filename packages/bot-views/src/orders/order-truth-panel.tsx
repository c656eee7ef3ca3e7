import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Mapped, OrderTruth } from '@tenbin/contract';
import { Empty, Failure, FoldingPanel, formatAmount, useAgeText, useNow } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';
import type { OrdersNow } from './orders-now.ts';
import { SlotTable, SlotTableWaiting } from './slot-table.tsx';
import { differsForGood } from './slot-verdict.tsx';
import type { OrderTruthQuery } from './use-order-truth.ts';

type Truth = Mapped<OrderTruth>;

interface OrderTruthPanelProps {
  readonly orders: OrdersNow;
  readonly truth: OrderTruthQuery;
  /** How many there will be, as far as that is known. */
  readonly expected: number;
}

/** The bot's orders in a line; opened, or where something is wrong, slot by slot in all three accounts. */
export function OrderTruthPanel({ orders, truth, expected }: OrderTruthPanelProps) {
  const text = useBotText('bot');
  const isSilent = truth.isLoadingError || truth.data?.exchange.isCurrent === false;
  const isWrong = orders.kind === 'left' || (orders.kind === 'kept' && orders.slots.some(differsForGood));
  return (
    <FoldingPanel always opens={isWrong || isSilent} title={text('orders')} line={<Line orders={orders} truth={truth.data} />}>
      {truth.isLoadingError ? (
        <Failure what={text('orders')} error={truth.error} onRetry={() => void truth.refetch()} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {truth.data && !truth.data.exchange.isCurrent && <Silent exchange={truth.data.exchange} />}
          <Slots orders={orders} expected={expected} />
          {truth.data && <ExternalOrders orders={truth.data.external} />}
        </Box>
      )}
    </FoldingPanel>
  );
}

function Slots({ orders, expected }: Pick<OrderTruthPanelProps, 'orders' | 'expected'>) {
  const text = useBotText('bot');
  switch (orders.kind) {
    case 'unread':
    case 'placing':
      return <SlotTableWaiting count={expected} />;
    case 'none':
      return <Empty title={text('noOrders')}>{text('noOrdersHelp')}</Empty>;
    case 'cancelling':
      return orders.slots.length > 0 ? <SlotTable slots={orders.slots} /> : <Empty title={text('confirmingNone')} />;
    case 'left':
    case 'kept':
      return <SlotTable slots={orders.slots} />;
    default:
      return orders satisfies never;
  }
}

/** On a phone in a line of its own, so that it does not take one when it is known. */
function Line({ orders, truth }: { orders: OrdersNow; truth: Truth | undefined }) {
  const text = useBotText('bot');
  const age = useAge(truth?.exchange.askedAt ?? null);
  const isPlain = orders.kind !== 'left' && (orders.kind !== 'kept' || orders.matched + orders.changed === orders.slots.length);
  const asked = orders.kind === 'kept' && truth?.exchange.isCurrent && age ? ` · ${text('askedAgo', { age })}` : '';
  return (
    <Box component="span" sx={{ fontSize: 14, minHeight: 22, color: 'text.secondary', flexBasis: { xs: '100%', sm: 'auto' } }}>
      <Box component="span" sx={isPlain ? {} : { color: 'text.primary', fontWeight: 600 }}>
        {lineOf(orders, text)}
      </Box>
      {asked}
    </Box>
  );
}

function lineOf(orders: OrdersNow, text: ReturnType<typeof useBotText<'bot'>>): string {
  switch (orders.kind) {
    case 'unread':
      return text('checking');
    case 'none':
      return text('noOrders');
    case 'placing':
      return text('placing');
    case 'cancelling':
      return orders.slots.length > 0 ? text('cancelling', { count: orders.slots.length }) : text('confirmingNone');
    case 'left':
      return text('left', { count: orders.slots.length });
    case 'kept': {
      const { matched, changed, slots } = orders;
      const agreeing = text('matchedOf', { matched, count: slots.length });
      return changed === 0 ? agreeing : `${agreeing} · ${text('changedOf', { count: changed })}`;
    }
    default:
      return orders satisfies never;
  }
}

function Silent({ exchange: { askedAt, fault } }: { exchange: Truth['exchange'] }) {
  const text = useBotText('bot');
  const age = useAge(askedAt);
  return (
    <Alert severity="warning" role="status">
      {fault?.message} {age ? text('answerFromBefore', { age }) : text('noAnswerYet')}
    </Alert>
  );
}

/** Orders on the same account and pairs that are not this bot's: one line, that can be opened. */
function ExternalOrders({ orders }: { orders: Truth['external'] }) {
  const text = useBotText('bot');
  const line = { fontSize: 14, lineHeight: '21px', color: 'text.secondary' } as const;
  if (orders.length === 0) return <Box sx={line}>{text('noExternal')}</Box>;
  return (
    <Box component="details" sx={{ ...line, '& summary': { cursor: 'pointer' } }}>
      <summary>{text('externalCount', { count: orders.length })}</summary>
      {text('external')}
      <Box component="ul" aria-label={text('external')} sx={{ m: 0, pl: 2.5 }}>
        {orders.map(({ order: { exchangeOrderId, pair, side, price, amount }, isOfOtherBot }) => (
          <li key={exchangeOrderId}>
            {pair} {text(side)} {formatAmount(price)} × {formatAmount(amount)} ({text(isOfOtherBot ? 'ofOtherBot' : 'ofOthers')})
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** How long ago that is, as time goes on; empty where it never was. */
function useAge(at: string | null): string {
  const now = useNow();
  const ageText = useAgeText();
  return at === null ? '' : ageText(at, Math.max(now, Date.parse(at)));
}
