import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DeadEnd, PageLink, PageTitle, query } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { getVirtualAccount } from '@tenbin/contract';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { AccountActs } from './account-acts.tsx';
import { BalancesPanel } from './balances-panel.tsx';
import { BalancingPanel } from './balancing-panel.tsx';
import { EarlierPanel } from './earlier-panel.tsx';
import { EntriesPanel } from './entries-panel.tsx';
import { HandOrderForm } from './hand-order-form.tsx';
import { MakersPanel } from './makers-panel.tsx';
import type { NamedAccount } from './named-account.ts';
import { OrderHistoryPanel } from './order-history-panel.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { RecordsPanel } from './records-panel.tsx';
import { WalletPanel } from './wallet-panel.tsx';

const route = getRouteApi('/shell/behind/virtual-accounts/account');
const refetchMs = 5000;

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
  const account = useQuery({ ...query(getVirtualAccount, { query: { ...named } }), refetchInterval: refetchMs });
  if (!account.data) return <UnreadPage what={text('account')} title={named.name} read={account} />;
  const mayAct = mayOperate && account.data.state !== 'closed';
  return (
    <>
      <PageTitle title={named.name} action={mayAct && <AccountActs account={account.data} />}>
        {named.exchangeName} – {text(`state_${account.data.state}`)}
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <BalancesPanel account={account.data} />
        <WalletPanel named={named} />
        <BalancingPanel key={account.data.bots.length} account={account.data} />
        <MakersPanel named={named} />
        <OrdersPanel named={named} />
        {mayAct && <HandOrderForm account={account.data} />}
        <OrderHistoryPanel named={named} />
        <RecordsPanel named={named} />
        <EntriesPanel named={named} />
        <EarlierPanel named={named} />
      </Box>
    </>
  );
}
