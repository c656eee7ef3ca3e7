import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, query, useAction, useClient } from '@tenbin/app-kit';
import { StopReceipt, TypedConfirm } from '@tenbin/app-kit/staff';
import { countPlatformBots, getPlatformStop, listPlatformBots, stopBotsOfPlatform } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** The emergency stop of everything that trades: the number typed, then the progress, then the receipt. */
export function StopAll() {
  const text = useText('platform');
  const client = useClient();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const running = useQuery(query(countPlatformBots, { query: { isRunning: true } }));
  const [isAsking, setAsking] = useState(false);
  const [stopId, setStopId] = useState<string | null>(null);
  const stop = useAction({
    mutationFn: () => client.call(stopBotsOfPlatform, {}),
    onSuccess: ({ stopId: asked }) => setStopId(asked),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsking(false);
      return Promise.all([countPlatformBots, listPlatformBots].map((read) => queries.invalidateQueries({ queryKey: keyOf(read) })));
    },
  });
  const count = running.data?.count;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Button variant="outlined" color="error" disabled={count === undefined} onClick={() => setAsking(true)}>
        {text('stopAll')}
      </Button>
      {isAsking && count !== undefined && (
        <TypedConfirm
          title={text('stopAllTitle')}
          says={text('stopAllText', { count })}
          confirm={text('stopAll')}
          typed={{ text: String(count), label: text('typeNumber', { count }) }}
          busy={stop.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => stop.mutate()}
        />
      )}
      {stopId && <StopReceipt id={stopId} read={getPlatformStop} text={text} onClose={() => setStopId(null)} />}
    </Box>
  );
}
