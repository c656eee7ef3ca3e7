import Box from '@mui/material/Box';
import { changedSearch } from '@tenbin/app-kit';
import type { ReactNode } from 'react';
import { PricePanel } from '../charts/price-panel.tsx';
import { TransitionPanel } from '../charts/transition-panel.tsx';
import { OrderTruthPanel } from '../orders/order-truth-panel.tsx';
import { type OrdersNow, ordersNow } from '../orders/orders-now.ts';
import { useOrderTruth } from '../orders/use-order-truth.ts';
import { RebalancePanel } from '../rebalances/rebalance-panel.tsx';
import { ResultPanel } from '../results/result-panel.tsx';
import { TimelinePanel } from '../timeline/timeline-panel.tsx';
import { BalancesPanel } from './balances-panel.tsx';
import type { BotSearch } from './bot-search.ts';
import type { BotView } from './bot-view.ts';
import { SettingsPanel } from './settings-panel.tsx';

interface BotPanelsProps {
  readonly bot: BotView;
  readonly search: BotSearch;
  /** What the address says next, of what it says by then. */
  readonly onSearch: (next: (now: BotSearch) => BotSearch) => void;
  /** What can be done about rebalances; undefined: they are not shown at all. */
  readonly rebalance: ReactNode;
  /** Above the panels. What it says of the orders is what they say. */
  readonly children?: (orders: OrdersNow) => ReactNode;
}

/** What there is to see of a bot that keeps nothing balanced: one that makes a market, or sends what somebody asks for. */
export function QuotingPanels({ bot, search, onSearch }: Pick<BotPanelsProps, 'bot' | 'search' | 'onSearch'>) {
  const { pair, range: _range, candles, page = 1, ...filter } = search;
  const truth = useOrderTruth(bot);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <OrderTruthPanel orders={ordersNow(bot, truth.data)} truth={truth} expected={bot.openOrderCount} />
      {bot.pairs.length > 0 && (
        <PricePanel folds bot={bot} pair={pair} candles={candles} onChange={(part) => onSearch((now) => ({ ...now, ...part }))} />
      )}
      {bot.startDate !== null && <ResultPanel bot={bot} />}
      <TimelinePanel bot={bot} filter={filter} page={page} onChange={(part) => onSearch((now) => changedSearch(now, part))} />
    </Box>
  );
}

/** All that there is to see of a bot, on every surface. */
export function BotPanels({ bot, search, onSearch, rebalance, children }: BotPanelsProps) {
  const { pair, range, candles, page = 1, ...filter } = search;
  const truth = useOrderTruth(bot);
  const orders = ordersNow(bot, truth.data);
  const look = (part: BotSearch) => onSearch((now) => ({ ...now, ...part }));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {children?.(orders)}
      <OrderTruthPanel orders={orders} truth={truth} expected={bot.expectedOrderCount || bot.pairs.length * 2} />
      <PricePanel folds bot={bot} pair={pair} candles={candles} onChange={look} />
      <TransitionPanel folds bot={bot} range={range} onRange={(next) => look({ range: next })} />
      {bot.startDate !== null && <ResultPanel bot={bot} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <BalancesPanel bot={bot} />
        <SettingsPanel bot={bot} />
      </Box>
      {rebalance !== undefined && <RebalancePanel bot={bot} action={rebalance} />}
      <TimelinePanel bot={bot} filter={filter} page={page} onChange={(part) => onSearch((now) => changedSearch(now, part))} />
    </Box>
  );
}
