import { randomInt } from 'node:crypto';
import type { DatabaseLog } from './database.ts';
import { LastingConnection } from './lasting-connection.ts';

/** That a process is there, as the database sees it: its connection ends with the process, however that ends. */
export interface Presence {
  /** Null where the database cannot tell: an embedded one serves one process only. */
  readonly token: number | null;
  release(): Promise<void>;
}

export const noPresence: Presence = { token: null, release: async () => undefined };

/** Any number of our own: the first half of the advisory locks that stand for processes. */
export const presenceLock = 8_436;
/** What it means for others that a lost presence cannot be taken again yet; said once while that lasts. */
const notSeen = 'other workers take this process for gone and may take over its accounts; what it writes for them is then refused';

/**
 * A lock that lasts as long as a connection of its own; taken again when that is lost. Shared, so that a session which
 * the server has not given up yet keeps nobody waiting.
 *
 * @param options - `silenceMs`: see `DatabaseOptions`
 * @throws {DatabaseUnavailableError}
 */
export async function holdPresence(
  databaseUrl: string,
  { log, silenceMs }: { readonly log?: DatabaseLog | undefined; readonly silenceMs?: number | undefined },
): Promise<Presence> {
  const token = randomInt(1, 2 ** 31 - 1);
  const connection = await LastingConnection.open({
    databaseUrl,
    silenceMs,
    prepare: async (own) => void (await own.query(`select pg_advisory_lock_shared(${presenceLock}, $1)`, [token], 'array')),
    onLost: (error) => log?.warn({ error: error.message }, 'database.presenceLost'),
    onStillLost: (error) => log?.warn({ error: String(error), meaning: notSeen }, 'database.presenceNotTaken'),
    onBack: ({ tries }) => {
      if (tries > 1) log?.warn({ token }, 'database.presenceTakenAgain');
    },
  });
  return { token, release: () => connection.close() };
}
