/** A bot that stops by itself: the code in its messages, nothing of it open, and a mail. Everything is real but the money. */
import { resolve } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import type { BotRow } from '@tenbin/db';
import { type FaultInput, generatedFeed } from '@tenbin/exchange-virtual';
import { stopWords } from '@tenbin/mail';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;
let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  const brands = await loadBrands(resolve(import.meta.dirname, '../../../brands'));
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 11, speed }) }, { timeScale: speed });
  const [brand] = brands.values();
  if (!brand) throw new Error('no brand');
  const { slug } = await floor.organization.organization();
  const stopMails = { brands: new Map([[slug, brand]]), publicUrl: 'https://tenbin.example' };
  await floor.startWorker({ stopMails, rightsMs: 200, patience: { neverPlacedAfterMs: 2_000, definiteAnswers: 2 } });
});
afterEach(() => floor.served.faults.clearAll());
afterAll(async () => {
  await floor.close();
  await database.close();
});

const accountOf = (key: string): string => floor.exchange.findAccount(key)?.id ?? '';

/** What the exchange answers to some of an account's calls. */
const answering = (key: string, code: number, msg: string, call?: 'place'): FaultInput => ({
  type: 'answer',
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, msg }),
  where: { account: accountOf(key), ...(call && { call }) },
});

async function untilStopped({ id }: BotRow): Promise<BotRow> {
  return until(async () => {
    const bot = await floor.bot(id);
    return bot.messages.length > 0 && bot.phase.kind === 'stopped' ? bot : null;
  }, 30_000);
}

async function mailAbout({ name }: BotRow): Promise<{ readonly subject: string; readonly text: string }> {
  return until(async () => {
    const mails = await database.database.platform.mailQueue.listNewest(100);
    return mails.find(({ subject }) => subject.includes(name)) ?? null;
  }, 10_000);
}

async function running(options: Parameters<TradingFloor['addBot']>[1] = {}): Promise<{ readonly bot: BotRow; readonly key: string }> {
  const made = await floor.addBot(floor.evenWallet('6000'), options);
  await floor.wish(made.bot, true);
  await floor.untilPhase(made.bot.id, 'running');
  return made;
}

describe('an order that the exchange refuses', () => {
  test.each([
    ['amountTooSmall', 'Filter failure: LOT_SIZE'],
    ['valueTooSmall', 'Filter failure: NOTIONAL'],
    ['priceOutOfRange', 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  ])('stops the bot with %s, confirmed, and its user reads why', async (code, words) => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
    floor.served.faults.inject(answering(key, -1013, words, 'place'));
    await floor.wish(bot, true);
    const { messages, phase, active } = await untilStopped(bot);
    expect([active, messages.map((message) => message.code)]).toEqual([false, [code]]);
    expect(phase).toMatchObject({ receipt: { by: 'automatic', reason: code } });
    expect(floor.openOrderCount(key)).toBe(0);
    const { subject, text } = await mailAbout(bot);
    expect(subject).toBe(`ボット「${bot.name}」が自動停止しました`);
    expect(text).toContain(stopWords(code, 'ja').what);
    expect(text).toContain(`https://tenbin.example/bots/${bot.id}`);
  });
});

