import { type BotRow, openDatabase } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { lendMigratedFolder, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mailSettingsFor } from './testing/mail-settings.ts';
import { quickPolicy } from './testing/quick-policy.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';
import { spawnWorker, type WorkerProcess } from './testing/worker-process.ts';

const dollars = { USDT: '18000' };

/** Of a wallet, each currency's part of the whole, in percent. */
function parts(floor: TradingFloor, key: string): number[] {
  const wallet = floor.wallet(key);
  const worths = [Number(wallet.BTC) * floor.price('BTC/USDT'), Number(wallet.ETH) * floor.price('ETH/USDT'), Number(wallet.USDT)];
  const total = worths.reduce((sum, worth) => sum + worth, 0);
  return worths.map((worth) => (100 * worth) / total);
}

describe.each(testEngines)('rebalancing over real parts, on %s', (engine) => {
  let database: TestDatabase;
  let floor: TradingFloor;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 3, speed: 60 }) });
    await floor.startWorker({ stopMails: await mailSettingsFor(floor.organization) });
  });
  afterAll(async () => {
    await floor.close();
    await database.close();
  });

  /** The subjects of what stands in the outbox about a bot. */
  const mailsOf = async ({ name }: BotRow) =>
    (await database.database.platform.mailQueue.listNewest(100)).flatMap(({ subject }) => (subject.includes(name) ? [subject] : []));

  test('makes a wallet of one currency even, and starts the bot that waits for it', async () => {
    const { bot, key } = await floor.addBot(dollars);
    await floor.requestRebalance(bot, { startsBot: true });
    const log = await floor.untilRebalanced(bot.id);
    expect([log.status, log.reason]).toEqual(['completed', null]);
    expect(log.orders.map(({ side }) => side)).toEqual(['buy', 'buy']);
    expect(log.balancesBefore).toEqual({ BTC: '0', ETH: '0', USDT: '18000' });
    expect(Number(log.turnover.USDT)).toBeGreaterThan(11_900);
    const running = await floor.untilPhase(bot.id, 'running');
    const told = [`ボット「${bot.name}」の自動リバランスが完了しました`, `ボット「${bot.name}」が自動で開始しました`];
    expect((await mailsOf(bot)).sort()).toEqual(told.sort());
    expect(running).toMatchObject({ active: true, rebalanceId: null });
    expect(running.ledger?.initialBalances).toEqual(log.balancesAfter);
    expect(running.executionCount).toBe(await floor.organization.records.count(bot.id));
    const timeline = await floor.organization.timeline.list(bot.id, { offset: 0, limit: 100 });
    const kinds = timeline.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['rebalanceRequested', 'rebalancePlanned', 'rebalanced', 'started']));
    expect(kinds).not.toContain('deposit');
    await floor.setActive(bot, false);
    const { ledger } = await floor.untilPhase(bot.id, 'stopped');
    expect(ledger?.balances).toEqual(floor.wallet(key));
    expect(await floor.explained(bot.id)).toEqual(floor.wallet(key));
  });

  test('without a start leaves the bot stopped, with no record and no profit', async () => {
    const { bot, key } = await floor.addBot({ BTC: '0.3', USDT: '10' });
    await floor.requestRebalance(bot, { startsBot: false });
    expect((await floor.untilRebalanced(bot.id)).status).toBe('completed');
    const { phase, active, basisPoint, executionCount, ledger } = await floor.bot(bot.id);
    expect([phase.kind, active, basisPoint, executionCount]).toEqual(['stopped', false, 0, 0]);
    expect(ledger?.balances).toEqual(floor.wallet(key));
    expect(ledger).toMatchObject({ growth: 0, initialBalances: ledger?.balances });
    for (const part of parts(floor, key)) expect(Math.abs(part - 100 / 3)).toBeLessThan(2);
    expect(floor.openOrderCount(key)).toBe(0);
  });

  test('buys the currency in the middle first and then sells of it, where only two pairs trade', async () => {
    const { organizationId } = floor.organization;
    const { organizations } = database.database.platform;
    await organizations.update(organizationId, { settings: { omitPairs: ['BTC/USDT'] } });
    const { bot, key } = await floor.addBot(dollars, { pairs: ['ETH/USDT', 'ETH/BTC'] });
    await floor.requestRebalance(bot, { startsBot: false });
    const log = await floor.untilRebalanced(bot.id);
    await organizations.update(organizationId, { settings: { omitPairs: [] } });
    expect([log.status, log.reason]).toEqual(['completed', null]);
    expect(log.orders.map(({ pair, side }) => `${side} ${pair}`)).toEqual(['buy ETH/USDT', 'sell ETH/BTC']);
    for (const part of parts(floor, key)) expect(Math.abs(part - 100 / 3)).toBeLessThan(2);
  });

  test('takes nothing of what another bot on the same key trades with', async () => {
    const { bot: first, key } = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(first, true);
    await floor.untilPhase(first.id, 'running');
    floor.exchange.deposit(key, 'USDT', '9000');
    const second = await floor.addBotTo(first.exchangeAccountId);
    await floor.requestRebalance(second, { startsBot: true });
    expect((await floor.untilRebalanced(second.id)).status).toBe('completed');
    await floor.untilPhase(second.id, 'running');
    for (const bot of [first, second]) await floor.setActive(bot, false);
    const [one, two] = [await floor.untilPhase(first.id, 'stopped'), await floor.untilPhase(second.id, 'stopped')];
    expect(floor.sumOf([one.ledger?.balances, two.ledger?.balances])).toEqual(floor.wallet(key));
    expect(await floor.explained(first.id)).toEqual(one.ledger?.balances);
  });

  test('what cannot be made even is refused with its reason, and the bot does not start', async () => {
    const { bot, key } = await floor.addBot({ USDT: '9' });
    await floor.requestRebalance(bot, { startsBot: true });
    expect(await floor.untilRebalanced(bot.id)).toMatchObject({ status: 'failed', reason: 'cannotSellFirst' });
    expect(await mailsOf(bot)).toEqual([`ボット「${bot.name}」の自動リバランスに失敗しました`]);
    const { active, messages, phase } = await floor.bot(bot.id);
    expect([active, phase.kind]).toEqual([false, 'stopped']);
    expect(messages).toMatchObject([{ code: 'rebalanceFailed', facts: { check: 'cannotSellFirst' } }]);
    expect(floor.wallet(key).USDT).toBe('9');
  });
});

