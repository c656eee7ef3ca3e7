import type { Runtime } from '@tenbin/runtime';
import type { Log, Metrics } from '@tenbin/telemetry';
import type { AnsweredCalls, AnsweredCallsOfAll } from '../answered-calls/answered-calls.ts';
import type { AuditListener, AuditLog, AuditOfAll } from '../audit/audit.ts';
import type { AuditCheck, AuditDays } from '../audit/audit-days.ts';
import type { AuditMonths } from '../audit/audit-months.ts';
import type { BillTerms } from '../billing/bill-terms.ts';
import type { CampaignCodes } from '../billing/campaign-codes.ts';
import type { Checkouts } from '../billing/checkouts.ts';
import type { AllBills, OrganizationBills } from '../billing/organization-bills.ts';
import type { Payments } from '../billing/payments.ts';
import type { PaypalAccounts } from '../billing/paypal-accounts.ts';
import type { PlatformOffer } from '../billing/platform-offer.ts';
import type { Subscriptions } from '../billing/subscriptions.ts';
import type { UserPlans } from '../billing/user-plans.ts';
import type { WebhookEvents } from '../billing/webhook-events.ts';
import type { BotChanges } from '../bots/bot-changes.ts';
import type { BotCourses } from '../bots/bot-courses.ts';
import type { BotJournal } from '../bots/bot-journal.ts';
import type { BotList } from '../bots/bot-list.ts';
import type { Bots } from '../bots/bots.ts';
import type { BrandKits } from '../brand-kits/brand-kits.ts';
import type { BroadcastQueue, Broadcasts } from '../broadcasts/broadcasts.ts';
import type { BulkActs } from '../bulk-acts/bulk-acts.ts';
import type { CandleStore } from '../candles/candle-store.ts';
import type { ExchangeAccounts, ExchangeUsers } from '../exchange-accounts/exchange-accounts.ts';
import type { ExchangeHalts } from '../exchange-halts/exchange-halts.ts';
import type { ExchangeTurns } from '../exchange-halts/exchange-turns.ts';
import type { Exchange, Exchanges } from '../exchanges/exchanges.ts';
import type { CodeTryLog } from '../factors/code-try-log.ts';
import type { Factors } from '../factors/factors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SubLedgers } from '../ledger/ledger.ts';
import type { MailRecipients } from '../mails/mail-recipients.ts';
import type { MailQueue, Mails } from '../mails/mails.ts';
import type { Fills, Orders } from '../orders/orders.ts';
import type { Organization, Organizations, OwnChanges } from '../organizations/organizations.ts';
import type { Days } from '../performance/days.ts';
import type { Everybody } from '../platform/everybody.ts';
import type { Processes } from '../processes/processes.ts';
import type { Pushes } from '../pushes/pushes.ts';
import type { Rebalances } from '../rebalances/rebalances.ts';
import type { ContractRecords } from '../records/contract-records.ts';
import type { Restores } from '../restores/restores.ts';
import type { SavedFilters } from '../saved-filters/saved-filters.ts';
import type { Seals } from '../seal/seals.ts';
import type { OwnSessions, Sessions } from '../sessions/sessions.ts';
import type { Administrators, Operators } from '../staff/staff.ts';
import type { UserDirectory } from '../standings/user-directory.ts';
import type { UserFigures } from '../standings/user-figures.ts';
import type { PlatformStops, Stops } from '../stops/stops.ts';
import type { TestBots } from '../test-bots/test-bots.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { NotMeLinks } from '../users/not-me-links.ts';
import type { ReferralLedger } from '../users/referral-ledger.ts';
import type { AllSignUps, SignUps } from '../users/sign-ups.ts';
import type { UserEvents } from '../users/user-events.ts';
import type { Users } from '../users/users.ts';
import type { VerificationCodes } from '../users/verification-codes.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import type { Workers } from '../workers/workers.ts';
import type { Presence } from './presence.ts';
import type { Soundness } from './soundness.ts';

/** Everything of one organization, and nothing of any other: the restricted role and row-level security stand behind it. */
export interface OrganizationDatabase {
  readonly organizationId: string;
  /** For a row whose id goes into something before it is stored: a UUID of version 7, so that later ones sort later. */
  newId(): string;
  /** Its own row. @throws {DomainError} `organizationNotFound` */
  organization(): Promise<Organization>;
  /** Its own row, locked until the transaction ends: whoever counts before they add waits for whoever adds. @throws {DomainError} `organizationNotFound` */
  lockOrganization(): Promise<Organization>;
  /** What its administrators may change of it. @throws {DomainError} `organizationNotFound` */
  changeOrganization(changes: OwnChanges): Promise<Organization>;
  /** The enabled exchanges that it offers, by name; of the platform itself: all that there are. */
  exchanges(): Promise<Exchange[]>;
  readonly users: Users;
  readonly userDirectory: UserDirectory;
  readonly userFigures: UserFigures;
  readonly userEvents: UserEvents;
  readonly bulkActs: BulkActs;
  readonly signUps: SignUps;
  readonly verificationCodes: VerificationCodes;
  readonly notMeLinks: NotMeLinks;
  readonly factors: Factors;
  readonly codeTries: CodeTryLog;
  readonly exchangeAccounts: ExchangeAccounts;
  readonly bots: Bots;
  readonly botList: BotList;
  readonly botCourses: BotCourses;
  readonly journal: BotJournal;
  readonly ledgers: SubLedgers;
  readonly virtualAccounts: VirtualAccounts;
  readonly answeredCalls: AnsweredCalls;
  readonly orders: Orders;
  readonly fills: Fills;
  readonly records: ContractRecords;
  readonly days: Days;
  readonly rebalances: Rebalances;
  readonly timeline: Timeline;
  readonly mails: Mails;
  readonly pushes: Pushes;
  readonly brandKits: BrandKits;
  readonly broadcasts: Broadcasts;
  readonly stops: Stops;
  readonly userPlans: UserPlans;
  readonly campaignCodes: CampaignCodes;
  readonly subscriptions: Subscriptions;
  readonly checkouts: Checkouts;
  readonly payments: Payments;
  readonly webhookEvents: WebhookEvents;
  readonly paypalAccounts: PaypalAccounts;
  readonly bills: OrganizationBills;
  readonly referralLedger: ReferralLedger;
  readonly administrators: Administrators;
  readonly sessions: OwnSessions;
  readonly audit: AuditLog;
  auditCheck(): Promise<AuditCheck>;
  readonly savedFilters: SavedFilters;
  /** Calls once what was written is committed: at once, or after the open transaction; not at all where that is rolled back. */
  onCommit(work: () => void): void;
  /**
   * All of `work` in one transaction of this organization; an error takes everything back.
   * Use only the handle given to it, and wait for nothing outside: on the embedded database everybody else waits.
   */
  transaction<T>(work: (organization: OrganizationDatabase) => Promise<T>): Promise<T>;
}

