import {
  type AddressHalt,
  type AddressTurns,
  type Capabilities,
  type Credentials,
  type ExchangeAccount,
  type ExchangeConnector,
  type ExchangeSettings,
  type ExchangeTransport,
  exchangeLabel,
  type MarketData,
} from '@tenbin/exchange';
import type { Runtime } from '@tenbin/runtime';
import type { Metrics } from '@tenbin/telemetry';
import type { AddressLimits, PaceRules } from './address-limits.ts';
import { Caller, type Deadlines } from './caller.ts';
import { capabilitiesOf } from './capabilities-of.ts';
import { CcxtAccount } from './ccxt-account.ts';
import { ccxtClock } from './ccxt-clock.ts';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { CcxtMarketData, type PublicExchange } from './ccxt-market-data.ts';
import { lightInstances } from './light-instances.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { MarketRenewal } from './market-renewal.ts';
import { findQuirks } from './quirks/find-quirks.ts';
import type { CommonOfInstances, Quirks } from './quirks/quirks.ts';
import { asRaw } from './raw-fields.ts';
import { openTransport, socketAgents, type Transport } from './transport.ts';
import { tuneClass } from './tuned-class.ts';

export interface ConnectOptions {
  /** How long each request of a call that only reads may take, once it is sent. */
  readonly readDeadlineMs?: number;
  /** How long such a call may wait for its turn before that. */
  readonly laneDeadlineMs?: number;
  /** How long placing or cancelling may take before its outcome counts as unknown. */
  readonly orderDeadlineMs?: number;
  /** How often orders and fills are asked for where the exchange does not push them. */
  readonly pollEveryMs?: number;
  /** How often a socket is asked whether it is alive; after two silences it counts as broken. */
  readonly pingEveryMs?: number;
  /** `false` polls even where the exchange pushes. */
  readonly privateStream?: boolean;
  /** How often the markets' rules are asked for anew. */
  readonly marketsEveryMs?: number;
  /** How soon they are asked for once more, however many orders they refuse. */
  readonly marketsAtMostEveryMs?: number;
  /** How long nobody calls, at most, after an answer that does not say it. */
  readonly maxHaltWithoutWordMs?: number;
  /** For those who do not trade: what they ask takes a small share of what an address may, and gives way to those who do. */
  readonly isAside?: boolean;
  /** The address of this machine from which calls and sockets leave; null: whichever the system takes. */
  readonly localAddress?: string | null;
}

const standard: Required<ConnectOptions> = {
  readDeadlineMs: 10_000,
  laneDeadlineMs: 40_000,
  orderDeadlineMs: 10_000,
  pollEveryMs: 3000,
  pingEveryMs: 10_000,
  privateStream: true,
  marketsEveryMs: 4 * 3_600_000,
  marketsAtMostEveryMs: 60_000,
  maxHaltWithoutWordMs: Number.POSITIVE_INFINITY,
  isAside: false,
  localAddress: null,
};

/** A connector over ccxt. `close` ends its streams, its accounts' streams and its connections. */
export interface CcxtConnector extends ExchangeConnector {
  close(): Promise<void>;
}

/** What the connections of a process share. */
export interface CommonOfConnections extends CommonOfInstances {
  readonly runtime: Runtime;
  readonly transport: ExchangeTransport | null;
  readonly metrics: Metrics;
  /** @param rules - asked for where nobody has called that address before */
  limitsOf(address: string, rules: () => PaceRules): AddressLimits;
}

/** See {@link CcxtExchanges.connect}. */
export class CcxtConnection implements CcxtConnector {
  readonly capabilities: Capabilities;
  readonly #common: CommonOfConnections;
  /** In figures. */
  readonly #label: string;
  readonly #options: Required<ConnectOptions>;
  readonly #socketAgents: Table;
  readonly #quirks: Quirks;
  readonly #makeInstance: (settings: Table) => CcxtExchange;
  readonly #keyless: CcxtExchange;
  readonly #limits: AddressLimits;
  readonly #marketData: CcxtMarketData;
  readonly #markets: MarketRenewal;
  readonly #accounts = new Set<CcxtAccount>();
  #transport: Promise<Transport> | null = null;
  #opened: Promise<PublicExchange> | null = null;

