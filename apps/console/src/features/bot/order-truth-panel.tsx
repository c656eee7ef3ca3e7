import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getOrderTruth, type Mapped, type OrderTruth } from '@tenbin/contract';
import { Empty, Failure, formatAmount, Loading, Panel, useAgeText, useNow } from '@tenbin/ui';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import type { BotView } from '../../bots/bot-view.ts';
import { SlotTable, SlotTableWaiting } from './slot-table.tsx';

type Truth = Mapped<OrderTruth>;

/** Events bring changes of ours; what others do at the exchange, and what is not settled, has to be asked for. */
const againMs = { settled: 15_000, unsettled: 2_500 } as const;

const isSettled = ({ exchange, slots }: Truth): boolean => exchange.isCurrent && slots.every(({ verdict }) => verdict === 'matched');

/** The bot's orders as it wants them, as the database knows them, and as the exchange reports them now. */
export function OrderTruthPanel({ bot }: { bot: BotView }) {
  const text = useText('bot');
  const truth = useQuery({
    ...query(getOrderTruth, { params: { id: bot.id } }),
    refetchInterval: ({ state }) => (state.data && !isSettled(state.data) ? againMs.unsettled : againMs.settled),
  });
  return (
    <Panel title={text('orders')} action={<Summary truth={truth.data} />}>
      {truth.isPending && (
        <Box sx={{ pb: `${foreignRoom}px` }}>
          {bot.state === 'stopped' ? (
            <Loading what={text('orders')} rows={3} height={48} />
          ) : (
            <SlotTableWaiting count={bot.expectedOrderCount || bot.pairs.length * 2} />
          )}
        </Box>
      )}
      {truth.isLoadingError && <Failure what={text('orders')} error={truth.error} onRetry={() => void truth.refetch()} />}
      {truth.data && (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {!truth.data.exchange.isCurrent && <Silent exchange={truth.data.exchange} />}
          {truth.data.slots.length > 0 ? (
            <SlotTable slots={truth.data.slots} />
          ) : (
            <Empty title={text('noOrders')}>{text('noOrdersHelp')}</Empty>
          )}
          <Foreign orders={truth.data.foreign} />
        </Box>
      )}
    </Panel>
  );
}

/** On a phone in a line of its own, so that it does not take one when it is known. */
function Summary({ truth }: { truth: Truth | undefined }) {
  return (
    <Box component="span" sx={{ fontSize: 14, minHeight: 22, color: 'text.secondary', flexBasis: { xs: '100%', sm: 'auto' } }}>
      {truth && <Known truth={truth} />}
    </Box>
  );
}

function Known({ truth: { slots, exchange } }: { truth: Truth }) {
  const text = useText('bot');
  const age = useAge(exchange.askedAt);
  const matched = slots.filter(({ verdict }) => verdict === 'matched').length;
  return (
    <>
      {slots.length > 0 && (
        <Box component="span" sx={matched < slots.length ? { color: 'text.primary', fontWeight: 600 } : {}}>
          {text('matchedOf', { matched, count: slots.length })}
        </Box>
      )}
      {slots.length > 0 && exchange.isCurrent && ' · '}
      {exchange.isCurrent && age && text('askedAgo', { age })}
    </>
  );
}

function Silent({ exchange: { askedAt, fault } }: { exchange: Truth['exchange'] }) {
  const text = useText('bot');
  const age = useAge(askedAt);
  return (
    <Alert severity="warning" role="status">
      {fault?.message} {age ? text('answerFromBefore', { age }) : text('noAnswerYet')}
    </Alert>
  );
}

/** Of the line below the slots, with its distance, in pixels. */
const foreignRoom = 33;

/** Orders on the same account and pairs that are not this bot's: one line, that can be opened. */
function Foreign({ orders }: { orders: Truth['foreign'] }) {
  const text = useText('bot');
  const line = { fontSize: 14, lineHeight: '21px', color: 'text.secondary' } as const;
  if (orders.length === 0) return <Box sx={line}>{text('noForeign')}</Box>;
  return (
    <Box component="details" sx={{ ...line, '& summary': { cursor: 'pointer' } }}>
      <summary>{text('foreignCount', { count: orders.length })}</summary>
      {text('foreign')}
      <Box component="ul" aria-label={text('foreign')} sx={{ m: 0, pl: 2.5 }}>
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
