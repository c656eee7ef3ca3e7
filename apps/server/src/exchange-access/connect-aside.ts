import type { CcxtExchanges } from '@tenbin/exchange-ccxt';
import type { ConnectExchange } from './exchange-access.ts';

/** No longer than a caller waits: what is read takes another ten seconds at most. */
const laneDeadlineMs = 10_000;

/** Beside those who trade, who may call from the same address: see `ConnectOptions`. */
export const connectAside =
  (exchanges: CcxtExchanges, localAddress: string | null): ConnectExchange =>
  (settings) =>
    exchanges.connect(settings, { isAside: true, localAddress, laneDeadlineMs });
