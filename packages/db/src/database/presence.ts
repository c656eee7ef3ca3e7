import { randomInt } from 'node:crypto';
import type { Runtime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
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
 * @param options - `silenceMs`: how long an answer may take before the connection counts as lost
 * @throws {DatabaseUnavailableError}
 */
export async function holdPresence(
  databaseUrl: string,
  { runtime, log, silenceMs }: { readonly runtime: Runtime; readonly log?: Log | undefined; readonly silenceMs?: number | undefined },
): Promise<Presence> {
  const token = randomInt(1, 2 ** 31 - 1);
  const connection = await LastingConnection.open({
    runtime,
    databaseUrl,
    silenceMs,
    prepare: async (own) => void (await own.query(`select pg_advisory_lock_shared(${presenceLock}, $1)`, [token], 'array')),
    onLost: (error) => log?.warn({ err: error }, 'database.presence_lost'),
    onStillLost: (error) => log?.warn({ err: error, meaning: notSeen }, 'database.presence_failed'),
    onBack: ({ tries }) => {
      if (tries > 1) log?.warn({ token }, 'database.presence_restored');
    },
  });
  return { token, release: () => connection.close() };
}
