import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Mapped, VirtualAccount } from '@tenbin/contract';
import { Panel } from '@tenbin/ui';
import { useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { BalanceTable } from './balance-table.tsx';
import { GiveForm } from './give-form.tsx';
import { TransferForm } from './transfer-form.tsx';
import { whyNotSpend } from './why-not.ts';

type Account = Mapped<VirtualAccount>;

/** What a virtual account has; whoever may can give it some, take some away, or move some to another. */
export function BalancesPanel({ account }: { readonly account: Account }) {
  const text = useText('markets');
  const mayOperate = useMayOperate() && account.state !== 'closed';
  const [asking, setAsking] = useState<'give' | 'transfer' | null>(null);
  const whyNot = whyNotSpend(account);
  const close = () => setAsking(null);
  return (
    <Panel
      title={text('balances')}
      action={
        mayOperate && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            <Button size="small" onClick={() => setAsking('give')}>
              {text('give')}
            </Button>
            <ActButton size="small" why={whyNot && text(whyNot)} onClick={() => setAsking('transfer')}>
              {text('transfer')}
            </ActButton>
          </Box>
        )
      }
    >
      <BalanceTable label={text('balances')} balances={account.balances} owed={account.owed} help={text('noBalancesHelp')} />
      {asking === 'give' && <GiveForm account={account} onClose={close} />}
      {asking === 'transfer' && <TransferForm account={account} onClose={close} />}
    </Panel>
  );
}
