import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { PageTitle, query } from '@tenbin/app-kit';
import { listExchangeAccounts, listOwnExchanges } from '@tenbin/contract';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { AccountParts } from '../../shell/account-parts.tsx';
import { AccountRow } from './account-row.tsx';
import { ConnectForm } from './connect-form.tsx';

/** The exchange accounts whose keys are stored: connected apart from a bot, and removed. */
export function ExchangesPage() {
  const text = useText('exchanges');
  const accounts = useQuery(query(listExchangeAccounts, {}));
  const exchanges = useQuery(query(listOwnExchanges, {}));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      <AccountParts />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('connected')}>
          {accounts.isPending && <Loading what={text('connected')} rows={2} height={64} />}
          {accounts.isLoadingError && <Failure what={text('connected')} error={accounts.error} onRetry={() => void accounts.refetch()} />}
          {accounts.data?.length === 0 && <Empty title={text('none')}>{text('noneHelp')}</Empty>}
          {accounts.data && accounts.data.length > 0 && (
            <Box component="ul" aria-label={text('connected')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
              {accounts.data.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </Box>
          )}
        </Panel>
        <Panel title={text('connect')}>
          {exchanges.isPending && <Loading what={text('connect')} rows={3} height={56} />}
          {exchanges.isLoadingError && <Failure what={text('connect')} error={exchanges.error} onRetry={() => void exchanges.refetch()} />}
          {exchanges.data?.length === 0 && <Empty title={text('noExchange')}>{text('noExchangeHelp')}</Empty>}
          {exchanges.data && exchanges.data.length > 0 && <ConnectForm exchanges={exchanges.data} />}
        </Panel>
      </Box>
    </Box>
  );
}