  constructor(common: CommonOfConnections, { ccxtId, baseUrl }: ExchangeSettings, given: ConnectOptions) {
    const Base = loadCcxtClass(ccxtId);
    const options = { ...standard, ...given };
    const { runtime, transport } = common;
    this.#common = common;
    this.#label = exchangeLabel(baseUrl ?? ccxtId);
    this.#options = options;
    this.#socketAgents = socketAgents(options.localAddress);
    this.#quirks = findQuirks(ccxtId);
    const description = this.#quirks.describe(withoutCurrencies(new Base({}).describe()), baseUrl);
    const { lanesPer, isAccountLimit, isAnswer, risingNumbers, expiry } = this.#quirks;
    const { isAside } = options;
    const ofExchange = { lanesPer, isAccountLimit, isAnswer, risingNumbers, expiry };
    const tuning = { ...ofExchange, description, runtime, transport, isAside, limits: () => this.#limits };
    const Tuned = tuneClass(Base, tuning);
    this.#makeInstance = lightInstances(Tuned, this.#settings());
    this.#keyless = this.#make({});
    const { connections, orders, perAddress: requests, pace } = this.#quirks;
    const { maxHaltWithoutWordMs } = options;
    const rules = { ...(baseUrl === undefined && { connections, orders }), requests, maxHaltWithoutWordMs, ...pace };
    this.#limits = common.limitsOf(baseUrl ?? ccxtId, () => ({ msPerCost: this.#keyless.rateLimit, ...rules }));
    this.capabilities = capabilitiesOf(this.#keyless, this.#quirks, options);
    this.#marketData = new CcxtMarketData({
      runtime,
      open: () => this.#open(),
      quirks: this.#quirks,
      limits: this.#limits,
      pollEveryMs: this.capabilities.publicStream ? null : options.pollEveryMs,
      renewSoon: () => this.#markets.renewSoon(),
    });
    const { marketsEveryMs: everyMs, marketsAtMostEveryMs: atMostEveryMs } = options;
    this.#markets = new MarketRenewal({ runtime, everyMs, atMostEveryMs, renew: () => this.#renewMarkets() });
  }

  get halt(): AddressHalt {
    return this.#limits;
  }

  get turns(): AddressTurns {
    return this.#limits.gate;
  }

  marketData(): MarketData {
    return this.#marketData;
  }

