import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, PageLink, query } from '@tenbin/app-kit';
import { useShownRows } from '@tenbin/app-kit/staff';
import { type BulkAct, countUsers, getBulkAct, listBulkActs, listUsers, type Mapped } from '@tenbin/contract';
import { Failure, formatDate, Loading, Panel } from '@tenbin/ui';
import { useEffect } from 'react';
import { useActNames } from '../../app/act-names.ts';
import { useText } from '../../app/text.ts';

const refetchMs = 1000;

interface BulkActResultProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** How far an act on many users is, and what became of each: who was refused first, and why. */
export function BulkActResult({ id, onClose }: BulkActResultProps) {
  const text = useText('users');
  const queries = useQueryClient();
  const { limit, showMore } = useShownRows();
  const act = useQuery({
    ...query(getBulkAct, { params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : refetchMs),
  });
  const isDone = act.data?.endedAt != null;
  useEffect(() => {
    if (!isDone) return;
    for (const read of [listUsers, countUsers, listBulkActs]) void queries.invalidateQueries({ queryKey: keyOf(read) });
  }, [isDone, queries]);
  const found = act.data;
  const onMore = found && showMore({ read: found.targets.length, count: found.count });
  return (
    <Panel
      title={text(found ? `bulk_${found.act}` : 'bulkAct')}
      action={
        <Button size="small" onClick={onClose}>
          {text('close')}
        </Button>
      }
      sx={{ mb: 2 }}
    >
      {act.isPending && <Loading what={text('bulkAct')} rows={2} />}
      {found && (
        <>
          <Progress act={found} />
          <Results act={found} />
          {onMore && (
            <Button size="small" loading={act.isPlaceholderData} onClick={onMore}>
              {text('showMore')}
            </Button>
          )}
        </>
      )}
      {act.isError && <Failure what={text('bulkAct')} error={act.error} onRetry={() => void act.refetch()} />}
    </Panel>
  );
}

interface Given {
  readonly act: Mapped<BulkAct>;
}

function Progress({ act: { count, doneCount, refusedCount, endedAt, askedAt, by, reason } }: Given) {
  const text = useText('users');
  const isDone = endedAt !== null;
  const share = count === 0 ? 100 : (100 * (doneCount + refusedCount)) / count;
  return (
    <Alert
      severity={isDone ? (refusedCount > 0 ? 'warning' : 'success') : 'info'}
      sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <div role="status">
        <strong>{text(isDone ? 'bulkDone' : 'bulkRunning')}</strong>
        <br />
        {text('progress', { count, done: doneCount, refused: refusedCount })}
      </div>
      {formatDate(askedAt)} {by !== null && `· ${by}`}
      <br />
      {text('because', { reason })}
      {!isDone && <LinearProgress variant="determinate" value={share} aria-label={text('bulkRunning')} sx={{ mt: 1 }} />}
    </Alert>
  );
}

function Results({ act: { act, targets } }: Given) {
  const text = useText('users');
  const { refusalOf } = useActNames();
  return (
    <Box
      component="ul"
      aria-label={text('bulkResults')}
      sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', fontSize: 14, '& li': { py: 0.75, borderTop: '1px solid', borderColor: 'divider' } }}
    >
      {targets.map(({ user, email, outcome, code, stopId, isCharged }) => (
        <Box component="li" key={user} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, overflowWrap: 'anywhere' }}>
          <PageLink to="/users/$userId" params={{ userId: user }} search={stopId === null ? {} : { stop: stopId }}>
            {email}
          </PageLink>
          <Box component="span" sx={{ color: outcome === 'refused' ? 'error.main' : 'text.secondary' }}>
            {outcome === null && text('bulkWaits')}
            {outcome === 'done' && text(act === 'ban' ? 'banned' : 'bulkStopAsked')}
            {outcome === 'refused' && text('refused', { why: refusalOf(code ?? '') })}
          </Box>
          {isCharged && (
            <Box component="span" sx={{ color: 'warning.main' }}>
              {text('stillChargedShort')}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}
