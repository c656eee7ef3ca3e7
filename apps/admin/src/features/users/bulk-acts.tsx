import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, query, useAction, useClient } from '@tenbin/app-kit';
import { actOnUsers, countUsers, getBulkAct, listUsers, type UserFilter } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo } from '../../app/use-self.ts';

interface BulkActsProps {
  readonly chosen: ReadonlySet<string>;
  readonly filter: UserFilter;
  /** How many the filter finds; undefined while that is not known. */
  readonly count: number | undefined;
  readonly onDone: () => void;
}

type Act = 'stop' | 'ban';

/** Acts on those who are chosen, or on all whom the filter finds; then how far that is. */
export function BulkActs({ chosen, filter, count = 0, onDone }: BulkActsProps) {
  const text = useText('users');
  const client = useClient();
  const failed = useFailureToast();
  const mayBan = useMayDo('users');
  const [asking, setAsking] = useState<Act | null>(null);
  const [actId, setActId] = useState<string | null>(null);
  const whom = chosen.size > 0 ? { ids: [...chosen] } : { filter, expectedCount: count };
  const many = chosen.size > 0 ? chosen.size : count;
  const act = useAction({
    mutationFn: ({ name, reason }: { readonly name: Act; readonly reason: string }) =>
      client.call(actOnUsers, { body: { act: name, reason, ...whom } }),
    onSuccess: ({ id }) => {
      setActId(id);
      onDone();
    },
    onError: (error) => failed(error),
    onSettled: () => setAsking(null),
  });
  if (count === 0) return null;
  const name = asking === 'ban' ? 'Ban' : 'Stop';
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5 }}>
      <Box
        role="group"
        aria-label={chosen.size > 0 ? text('actOnSelected') : text('actOnAll', { count })}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontSize: 14 }}
      >
        {chosen.size > 0 ? text('selected', { count: chosen.size }) : text('actOnAll', { count })}
        <Button size="small" onClick={() => setAsking('stop')}>
          {text('stop')}
        </Button>
        {mayBan && (
          <Button size="small" color="error" onClick={() => setAsking('ban')}>
            {text('ban')}
          </Button>
        )}
      </Box>
      {actId && <Progress id={actId} />}
      {asking && (
        <TypedConfirm
          title={text(`bulk${name}Title`, { count: many })}
          says={text(`bulk${name}Text`, { count: many })}
          confirm={text(asking)}
          typed={{ text: String(many), label: text('typeNumber', { count: many }) }}
          reason={text('reason')}
          needsReason
          busy={act.isPending}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => act.mutate({ name: asking, reason })}
        />
      )}
    </Box>
  );
}

const lookAgainMs = 1000;

function Progress({ id }: { id: string }) {
  const text = useText('users');
  const queries = useQueryClient();
  const act = useQuery({
    ...query(getBulkAct, { params: { id }, query: { limit: 0 } }),
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : lookAgainMs),
  });
  const isDone = act.data?.endedAt != null;
  useEffect(() => {
    if (!isDone) return;
    for (const read of [listUsers, countUsers]) void queries.invalidateQueries({ queryKey: keyOf(read) });
  }, [isDone, queries]);
  if (!act.data) return null;
  const { count, doneCount, refusedCount } = act.data;
  const share = count === 0 ? 100 : (100 * (doneCount + refusedCount)) / count;
  return (
    <Alert severity={isDone ? (refusedCount > 0 ? 'warning' : 'success') : 'info'} role="status" sx={{ mt: 1 }}>
      <strong>{text(isDone ? 'bulkDone' : 'bulkRunning')}</strong>
      <br />
      {text('progress', { count, done: doneCount, refused: refusedCount })}
      {!isDone && <LinearProgress variant="determinate" value={share} aria-label={text('bulkRunning')} sx={{ mt: 1 }} />}
    </Alert>
  );
}
