import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from './database.ts';
import { connectToPostgres } from './pg-connection.ts';

/** That a process is there, as the database sees it: its connection ends with the process, however that ends. */
export interface Presence {
  /** Null where the database cannot tell: an embedded one serves one process only. */
  readonly token: number | null;
  release(): Promise<void>;
}

export const noPresence: Presence = { token: null, release: async () => undefined };

/** Any number of our own: the first half of the advisory locks that stand for processes. */
export const presenceLock = 8_436;
const retryMs = 300;
/** What it means for others that a lost presence cannot be taken again yet; said once while that lasts. */
const notSeen = 'other workers take this process for gone and may take over its accounts; what it writes for them is then refused';

type Held = Awaited<ReturnType<typeof connectToPostgres>>;

/**
 * A lock that lasts as long as a connection of its own; taken again when that is lost. Shared, so that a session which
 * the server has not given up yet keeps nobody waiting.
 *
 * @throws {DatabaseUnavailableError}
 */
export async function holdPresence(databaseUrl: string, log: DatabaseLog | undefined): Promise<Presence> {
  const token = randomInt(1, 2 ** 31 - 1);
  const ending = new AbortController();
  let held: Held = await take();

  async function take(): Promise<Held> {
    const connection = await connectToPostgres(databaseUrl, (error) => {
      log?.warn({ error: error.message }, 'database.presenceLost');
      void takeAgain();
    });
    await connection.query(`select pg_advisory_lock_shared(${presenceLock}, $1)`, [token], 'array');
    return connection;
  }

  async function takeAgain(): Promise<void> {
    for (let isFirst = true; !ending.signal.aborted; isFirst = false) {
      try {
        held = await take();
        if (ending.signal.aborted) await held.close();
        else if (!isFirst) log?.warn({ token }, 'database.presenceTakenAgain');
        return;
      } catch (error) {
        if (isFirst && !ending.signal.aborted) log?.warn({ error: String(error), meaning: notSeen, retryMs }, 'database.presenceNotTaken');
        await delay(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    token,
    async release() {
      ending.abort();
      await held.close();
    },
  };
}
