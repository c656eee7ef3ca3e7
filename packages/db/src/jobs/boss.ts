import { type Db, PgBoss } from 'pg-boss';
import type { Engine } from '../database/engine.ts';

/** The schema of pg-boss, which it makes and changes itself. */
export const jobSchema = 'pgboss';

/**
 * pg-boss over our own connections, which come back by themselves when the database was away. Not started.
 *
 * @param engine - without `notifications`: to make and change its schema, and nothing else
 */
export function bossOver(engine: Pick<Engine, 'name' | 'jobs'> & Partial<Pick<Engine, 'notifications'>>): PgBoss {
  const { jobs, notifications } = engine;
  const isEmbedded = engine.name === 'pglite';
  /** To install, or to work. */
  const works = notifications !== undefined;
  const db: Db = {
    async executeSql(text, values = []) {
      return { rows: values.length === 0 ? await jobs.script(text) : await jobs.query('platform', text, values, 'object') };
    },
    ...(notifications && {
      async listen(channel, onNotification, onReconnect) {
        return { close: await notifications.listen(channel, onNotification, onReconnect) };
      },
    }),
  };
  return new PgBoss({
    db,
    schema: jobSchema,
    backend: isEmbedded ? 'pglite' : 'postgres',
    migrate: !works,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // A process takes no run of a queue while it believes that one is in hand: what it remembers of that is no older.
    queueCacheIntervalSeconds: 5,
    // Nobody but us vacuums an embedded database, and its one session rebuilds nothing beside others.
    ...(isEmbedded && { monitorVacuum: false, reindex: false }),
  });
}
