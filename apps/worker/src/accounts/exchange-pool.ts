import type { Exchange, ExchangeTurns, PlatformDatabase, SharedHalts } from '@tenbin/db';
import { type Clock, MarketDataHub } from '@tenbin/engine';
import {
  type ExchangeConnector,
  ExchangeError,
  type ExchangeSettings,
  exchangeLabel,
  type PriceTick,
  type TurnLog,
} from '@tenbin/exchange';
import type { Log } from '@tenbin/telemetry';

/** `close` ends what the connector still has open. */
export type Connect = (settings: ExchangeSettings) => ExchangeConnector & { close(): Promise<void> };

export interface PooledExchange {
  readonly exchange: Exchange;
  readonly connector: ExchangeConnector & { close(): Promise<void> };
  readonly hub: MarketDataHub;
}

/** One connector and one market-data hub for each exchange, made when the first bot needs them. */
export class ExchangePool {
  readonly #exchanges: PlatformDatabase['exchanges'];
  readonly #connect: Connect;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #onPrice: (exchangeId: string, tick: PriceTick) => void;
  readonly #halts: Pick<SharedHalts, 'share'>;
  readonly #turns: ExchangeTurns;
  readonly #callsFrom: string;
  readonly #goneAfterMs: number | undefined;
  readonly #open = new Map<string, Promise<PooledExchange>>();

  constructor(options: {
    readonly exchanges: PlatformDatabase['exchanges'];
    readonly connect: Connect;
    readonly log: Log;
    readonly clock: Clock;
    readonly halts: Pick<SharedHalts, 'share'>;
    readonly turns: ExchangeTurns;
    /** Names the address from which this process calls. */
    readonly callsFrom: string;
    readonly onPrice: (exchangeId: string, tick: PriceTick) => void;
    /** For how long lists must lack a pair until it is gone; as usual unless given. */
    readonly goneAfterMs?: number | undefined;
  }) {
    this.#halts = options.halts;
    this.#turns = options.turns;
    this.#callsFrom = options.callsFrom;
    this.#exchanges = options.exchanges;
    this.#connect = options.connect;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#onPrice = options.onPrice;
    this.#goneAfterMs = options.goneAfterMs;
  }

  /** The same for everybody who asks; a failure is not kept. */
  require(exchangeId: string): Promise<PooledExchange> {
    const known = this.#open.get(exchangeId);
    if (known) return known;
    const opening = this.#make(exchangeId);
    this.#open.set(exchangeId, opening);
    opening.catch(() => this.#open.delete(exchangeId));
    return opening;
  }

  /** When each exchange's stream of prices last told anything. */
  async lastTicks(): Promise<readonly { readonly exchange: string; readonly at: Date }[]> {
    const open = await Promise.allSettled(this.#open.values());
    return open.flatMap((one) => {
      if (one.status === 'rejected' || one.value.hub.lastTickAt === null) return [];
      return [{ exchange: one.value.hub.exchange, at: one.value.hub.lastTickAt }];
    });
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    await Promise.allSettled(open.map((one) => (one.status === 'fulfilled' ? closeExchange(one.value) : undefined)));
  }

  /** Those of all processes on this one's address, also of such as have ended. */
  #turnsOf(exchange: string): TurnLog {
    const address = { exchange, from: this.#callsFrom };
    return {
      take: async (keepMs, decide) => {
        try {
          return await this.#turns.take(address, { keepMs, decide });
        } catch (error) {
          this.#log.warn({ exchange, err: error }, 'turns.take_failed');
          throw error;
        }
      },
    };
  }

  async #make(exchangeId: string): Promise<PooledExchange> {
    const exchange = await this.#exchanges.find(exchangeId);
    if (!exchange) throw new Error(`exchange ${exchangeId} is not there`);
    requireEnabled(exchange.enabled);
    const connector = this.#connect({ ccxtId: exchange.ccxtId, baseUrl: exchange.baseUrl ?? undefined });
    const address = exchange.baseUrl ?? exchange.ccxtId;
    if (connector.halt) await this.#halts.share(address, connector.halt);
    connector.turns?.shareBy(this.#turnsOf(address));
    const hub = new MarketDataHub(connector.marketData(), {
      exchange: exchangeLabel(address),
      clock: this.#clock,
      log: this.#log,
      halt: connector.halt,
      goneAfterMs: this.#goneAfterMs,
    });
    hub.onPrice((tick) => this.#onPrice(exchangeId, tick));
    return { exchange, connector, hub };
  }
}

async function closeExchange({ hub, connector }: PooledExchange): Promise<void> {
  await hub.close();
  await connector.close();
}

/** @throws {ExchangeError} `exchangeWithdrawn` */
export function requireEnabled(isEnabled: boolean): void {
  if (!isEnabled) throw new ExchangeError('the exchange was withdrawn', { kind: 'rejected', reason: 'exchangeWithdrawn' });
}
