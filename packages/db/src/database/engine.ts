import path from 'node:path';
import { ConnectionPool, type Queries } from './connection-pool.ts';
import type { DatabaseOptions } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { Notifications } from './notifications.ts';
import { connectToPostgres } from './pg-connection.ts';
import { PgListener } from './pg-listener.ts';
import { openPglite, pgliteConnection } from './pglite-connection.ts';
import { holdPresence, noPresence, type Presence } from './presence.ts';

/** What both databases offer: connections by scope, and notifications. */
export interface Engine {
  readonly name: 'postgres' | 'pglite';
  readonly tenants: ConnectionPool;
  /** On PGlite the same as `tenants`: there is one session. */
  readonly platform: ConnectionPool;
  /** Candles are many and large: they never hold up anybody else. On PGlite they wait for everybody else. */
  readonly candles: Queries;
  readonly notifications: Notifications;
  /** @returns how many migrations were applied */
  migrate(): Promise<number>;
  holdPresence(): Promise<Presence>;
  close(): Promise<void>;
}

const waitMs = 15_000;
const candleConnections = 2;
const usualVacuumMs = 10 * 60_000;

/** Pools of their own, so that a tenant's connection never has another role. */
export async function openPostgresEngine(databaseUrl: string, options: DatabaseOptions): Promise<Engine> {
  const { log, tenantConnections = 8, platformConnections = 4, silenceMs } = options;
  const connect = async (patience: { readonly silenceMs: number | null | undefined } = { silenceMs }) => {
    const connection = await connectToPostgres(databaseUrl, patience);
    void connection.lost.then((error) => log?.warn({ error: error.message }, 'database.connectionLost'));
    return connection;
  };
  const tenants = new ConnectionPool({ size: tenantConnections, connect, waitMs });
  const platform = new ConnectionPool({ size: platformConnections, connect, waitMs });
  const candles = new ConnectionPool({ size: candleConnections, connect, waitMs });
  const notifications = new Notifications((own) => new PgListener(databaseUrl, own, { log, silenceMs }), log);
  return {
    name: 'postgres',
    tenants,
    platform,
    candles,
    notifications,
    async migrate() {
      // A change of the schema takes as long as it takes.
      const patient = new ConnectionPool({ size: 1, connect: () => connect({ silenceMs: null }), waitMs });
      return patient.transaction('platform', migrate).finally(() => patient.close());
    },
    holdPresence: () => holdPresence(databaseUrl, { log, silenceMs }),
    close: once(async () => {
      await notifications.close();
      await Promise.all([tenants.close(), platform.close(), candles.close()]);
    }),
  };
}

/** PGlite in a locked folder, or in memory; vacuumed on a schedule, since its own does not act. */
export async function openPgliteEngine({ dataDir, loadDataDir, log, vacuumEveryMs = usualVacuumMs }: DatabaseOptions): Promise<Engine> {
  const unlock = dataDir === undefined ? null : await lockFolder(dataDir);
  try {
    const pglite = await openPglite({ dataDir: dataDir === undefined ? undefined : path.join(dataDir, 'pglite'), loadDataDir });
    const pool = new ConnectionPool({ size: 1, connect: async () => pgliteConnection(pglite), waitMs });
    const session = { execute: async (sql: string) => void (await pool.query('platform', sql, [], 'array')), close: async () => undefined };
    const notifications = new Notifications(() => session, log);
    pglite.onNotification((channel, payload) => notifications.deliver(channel, payload));
    const vacuum = () =>
      pool.query('platform', 'vacuum', [], 'array').catch((error: unknown) => log?.warn({ error: String(error) }, 'database.vacuumFailed'));
    const timer = setInterval(vacuum, vacuumEveryMs);
    timer.unref();
    return {
      name: 'pglite',
      tenants: pool,
      platform: pool,
      candles: pool.behindOthers(),
      notifications,
      migrate: () => pool.transaction('platform', migrate),
      holdPresence: async () => noPresence,
      close: once(async () => {
        clearInterval(timer);
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
