import path from 'node:path';
import { ConnectionPool, type PoolFigures, type Queries } from './connection-pool.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { Notifications } from './notifications.ts';
import { connectToPostgres } from './pg-connection.ts';
import { PgListener } from './pg-listener.ts';
import { openPglite, pgliteConnection } from './pglite-connection.ts';
import { holdPresence, noPresence, type Presence } from './presence.ts';

/** What both databases offer: connections by scope, and notifications. */
export interface Engine {
  readonly name: Database['engine'];
  readonly tenants: ConnectionPool;
  /** On PGlite the same as `tenants`: there is one session. */
  readonly platform: ConnectionPool;
  /** Candles are many and large: they never hold up anybody else. On PGlite they wait for everybody else. */
  readonly candles: Queries;
  /** Of jobs, which ask every few seconds: like candles. */
  readonly jobs: Queries;
  readonly notifications: Notifications;
  /** By the name of the pool. */
  figures(): Readonly<Record<string, PoolFigures>>;
  /** Nobody else does the same meanwhile, in this process or another. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** @returns how many migrations were applied */
  migrate(): Promise<number>;
  holdPresence(): Promise<Presence>;
  close(): Promise<void>;
}

const waitMs = 15_000;
const candleConnections = 2;
const jobConnections = 2;
/** Any number of our own, the same for all. */
const aloneLock = 8_436_200_003;
const defaultVacuumMs = 10 * 60_000;

/** Pools of their own, so that a tenant's connection never has another role. */
export async function openPostgresEngine(databaseUrl: string, options: DatabaseOptions): Promise<Engine> {
  const { runtime, log, tenantConnections = 8, platformConnections = 4, silenceMs } = options;
  const connect = async (patience: { readonly silenceMs: number | null | undefined } = { silenceMs }) => {
    const connection = await connectToPostgres(databaseUrl, { runtime, ...patience });
    void connection.lost.then((error) => log?.warn({ err: error }, 'database.connection_lost'));
    return connection;
  };
  const tenants = new ConnectionPool({ runtime, size: tenantConnections, connect, waitMs });
  const platform = new ConnectionPool({ runtime, size: platformConnections, connect, waitMs });
  const candles = new ConnectionPool({ runtime, size: candleConnections, connect, waitMs });
  const jobs = new ConnectionPool({ runtime, size: jobConnections, connect, waitMs });
  // What changes the schema takes as long as it takes.
  const patient = () => new ConnectionPool({ runtime, size: 1, connect: () => connect({ silenceMs: null }), waitMs });
  const notifications = new Notifications((own) => new PgListener(databaseUrl, own, { runtime, log, silenceMs }), log);
  return {
    name: 'postgres',
    tenants,
    platform,
    candles,
    jobs,
    notifications,
    figures: () => ({ tenants: tenants.figures, platform: platform.figures, candles: candles.figures, jobs: jobs.figures }),
    async alone(work) {
      const pool = patient();
      try {
        await pool.script(`set statement_timeout = 0; select pg_advisory_lock(${aloneLock})`);
        return await work();
      } finally {
        await pool.close();
      }
    },
    async migrate() {
      const pool = patient();
      return pool.transaction('platform', migrate).finally(() => pool.close());
    },
    holdPresence: () => holdPresence(databaseUrl, { runtime, log, silenceMs }),
    close: once(async () => {
      await notifications.close();
      await Promise.all([tenants.close(), platform.close(), candles.close(), jobs.close()]);
    }),
  };
}

/** PGlite in a locked folder, or in memory; vacuumed on a schedule, since its own does not act. */
export async function openPgliteEngine({ runtime, dataDir, log, vacuumEveryMs = defaultVacuumMs }: DatabaseOptions): Promise<Engine> {
  const unlock = dataDir === undefined ? null : await lockFolder(dataDir, runtime);
  try {
    const pglite = await openPglite(dataDir === undefined ? undefined : path.join(dataDir, 'pglite'));
    const pool = new ConnectionPool({ runtime, size: 1, connect: async () => pgliteConnection(pglite), waitMs });
    const session = { execute: async (sql: string) => void (await pool.query('platform', sql, [], 'array')), close: async () => undefined };
    const notifications = new Notifications(() => session, log);
    pglite.onNotification((channel, payload) => notifications.deliver(channel, payload));
    const vacuum = () =>
      pool.query('platform', 'vacuum', [], 'array').catch((error: unknown) => log?.warn({ err: error }, 'database.vacuum_failed'));
    const stopVacuum = runtime.every(vacuumEveryMs, vacuum, { unref: true });
    return {
      name: 'pglite',
      tenants: pool,
      platform: pool,
      candles: pool.behindOthers(),
      jobs: pool.behindOthers(),
      alone: (work) => work(),
      notifications,
      figures: () => ({ embedded: pool.figures }),
      migrate: () => pool.transaction('platform', migrate),
      holdPresence: async () => noPresence,
      close: once(async () => {
        stopVacuum();
        await notifications.close();
        await pool.close();
        if (!pglite.closed) await pglite.close();
        await unlock?.();
      }),
    };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null;
  return () => {
    closing ??= close();
    return closing;
  };
}
