import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { testOrganizationId } from '@tenbin/accounts';
import { PageLink, query } from '@tenbin/app-kit';
import { type BotOrder, listAllOrganizations, type Mapped } from '@tenbin/contract';
import { Empty, Failure, formatAmount, formatDate, Loading, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** The open orders of all bots on a pair. */
export function BotOrdersPanel({ orders }: { readonly orders: UseQueryResult<Mapped<BotOrder>[]> }) {
  const text = useText('markets');
  const platformText = useText('platform');
  const organizations = useQuery(query(listAllOrganizations, {})).data;
  const ownerOf = (id: string) => {
    if (id === testOrganizationId) return platformText('testOrganization');
    return organizations && (organizations.find((one) => one.id === id)?.name ?? platformText('thePlatform'));
  };
  return (
    <Panel title={text('botOrders')}>
      {orders.isPending && <Loading what={text('botOrders')} rows={3} height={44} />}
      {orders.isError && <Failure what={text('botOrders')} error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.data?.length === 0 && <Empty title={text('noOrders')}>{text('noBotOrdersHelp')}</Empty>}
      {orders.data && orders.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          maxHeight={480}
          label={text('botOrders')}
          heads={[
            text('side'),
            text('price'),
            text('amount'),
            text('filled'),
            platformText('organization'),
            platformText('bot'),
            text('at'),
          ]}
          rows={orders.data.map(({ botId, organization, side, price, amount, filled, clientOrderId, at }) => ({
            key: `${botId} ${clientOrderId}`,
            cells: [
              text(side),
              formatAmount(price),
              formatAmount(amount),
              formatAmount(filled),
              ownerOf(organization) ?? unknownFigure,
              <PageLink key="bot" to="/bots/$botId" params={{ botId }}>
                {botId}
              </PageLink>,
              formatDate(at),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
