/** A bot that stops by itself: the code in its messages, nothing of it open, and a mail. Everything is real but the money. */
import type { BotRow } from '@tenbin/db';
import { type FaultInput, generatedFeed } from '@tenbin/exchange-virtual';
import { messageOf } from '@tenbin/messages';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WorkerOptions } from './start-worker.ts';
import { type TradingFloor, until } from './testing/trading-floor.ts';
import { openWatchedFloor, type WatchedFloor } from './testing/watched-floor.ts';

const speed = 6_000;
let watched: WatchedFloor;
let floor: TradingFloor;

beforeAll(async () => {
  const worker: Partial<WorkerOptions> = {
    // Rules are asked for anew where an order is refused.
    connect: (settings) => connectExchange(settings, { marketsAtMostEveryMs: 1_000 }),
    rightsMs: 200,
    unknownOrderPolicy: {
      neverPlacedAfterMs: 2_000,
      definiteAnswers: 2,
      refusals: { tries: 2, lastsMs: 0 },
      key: { tries: 2, lastsMs: 2_000 },
    },
  };
  watched = await openWatchedFloor({ feed: generatedFeed({ seed: 11, speed }) }, { timeScale: speed, worker });
  floor = watched.floor;
});
afterEach(() => floor.served.faults.clearAll());
afterAll(() => watched.close());

const accountOf = (key: string): string => floor.exchange.findAccount(key)?.id ?? '';
const untilStopped = (bot: BotRow): Promise<BotRow> => watched.untilStopped(bot);
const mailAbout = (bot: BotRow) => watched.mailAbout(bot);

/** What the exchange answers to some of an account's calls. */
const answering = (key: string, code: number, msg: string, call?: 'place'): FaultInput => ({
  type: 'answer',
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, msg }),
  where: { account: accountOf(key), ...(call && { call }) },
});

async function running(options: Parameters<TradingFloor['addBot']>[1] = {}): Promise<{ readonly bot: BotRow; readonly key: string }> {
  const made = await floor.addBot(floor.evenWallet('6000'), options);
  await floor.setActive(made.bot, true);
  await floor.untilPhase(made.bot.id, 'running');
  return made;
}

test('an order that the exchange refuses, also by rules that were asked for anew, stops its bot, confirmed, and its user reads why', async () => {
  const refusals = [
    ['amountTooSmall', 'Filter failure: LOT_SIZE'],
    ['valueTooSmall', 'Filter failure: NOTIONAL'],
    ['priceOutOfRange', 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  ] as const;
  const refused = await Promise.all(
    refusals.map(async ([code, words]) => {
      const made = await floor.addBot(floor.evenWallet('6000'));
      floor.served.faults.inject(answering(made.key, -1013, words, 'place'));
      return { ...made, code };
    }),
  );
  await Promise.all(refused.map(({ bot }) => floor.setActive(bot, true)));
  for (const { bot, key, code } of refused) {
    const { messages, phase, active } = await untilStopped(bot);
    expect([active, messages.map((message) => message.code)]).toEqual([false, [code]]);
    expect(phase).toMatchObject({ receipt: { by: 'automatic', reason: code } });
    expect(await watched.timelineOf(bot)).toEqual(expect.arrayContaining([{ kind: 'stopped', reason: code }]));
    expect(floor.openOrderCount(key)).toBe(0);
    const { subject, text } = await mailAbout(bot);
    expect(subject).toBe(`ボット「${bot.name}」が自動停止しました`);
    expect(text).toContain(messageOf(code, 'ja', messages[0]?.facts).text);
    expect(text).toContain(`https://tenbin.example/bots/${bot.id}`);
  }
});

test('an order that the exchange refuses once is tried once more, by rules that were asked for anew', async () => {
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  floor.served.faults.inject({ ...answering(key, -1013, 'Filter failure: PRICE_FILTER', 'place'), times: 6 } as FaultInput);
  await floor.setActive(bot, true);
  await floor.untilRecords(bot.id, 1);
  expect(await floor.bot(bot.id)).toMatchObject({ messages: [], phase: { kind: 'running' } });
  await floor.setActive(bot, false);
  await floor.untilPhase(bot.id, 'stopped');
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
    expect(text).toContain(messageOf(code, 'ja').advice);
    expect(text).toContain('残っている可能性');
  });

  test('only once does not stop it', async () => {
    const { bot, key } = await running();
    floor.served.faults.inject({ ...answering(key, -2015, 'Invalid API-key, IP, or permissions for action.'), times: 1 } as FaultInput);
    await until(async () => (floor.served.faults.armed.length === 0 ? true : null));
    const { executionCount } = await floor.bot(bot.id);
    await floor.untilRecords(bot.id, executionCount + 2);
    expect(await floor.bot(bot.id)).toMatchObject({ messages: [], phase: { kind: 'running' } });
    await floor.setActive(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
  });
});

