import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { type App, useAction, useClient } from '@tenbin/app-kit';
import type { ChargingEnd } from '@tenbin/billing';
import {
  type AdministeredUser,
  banUser,
  endSessionsOfUser,
  type Mapped,
  mailResetLinkToUser,
  pardonUser,
  removeFactorsOfUser,
  stopBotsOfUser,
  verifyUserByHand,
} from '@tenbin/contract';
import { ActionMenu, MoreIcon, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo } from '../../app/use-self.ts';
import { ViewAs } from './view-as.tsx';

type User = Mapped<AdministeredUser>;
type Act = 'ban' | 'pardon' | 'stop' | 'resetMail' | 'verify' | 'removeFactors' | 'endSessions';
/** Those that need a reason, and those that may have one. */
const withReason: readonly Act[] = ['ban', 'pardon', 'verify', 'removeFactors'];
const needReason: readonly Act[] = ['ban', 'verify', 'removeFactors'];

/** What is asked for again. */
const typedFirst: readonly Act[] = ['ban', 'pardon', 'stop'];

interface Done {
  readonly stopId: string | null;
  /** What became of what they are charged for. */
  readonly charging?: ChargingEnd;
}
const nothing: Done = { stopId: null };

async function carryOut(client: App['client'], act: Act, id: string, reason: string): Promise<Done> {
  const params = { id };
  const because = reason === '' ? {} : { reason };
  switch (act) {
    case 'ban':
      return client.call(banUser, { params, body: because });
    case 'stop':
      return client.call(stopBotsOfUser, { params });
    case 'pardon':
      await client.call(pardonUser, { params, body: because });
      return nothing;
    case 'resetMail':
      await client.call(mailResetLinkToUser, { params });
      return nothing;
    case 'verify':
      await client.call(verifyUserByHand, { params, body: { reason } });
      return nothing;
    case 'removeFactors':
      await client.call(removeFactorsOfUser, { params, body: { reason } });
      return nothing;
    case 'endSessions':
      await client.call(endSessionsOfUser, { params });
      return nothing;
    default:
      return act satisfies never;
  }
}

interface UserActsProps {
  readonly user: User;
  /** A stop came of it. */
  readonly onStop: (id: string) => void;
}

/** What can be done to a user, by whoever may; each says first what it does. */
export function UserActs({ user, onStop }: UserActsProps) {
  const text = useText('users');
  const client = useClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const toast = useToast();
  const [mayChange, mayStop] = [useMayDo('users'), useMayDo('stop')];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Act | null>(null);
  const [isViewing, setViewing] = useState(false);
  const act = useAction({
    mutationFn: ({ name, reason }: { readonly name: Act; readonly reason: string }) => carryOut(client, name, user.id, reason),
    onSuccess: async ({ stopId, charging }) => {
      if (stopId !== null) onStop(stopId);
      if (charging === 'pending') toast('error', text('stillCharged'));
      else toast('success', text(charging === 'ended' ? 'doneNotCharged' : 'done'));
      await queries.invalidateQueries();
    },
    onError: (error) => failed(error),
    onSettled: () => setAsking(null),
  });
  const isBanned = user.bannedAt !== null;
  const more: readonly Act[] = [
    ...(isBanned ? [] : (['resetMail'] as const)),
    ...(user.verifiedAt === null ? (['verify'] as const) : []),
    'removeFactors',
    'endSessions',
  ];
  const facts = { email: user.email, count: user.runningCount };
  const isTitled = asking === 'ban' || asking === 'pardon' || asking === 'stop';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {/* What is rebalanced does not count as running, and is stopped all the same. */}
      {mayStop && user.botCount > 0 && (
        <Button variant="outlined" onClick={() => setAsking('stop')}>
          {text('stop')}
        </Button>
      )}
      {mayChange && (
        <>
          <Button variant="outlined" color={isBanned ? 'primary' : 'error'} onClick={() => setAsking(isBanned ? 'pardon' : 'ban')}>
            {text(isBanned ? 'pardon' : 'ban')}
          </Button>
          <Button aria-haspopup="menu" startIcon={<MoreIcon />} onClick={(event) => setAnchor(event.currentTarget)}>
            {text('more')}
          </Button>
          <ActionMenu label={text('more')} anchor={anchor} onClose={() => setAnchor(null)}>
            {!isBanned && (
              <MenuItem
                onClick={() => {
                  setAnchor(null);
                  setViewing(true);
                }}
              >
                {text('viewAs')}
              </MenuItem>
            )}
            {more.map((name) => (
              <MenuItem
                key={name}
                onClick={() => {
                  setAnchor(null);
                  setAsking(name);
                }}
              >
                {text(name)}
              </MenuItem>
            ))}
          </ActionMenu>
        </>
      )}
      {asking && (
        <TypedConfirm
          title={isTitled ? text(`${asking}Title`, facts) : text(asking)}
          says={text(`${asking}Text`, facts)}
          confirm={isTitled ? text(asking) : text('confirm')}
          danger={asking === 'ban' || asking === 'stop' || asking === 'removeFactors'}
          reason={withReason.includes(asking) ? text('reason') : null}
          needsReason={needReason.includes(asking)}
          typed={typedFirst.includes(asking) ? { text: user.email, label: text('typeEmail', { email: user.email }) } : null}
          busy={act.isPending}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => act.mutate({ name: asking, reason })}
        />
      )}
      {isViewing && <ViewAs user={user} onClose={() => setViewing(false)} />}
    </Box>
  );
}
