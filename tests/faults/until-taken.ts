import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailableError } from '@tenbin/db';

const askAgainForMs = 300_000;

/** Whoever is told that the database is away asks again. */
export async function untilTaken<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + askAgainForMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || Date.now() > until) throw error;
      await pause(200);
    }
  }
}
