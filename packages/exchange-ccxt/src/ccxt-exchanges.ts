import { ExchangeError, type ExchangeSettings, type ExchangeTransport, exchangeLabel } from '@tenbin/exchange';
import type { Runtime } from '@tenbin/runtime';
import { type Metrics, noMetrics } from '@tenbin/telemetry';
import { AddressLimits, type PaceRules } from './address-limits.ts';
import { CcxtConnection, type CcxtConnector, type ConnectOptions } from './ccxt-connection.ts';
import { findQuirks } from './quirks/find-quirks.ts';
import type { Quirks } from './quirks/quirks.ts';
import { risingNonce } from './quirks/rising-nonce.ts';

/**
 * Exchanges over ccxt, as one process reaches them. What its connections share hangs here: the limits of each address that is
 * called, since exchanges count requests per address we call from, and the numbers that must rise. Two of these in one process are
 * like two processes.
 */
export class CcxtExchanges {
  readonly runtime: Runtime;
  readonly transport: ExchangeTransport | null;
  readonly metrics: Metrics;
  readonly nextNonce: () => number;
  readonly #limits = new Map<string, AddressLimits>();

  /** @param transport - null: the network */
  constructor(runtime: Runtime, transport: ExchangeTransport | null = null, metrics = noMetrics) {
    this.runtime = runtime;
    this.transport = transport;
    this.metrics = metrics;
    metrics.watch('exchange_limit_used_ratio', () => this.#ofLimits(({ usedRatio }) => usedRatio));
    metrics.watch('exchange_clock_offset_seconds', () => this.#ofLimits(({ clockOffsetSeconds }) => clockOffsetSeconds));
    metrics.watch('exchange_last_answer_timestamp_seconds', () =>
      this.#ofLimits(({ answeredAt }) => (answeredAt === null ? null : answeredAt.getTime() / 1000)),
    );
    metrics.watch('exchange_halted', () => this.#ofLimits(({ until }) => (until === null ? 0 : 1)));
    this.nextNonce = risingNonce(() => runtime.now().getTime(), Math.floor(1000 * runtime.random()));
  }

  /**
   * Connects to one exchange. Nothing is sent before the first question; the markets are loaded without a key and
   * shared by all accounts. They are loaded anew every few hours, and when an order is refused for its grid or size.
   *
   * @throws {ExchangeError} `notSupported` when ccxt has no such exchange; `orderStatusUnreliable`, `minimumsUnreported`,
   * `usdNotPriced` or `exchangeNotTried` when no bot may run on it
   */
  connect(settings: ExchangeSettings, options: ConnectOptions = {}): CcxtConnector {
    const connection = this.open(settings, options);
    refuseUnsuited(settings.ccxtId, findQuirks(settings.ccxtId));
    return connection;
  }

  /** Also to an exchange on which no bot may run. */
  open(settings: ExchangeSettings, options: ConnectOptions = {}): CcxtConnector {
    return new CcxtConnection(this, settings, options);
  }

  /** The limits of one address, the same for all connections to it. */
  limitsOf(address: string, rules: () => PaceRules): AddressLimits {
    const limits = this.#limits.get(address) ?? new AddressLimits(this.runtime, rules());
    this.#limits.set(address, limits);
    return limits;
  }

  #ofLimits(read: (limits: AddressLimits) => number | null) {
    return [...this.#limits].flatMap(([address, limits]) => {
      const value = read(limits);
      return value === null ? [] : [{ labels: { exchange: exchangeLabel(address) }, value }];
    });
  }
}

function refuseUnsuited(ccxtId: string, { lacks }: Quirks): void {
  const [reason] = lacks;
  if (reason !== undefined) throw new ExchangeError(`bots cannot run on ${ccxtId}: ${lacks.join(', ')}`, { kind: 'rejected', reason });
}
