/** An exchange that errs, or does not answer: what it says can be relied on is mended, and nothing else is. */
import { type FaultInput, faultFields } from '@tenbin/exchange-virtual';
import { describe, expect, test } from 'vitest';
import { consistencyStage, longMs, rest, taking, told } from '../../testing/consistency-stage.ts';

const stage = consistencyStage();
const { connectWith, fix, inject, later, newId, openOf, placed, write } = stage;

test('a key that the exchange refuses is told, and nothing else is', async () => {
  await placed();
  inject({ type: 'cancelOrders', account: stage.accountId });
  inject({ type: 'keyRefused', where: { account: stage.accountId } });
  later(longMs);
  expect(told((await fix()).done)).toEqual(['keyChanged byOwner']);
  stage.server.venue.faults.clearAll();
  inject({ type: 'keyRefused', where: { account: stage.accountId }, times: 1 });
  expect(told((await fix()).done), 'refused once says nothing').toEqual(['orderMissing takenIn']);
});

test.each([{ type: 'serverError', status: 503 }, { type: 'maintenance' }, { type: 'answer', status: 200, body: '{}' }] as const)(
  'an exchange that answers with $type is no answer: nothing is told, nothing done',
  async (fault) => {
    await placed();
    inject({ type: 'cancelOrders', account: stage.accountId });
    later(longMs);
    stage.server.venue.faults.injectFrom({ ...fault, where: { account: stage.accountId } });
    const answer = await fix();
    expect(answer).toMatchObject({
      asked: 0,
      done: [],
      unasked: [{ botId: stage.bot.id, code: expect.any(String), message: expect.any(String) }],
    });
  },
);

test('why an exchange does not answer is told', async () => {
  stage.server.venue.faults.injectFrom({ type: 'maintenance', where: { account: stage.accountId } });
  expect((await fix()).unasked).toMatchObject([{ botId: stage.bot.id, message: 'The exchange is under maintenance.' }]);
});

interface Case {
  readonly strike: () => Promise<unknown>;
  /** What is told while it strikes; null: that its exchange could not be asked. */
  readonly told: readonly string[] | null;
  /** What undoes it, where it does not end with the fault. */
  readonly lift?: () => unknown;
  /** What is still told after everything was fixed. */
  readonly stays?: readonly string[];
}

