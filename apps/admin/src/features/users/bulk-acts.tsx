import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, useAction, useClient } from '@tenbin/app-kit';
import { actOnUsers, listBulkActs, type UserFilter } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo } from '../../app/use-self.ts';

interface BulkActsProps {
  readonly chosen: ReadonlySet<string>;
  readonly filter: UserFilter;
  /** How many the filter finds; undefined while that is not known. */
  readonly count: number | undefined;
  /** It goes on by itself from here. */
  readonly onAsked: (actId: string) => void;
}

type Act = 'stop' | 'ban';

/** Acts on those who are chosen, or on all whom the filter finds. */
export function BulkActs({ chosen, filter, count = 0, onAsked }: BulkActsProps) {
  const text = useText('users');
  const client = useClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const mayBan = useMayDo('users');
  const [asking, setAsking] = useState<Act | null>(null);
  const whom = chosen.size > 0 ? { ids: [...chosen] } : { filter, expectedCount: count };
  const many = chosen.size > 0 ? chosen.size : count;
  const act = useAction({
    mutationFn: ({ name, reason }: { readonly name: Act; readonly reason: string }) =>
      client.call(actOnUsers, { body: { act: name, reason, ...whom } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: keyOf(listBulkActs) });
      onAsked(id);
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
