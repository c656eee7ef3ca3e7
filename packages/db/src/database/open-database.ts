import type { OperatorRole } from '@tenbin/accounts';
import { noMetrics } from '@tenbin/telemetry';
import { answeredCallsOfAllRepository } from '../answered-calls/answered-call-repository.ts';
import { auditDayRepository } from '../audit/audit-day-repository.ts';
import { auditMonthRepository } from '../audit/audit-months.ts';
import { auditOfAllRepository, auditRepository } from '../audit/audit-repository.ts';
import { billTermsRepository } from '../billing/bill-terms-repository.ts';
import { allBillsRepository } from '../billing/organization-bill-repository.ts';
import { platformOfferRepository } from '../billing/platform-offer-repository.ts';
import { botChangesRepository } from '../bots/bot-changes.ts';
import { broadcastQueueRepository } from '../broadcasts/broadcast-repository.ts';
import { candleRepository } from '../candles/candle-repository.ts';
import { DbError } from '../db-error.ts';
import { exchangeUserRepository } from '../exchange-accounts/exchange-account-repository.ts';
import { exchangeHaltRepository } from '../exchange-halts/exchange-halt-repository.ts';
import { exchangeTurnRepository } from '../exchange-halts/exchange-turn-repository.ts';
import { exchangeRepository } from '../exchanges/exchange-repository.ts';
import { isId } from '../ids.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { PgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { mailRecipientRepository } from '../mails/mail-recipient-repository.ts';
import { mailQueueRepository } from '../mails/mail-repository.ts';
import { organizationRepository } from '../organizations/organization-repository.ts';
import { everybodyRepository } from '../platform/everybody-repository.ts';
import { processRepository } from '../processes/process-repository.ts';
import { restoreRepository } from '../restores/restore-repository.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import { sealRepository } from '../seal/seal-repository.ts';
import { sessionRepository } from '../sessions/session-repository.ts';
import { staffRepository } from '../staff/staff-repository.ts';
import { platformStopRepository } from '../stops/stop-repository.ts';
import { testBotRepository } from '../test-bots/test-bot-repository.ts';
import { allSignUpRepository } from '../users/sign-up-repository.ts';
import { workerRepository } from '../workers/worker-repository.ts';
import type { RunStatement } from './connection.ts';
import type { Queries } from './connection-pool.ts';
import type { Database, DatabaseOptions, OrganizationDatabase, PlatformDatabase, PlatformTransaction } from './database.ts';
import { type Engine, openPgliteEngine, openPostgresEngine } from './engine.ts';
import { checkChannel, checkPayload, type Publish } from './notifications.ts';
import { organizationDatabase, platformContext, tenantContext } from './organization-database.ts';
import { soundnessOf } from './soundness-of.ts';
import { type Sql, sqlOver } from './sql.ts';
import type { TenantContext } from './tenant-context.ts';
import { watchDatabase } from './watch-database.ts';

