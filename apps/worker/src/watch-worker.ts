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

/** Nothing where it never was. */
const momentOf = (at: Date | null) => (at === null ? [] : [{ labels: {}, value: at.getTime() / 1000 }]);
const least = (all: readonly Date[]): Date | null => (all.length === 0 ? null : new Date(Math.min(...all.map(Number))));

/** Shows what a worker has in hand, and how all bots stand. @returns stops showing it */
export function watchWorker({ db, fleet, wallets, exchanges, metrics }: Watched): () => void {
  /** By the kinds of the consistencies: since when. */
  const lasting = () => ({
    ledgerDiffers: fleet.figures.lacking,
    virtualAccountDiffers: wallets.figures.differing,
  });
  const stops = [
    metrics.watch('accounts_owned', () => [{ labels: {}, value: fleet.figures.accounts }]),
    metrics.watch('bot_events_waiting', () => [{ labels: {}, value: fleet.figures.eventsWaiting }]),
    metrics.watch('orders_unknown', () => [{ labels: {}, value: fleet.figures.ordersUnknown }]),
    metrics.watch('reconcile_last_success_timestamp_seconds', () => momentOf(fleet.figures.reconciledAt)),
    metrics.watch('consistency_differences', () => [
      ...Object.entries(lasting()).map(([kind, all]) => ({ labels: { kind }, value: all.length })),
      { labels: { kind: 'walletMoved' }, value: fleet.figures.moved },
    ]),
    metrics.watch('consistency_differing_since_timestamp_seconds', () =>
      Object.entries(lasting()).flatMap(([kind, all]) => momentOf(least(all)).map((one) => ({ ...one, labels: { kind } }))),
    ),
    metrics.watch('ledger_check_last_success_timestamp_seconds', () => momentOf(wallets.figures.checkedAt)),
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