const where = () => ({ account: stage.accountId });
/** A trade of which its bot heard nothing. */
async function unheard(fault: FaultInput | null): Promise<void> {
  if (fault) inject(fault);
  await placed(taking);
}
/** An order of which its bot does not know whether it arrived. */
async function unanswered(fault: FaultInput): Promise<void> {
  const clientOrderId = newId();
  await write({}, clientOrderId);
  inject(fault);
  await expect(stage.account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
  await write({ state: 'unknown' }, clientOrderId);
}
async function silent(fault: FaultInput): Promise<void> {
  await placed();
  inject(fault);
}

/** Rules are loaded anew while it is looked, but not sooner for looks without a pause. */
const untilSeen = { interval: 1_000 };
const seen = async () => {
  later(longMs);
  return told((await fix({ dryRun: true })).done);
};

/** Every type of the fault kit; one that is new there is missing here. */
const cases: Readonly<Record<FaultInput['type'], Case>> = {
  delayBefore: { strike: () => silent({ type: 'delayBefore', ms: 50, where: where() }), told: [] },
  delayAfter: { strike: () => silent({ type: 'delayAfter', ms: 50, where: where() }), told: [] },
  loseAnswer: { strike: () => unanswered({ type: 'loseAnswer', where: { call: 'place' }, times: 1 }), told: ['orderStuck takenIn'] },
  stallAnswer: {
    strike: async () => {
      const clientOrderId = newId();
      inject({ type: 'stallAnswer', where: { call: 'place' }, times: 1 });
      const unanswered = expect(stage.account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
      await expect.poll(async () => (await openOf()).length).toBe(1);
      await unanswered;
      await write({ state: 'unknown' }, clientOrderId);
    },
    told: ['orderStuck takenIn'],
  },
  resetConnection: { strike: () => unanswered({ type: 'resetConnection', where: { call: 'place' } }), told: ['orderStuck takenIn'] },
  serverError: { strike: () => silent({ type: 'serverError', where: where() }), told: null },
  tooManyRequests: { strike: () => silent({ type: 'tooManyRequests', where: where() }), told: null },
  banned: { strike: () => silent({ type: 'banned', where: where() }), told: null },
  firewall: { strike: () => silent({ type: 'firewall', retryAfterSeconds: 1, where: where() }), told: null },
  clockSkew: { strike: () => silent({ type: 'clockSkew', where: where() }), told: null },
  keyRefused: { strike: () => silent({ type: 'keyRefused', where: where() }), told: ['keyChanged byOwner'] },
  answer: { strike: () => silent({ type: 'answer', status: 200, body: '{}', where: where() }), told: null },
  maintenance: { strike: () => silent({ type: 'maintenance', where: where() }), told: null },
  duplicateEvents: { strike: () => unheard({ type: 'duplicateEvents', where: where() }), told: ['fillMissing takenIn'] },
  reorderEvents: { strike: () => unheard({ type: 'reorderEvents', where: where() }), told: ['fillMissing takenIn'] },
  loseEvents: { strike: () => unheard({ type: 'loseEvents', where: where() }), told: ['fillMissing takenIn'] },
  partialFills: {
    strike: async () => {
      inject({ type: 'partialFills', where: { pair: 'BTC/USDT' } });
      await placed({ ...rest, side: 'buy', price: '59999' });
      const other = await connectWith(stage.server.venue.createAccount());
      await other.account.placeOrder({ clientOrderId: 'other1', pair: 'BTC/USDT', side: 'sell', price: '59999', amount: '0.0004' });
      await other.close();
    },
    told: ['fillMissing takenIn'],
  },
  lagLists: { strike: () => silent({ type: 'lagLists', ms: 600_000, lists: ['openOrders'], where: where() }), told: [] },
  withholdFills: { strike: () => unheard({ type: 'withholdFills', ms: 600_000, share: 1, where: where() }), told: ['fillMissing waits'] },
  shuffleFills: {
    strike: async () => {
      await unheard({ type: 'shuffleFills', where: where() });
      await unheard(null);
    },
    told: ['fillMissing takenIn', 'fillMissing takenIn'],
  },
  dropStreams: { strike: () => unheard({ type: 'dropStreams', account: stage.accountId }), told: ['fillMissing takenIn'] },
  silenceStreams: { strike: () => unheard({ type: 'silenceStreams', account: stage.accountId }), told: ['fillMissing takenIn'] },
  cancelOrders: { strike: () => silent({ type: 'cancelOrders', account: stage.accountId }), told: ['orderMissing takenIn'] },
  changeRules: {
    strike: async () => {
      await silent({ type: 'changeRules', pair: 'BTC/USDT', lotSize: '0.01' });
      await expect.poll(seen, untilSeen).toEqual(['marketChanged waits']);
    },
    told: ['marketChanged waits'],
    lift: async () => {
      inject({ type: 'changeRules', pair: 'BTC/USDT', lotSize: '0.00001' });
      await expect.poll(seen, untilSeen).toEqual([]);
    },
  },
  changeMarket: {
    strike: () => silent({ type: 'changeMarket', pair: 'BTC/USDT', state: 'halted' }),
    told: [],
    lift: () => inject({ type: 'changeMarket', pair: 'BTC/USDT', state: 'trading' }),
  },
  changeBalance: {
    strike: () => silent({ type: 'changeBalance', account: stage.accountId, currency: 'USDT', amount: '-1000' }),
    told: ['ledgerDiffers stopAsked'],
  },
  changeFeeCoin: {
    strike: () => {
      inject({ type: 'changeBalance', account: stage.accountId, currency: 'BNB', amount: '1' });
      return unheard({ type: 'changeFeeCoin', account: stage.accountId, currency: 'BNB', prices: { USDT: '600' } });
    },
    told: ['fillMissing takenIn'],
  },
  revokeKey: {
    strike: () => silent({ type: 'revokeKey', account: stage.accountId, key: stage.apiKey }),
    told: ['keyChanged byOwner'],
    stays: ['keyChanged byOwner'],
  },
  changeMoneyDigits: {
    strike: () => unheard({ type: 'changeMoneyDigits', currency: 'USDT', digits: 2 }),
    told: ['fillMissing takenIn'],
    lift: () => inject({ type: 'changeMoneyDigits', currency: 'USDT', digits: 18 }),
  },
};

describe('every fault of the fault kit', () => {
  test('has its case', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(faultFields).sort());
  });

  test.each(Object.entries(cases))('%s is told, or why nothing can be, and mended when it is over', async (type, given) => {
    const { faults } = stage.server.venue;
    const before = faults.struck[type] ?? 0;
    await given.strike();
    later(longMs);
    const whileItLasts = await fix();
    if (given.told === null)
      expect(whileItLasts).toMatchObject({ asked: 0, done: [], unaskedCount: 1, unasked: [{ botId: stage.bot.id }] });
    else expect([told(whileItLasts.done), whileItLasts.unaskedCount]).toEqual([given.told, 0]);
    if (isStrikingCalls(type)) expect(faults.struck[type] ?? 0).toBeGreaterThan(before);
    faults.clearAll();
    await given.lift?.();
    // An exchange that asked to be left alone is left alone for a while.
    await expect.poll(async () => (await fix({ dryRun: true })).unaskedCount, { interval: 200 }).toBe(0);
    later(longMs);
    await fix();
    later(longMs);
    expect(told((await fix()).done)).toEqual(given.stays ?? []);
  });
});

/** Events strike nobody here, since nobody listens; a market that stands still has no trades of its own to part. */
const isStrikingCalls = (type: string): boolean =>
  !['duplicateEvents', 'reorderEvents', 'loseEvents', 'partialFills', 'dropStreams', 'silenceStreams', 'shuffleFills'].includes(type);
