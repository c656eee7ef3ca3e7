import { OwnershipLost } from '@tenbin/engine';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseJournal } from './bots/database-journal.ts';
import { TradingFloor } from './testing/trading-floor.ts';

describe.each(testEngines)('an account claimed by another worker, on %s', (engine) => {
  let database: TestDatabase;
  let floor: TradingFloor;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 1 }) });
  });
  afterAll(async () => {
    await floor.close();
    await database.close();
  });

  test('takes no more writes from the one before, so nothing of it is sent', async () => {
    const { bot } = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(bot, true);
    const { workers } = database.database.platform;
    const slow = await workers.register('slow');
    const [claim] = await workers.claim(slow, { limit: 10, leaseMs: 60_000 });
    if (!claim) throw new Error('nothing to claim');
    const journal = new DatabaseJournal({
      organization: floor.organization,
      bot,
      epoch: claim.epoch,
      mails: null,
      onStopped: () => {},
    });
    const step = { phase: { kind: 'starting', askedAt: new Date(), by: 'user' } } as const;
    await journal.record(step);

    const quick = await workers.register('quick');
    expect(await workers.claim(quick, { limit: 10, leaseMs: 60_000 })).toEqual([]);
    const [next] = await workers.claim(quick, { limit: 10, leaseMs: 0 });
    expect(next?.epoch).toBe(claim.epoch + 1);
    await expect(journal.record(step)).rejects.toThrow(OwnershipLost);
    await workers.leave(quick);
    await workers.leave(slow);
  });

  test('a worker that was given its accounts back by nobody takes them over when the lease has passed', async () => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
    const { workers } = database.database.platform;
    await floor.setActive(bot, true);
    const gone = await workers.register('gone');
    await workers.claim(gone, { limit: 10, leaseMs: 60_000 });
    await floor.startWorker({ name: 'heir' });
    await floor.untilPhase(bot.id, 'running');
    await floor.setActive(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
    expect(floor.openOrderCount(key)).toBe(0);
  });
});
