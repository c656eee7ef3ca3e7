import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { listOrders } from '@tenbin/contract';
import { Empty, Failure, formatAmount, Loading, Panel } from '@tenbin/ui';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import type { BotView } from '../../bots/bot-view.ts';

const heads = ['pairs', 'side', 'price', 'amount', 'state'] as const;

/** The bot's orders that are not ended, and whether they are all there. */
export function OrdersPanel({ bot }: { bot: BotView }) {
  const text = useText('bot');
  const orders = useQuery(query(listOrders, { params: { id: bot.id } }));
  const matched = bot.openOrderCount === bot.expectedOrderCount;
  return (
    <Panel
      title={text('orders')}
      action={
        <Box component="span" sx={{ fontSize: 14, color: matched || bot.state === 'stopped' ? 'text.secondary' : 'warning.main' }}>
          {text('ordersHelp', { open: bot.openOrderCount, expected: bot.expectedOrderCount })}
        </Box>
      }
    >
      <Box
        tabIndex={0}
        role="group"
        aria-label={text('orders')}
        sx={{
          minHeight: 240,
          overflowX: 'auto',
          fontSize: { xs: 13, sm: 14 },
          '& table': { width: '100%', borderCollapse: 'collapse' },
          '& th, & td': { textAlign: 'right', py: 0.75, pl: { xs: 0.75, sm: 1.5 }, fontWeight: 400, whiteSpace: 'nowrap' },
          '& th:first-of-type, & td:first-of-type': { textAlign: 'left', pl: 0 },
          '& thead th': { color: 'text.secondary' },
          '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
        }}
      >
        {orders.isPending && <Loading what={text('orders')} rows={6} height={36} />}
        {orders.isLoadingError && <Failure what={text('orders')} error={orders.error} onRetry={() => void orders.refetch()} />}
        {orders.data?.length === 0 && <Empty title={text('noOrders')} />}
        {orders.data && orders.data.length > 0 && (
          <table aria-label={text('orders')}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th scope="col" key={head}>
                    {text(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {orders.data.map(({ clientOrderId, pair, side, price, amount, filled, state }) => (
                <tr key={clientOrderId}>
                  <td>{pair}</td>
                  <td>{text(side)}</td>
                  <td>{formatAmount(price)}</td>
                  <td>
                    {formatAmount(amount)}
                    {Number(filled) > 0 && ` (${text('filled')} ${formatAmount(filled)})`}
                  </td>
                  <td>{text(`state${state}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Box>
    </Panel>
  );
}