const maxKeptHandles = 1000;

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws {DataFolderInUseError} another process has the folder
 * @throws {DatabaseUnavailableError} PostgreSQL does not answer
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const engine =
    options.databaseUrl === undefined ? await openPgliteEngine(options) : await openPostgresEngine(options.databaseUrl, options);
  try {
    const applied = await engine.migrate();
    await engine.alone(async () => {
      await installJobs(engine);
      // Those to come are made days before they are needed, and again daily.
      await over(engine.platform)
        .auditMonths.makeAhead(options.runtime.now())
        .catch((error: unknown) => options.log?.warn({ err: error }, 'audit.months_failed'));
    });
    options.log?.info({ engine: engine.name, migrationsApplied: applied }, 'database.opened');
    return await databaseOver(engine, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The database over an engine that is up to date. */
export async function databaseOver(
  engine: Engine,
  { runtime: clock, onAudit, log, metrics = noMetrics }: Pick<DatabaseOptions, 'runtime' | 'onAudit' | 'log' | 'metrics'>,
): Promise<Database> {
  const handles = new Map<string, OrganizationDatabase>();
  const notify: Database['notify'] = async (channel, ...payloads) => {
    checkChannel(channel);
    payloads.forEach(checkPayload);
    await engine.platform.query('platform', 'select pg_notify($1, told) from unnest($2::text[]) told', [channel, payloads], 'array');
  };
  const publish: Publish = async (channel, payloads) => {
    if (payloads.length === 0) return;
    await notify(channel, ...payloads.map((payload) => JSON.stringify(payload))).catch((error: unknown) =>
      log?.warn({ channel, err: error }, 'signal.send_failed'),
    );
  };
  const jobs = new PgBossJobs(engine, { runtime: clock, publish, log, metrics });
  await jobs.open();
  const soundness = soundnessOf(engine, { jobs, clock });
  const stopWatching = watchDatabase(soundness, metrics);
  return {
    engine: engine.name,
    platform: platformDatabase(engine, { clock, onAudit, publish, putMailJob: jobs.putMail, putPushJobs: jobs.putPushes }),
    forOrganization(organizationId) {
      const kept = handles.get(organizationId);
      if (kept) return kept;
      if (!isId(organizationId)) throw new DbError('organizationNotFound', { id: organizationId.slice(0, 60) });
      const made = organizationDatabase(
        tenantContext(engine.tenants, organizationId, { clock, onAudit, putMailJob: jobs.putMail, putPushJobs: jobs.putPushes, publish }),
      );
      if (handles.size >= maxKeptHandles) handles.delete(handles.keys().next().value ?? '');
      handles.set(organizationId, made);
      return made;
    },
    notify,
    listen: (channel, listener, onReconnect) => engine.notifications.listen(channel, listener, onReconnect),
    jobs,
    soundness,
    holdPresence: () => engine.holdPresence(),
    async ping() {
      await engine.platform.query('platform', 'select 1', [], 'array');
    },
    async close() {
      stopWatching();
      await jobs.close();
      await engine.close();
    },
  };
}

/** Statements of the platform over a pool. */
function over(pool: Queries) {
  const run: RunStatement = (text, values, mode) => pool.query('platform', text, values, mode);
  const transact = <T>(work: (own: Sql) => Promise<T>): Promise<T> => pool.transaction('platform', (own) => work(sqlOver(own)));
  const auditMonths = auditMonthRepository(run, (work) => pool.transaction('platform', work));
  const auditDays = auditDayRepository(run, (work) => pool.transaction('platform', work));
  return { run, sql: sqlOver(run), transact, auditMonths, auditDays };
}

function platformDatabase(
  engine: Pick<Engine, 'platform' | 'candles'>,
  given: Pick<TenantContext, 'clock' | 'onAudit' | 'publish' | 'putMailJob' | 'putPushJobs'>,
): PlatformDatabase {
  const { clock, onAudit, publish } = given;
  const { run: runOnPlatform, sql, transact, auditMonths, auditDays } = over(engine.platform);
  const candles = over(engine.candles);
  const own = platformContext(engine.platform, platformOrganizationId, given);
  return {
    organizations: organizationRepository(sql, clock),
    exchanges: exchangeRepository(sql, clock),
    botChanges: botChangesRepository(sql),
    sessions: sessionRepository(sql, clock),
    exchangeHalts: exchangeHaltRepository(sql),
    exchangeTurns: exchangeTurnRepository(transact),
    workers: workerRepository(sql, transact, clock),
    processes: processRepository(sql, clock),
    exchangeUsers: exchangeUserRepository(sql),
    mailQueue: mailQueueRepository(sql),
    answeredCalls: answeredCallsOfAllRepository(sql),
    broadcasts: broadcastQueueRepository(sql),
    mailRecipients: mailRecipientRepository(sql, transact),
    signUps: allSignUpRepository(sql),
    candles: candleRepository(candles.sql, candles.transact),
    testBots: testBotRepository(own),
    stops: platformStopRepository({ run: runOnPlatform, publish, clock }),
    offer: platformOfferRepository(sql),
    bills: allBillsRepository(transact, clock),
    billTerms: billTermsRepository(sql),
    operators: staffRepository<OperatorRole>(own),
    own: organizationDatabase(own),
    everybody: everybodyRepository(sql),
    auditOfAll: auditOfAllRepository(sql),
    transaction: (work) => own.transaction((inside) => work(platformTransaction(inside))),
    audit: auditRepository({ sql, organizationId: null, clock, onEntry: onAudit }),
    auditMonths,
    auditDays,
    seals: sealRepository(sql),
    restores: restoreRepository(runOnPlatform),
  };
}

function platformTransaction(own: TenantContext): PlatformTransaction {
  const { sql, clock } = own;
  return {
    own: organizationDatabase(own),
    organizations: organizationRepository(sql, clock),
    exchanges: exchangeRepository(sql, clock),
    testBots: testBotRepository(own),
    stops: platformStopRepository(own),
    offer: platformOfferRepository(sql),
    bills: allBillsRepository((work) => work(sql), clock),
    billTerms: billTermsRepository(sql),
    forOrganization(organizationId) {
      const inside: TenantContext = { ...own, organizationId, transaction: (work) => work(inside) };
      return organizationDatabase(inside);
    },
  };
}