const workers: WorkerProcess[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
});

test('a worker killed in the middle of a rebalance: the next one goes on where it was, and repeats no step', async () => {
  const { dataDir, remove } = await lendMigratedFolder();
  onTestFinished(remove);
  const before = await openDatabase({ runtime: systemRuntime(), dataDir });
  const floor = await TradingFloor.open(before, { feed: generatedFeed({ seed: 5, speed: 60 }) });
  const { bot, key } = await floor.addBot(dollars);
  await floor.requestRebalance(bot, { startsBot: true });
  await before.close();

  const worker = spawnWorker({ DATA_DIR: dataDir }, 'killed');
  workers.push(worker);
  await until(async () => (floor.exchange.accountTrades(key).length > 0 ? true : null));
  await worker.kill();

  const after = await openDatabase({ runtime: systemRuntime(), dataDir });
  try {
    const last = floor.over(after);
    await last.startWorker({ unknownOrderPolicy: quickPolicy });
    const log = await last.untilRebalanced(bot.id);
    expect(log.status).toBe('completed');
    await last.untilPhase(bot.id, 'running');
    await last.setActive(bot, false);
    const { ledger } = await last.untilPhase(bot.id, 'stopped');
    expect(ledger?.balances).toEqual(last.wallet(key));
    expect(await last.explained(bot.id)).toEqual(last.wallet(key));
    const sent = await last.organization.orders.listOfBot(bot.id, { offset: 0, limit: 1_000 });
    // What was written down, but had not left when the worker was killed, is sent again under another id.
    const ofRebalance = sent.filter(({ rebalanceId, state }) => rebalanceId === log.id && state !== 'neverPlaced');
    // Each step of the plan once: the amounts of both orders are those that were planned.
    expect(ofRebalance.map(({ amount, pair }) => `${pair} ${amount}`).reverse()).toEqual(
      log.orders.map(({ amount, pair }) => `${pair} ${amount}`),
    );
    expect(Number(log.turnover.USDT)).toBeLessThan(12_700);
    await last.stopWorker();
  } finally {
    await after.close();
    await floor.close();
  }
});
