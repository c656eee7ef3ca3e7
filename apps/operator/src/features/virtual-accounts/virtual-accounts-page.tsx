import { useQuery } from '@tanstack/react-query';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { listVirtualAccounts } from '@tenbin/contract';
import { Empty, Failure, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { NewAccount } from './new-account.tsx';

/** Ring-fenced parts of the platform's exchange accounts. */
export function VirtualAccountsPage() {
  const text = useText('markets');
  const mayOperate = useMayOperate();
  const all = useQuery(query(listVirtualAccounts, {}));
  return (
    <>
      <PageTitle title={text('accounts')} action={mayOperate && <NewAccount />} />
      <Panel>
        {all.isPending && <Loading what={text('accounts')} rows={6} height={44} />}
        {all.isLoadingError && <Failure what={text('accounts')} error={all.error} onRetry={() => void all.refetch()} />}
        {all.data?.length === 0 && <Empty title={text('noAccounts')}>{text('noAccountsHelp')}</Empty>}
        {all.data && all.data.length > 0 && (
          <SmallTable
            lined
            stacked="named"
            label={text('accounts')}
            heads={[text('name'), text('exchange'), text('bots'), text('openOrders'), text('state')]}
            rows={all.data.map(({ id, name, exchangeName, bots, orders, state }) => ({
              key: id,
              cells: [
                <PageLink key="name" to="/virtual-accounts/account" search={{ exchange: exchangeName, name }}>
                  {name}
                </PageLink>,
                exchangeName,
                bots.length,
                orders,
                text(`state_${state}`),
              ],
            }))}
          />
        )}
      </Panel>
    </>
  );
}
