import { openTestDatabase, testEngines } from '@tenbin/testkit';
import { describe, expect, test } from 'vitest';

const here = { exchange: 'binance', from: 'here' };
const keepMs = 300_000;

describe.each(testEngines)('the turns of an address on %s', (engine) => {
  test('are counted for all who take them, for this exchange and this address only', async () => {
    const { database, close } = await openTestDatabase(engine);
    try {
      const { exchangeTurns } = database.platform;
      const upTo = (most: number, wanted: number) => (agesMs: readonly number[]) => Math.min(wanted, most - agesMs.length);
      const taken = await Promise.all(Array.from({ length: 12 }, () => exchangeTurns.take(here, { keepMs, decide: upTo(25, 4) })));
      expect(taken.reduce((sum, count) => sum + count)).toBe(25);
      let ages: readonly number[] = [];
      const look = (agesMs: readonly number[]) => {
        ages = agesMs;
        return 0;
      };
      await exchangeTurns.take(here, { keepMs, decide: look });
      expect(ages).toHaveLength(25);
      expect(ages.every((age) => age >= 0 && age < keepMs)).toBe(true);
      expect([...ages].sort((one, other) => other - one)).toEqual(ages);
      await exchangeTurns.take({ ...here, from: 'there' }, { keepMs, decide: look });
      expect(ages).toEqual([]);
      await exchangeTurns.take({ ...here, exchange: 'okx' }, { keepMs, decide: look });
      expect(ages).toEqual([]);
      await exchangeTurns.take(here, { keepMs: 0, decide: look });
      expect(ages).toEqual([]);
    } finally {
      await close();
    }
  });
});
