import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getRealBalance } from '@tenbin/contract';
import { Empty, Failure, formatAmount, formatDate, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { NamedAccount } from './named-account.ts';

const refetchMs = 30_000;

/** What the exchange has of the account that a virtual account is a part of, beside what is booked. */
export function WalletPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const wallet = useQuery({ ...query(getRealBalance, { query: { ...named } }), refetchInterval: refetchMs });
  const currencies = Object.entries(wallet.data?.balances ?? {}).sort(([one], [other]) => one.localeCompare(other));
  return (
    <Panel title={text('wallet')}>
      {wallet.isPending && <Loading what={text('wallet')} rows={3} height={44} />}
      {wallet.isLoadingError && <Failure what={text('wallet')} error={wallet.error} onRetry={() => void wallet.refetch()} />}
      {wallet.data && currencies.length === 0 && <Empty title={text('walletEmpty')} />}
      {wallet.data && currencies.length > 0 && (
        <>
          <SmallTable
            lined
            stacked="named"
            label={text('wallet')}
            heads={[text('currency'), text('inWallet'), text('heldThere'), text('inAccounts'), text('rest'), text('difference')]}
            rows={currencies.map(([currency, { wallet: there, held, ledgers, rest, difference }]) => ({
              key: currency,
              cells: [currency, ...[there, held, ledgers, rest, difference].map((one) => formatAmount(one))],
            }))}
          />
          <Box sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>
            {text(wallet.data.complete ? 'walletAt' : 'walletMoved', { at: formatDate(wallet.data.at) })}
          </Box>
        </>
      )}
    </Panel>
  );
}
