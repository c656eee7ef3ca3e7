import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getVirtualAccount } from '@tenbin/contract';
import { Failure, Field, FoldingPanel, formatDate, Loading } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { BalanceTable } from './balance-table.tsx';
import type { NamedAccount } from './named-account.ts';

/** What a virtual account had at a moment that somebody names. */
export function EarlierPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const [entered, setEntered] = useState('');
  const moment = new Date(entered);
  return (
    <FoldingPanel title={text('earlier')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ maxWidth: 320 }}>
          <Field
            size="small"
            type="datetime-local"
            label={text('moment')}
            help={text('momentHelp')}
            value={entered}
            onChange={({ target }) => setEntered(target.value)}
          />
        </Box>
        {!Number.isNaN(moment.getTime()) && <Then named={named} at={moment.toISOString()} />}
      </Box>
    </FoldingPanel>
  );
}

function Then({ named, at }: { readonly named: NamedAccount; readonly at: string }) {
  const text = useText('markets');
  const account = useQuery(query(getVirtualAccount, { query: { ...named, at } }));
  const label = text('balancesAt', { at: formatDate(at) });
  if (account.isPending) return <Loading what={label} rows={3} height={44} />;
  if (account.isLoadingError) return <Failure what={label} error={account.error} onRetry={() => void account.refetch()} />;
  // What is owed is known as of now only.
  return account.data && <BalanceTable label={label} balances={account.data.balances} owed={{}} help={text('noBalancesThen')} />;
}