  async account({ apiKey, secret, passphrase }: Credentials): Promise<ExchangeAccount> {
    const { exchange: keyless } = await this.#open();
    const transport = await this.#openTransport();
    const exchange = this.#make({ ...transport.settings, apiKey, secret, ...(passphrase === undefined ? {} : { password: passphrase }) });
    exchange.setMarketsFromExchange(keyless);
    const secrets = [apiKey, secret, ...(passphrase === undefined ? [] : [passphrase])];
    const account = new CcxtAccount({
      runtime: this.#common.runtime,
      exchange,
      caller: this.#callerOf(exchange, secrets),
      quirks: this.#quirks,
      capabilities: this.capabilities,
      gate: this.#limits.gate,
      orderLane: this.#limits.orderLane(apiKey),
      pollEveryMs: Math.max(this.#options.pollEveryMs, this.#quirks.pollEveryMs ?? 0),
      onRefusedByRules: () => this.#markets.renewSoon(),
      onClose: () => this.#accounts.delete(account),
    });
    this.#accounts.add(account);
    return account;
  }

  async close(): Promise<void> {
    this.#markets.stop();
    await this.#marketData.close();
    await Promise.all([...this.#accounts].map((account) => account.close()));
    await this.#keyless.close();
    const transport = this.#transport;
    this.#transport = null;
    this.#opened = null;
    await (await transport?.catch(() => null))?.close();
  }

  /** Loads the markets once; a failure is forgotten, so that the next question tries again. */
  #open(): Promise<PublicExchange> {
    this.#opened ??= this.#load().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #load(): Promise<PublicExchange> {
    const transport = await this.#openTransport();
    Object.assign(this.#keyless, transport.settings);
    const caller = this.#callerOf(this.#keyless, []);
    await this.#loadMarkets(caller);
    this.#markets.start();
    return { exchange: this.#keyless, caller };
  }

  async #loadMarkets(caller: Caller): Promise<void> {
    const exchange = this.#keyless;
    exchange.enableLastJsonResponse = true;
    await caller.read('load markets', () => exchange.loadMarkets(true));
    const pace = this.#quirks.paceOf?.(asRaw(exchange.last_json_response)) ?? null;
    if (pace !== null) this.#limits.adopt(pace);
    exchange.enableLastJsonResponse = false;
    exchange.last_json_response = undefined;
  }

  async #renewMarkets(): Promise<void> {
    const { exchange, caller } = await this.#open();
    await this.#loadMarkets(caller);
    for (const account of this.#accounts) account.takeMarkets(exchange);
    await this.#marketData.emitMarkets();
  }

  #openTransport(): Promise<Transport> {
    const { readMs, orderMs } = this.#deadlines();
    if (this.#common.transport !== null) return Promise.resolve({ settings: {}, close: () => Promise.resolve() });
    this.#transport ??= openTransport(this.#keyless, {
      stallMs: 2 * Math.max(readMs, orderMs),
      localAddress: this.#options.localAddress,
      socketAgents: this.#socketAgents,
    });
    return this.#transport;
  }

  /** @param own - of this instance only: its key, its transport */
  #make(own: Table): CcxtExchange {
    const exchange = this.#makeInstance(own);
    this.#quirks.prepare?.(exchange, this.#common);
    return exchange;
  }

  #settings(): Table {
    const { readMs, orderMs } = this.#deadlines();
    return {
      ...this.#socketAgents,
      ...ccxtClock(this.#common.runtime),
      enableRateLimit: true,
      // Amounts stay the exchange's own text: a double would cut a long one.
      number: String,
      // A list of hundreds of balances would stay with each account.
      enableLastHttpResponse: false,
      enableLastResponseHeaders: false,
      // Ours end the waiting; ccxt's only clean up behind them.
      timeout: 2 * Math.max(readMs, orderMs),
      streaming: { keepAlive: this.#options.pingEveryMs },
      options: { ordersLimit: 200, tradesLimit: 200, ws: { backoff: { base: 0 } } },
    };
  }

  #callerOf(exchange: CcxtExchange, secrets: readonly string[]): Caller {
    const { errorCodes, codePattern } = this.#quirks;
    const { runtime, metrics } = this.#common;
    return new Caller({
      runtime,
      onCalled: (what, outcome, seconds) => {
        const labels = { exchange: this.#label, call: what.replaceAll(' ', '_'), outcome };
        metrics.observe('exchange_request_duration_seconds', labels, seconds);
      },
      exchange,
      secrets,
      limits: this.#limits,
      deadlines: this.#deadlines(),
      errorCodes,
      codePattern,
    });
  }

  #deadlines(): Deadlines {
    const { readDeadlineMs: readMs, laneDeadlineMs: laneMs, orderDeadlineMs: orderMs } = this.#options;
    return { readMs, laneMs, orderMs };
  }
}

/** Asking for all currencies needs a key on some exchanges, and tells nothing that we use. */
const withoutCurrencies = (description: Table): Table => ({
  ...description,
  has: { ...asRaw(description.has), fetchCurrencies: false },
});
