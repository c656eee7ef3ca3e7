import type { AddressHalt } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SharedHalts } from './shared-halts.ts';

/** The limits of one process's address. */
class ProcessHalt implements AddressHalt {
  until: Date | null = null;
  readonly #listeners = new Set<(until: Date) => void>();

  extendTo(until: Date): void {
    if (!this.until || until > this.until) this.until = until;
  }

  onHalted(listener: (until: Date) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The exchange answers with status 429 or 418. */
  answerTooMany(forMs: number): void {
    this.extendTo(new Date(Date.now() + forMs));
    for (const listener of this.#listeners) if (this.until) listener(this.until);
  }
}

describe.each(testEngines)('an exchange that says "too many" to one worker, on %s', (engine) => {
  let database: TestDatabase;
  const open: SharedHalts[] = [];
  beforeEach(async () => {
    database = await openTestDatabase(engine);
  });
  afterEach(async () => {
    for (const halts of open.splice(0)) await halts.close();
    await database.close();
  });

  async function worker(exchange: string, from = 'here'): Promise<ProcessHalt> {
    const halts = new SharedHalts(database.database, { clock: systemRuntime(), from, log: silentLog });
    open.push(halts);
    await halts.open();
    const halt = new ProcessHalt();
    await halts.share(exchange, halt);
    return halt;
  }

  const remaining = (halt: ProcessHalt) => (halt.until?.getTime() ?? 0) - Date.now();

  test('is called by no other worker on that address until the time is over, and by those elsewhere as before', async () => {
    const [sharing, other, ofOtherExchange, elsewhere] = [
      await worker('binance'),
      await worker('binance'),
      await worker('okx'),
      await worker('binance', 'there'),
    ];
    sharing.answerTooMany(3_600_000);
    await expect.poll(() => other.until).not.toBeNull();
    expect(remaining(other)).toBeGreaterThan(3_000_000);
    expect(remaining(other)).toBeLessThanOrEqual(3_600_000);
    const late = await worker('binance');
    expect(remaining(late)).toBeGreaterThan(3_000_000);
    expect([ofOtherExchange.until, elsewhere.until]).toEqual([null, null]);
  });
});