describe('a key that the exchange refuses while the bot runs', () => {
  test.each([
    ['invalidApiKey', -2014, 'API-key format invalid.'],
    ['invalidSecret', -1022, 'Signature for this request is not valid.'],
    ['keyRefused', -2015, 'Invalid API-key, IP, or permissions for action.'],
  ] as const)('stops it with %s, and the mail says that orders may be open', async (code, exchangeCode, words) => {
    const { bot, key } = await running();
    floor.served.faults.inject(answering(key, exchangeCode, words));
    const { messages, phase } = await untilStopped(bot);
    expect(messages).toMatchObject([{ code, facts: { mayBeOpen: expect.any(Array) } }]);
    expect(phase).toMatchObject({ receipt: null });
    const { text } = await mailAbout(bot);
    expect(text).toContain(stopWords(code, 'ja').next);
    expect(text).toContain('残っている可能性');
  });

  test('only once does not stop it', async () => {
    const { bot, key } = await running();
    floor.served.faults.inject({ ...answering(key, -2015, 'Invalid API-key, IP, or permissions for action.'), times: 1 } as FaultInput);
    await until(async () => (floor.served.faults.standing.length === 0 ? true : null), 60_000);
    const { executionCount } = await floor.bot(bot.id);
    await floor.untilRecords(bot.id, executionCount + 2);
    expect(await floor.bot(bot.id)).toMatchObject({ messages: [], phase: { kind: 'running' } });
    await floor.wish(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
  });
});

describe('the rights of a key, looked at while the bot runs', () => {
  test.each([
    ['withdrawalRight', { withdraw: true }],
    ['transferRight', { transfer: true }],
  ])('stop it with %s when they are too many', async (code, rights) => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'), { rights });
    await floor.wish(bot, true);
    const { messages, phase } = await untilStopped(bot);
    expect(messages.map((message) => message.code)).toEqual([code]);
    expect(phase).toMatchObject({ receipt: { reason: code } });
    expect(floor.openOrderCount(key)).toBe(0);
    expect((await mailAbout(bot)).text).toContain(stopWords(code, 'ja').next);
  });

  test('count as unknown where the exchange does not say: the timeline tells, and they are asked for again', async () => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
    floor.served.faults.inject({ type: 'serverError', status: 502, where: { account: accountOf(key), path: '/sapi' } });
    await floor.wish(bot, true);
    const seen = () => floor.organization.timeline.list(bot.id, { offset: 0, limit: 10, kind: 'keyRightsUnknown' });
    await until(async () => ((await seen()).length > 0 ? true : null), 30_000);
    expect((await floor.bot(bot.id)).phase.kind).toBe('running');
    floor.served.faults.clearAll();
    await floor.organization.exchangeAccounts.setRightsDue(bot.exchangeAccountId, new Date());
    const noneDue = async () =>
      (
        await database.database.platform.workers.listRightsDue(
          [{ organizationId: floor.organization.organizationId, exchangeAccountId: bot.exchangeAccountId, exchangeId: '', epoch: 0 }],
          { at: new Date(Date.now() + 23 * 3_600_000), limit: 1 },
        )
      ).length === 0;
    await until(async () => ((await noneDue()) ? true : null), 30_000);
    await floor.wish(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
  });
});

test('a start that nobody watches and that is refused is mailed, with what to mend', async () => {
  const wallet = { ...floor.evenWallet('6000'), USDT: '100' };
  const { bot } = await floor.addBot(wallet, { autoActivation: true });
  await floor.wish(bot, true);
  expect((await untilStopped(bot)).messages).toMatchObject([{ code: 'launchFailed', facts: { check: 'unbalanced' } }]);
  const { subject, text } = await mailAbout(bot);
  expect(subject).toBe(`ボット「${bot.name}」を自動で開始できませんでした`);
  expect(text).toContain('注文は出していません');
});

describe('an exchange that is away', () => {
  test('does not stop a bot: it waits, says so, and goes on', async () => {
    const { bot } = await running();
    await floor.untilRecords(bot.id, 1);
    floor.served.faults.inject({ type: 'maintenance', lastsMs: 1_500 });
    const seen = () => floor.organization.timeline.list(bot.id, { offset: 0, limit: 1, kind: 'exchangeUnreachable' });
    await until(async () => ((await seen()).length > 0 ? true : null), 30_000);
    const { executionCount } = await floor.bot(bot.id);
    await floor.untilRecords(bot.id, executionCount + 1);
    expect(await floor.bot(bot.id)).toMatchObject({ messages: [], active: true, phase: { kind: 'running' } });
    await floor.wish(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
  });

  test('keeps a stop from ending: it is tried on, nothing is placed, and the receipt comes with the confirmation', async () => {
    const [{ bot, key }, { bot: other, key: otherKey }] = [await running(), await running()];
    await until(async () => (floor.openOrderCount(key) > 0 ? true : null), 10_000);
    floor.served.faults.inject({ type: 'maintenance', where: { account: accountOf(key) } });
    const id = await floor.organization.stops.ask({ scope: 'user', userId: floor.userId }, { by: 'administrator', at: new Date() });
    await floor.untilPhase(other.id, 'stopped');
    const waiting = await until(async () => {
      const stop = await floor.organization.stops.find(id);
      return stop && stop.unreachableCount > 0 ? stop : null;
    }, 20_000);
    expect(waiting).toMatchObject({ botCount: 2, confirmedCount: 1, confirmedAt: null });
    const sequence = (await floor.bot(bot.id)).sequence;
    expect((await floor.bot(bot.id)).phase.kind).toBe('stopping');
    floor.served.faults.clearAll();
    const over = await until(async () => {
      const stop = await floor.organization.stops.find(id);
      return stop?.confirmedAt ? stop : null;
    }, 70_000);
    expect(over).toMatchObject({ botCount: 2, confirmedCount: 2, unreachableCount: 0 });
    expect([floor.openOrderCount(key), floor.openOrderCount(otherKey)]).toEqual([0, 0]);
    expect((await floor.bot(bot.id)).sequence).toBe(sequence);
    const receipts = await floor.organization.stops.listBots(id, { offset: 0, limit: 10 });
    expect(receipts.map(({ receipt }) => receipt?.by)).toEqual(['administrator', 'administrator']);
  }, 120_000);
});
