import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { Mapped, Rebalance } from '@tenbin/contract';
import { Empty, FactList, Failure, FoldingPanel, formatDate, formatHolding, Loading } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import { useBotText } from '../words/text.ts';
import { rebalanceOrderText } from './rebalance-order-text.ts';
import { ServiceFees } from './service-fees.tsx';

const shown = 10;
/** The log scrolls in a place of its own, in pixels: how long it is does not move what is below. */
const logHeight = 240;

/**
 * The bot's rebalances, newest first.
 *
 * @param action - the way to another one
 */
export function RebalancePanel({ bot, action }: { bot: BotView; action?: ReactNode }) {
  const text = useBotText('rebalance');
  return (
    <FoldingPanel title={text('title')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 320px' }}>
            {text('lead')}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{action}</Box>
        </Box>
        <Log bot={bot} />
      </Box>
    </FoldingPanel>
  );
}

function Log({ bot }: { bot: BotView }) {
  const routes = useBotRoutes();
  const text = useBotText('rebalance');
  const log = useQuery(query(routes.rebalances, { query: { botId: bot.id, limit: shown } }));
  return (
    <Box sx={{ maxHeight: logHeight, overflowY: 'auto' }} tabIndex={0} role="group" aria-label={text('title')}>
      {log.isPending && <Loading what={text('title')} rows={3} height={48} />}
      {log.isLoadingError && <Failure what={text('title')} error={log.error} onRetry={() => void log.refetch()} />}
      {log.data?.length === 0 && <Empty title={text('emptyTitle')}>{text('emptyHelp')}</Empty>}
      {log.data && log.data.length > 0 && (
        <Box component="ul" aria-label={text('title')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {log.data.map((one) => (
            <RebalanceRow key={one.id} rebalance={one} />
          ))}
        </Box>
      )}
    </Box>
  );
}

const tones = {
  requested: 'text.secondary',
  running: 'text.primary',
  completed: 'success.main',
  failed: 'error.main',
  cancelled: 'text.secondary',
};

function RebalanceRow({ rebalance }: { rebalance: Mapped<Rebalance> }) {
  const text = useBotText('rebalance');
  const { status, autoActivation, orders, balanceBefore, rebalancedBalance, turnover, failure, askedAt, endedAt } = rebalance;
  const facts: readonly { readonly name: string; readonly value: ReactNode }[] = [
    { name: text('before'), value: balanceBefore && amountsText(balanceBefore) },
    { name: text('after'), value: rebalancedBalance && amountsText(rebalancedBalance) },
    { name: text('turnover'), value: turnover.map(({ amount, currency }) => `${formatHolding(amount, currency)} ${currency}`).join(', ') },
    { name: text('serviceFee'), value: turnover.length > 0 && <ServiceFees turnover={turnover} /> },
  ];
  return (
    <Box component="li" sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2, display: 'grid', gap: 1, fontSize: 14 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <Box component="span" sx={{ fontWeight: 600, color: tones[status] }}>
          {text(status)}
        </Box>
        <span>{formatDate(endedAt ?? askedAt)}</span>
        {autoActivation && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {text('startsBot')}
          </Box>
        )}
      </Box>
      {failure && <Typography variant="body2">{failure.message}</Typography>}
      {orders.length > 0 && (
        <Box component="ul" aria-label={text('plan')} sx={{ m: 0, pl: 2.5 }}>
          {orders.map((order) => (
            <li key={`${order.pair} ${order.side} ${order.amount}`}>{rebalanceOrderText(order, text)}</li>
          ))}
        </Box>
      )}
      <FactList
        beside
        facts={facts.filter(({ value }) => value)}
        sx={{ gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' }, rowGap: 0.5 }}
      />
    </Box>
  );
}

const amountsText = (amounts: Readonly<Record<string, string>>): string =>
  Object.entries(amounts)
    .map(([currency, amount]) => `${formatHolding(amount, currency)} ${currency}`)
    .join(', ');
