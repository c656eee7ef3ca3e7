import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAction, useClient, useNamedCall } from '@tenbin/app-kit';
import { TypedConfirm } from '@tenbin/app-kit/staff';
import { deleteVirtualAccount, freezeVirtualAccount, type Mapped, type VirtualAccount } from '@tenbin/contract';
import { useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { useText } from '../../app/text.ts';
import { whyNotClose } from './why-not.ts';

/** Freezes a virtual account, lets it trade again, or closes it. */
export function AccountActs({ account }: { readonly account: Mapped<VirtualAccount> }) {
  const text = useText('markets');
  const [asking, setAsking] = useState<'freeze' | 'close' | null>(null);
  const isFrozen = account.state === 'frozen';
  const whyNot = whyNotClose(account);
  const done = () => setAsking(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" color={isFrozen ? 'primary' : 'error'} onClick={() => setAsking('freeze')}>
        {text(isFrozen ? 'unfreeze' : 'freeze')}
      </Button>
      <ActButton variant="outlined" color="error" why={whyNot && text(whyNot)} onClick={() => setAsking('close')}>
        {text('close')}
      </ActButton>
      {asking === 'freeze' && <Freeze account={account} isFrozen={isFrozen} onClose={done} />}
      {asking === 'close' && <Close account={account} onClose={done} />}
    </Box>
  );
}

interface AskProps {
  readonly account: Mapped<VirtualAccount>;
  readonly onClose: () => void;
}

function Freeze({ account: { exchangeName, name, bots }, isFrozen, onClose }: AskProps & { readonly isFrozen: boolean }) {
  const text = useText('markets');
  const call = useNamedCall();
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const freeze = useAction({
    mutationFn: (reason: string) => call(freezeVirtualAccount, { body: { exchangeName, name, frozen: !isFrozen, reason } }),
    onSuccess: () => toast('success', text(isFrozen ? 'unfrozen' : 'frozen', { name })),
    onError: (error) => failed(error),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  return (
    <TypedConfirm
      title={text(isFrozen ? 'unfreezeTitle' : 'freezeTitle', { name })}
      says={text(isFrozen ? 'unfreezeHelp' : 'freezeHelp', { count: bots.filter(({ isRunning }) => isRunning).length })}
      confirm={text(isFrozen ? 'unfreeze' : 'freeze')}
      reason={text('reason')}
      needsReason
      danger={!isFrozen}
      busy={freeze.isPending}
      onClose={onClose}
      onConfirm={(reason) => freeze.mutate(reason)}
    />
  );
}

function Close({ account: { id, name }, onClose }: AskProps) {
  const text = useText('markets');
  const client = useClient();
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const close = useAction({
    mutationFn: () => client.call(deleteVirtualAccount, { params: { id } }),
    onSuccess: async () => {
      toast('success', text('closed', { name }));
      await navigate({ to: '/virtual-accounts' });
    },
    onError: (error) => failed(error),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  return (
    <TypedConfirm
      title={text('closeTitle', { name })}
      says={text('closeHelp')}
      confirm={text('close')}
      typed={{ text: name, label: text('typeName', { name }) }}
      busy={close.isPending}
      onClose={onClose}
      onConfirm={() => close.mutate()}
    />
  );
}
