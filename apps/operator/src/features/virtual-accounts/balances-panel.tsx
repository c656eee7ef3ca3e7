import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Mapped, VirtualAccount } from '@tenbin/contract';
import { Empty, formatAmount, Panel, SmallTable } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { GiveForm } from './give-form.tsx';
import { TransferForm } from './transfer-form.tsx';

type Account = Mapped<VirtualAccount>;

/** What a virtual account has; whoever may can give it some, take some away, or move some to another. */
export function BalancesPanel({ account }: { readonly account: Account }) {
  const text = useText('markets');
  const mayOperate = useMayOperate() && account.state !== 'closed';
  const [asking, setAsking] = useState<'give' | 'transfer' | null>(null);
  const { balances, owed } = account;
  const currencies = [...new Set([...Object.keys(balances), ...Object.keys(owed)])].sort();
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
            <Button size="small" onClick={() => setAsking('transfer')}>
              {text('transfer')}
            </Button>
          </Box>
        )
      }
    >
      {currencies.length === 0 ? (
        <Empty title={text('noBalances')}>{text('noBalancesHelp')}</Empty>
      ) : (
        <SmallTable
          lined
          stacked="named"
          label={text('balances')}
          heads={[text('currency'), text('free'), text('reserved'), text('owed'), text('total')]}
          rows={currencies.map((currency) => {
            const { free = '0', reserved = '0', total = '0' } = balances[currency] ?? {};
            return { key: currency, cells: [currency, ...[free, reserved, owed[currency] ?? '0', total].map((one) => formatAmount(one))] };
          })}
        />
      )}
      {asking === 'give' && <GiveForm account={account} onClose={close} />}
      {asking === 'transfer' && <TransferForm account={account} onClose={close} />}
    </Panel>
  );
}
