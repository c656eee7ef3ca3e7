import type { Brand } from '@tenbin/brand';
import type { Health } from '@tenbin/contract';
import type { Database, Vault } from '@tenbin/db';
import type { Log, Metrics } from '@tenbin/telemetry';
import type { Auditor } from './audit/auditor.ts';
import type { BacktestRunner } from './backtests/backtest-runner.ts';
import type { CandleService } from './candles/candle-service.ts';
import type { Clock } from './clock.ts';
import type { ExchangeAccess } from './exchange-access/exchange-access.ts';
import type { Remembering } from './exchange-access/remembering.ts';
import type { OrderReader } from './exchange-access/reported-orders.ts';
import type { Limits } from './limits/limits.ts';
import type { BotOwners } from './live/bot-owners.ts';
import type { EventHub } from './live/event-hub.ts';
import type { OpenStreams } from './live/open-streams.ts';
import type { Signals } from './live/signals.ts';
import type { Partner } from './partners/partner-settings.ts';
import type { PaypalAccess } from './payments/paypal-access.ts';
import type { SessionDirectory } from './sessions/session-directory.ts';
import type { OrganizationDirectory } from './tenancy/organization-directory.ts';
import type { Tenancy } from './tenancy/tenancy.ts';

/** The virtual exchange of a trial as it stands. */
export interface TrialVenueView {
  readonly feed: string;
  readonly speed: number;
  readonly now: string;
  readonly markets: readonly {
    readonly pair: string;
    readonly last: string;
    /** Best first. */
    readonly bids: readonly TrialLevel[];
    readonly asks: readonly TrialLevel[];
  }[];
  readonly accounts: readonly {
    readonly id: string;
    /** Its last four characters. */
    readonly key: string;
    readonly balances: Readonly<Record<string, { readonly free: string; readonly locked: string }>>;
    readonly openOrders: number;
    readonly trades: number;
    readonly createdAt: string;
  }[];
  readonly faults: {
    readonly armed: readonly {
      readonly id: string;
      readonly fault: Readonly<Record<string, unknown>> & { readonly type: string };
      readonly seen: number;
      readonly struck: number;
    }[];
    /** Strikes by type since the start. */
    readonly struck: Readonly<Record<string, number>>;
  };
}

export interface TrialLevel {
  readonly price: string;
  readonly amount: string;
}

/** The virtual exchange of a trial, as far as the API shows it. */
export interface TrialVenue {
  createAccount(wanted: {
    readonly balances?: Readonly<Record<string, string>> | undefined;
    readonly passphrase?: string | undefined;
  }): Promise<{ readonly key: string; readonly secret: string }>;
  /** Prices, books, accounts and faults: plain JSON, no secrets. */
  describe(): Promise<TrialVenueView>;
  /** What each type of fault can be told. */
  readonly faultFields: Readonly<Record<string, readonly string[]>>;
  /** @throws {DomainError} saying what is wrong with it */
  injectFault(fault: unknown): Promise<void>;
  /** @param id - null for all */
  clearFault(id: string | null): Promise<void>;
}

/** How a trial is shown; null where nothing is being tried out. */
export interface Trial {
  /** How many times faster than real time the virtual exchange's market moves. */
  readonly timeScale: number;
  /** Null where the virtual exchange runs elsewhere. */
  readonly venue: TrialVenue | null;
}

/** What handlers work with. One for each server. */
export interface ServerContext {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly organizations: OrganizationDirectory;
  readonly tenancy: Tenancy;
  readonly sessions: SessionDirectory;
  readonly exchanges: ExchangeAccess;
  readonly candles: CandleService;
  readonly orderReader: OrderReader;
  readonly health: Remembering<Health>;
  readonly backtests: BacktestRunner;
  readonly limits: Limits;
  /** By an organization's slug. */
  readonly partners: ReadonlyMap<string, Partner>;
  readonly paypal: PaypalAccess;
  readonly auditor: Auditor;
  readonly owners: BotOwners;
  readonly hub: EventHub;
  readonly signals: Signals;
  readonly streams: OpenStreams;
  readonly trial: Trial | null;
  /** A page's address in a brand's dress, as it stands in mails. @param page - path and query */
  readonly urlOf: (brand: Brand, page: string) => string;
}