describe('a passphrase that is not the key’s', () => {
  const mailSubject = async (bot: BotRow) => {
    expect(await watched.timelineOf(bot)).toEqual(expect.arrayContaining([{ kind: 'stopped', reason: 'invalidPassphrase' }]));
    const { subject, text } = await mailAbout(bot);
    expect(text).toContain(messageOf('invalidPassphrase', 'ja').advice);
    return subject;
  };

  test('keeps a bot from starting, and its user, who does not watch, is told by mail', async () => {
    const passphrase = { right: 'an open sesame', given: 'a closed sesame' };
    const { bot } = await floor.addBot(floor.evenWallet('6000'), { passphrase, autoActivation: true });
    await floor.setActive(bot, true);
    const { messages, active, firstStartedAt } = await untilStopped(bot);
    expect(messages.map(({ code }) => code)).toEqual(['invalidPassphrase']);
    expect([active, firstStartedAt]).toEqual([false, null]);
    expect(await mailSubject(bot)).toBe(`ボット「${bot.name}」を自動で開始できませんでした`);
  });

  test('stops a bot whose passphrase was changed while it ran', async () => {
    const { bot, key } = await running({ passphrase: { right: 'an open sesame' } });
    const body = JSON.stringify({ code: '50105', msg: 'Request header OK-ACCESS-PASSPHRASE incorrect.', data: [] });
    floor.served.faults.inject({
      type: 'answer',
      status: 401,
      headers: { 'content-type': 'application/json' },
      body,
      where: { account: accountOf(key) },
    });
    const { messages, phase } = await untilStopped(bot);
    expect(messages).toMatchObject([{ code: 'invalidPassphrase', facts: { mayBeOpen: expect.any(Array) } }]);
    expect(phase).toMatchObject({ receipt: null });
    expect(await mailSubject(bot)).toBe(`ボット「${bot.name}」が自動停止しました`);
  });
});

describe('the rights of a key, looked at while the bot runs', () => {
  test.each([
    ['withdrawalRight', { withdraw: true }],
    ['transferRight', { transfer: true }],
  ] as const)('stop it with %s when they are too many', async (code, rights) => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'), { rights });
    await floor.setActive(bot, true);
    const { messages, phase } = await untilStopped(bot);
    expect(messages.map((message) => message.code)).toEqual([code]);
    expect(phase).toMatchObject({ receipt: { reason: code } });
    expect(floor.openOrderCount(key)).toBe(0);
    expect((await mailAbout(bot)).text).toContain(messageOf(code, 'ja').advice);
  });

  test('count as unknown where the exchange does not say: the timeline tells, and they are asked for again', async () => {
    const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
    floor.served.faults.inject({ type: 'serverError', status: 502, where: { account: accountOf(key), path: '/sapi' } });
    await floor.setActive(bot, true);
    const seen = () => floor.organization.timeline.list(bot.id, { offset: 0, limit: 10, kind: 'keyRightsUnknown' });
    await until(async () => ((await seen()).length > 0 ? true : null));
    await floor.untilPhase(bot.id, 'running');
    floor.served.faults.clearAll();
    await floor.organization.exchangeAccounts.setRightsDue(bot.exchangeAccountId, new Date());
    const noneDue = async () =>
      (
        await floor.db.platform.workers.listRightsDue(
          [{ organizationId: floor.organization.organizationId, exchangeAccountId: bot.exchangeAccountId, exchangeId: '', epoch: 0 }],
          { at: new Date(Date.now() + 23 * 3_600_000), limit: 1 },
        )
      ).length === 0;
    await until(async () => ((await noneDue()) ? true : null));
    await floor.setActive(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
  });
});

test('a start that nobody watches and that is refused is mailed, with what to mend', async () => {
  const wallet = { ...floor.evenWallet('6000'), USDT: '100' };
  const { bot } = await floor.addBot(wallet, { autoActivation: true });
  await floor.setActive(bot, true);
  expect((await untilStopped(bot)).messages).toMatchObject([{ code: 'launchFailed', facts: { check: 'unbalanced' } }]);
  const { subject, text } = await mailAbout(bot);
  expect(subject).toBe(`ボット「${bot.name}」を自動で開始できませんでした`);
  expect(text).toContain('注文は出していません');
});

describe('an exchange that is away', () => {
  test('does not stop a bot: it waits, says so, and goes on', async () => {
    const { bot } = await running();
    await floor.untilRecords(bot.id, 1);
    floor.served.faults.inject({ type: 'maintenance' });
    const seen = () => floor.organization.timeline.list(bot.id, { offset: 0, limit: 1, kind: 'exchangeUnreachable' });
    await until(async () => ((await seen()).length > 0 ? true : null));
    floor.served.faults.clearAll();
    const { executionCount } = await floor.bot(bot.id);
    await floor.untilRecords(bot.id, executionCount + 1);
    expect(await floor.bot(bot.id)).toMatchObject({ messages: [], active: true, phase: { kind: 'running' } });
    await floor.setActive(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
  });

  test('keeps a stop from ending: it is tried on, nothing is placed, and the receipt comes with the confirmation', async () => {
    const [{ bot, key }, { bot: other, key: otherKey }] = [await running(), await running()];
    await until(async () => (floor.openOrderCount(key) > 0 ? true : null));
    floor.served.faults.inject({ type: 'maintenance', where: { account: accountOf(key) } });
    const id = await floor.organization.stops.ask({ scope: 'user', userId: floor.userId }, { by: 'administrator', at: new Date() });
    await floor.untilPhase(other.id, 'stopped');
    const waiting = await until(async () => {
      const stop = await floor.organization.stops.find(id);
      return stop && stop.unreachableCount > 0 ? stop : null;
    });
    expect(waiting).toMatchObject({ botCount: 2, confirmedCount: 1, confirmedAt: null });
    const sequence = (await floor.bot(bot.id)).sequence;
    expect((await floor.bot(bot.id)).phase.kind).toBe('stopping');
    floor.served.faults.clearAll();
    const over = await until(async () => {
      const stop = await floor.organization.stops.find(id);
      return stop?.confirmedAt ? stop : null;
    });
    expect(over).toMatchObject({ botCount: 2, confirmedCount: 2, unreachableCount: 0 });
    expect([floor.openOrderCount(key), floor.openOrderCount(otherKey)]).toEqual([0, 0]);
    expect((await floor.bot(bot.id)).sequence).toBe(sequence);
    const receipts = await floor.organization.stops.listBots(id, { offset: 0, limit: 10 });
    expect(receipts.map(({ receipt }) => receipt?.by)).toEqual(['administrator', 'administrator']);
  });
});
