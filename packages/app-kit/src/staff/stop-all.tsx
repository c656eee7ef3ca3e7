import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { Route, stopBotsOfOrganization, stopBotsOfPlatform } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useState } from 'react';
import { useClient } from '../app/app-context.tsx';
import { keyOf } from '../app/query.ts';
import { useAction } from '../app/use-action.ts';
import type { stopAllBots } from '../words/staff/ja.ts';
import { TypedConfirm } from './typed-confirm.tsx';

interface StopAllProps {
  /** How many bots would be stopped; undefined while that is not known. */
  readonly count: number | undefined;
  readonly stop: typeof stopBotsOfOrganization | typeof stopBotsOfPlatform;
  /** From a file with `stopAllBots` in it, and what is stopped here in `stopAllText`. */
  readonly text: (key: keyof typeof stopAllBots | 'stopAllText', facts?: Record<string, string | number>) => string;
  /** The reads that show another state then. */
  readonly reads: readonly Route[];
  readonly onAsked: (stopId: string) => void;
}

/** Every bot that whoever asks may stop, with their number typed. */
export function StopAll({ count, stop, text, reads, onAsked }: StopAllProps) {
  const client = useClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const [isAsking, setAsking] = useState(false);
  const asked = useAction({
    mutationFn: () => client.call(stop, {}),
    onSuccess: ({ stopId }) => onAsked(stopId),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsking(false);
      return Promise.all(reads.map((read) => queries.invalidateQueries({ queryKey: keyOf(read) })));
    },
  });
  return (
    <>
      <Button variant="outlined" color="error" disabled={count === undefined} onClick={() => setAsking(true)}>
        {text('stopAll')}
      </Button>
      {isAsking && count !== undefined && (
        <TypedConfirm
          title={text('stopAllTitle')}
          says={text('stopAllText', { count })}
          confirm={text('stopAll')}
          typed={{ text: String(count), label: text('typeNumber', { count }) }}
          busy={asked.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => asked.mutate()}
        />
      )}
    </>
  );
}
