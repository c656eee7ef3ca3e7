import { DomainError } from '@tenbin/market';
import type { AuditListener } from '../audit/audit.ts';
import { auditRepository } from '../audit/audit-repository.ts';
import { candleRepository } from '../candles/candle-repository.ts';
import { exchangeUserRepository } from '../exchange-accounts/exchange-account-repository.ts';
import { exchangeHaltRepository } from '../exchange-halts/exchange-halt-repository.ts';
import { exchangeTurnRepository } from '../exchange-halts/exchange-turn-repository.ts';
import { exchangeRepository } from '../exchanges/exchange-repository.ts';
import { mailRecipientRepository } from '../mails/mail-recipient-repository.ts';
import { mailQueueRepository } from '../mails/mail-repository.ts';
import { organizationRepository } from '../organizations/organization-repository.ts';
import { restoreRepository } from '../restores/restore-repository.ts';
import { sealRepository } from '../seal/seal-repository.ts';
import { sessionRepository } from '../sessions/session-repository.ts';
import { operatorRepository } from '../staff/staff-repository.ts';
import { platformStopRepository } from '../stops/stop-repository.ts';
import { allSignUpRepository } from '../users/sign-up-repository.ts';
import { workerRepository } from '../workers/worker-repository.ts';
import type { RunStatement } from './connection.ts';
import type { Queries } from './connection-pool.ts';
import type { Database, DatabaseOptions, OrganizationDatabase, PlatformDatabase } from './database.ts';
import { type Sql, sqlOver } from './drizzle-database.ts';
import { type Engine, openPgliteEngine, openPostgresEngine } from './engine.ts';
import { checkChannel, checkPayload } from './notifications.ts';
import { organizationDatabase, tenantContext } from './organization-database.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const mostKeptHandles = 1000;

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
    options.log?.info({ engine: engine.name, migrationsApplied: applied }, 'database.opened');
  } catch (error) {
    await engine.close();
    throw error;
  }
  return databaseOver(engine, options.onAudit);
}

/** The database over an engine that is up to date. */
export function databaseOver(engine: Engine, onAudit?: AuditListener): Database {
  const handles = new Map<string, OrganizationDatabase>();
  return {
    engine: engine.name,
    platform: platformDatabase(engine, onAudit),
    forOrganization(organizationId) {
      const kept = handles.get(organizationId);
      if (kept) return kept;
      if (!uuid.test(organizationId)) throw new DomainError('organizationNotFound', { id: organizationId.slice(0, 60) });
      const made = organizationDatabase(tenantContext(engine.tenants, organizationId, onAudit));
      if (handles.size >= mostKeptHandles) handles.delete(handles.keys().next().value ?? '');
      handles.set(organizationId, made);
      return made;
    },
    async notify(channel, payload) {
      checkChannel(channel);
      checkPayload(payload);
      await engine.platform.query('platform', 'select pg_notify($1, $2)', [channel, payload], 'array');
    },
    listen: (channel, listener, onReconnect) => engine.notifications.listen(channel, listener, onReconnect),
    holdPresence: () => engine.holdPresence(),
    async ping() {
      await engine.platform.query('platform', 'select 1', [], 'array');
    },
    close: () => engine.close(),
  };
}

/** Statements of the platform over a pool. */
function over(pool: Queries) {
  const run: RunStatement = (text, values, mode) => pool.query('platform', text, values, mode);
  const transact = <T>(work: (own: Sql) => Promise<T>): Promise<T> => pool.transaction('platform', (own) => work(sqlOver(own)));
  return { run, sql: sqlOver(run), transact };
}

function platformDatabase(engine: Pick<Engine, 'platform' | 'candles'>, onAudit: AuditListener | undefined): PlatformDatabase {
  const { run: runOnPlatform, sql, transact } = over(engine.platform);
  const candles = over(engine.candles);
  return {
    organizations: organizationRepository(sql),
    exchanges: exchangeRepository(sql),
    sessions: sessionRepository(sql),
    exchangeHalts: exchangeHaltRepository(sql),
    exchangeTurns: exchangeTurnRepository(transact),
    workers: workerRepository(sql, transact),
    exchangeUsers: exchangeUserRepository(sql),
    mailQueue: mailQueueRepository(sql),
    mailRecipients: mailRecipientRepository(sql, transact),
    signUps: allSignUpRepository(sql),
    candles: candleRepository(candles.sql, candles.transact),
    stops: platformStopRepository(runOnPlatform),
    operators: operatorRepository(sql),
    audit: auditRepository({ sql, organizationId: null, onEntry: onAudit }),
    seals: sealRepository(sql),
    restores: restoreRepository(runOnPlatform),
  };
}
