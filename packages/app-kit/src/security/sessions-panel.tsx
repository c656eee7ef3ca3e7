import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceOf } from '@tenbin/accounts';
import type { Mapped, OwnSession } from '@tenbin/contract';
import { ConfirmDialog, Failure, formatDate, Loading, Panel, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useClient } from '../app/app-context.tsx';
import { keyOf, query } from '../app/query.ts';
import { useAction } from '../app/use-action.ts';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

/**
 * Where one is signed in. Each can be ended, or all others at once.
 *
 * @param props - `othersHelp`: what signing out of so many other devices does
 */
export function SessionsPanel({ othersHelp }: { readonly othersHelp: (count: number) => string }) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const [isAsking, setAsking] = useState(false);
  const client = useClient();
  const sessions = useQuery(query(routes.sessions, {}));
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent);
  const endOthers = useSignOut(() => client.call(routes.endOtherSessions, {}), text('othersSignedOut'));
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
        {othersHelp(others.length)}
      </ConfirmDialog>
    </Panel>
  );
}

function SessionRow({ session: { id, agent, address, createdAt, lastUsedAt, isCurrent } }: { session: Mapped<OwnSession> }) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const client = useClient();
  const device = deviceOf(agent) ?? text('unknownDevice');
  const end = useSignOut(() => client.call(routes.endSession, { params: { id } }), text('signedOut', { device }));
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
  const routes = useSecurityRoutes();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const toast = useToast();
  return useAction({
    mutationFn,
    onSuccess: () => toast('success', done),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(routes.sessions) }),
  });
}
