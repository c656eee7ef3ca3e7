import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getStop, Mapped, StoppedBot } from '@tenbin/contract';
import { Failure } from '@tenbin/ui';
import { query } from '../app/query.ts';
import { PageLink } from '../router/page-link.tsx';
import type { stopAllBots } from '../words/staff/ja.ts';
import { useShownRows } from './use-shown-rows.ts';

const refetchMs = 1000;

/** From a file with `stopAllBots` in it. */
type StopText = (key: keyof typeof stopAllBots, facts?: Record<string, string | number>) => string;

interface StopReceiptProps {
  readonly id: string;
  /** How it is read, by whoever looks. */
  readonly read: typeof getStop;
  readonly text: StopText;
  readonly onClose: () => void;
}

/** How far a stop is, until each of its bots has stopped; then what came of it, bot by bot. */
export function StopReceipt({ id, read, text, onClose }: StopReceiptProps) {
  const { limit, showMore } = useShownRows();
  const stop = useQuery({
    ...query(read, { params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : refetchMs),
  });
  const failure = stop.isError && <Failure what={text('receipt')} error={stop.error} onRetry={() => void stop.refetch()} />;
  if (!stop.data) return failure;
  const { botCount: count, confirmedCount: confirmed, unconfirmedCount: unconfirmed, forcedCount: forced, unreachableCount } = stop.data;
  const done = confirmed + unconfirmed + forced;
  const isDone = isOver(stop.data);
  const { bots } = stop.data;
  const onMore = showMore({ read: bots.length, count });
  return (
    <Box sx={{ width: '100%', display: 'grid', gap: 1 }}>
      <Alert
        severity={!isDone ? 'info' : unconfirmed + forced > 0 ? 'warning' : 'success'}
        onClose={onClose}
        closeText={text('close')}
        sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
      >
        <Box role="status">
          <strong>{text('receipt')}</strong>
          <br />
          {count === 0
            ? text('receiptNone')
            : isDone
              ? text('receiptDone', { count, confirmed, unconfirmed, forced })
              : text('receiptRunning', { count, done })}
          {unreachableCount > 0 && ` ${text('unreachable', { count: unreachableCount })}`}
        </Box>
        {!isDone && <LinearProgress variant="determinate" value={(100 * done) / count} aria-label={text('receipt')} sx={{ mt: 1 }} />}
        {bots.length > 0 && (
          <Box
            component="ul"
            aria-label={text('receipt')}
            sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', '& li': { py: 0.5, overflowWrap: 'anywhere' } }}
          >
            {bots.map((bot) => (
              <li key={bot.bot}>
                <PageLink to="/bots/$botId" params={{ botId: bot.bot }}>
                  {bot.name}
                </PageLink>{' '}
                <Outcome bot={bot} text={text} />
              </li>
            ))}
          </Box>
        )}
        {onMore && (
          <Button size="small" loading={stop.isPlaceholderData} onClick={onMore}>
            {text('more')}
          </Button>
        )}
      </Alert>
      {failure}
    </Box>
  );
}

/** What was cancelled and filled, or what is not known, and of which exchange. */
function Outcome({ bot: { state, exchange, reason, receipt }, text }: { readonly bot: Mapped<StoppedBot>; readonly text: StopText }) {
  const facts = {
    exchange,
    reason: reason ?? '',
    cancelled: receipt?.cancelled.length ?? 0,
    filled: receipt?.filledMeanwhile.length ?? 0,
    open: receipt?.forced?.unconfirmed.length ?? 0,
  };
  return <>{text(state === 'confirmed' && receipt === null ? 'ended_nothing' : `ended_${state}`, facts)}</>;
}

const isOver = ({
  botCount,
  confirmedCount,
  unconfirmedCount,
  forcedCount,
}: Record<'botCount' | 'confirmedCount' | 'unconfirmedCount' | 'forcedCount', number>) =>
  confirmedCount + unconfirmedCount + forcedCount >= botCount;
