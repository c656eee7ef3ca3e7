import type { Database } from '@tenbin/db';
import type { Metrics } from '@tenbin/telemetry';
import type { ExchangePool } from './accounts/exchange-pool.ts';
import type { WalletWatch } from './accounts/wallet-watch.ts';
import type { Fleet } from './bots/fleet.ts';

interface Watched {
  readonly db: Pick<Database, 'platform'>;
  readonly fleet: Pick<Fleet, 'figures'>;
  readonly wallets: Pick<WalletWatch, 'figures'>;
  readonly exchanges: Pick<ExchangePool, 'lastTicks'>;
  readonly metrics: Metrics;
}

/** Shows what a worker has in hand, and how all bots stand. @returns stops showing it */
export function watchWorker({ db, fleet, wallets, exchanges, metrics }: Watched): () => void {
  const stops = [
    metrics.watch('accounts_owned', () => [{ labels: {}, value: fleet.figures.accounts }]),
    metrics.watch('bot_events_waiting', () => [{ labels: {}, value: fleet.figures.eventsWaiting }]),
    metrics.watch('orders_unknown', () => [{ labels: {}, value: fleet.figures.ordersUnknown }]),
    metrics.watch('reconcile_last_success_timestamp_seconds', () => {
      const { reconciledAt } = fleet.figures;
      return reconciledAt === null ? [] : [{ labels: {}, value: reconciledAt.getTime() / 1000 }];
    }),
    metrics.watch('consistency_differences', () =>
      Object.entries({ ...fleet.figures.differences, virtualAccounts: wallets.figures.differing }).map(([kind, value]) => ({
        labels: { kind },
        value,
      })),
    ),
    metrics.watch('ledger_overdrawn', () => [{ labels: {}, value: wallets.figures.overdrawn }]),
    metrics.watch('bots', async () =>
      (await db.platform.workers.countBots()).map(({ state, cause, count }) => ({ labels: { state, cause }, value: count })),
    ),
    metrics.watch('exchange_stream_last_message_timestamp_seconds', async () =>
      (await exchanges.lastTicks()).map(({ exchange, at }) => ({ labels: { exchange }, value: at.getTime() / 1000 })),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