/** What belongs to no organization, or to all. For sign-in, start-up, workers and jobs; never for a tenant's request. */
export interface PlatformDatabase {
  readonly organizations: Organizations;
  readonly exchanges: Exchanges;
  readonly botChanges: BotChanges;
  readonly sessions: Sessions;
  readonly workers: Workers;
  readonly processes: Processes;
  readonly exchangeUsers: ExchangeUsers;
  readonly exchangeHalts: ExchangeHalts;
  readonly exchangeTurns: ExchangeTurns;
  readonly mailQueue: MailQueue;
  readonly answeredCalls: AnsweredCallsOfAll;
  readonly broadcasts: BroadcastQueue;
  readonly mailRecipients: MailRecipients;
  readonly signUps: AllSignUps;
  readonly candles: CandleStore;
  readonly stops: PlatformStops;
  readonly testBots: TestBots;
  readonly operators: Operators;
  /** What is the platform's own, its operators' factors and mails among it. Its transactions reach whatever the platform does. */
  readonly own: OrganizationDatabase;
  /** Of all organizations and the platform. */
  readonly everybody: Everybody;
  readonly auditOfAll: AuditOfAll;
  /**
   * An act of an operator in one transaction: an error takes everything back. Use only the handle given to it, and wait for
   * nothing outside.
   */
  transaction<T>(work: (within: PlatformTransaction) => Promise<T>): Promise<T>;
  readonly offer: PlatformOffer;
  readonly bills: AllBills;
  readonly billTerms: BillTerms;
  readonly seals: Seals;
  readonly restores: Restores;
  readonly audit: AuditLog;
  readonly auditMonths: AuditMonths;
  readonly auditDays: AuditDays;
}

/** What an operator's act may write, in one. */
export interface PlatformTransaction
  extends Pick<PlatformDatabase, 'organizations' | 'exchanges' | 'testBots' | 'stops' | 'offer' | 'bills' | 'billTerms' | 'own'> {
  forOrganization(organizationId: string): OrganizationDatabase;
}

/** PostgreSQL, or PGlite in this process. Both behave alike. */
export interface Database {
  readonly engine: 'postgres' | 'pglite';
  /** Cheap: handles are kept. */
  forOrganization(organizationId: string): OrganizationDatabase;
  readonly platform: PlatformDatabase;
  /** What is done at a time or tried again, once over all processes. */
  readonly jobs: Jobs;
  /**
   * Tells every listener of the channel, in this process and others; several things in one statement.
   *
   * @param channel - `[a-z][a-z0-9_]{0,62}`
   * @param payloads - each at most 7,900 bytes
   */
  notify(channel: string, ...payloads: readonly string[]): Promise<void>;
  /**
   * Survives a lost connection; what was sent meanwhile is lost, and `onReconnect` says so.
   *
   * @returns stops listening
   */
  listen(channel: string, listener: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>;
  /** Shows other processes that this one is there, until it is released or the process ends. */
  holdPresence(): Promise<Presence>;
  /** How the database, and what it holds, stands now. */
  readonly soundness: Soundness;
  /** One round trip. Throws when the database cannot be reached. */
  ping(): Promise<void>;
  /** Waits for what is under way; then every call is refused. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Its clock, its timers, and what leaves with one turn of the event loop. */
  readonly runtime: Runtime;
  /** `postgres://…`. Absent: PGlite. */
  readonly databaseUrl?: string | undefined;
  /** PGlite's folder, made when it is not there. Absent: in memory. */
  readonly dataDir?: string | undefined;
  readonly log?: Log | undefined;
  readonly metrics?: Metrics | undefined;
  /**
   * Told of each entry of the audit log that this process writes: of one that is written in a transaction once that is
   * committed, of any other whether it can be stored or not.
   */
  readonly onAudit?: AuditListener | undefined;
  /** Connections for tenants and for the platform, PostgreSQL only. Default 8 and 4. */
  readonly tenantConnections?: number | undefined;
  readonly platformConnections?: number | undefined;
  /** PostgreSQL only: how long a statement's answer may take before its connection counts as lost. Default 35 s. */
  readonly silenceMs?: number | undefined;
  /** PGlite has no working autovacuum. Default 10 minutes. */
  readonly vacuumEveryMs?: number | undefined;
}
