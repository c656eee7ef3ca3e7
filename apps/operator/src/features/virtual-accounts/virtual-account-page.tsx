import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DeadEnd, PageLink, PageTitle, query } from '@tenbin/app-kit';
import { getVirtualAccount, type Mapped, type VirtualAccount } from '@tenbin/contract';
import { Empty, Failure, formatAmount, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { EntriesPanel } from './entries-panel.tsx';
import { HandOrderForm } from './hand-order-form.tsx';
import { MakersPanel } from './makers-panel.tsx';
import type { NamedAccount } from './named-account.ts';
import { OrdersPanel } from './orders-panel.tsx';

const route = getRouteApi('/shell/behind/virtual-accounts/account');
const lookAgainMs = 5000;

export function VirtualAccountPage() {
  const text = useText('markets');
  const { exchange, name } = route.useSearch();
  if (exchange === undefined || name === undefined)
    return <DeadEnd title={text('noneNamed')} action={<PageLink to="/virtual-accounts">{text('accounts')}</PageLink>} />;
  return <Named key={`${exchange} ${name}`} exchangeName={exchange} name={name} />;
}

function Named(named: NamedAccount) {
  const text = useText('markets');
  const mayOperate = useMayOperate();
  const account = useQuery({ ...query(getVirtualAccount, { query: { ...named } }), refetchInterval: lookAgainMs });
  return (
    <>
      <PageTitle title={named.name}>
        {named.exchangeName}
        {account.data && ` – ${text(`state_${account.data.state}`)}`}
      </PageTitle>
      {account.isPending && <Loading what={text('account')} rows={6} height={56} />}
      {account.isLoadingError && <Failure what={text('account')} error={account.error} onRetry={() => void account.refetch()} />}
      {account.data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <BalancesPanel account={account.data} />
          <MakersPanel named={named} />
          <OrdersPanel named={named} />
          {mayOperate && <HandOrderForm named={named} />}
          <EntriesPanel named={named} />
        </Box>
      )}
    </>
  );
}

function BalancesPanel({ account: { balances, owed } }: { readonly account: Mapped<VirtualAccount> }) {
  const text = useText('markets');
  const currencies = [...new Set([...Object.keys(balances), ...Object.keys(owed)])].sort();
  return (
    <Panel title={text('balances')}>
      {currencies.length === 0 ? (
        <Empty title={text('noBalances')}>{text('noBalancesHelp')}</Empty>
      ) : (
        <SmallTable
          lined
          label={text('balances')}
          heads={[text('currency'), text('free'), text('reserved'), text('owed'), text('total')]}
          rows={currencies.map((currency) => {
            const { free = '0', reserved = '0', total = '0' } = balances[currency] ?? {};
            return { key: currency, cells: [currency, ...[free, reserved, owed[currency] ?? '0', total].map((one) => formatAmount(one))] };
          })}
        />
      )}
    </Panel>
  );
}
