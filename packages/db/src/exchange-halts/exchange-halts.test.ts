import { openTestDatabase, testEngines } from '@tenbin/testkit';
import { describe, expect, test } from 'vitest';

describe.each(testEngines)('a halt on %s', (engine) => {
  test('holds for its exchange and its address only, and the longest counts', async () => {
    const { database, close } = await openTestDatabase(engine);
    try {
      const { exchangeHalts } = database.platform;
      const here = { exchange: 'binance', from: 'here' };
      expect(await exchangeHalts.remainingMs(here)).toBe(0);
      await exchangeHalts.extend(here, 3_600_000);
      await exchangeHalts.extend(here, 10_000);
      expect(await exchangeHalts.remainingMs(here)).toBeGreaterThan(3_000_000);
      expect(await exchangeHalts.remainingMs(here)).toBeLessThanOrEqual(3_600_000);
      expect(await exchangeHalts.remainingMs({ ...here, from: 'there' })).toBe(0);
      expect(await exchangeHalts.remainingMs({ ...here, exchange: 'okx' })).toBe(0);
      await exchangeHalts.extend({ exchange: 'okx', from: 'here' }, -1);
      expect(await exchangeHalts.remainingMs({ exchange: 'okx', from: 'here' })).toBe(0);
    } finally {
      await close();
    }
  });
});
