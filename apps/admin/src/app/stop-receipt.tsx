import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getStop } from '@tenbin/contract';
import { Failure } from '@tenbin/ui';
import { useText } from './text.ts';

const lookAgainMs = 1000;

/** How far a stop is, until each of its bots has stopped; then what came of it. */
export function StopReceipt({ id }: { id: string }) {
  const text = useText('administeredBots');
  const stop = useQuery({
    ...query(getStop, { params: { id }, query: { limit: 0 } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : lookAgainMs),
  });
  if (stop.isLoadingError) return <Failure what={text('receipt')} error={stop.error} onRetry={() => void stop.refetch()} />;
  if (!stop.data) return null;
  const { botCount: count, confirmedCount: confirmed, unconfirmedCount: unconfirmed, forcedCount: forced, unreachableCount } = stop.data;
  const done = confirmed + unconfirmed + forced;
  const isDone = isOver(stop.data);
  return (
    <Alert severity={!isDone ? 'info' : unconfirmed + forced > 0 ? 'warning' : 'success'} role="status" sx={{ width: '100%' }}>
      <strong>{text('receipt')}</strong>
      <br />
      {count === 0
        ? text('receiptNone')
        : isDone
          ? text('receiptDone', { count, confirmed, unconfirmed, forced })
          : text('receiptRunning', { count, done })}
      {unreachableCount > 0 && ` ${text('unreachable', { count: unreachableCount })}`}
      {!isDone && <LinearProgress variant="determinate" value={(100 * done) / count} aria-label={text('receipt')} sx={{ mt: 1 }} />}
    </Alert>
  );
}

const isOver = ({
  botCount,
  confirmedCount,
  unconfirmedCount,
  forcedCount,
}: Record<'botCount' | 'confirmedCount' | 'unconfirmedCount' | 'forcedCount', number>) =>
  confirmedCount + unconfirmedCount + forcedCount >= botCount;
