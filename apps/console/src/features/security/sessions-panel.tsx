import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceOf } from '@tenbin/accounts';
import { keyOf, query, useAction, useClient } from '@tenbin/app-kit';
import { endOtherSessions, endSession, listSessions, type Mapped, type OwnSession } from '@tenbin/contract';
import { ConfirmDialog, Failure, formatDate, Loading, Panel, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** Where one is signed in. Each can be ended, or all others at once. */
export function SessionsPanel() {
  const text = useText('security');
  const [isAsking, setAsking] = useState(false);
  const client = useClient();
  const sessions = useQuery(query(listSessions, {}));
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent);
  const endOthers = useSignOut(() => client.call(endOtherSessions, {}), text('othersSignedOut'));
  return (
    <Panel
      title={text('devices')}
      action={
        others.length > 0 && (
          <Button color="error" onClick={() => setAsking(true)}>
            {text('signOutOthers')}
          </Button>
        )
      }
    >
      {sessions.isPending && <Loading what={text('devices')} rows={2} height={64} />}
      {sessions.isLoadingError && <Failure what={text('devices')} error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <Box component="ul" aria-label={text('devices')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={text('signOutOthersTitle')}
        confirm={text('signOutOthers')}
        danger
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {text('signOutOthersHelp', { count: others.length })}
      </ConfirmDialog>
    </Panel>
  );
}

function SessionRow({ session: { id, agent, address, createdAt, lastUsedAt, isCurrent } }: { session: Mapped<OwnSession> }) {
  const text = useText('security');
  const client = useClient();
  const device = deviceOf(agent) ?? text('unknownDevice');
  const end = useSignOut(() => client.call(endSession, { params: { id } }), text('signedOut', { device }));
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2 }}>
      <Box sx={{ minWidth: 0 }}>
        <strong>{device}</strong> {isCurrent && `(${text('thisDevice')})`}
        <Box sx={{ fontSize: 14, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address !== null && `${text('address', { address })} · `}
          {text('signedInAt', { at: formatDate(createdAt) })} · {text('usedAt', { at: formatDate(lastUsedAt) })}
        </Box>
      </Box>
      {!isCurrent && (
        <Button aria-label={text('signOutDevice', { device })} loading={end.isPending} onClick={() => end.mutate()}>
          {text('signOut')}
        </Button>
      )}
    </Box>
  );
}

function useSignOut(mutationFn: () => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  const failed = useFailureToast();
  const toast = useToast();
  return useAction({
    mutationFn,
    onSuccess: () => toast('success', done),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(listSessions) }),
  });
}
