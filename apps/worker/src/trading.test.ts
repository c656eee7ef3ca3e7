import { channels } from '@tenbin/bots';
import { platformOrganizationId } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { balancing, buildExchangeAccount, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseJournal } from './bots/database-journal.ts';
import { loadAccounts } from './bots/load-accounts.ts';
import { untilAtRest } from './testing/at-rest.ts';
import { type HaltingFeed, haltingFeed } from './testing/halting-feed.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;

describe.each(testEngines)('bots over a fast market, on %s', (engine) => {
  let database: TestDatabase;
  let feed: HaltingFeed;
  let floor: TradingFloor;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    feed = haltingFeed(generatedFeed({ seed: 3, speed }));
    floor = await TradingFloor.open(database.database, { feed }, { timeScale: speed });
    await floor.startWorker();
  });
  afterAll(async () => {
    await floor.close();
    await database.close();
  });

  /** Ledger, records and the exchange's own account tell the same, to the last digit. */
  async function expectBooksToAgree(botId: string, key: string): Promise<void> {
    const { ledger, exchangeAccountId } = await floor.bot(botId);
    expect(ledger?.balances).toEqual(floor.wallet(key));
    expect(await floor.explained(botId)).toEqual(floor.wallet(key));
    expect(floor.openOrderCount(key)).toBe(0);
    await floor.expectLedgersToAddUp(exchangeAccountId);
  }

  test('records explain the balances to the last digit, and a stop leaves nothing open', async () => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(bot, true);
    await floor.untilPhase(bot.id, 'running');
    await floor.untilRecords(bot.id, 12);
    await floor.setActive(bot, false);
    const { phase, ledger, executionCount, basisPoint } = await floor.untilPhase(bot.id, 'stopped');
    await expectBooksToAgree(bot.id, key);
    expect(executionCount).toBe(await floor.organization.records.count(bot.id));
    expect(basisPoint / 10_000).toBeCloseTo(ledger?.growth ?? 0, 6);
    expect(phase).toMatchObject({ kind: 'stopped', receipt: { by: floor.userId, reason: null } });
  });

  test('a worker that ends and begins again goes on with the same orders, balances and profit', async () => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(bot, true);
    await floor.untilPhase(bot.id, 'running');
    await floor.untilRecords(bot.id, 3);
    for (let round = 0; round < 3; round += 1) {
      // While the worker ends, nothing may be filled: nobody places what comes after it.
      feed.standsStill = true;
      await untilAtRest(floor, { botId: bot.id, key, orders: 6 });
      await floor.stopWorker();
      expect(floor.openOrderCount(key)).toBe(6);
      feed.standsStill = false;
      const before = await floor.bot(bot.id);
      expect(before.phase.kind).toBe('running');
      const { organization } = floor;
      const loaded = (await loadAccounts(organization, [before.exchangeAccountId])).get(before.exchangeAccountId);
      const journal = new DatabaseJournal({ organization, bot, epoch: 0, mails: null, onStopped: () => {} });
      expect(loaded?.memories.get(bot.id)).toEqual(await journal.load());
      await floor.startWorker();
      await floor.untilRecords(bot.id, before.executionCount + 2);
    }
    await floor.setActive(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
    await expectBooksToAgree(bot.id, key);
  });

  test('two bots on one key share it without touching each other', async () => {
    const { bot: first, key } = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(first, true);
    await floor.untilPhase(first.id, 'running');
    for (const [currency, amount] of Object.entries(floor.evenWallet('6000'))) floor.exchange.deposit(key, currency, amount);
    const second = await floor.addBotTo(first.exchangeAccountId);
    await floor.setActive(second, true);
    // A share is taken only in a moment when the other bot does not trade.
    await floor.untilPhase(second.id, 'running');
    await floor.untilRecords(second.id, 3);
    await floor.expectLedgersToAddUp(first.exchangeAccountId);
    for (const bot of [first, second]) await floor.setActive(bot, false);
    const [one, two] = [await floor.untilPhase(first.id, 'stopped'), await floor.untilPhase(second.id, 'stopped')];
    expect(floor.sumOf([one.ledger?.balances, two.ledger?.balances])).toEqual(floor.wallet(key));
    expect(await floor.explained(first.id)).toEqual(one.ledger?.balances);
    expect(await floor.explained(second.id)).toEqual(two.ledger?.balances);
  });

  test('a bot of the platform’s trades as any other, and no organization sees it', async () => {
    const { db, exchange, exchangeId, organization } = floor;
    const platform = db.forOrganization(platformOrganizationId);
    const { key, secret } = exchange.createAccount({ balances: floor.evenWallet('6000') });
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId };
    const account = await buildExchangeAccount(db, owner, { apiKey: key, secret });
    const settings = { name: 'own', type: 'MANUAL', strategy: balancing() } as const;
    const { id } = await platform.bots.create({ ...settings, userId: null, exchangeAccountId: account.id });
    const requestActive = async (active: boolean) => {
      await platform.bots.setActive(null, id, { active, by: 'platform', at: new Date() });
      const signal = { organizationId: platformOrganizationId, exchangeAccountId: account.id, botId: id };
      await db.notify(channels.desiredStates, JSON.stringify(signal));
    };
    await requestActive(true);
    await until(async () => ((await platform.records.count(id)) >= 3 ? true : null));
    await requestActive(false);
    const stopped = await until(async () => {
      const bot = await platform.bots.find(id);
      return bot?.phase.kind === 'stopped' ? bot : null;
    });
    expect(stopped).toMatchObject({ userId: null, phase: { receipt: { by: 'platform', reason: null } } });
    expect(stopped.ledger?.balances).toEqual(floor.wallet(key));
    expect(await organization.bots.find(id)).toBeNull();
  });

  test('a wallet that is not even refuses the start, and the bot says why', async () => {
    const { bot, key } = await floor.addBot({ ...floor.evenWallet('6000'), USDT: '100' });
    await floor.setActive(bot, true);
    const refused = await until(async () => {
      const row = await floor.bot(bot.id);
      return row.messages.length > 0 && row.phase.kind === 'stopped' ? row : null;
    });
    expect(refused.active).toBe(false);
    expect(refused.messages).toMatchObject([{ code: 'launchFailed', facts: { check: 'unbalanced' } }]);
    expect(floor.openOrderCount(key)).toBe(0);
  });

  test('a key that the exchange does not know stops the bot with that reason, and touches no other', async () => {
    const { bot } = await floor.addBot(floor.evenWallet('6000'), { apiKey: 'x'.repeat(64) });
    const { bot: other, key } = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(bot, true);
    await floor.setActive(other, true);
    const refused = await until(async () => {
      const row = await floor.bot(bot.id);
      return row.messages.length > 0 && row.phase.kind === 'stopped' ? row : null;
    });
    expect(refused.messages[0]?.code).toMatch(/invalidApiKey|keyRefused/);
    await floor.untilPhase(other.id, 'running');
    await floor.setActive(other, false);
    await floor.untilPhase(other.id, 'stopped');
    expect(floor.openOrderCount(key)).toBe(0);
  });
});
