export type { AnsweredCalls, NamedCall } from './answered-calls/answered-calls.ts';
export {
  type AuditEntry,
  type AuditFacts,
  type AuditLog,
  type AuditOfAll,
  type AuditSearch,
  type StoredAuditEntry,
  sayAudit,
} from './audit/audit.ts';
export type { AuditCheck, AuditDays } from './audit/audit-days.ts';
export { type AuditMonth, type AuditMonths, monthOf } from './audit/audit-months.ts';
export type { BillTerms, MonthRate } from './billing/bill-terms.ts';
export type { CampaignCodes, UsedCode } from './billing/campaign-codes.ts';
export type { Checkout, Checkouts, NewCheckout } from './billing/checkouts.ts';
export type { AllBills, OrganizationBills } from './billing/organization-bills.ts';
export type { FoundPayment, NewPayment, PaymentFilter, Payments, StoredPayment } from './billing/payments.ts';
export { type PaypalAccount, type PaypalAccounts, paypalAccountIdentity, type SealedPaypalSecret } from './billing/paypal-accounts.ts';
export type { OfferedItem, OfferedPlan, PlatformOffer } from './billing/platform-offer.ts';
export type { PlanUse, StoredSubscription, Subscriptions, Trader } from './billing/subscriptions.ts';
export type { UserPlans } from './billing/user-plans.ts';
export type { StoredWebhook, WebhookEvents } from './billing/webhook-events.ts';
export type { BotChanges, BotSummary } from './bots/bot-changes.ts';
export type { BotCourse, BotCourses, CourseBackTest } from './bots/bot-courses.ts';
export type { BotJournal, JournalKey, Progress, Recorded } from './bots/bot-journal.ts';
export type { AnyListedBot, BotQuery, ListedBot } from './bots/bot-list.ts';
export type { AnyBotRow, BotRow, BotSettingsRow, Bots, NewBot, RunRequest, StandingBotRow } from './bots/bots.ts';
export { fundsOf, memoryOf, StoredBot } from './bots/stored-bot.ts';
export type { BrandDraft, BrandKits, BrandVersion, SeenDraft } from './brand-kits/brand-kits.ts';
export type {
  Audience,
  AudienceCount,
  Broadcast,
  BroadcastProgress,
  BroadcastQueue,
  BroadcastResults,
  Broadcasts,
  NewBroadcast,
  Recipient,
} from './broadcasts/broadcasts.ts';
export type { BulkActTarget, StoredBulkAct } from './bulk-acts/bulk-acts.ts';
export { decodeCandles, encodeCandles } from './candles/candle-codec.ts';
export type { CandleDay, CandleRoom, CandleSeries, CandleStore, DaySpan } from './candles/candle-store.ts';
export type { Database, DatabaseOptions, OrganizationDatabase, PlatformDatabase, PlatformTransaction } from './database/database.ts';
export { DatabaseClosedError, DatabaseUnavailableError, DataFolderInUseError, neverSucceeds } from './database/database-error.ts';
export { lockFolder } from './database/folder-lock.ts';
export { migratePglite } from './database/migrate-pglite.ts';
export { openDatabase } from './database/open-database.ts';
export type { Presence } from './database/presence.ts';
export {
  type ExchangeAccount,
  type ExchangeAccounts,
  exchangeAccountIdentity,
  exchangeUserOf,
  keyFingerprint,
  type NewExchangeAccount,
} from './exchange-accounts/exchange-accounts.ts';
export { openCredentials, type SealedCredentials, sealCredentials } from './exchange-accounts/sealed-credentials.ts';
export type { ExchangeHalts, HaltedAddress } from './exchange-halts/exchange-halts.ts';
export type { ExchangeTurns } from './exchange-halts/exchange-turns.ts';
export { SharedHalts } from './exchange-halts/shared-halts.ts';
export type { Exchange, ExchangeChanges, Exchanges, ExchangeUse, NewExchange } from './exchanges/exchanges.ts';
export type { CodeTryLog, TriedCode } from './factors/code-try-log.ts';
export { type Authenticator, authenticatorIdentity, type Factors, type Passkey, type SealedTotpSecret } from './factors/factors.ts';
export { isId } from './ids.ts';
export type { Job, Jobs } from './jobs/jobs.ts';
export { passedOver } from './jobs/passed-over.ts';
export { type JobData, type QueueName, queueNames, type RepeatedQueue, resetLinkIdentity } from './jobs/queues.ts';
export type { Json, JsonFacts } from './json.ts';
export type { StoredMovement, SubAccount, SubLedgers } from './ledger/ledger.ts';
export type { MailRecipients, MailTurn } from './mails/mail-recipients.ts';
export type { Mail, MailQueue, Mails, NewMail } from './mails/mails.ts';
export type { Fills, NamedFill, Orders, OrderWithTrades, StoredFill, StoredOrder } from './orders/orders.ts';
export { thePlatform } from './organizations/organization-repository.ts';
export type {
  NewOrganization,
  Organization,
  OrganizationChanges,
  OrganizationLimits,
  OrganizationSettings,
  Organizations,
} from './organizations/organizations.ts';
export type { Days, KeptOfBot, StoredDay } from './performance/days.ts';
export type { Everybody, OpenOrder, OrganizationFigures, PlatformUser } from './platform/everybody.ts';
export type { BotFacts, ExchangeFacts, Processes, ProcessFacts, ProcessKind, ProcessReport } from './processes/processes.ts';
export { reportProcess } from './processes/report-process.ts';
export {
  type NewPushSubscription,
  type PushKey,
  type PushMessage,
  type PushSubscription,
  pushKeyIdentity,
  pushSubscriptionIdentity,
  type SealedPushKey,
  type SealedPushSubscription,
} from './pushes/pushes.ts';
export type { NewRebalance, Rebalance, Rebalances } from './rebalances/rebalances.ts';
export type { ContractRecords, LedgerTrade, NamedRecord, Performance, Period, StoredRecord } from './records/contract-records.ts';
export type { RestoreOptions } from './restores/restores.ts';
export type { SavedFilter } from './saved-filters/saved-filters.ts';
export { platformOrganizationId } from './schema/tenancy.ts';
export { forgetLostSecrets } from './seal/forget-lost-secrets.ts';
export { loadMasterKeys, parseMasterKeys } from './seal/master-key.ts';
export { openVault } from './seal/open-vault.ts';
export { erasedSeal, type Sealed } from './seal/sealed.ts';
export { createVault, type MasterKey, SealError, type Vault } from './seal/vault.ts';
export type { FoundSession, NewSession, Session, Sessions, Surface } from './sessions/sessions.ts';
export { operatorsIn } from './staff/operators-in.ts';
export type { AdministratorRow, NewStaffMember, OperatorRow, Staff, StaffMember } from './staff/staff.ts';
export type { ListedUser, UserNote } from './standings/user-directory.ts';
export type { QueryMoment, UserQuery } from './standings/user-query.ts';
export type {
  ActiveStop,
  AskedStop,
  PlatformStops,
  Stop,
  StoppedBot,
  StopSubject,
  Stops,
} from './stops/stops.ts';
export type { TestBotFigures, TestBots, TestOwner } from './test-bots/test-bots.ts';
export type { StoredTimelineEntry, Timeline, TimelineLine, TimelineSearch } from './timeline/timeline.ts';
export { emailKeyOf } from './users/email-key.ts';
export type { InvitedUser, ReferralLedger } from './users/referral-ledger.ts';
export type { AllSignUps, NewSignUp, SignUp, SignUps } from './users/sign-ups.ts';
export type { UserEvent, UserEvents } from './users/user-events.ts';
export type { NewUser, Referral, User, UserChanges, UserFilter, Users } from './users/users.ts';
export type { CodePurpose, VerificationCode, VerificationCodes } from './users/verification-codes.ts';
export { areSameBalances, type BookedOn, bookedOn, bookWallet, type WalletDifference } from './virtual-accounts/book-wallet.ts';
export { type RefusedBecause, StepRefused } from './virtual-accounts/step-refused.ts';
export type {
  HandOrder,
  NewHandOrder,
  VirtualAccount,
  VirtualAccounts,
  VirtualMovement,
  VirtualOrder,
} from './virtual-accounts/virtual-accounts.ts';
export type { Claim, Lease, Workers } from './workers/workers.ts';
