import { isSettled, type StopReceipt } from '@tenbin/bots';
import { ExchangeError } from '@tenbin/exchange';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const receiptOf = (desk: TradingDesk): StopReceipt | null => {
  const { phase } = desk.bot.state;
  return phase.kind === 'stopped' ? phase.receipt : null;
};

/** A stop that the exchange does not confirm, since it cancels nothing until it is mended. */
async function lastingStop({ isVirtual = false } = {}): Promise<{ readonly desk: TradingDesk; readonly mend: () => void }> {
  const desk = new TradingDesk({ isVirtual });
  await desk.start();
  const { cancelOrder } = desk.exchange;
  desk.exchange.cancelOrder = async () => {
    throw new ExchangeError('no answer', { kind: 'transient', reason: 'unreachable' });
  };
  await desk.stop();
  await desk.wait(60_000);
  expect(desk.bot.state.phase.kind).toBe('stopping');
  const mend = () => {
    desk.exchange.cancelOrder = cancelOrder;
  };
  return { desk, mend };
}

describe('a stop that is forced', () => {
  test('ends after a last try, with the orders of which nobody knows that they are over', async () => {
    const { desk } = await lastingStop();
    desk.bot.forceStop('user-1');
    await desk.settle();
    expect(desk.bot.state.phase.kind).toBe('stopping');
    await desk.wait(15_000);
    const { open } = desk.exchange;
    expect(open).toHaveLength(6);
    expect(receiptOf(desk)).toMatchObject({ by: 'user-1', reason: null, confirmedAt: null, forced: { by: 'user-1' } });
    const unconfirmed = receiptOf(desk)?.forced?.unconfirmed ?? [];
    expect(unconfirmed.map(({ clientOrderId }) => clientOrderId).toSorted()).toEqual(open.map((order) => order.clientOrderId).toSorted());
    for (const { clientOrderId, ...known } of unconfirmed) {
      const there = open.find((order) => order.clientOrderId === clientOrderId);
      expect(known).toEqual({
        pair: there?.pair,
        side: there?.side,
        price: there?.price,
        amount: there?.amount,
        filled: '0',
        state: 'open',
      });
    }
    expect(desk.journal.kinds).toContain('stopForced');
    expect(desk.journal.kinds.at(-1)).toBe('stopped');
    expect(desk.journal.timeline.at(-1)?.facts).toMatchObject({ unconfirmed: 6 });
  });

  test('is confirmed after all where the last try succeeds', async () => {
    const { desk, mend } = await lastingStop();
    mend();
    desk.bot.forceStop('user-1');
    await desk.wait(15_000);
    expect(desk.exchange.open).toEqual([]);
    expect(receiptOf(desk)).toMatchObject({ confirmedAt: expect.any(Date) });
    expect(receiptOf(desk)?.forced).toBeUndefined();
  });

  test('ends while the exchange cannot be reached at all, also in a process that has just begun', async () => {
    const { desk } = await lastingStop();
    await desk.bot.close();
    desk.connect = () => new Promise<never>(() => {});
    void desk.open();
    await desk.pass(5_000);
    desk.bot.forceStop('user-1');
    await desk.pass(15_000);
    expect(receiptOf(desk)?.forced).toMatchObject({ because: 'exchangeAway', unconfirmed: { length: 6 } });
  });

  test('leaves nothing behind that a later start does not find: what stayed open is cancelled or kept as the bot’s own', async () => {
    const { desk, mend } = await lastingStop();
    desk.bot.forceStop('user-1');
    await desk.wait(15_000);
    mend();
    await desk.bot.close();
    await desk.start();
    await desk.wait(60_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    expect(desk.exchange.open).toHaveLength(6);
    await desk.stop();
    await desk.wait(15_000);
    expect(desk.exchange.open).toEqual([]);
    expect(receiptOf(desk)).toMatchObject({ confirmedAt: expect.any(Date) });
  });

  test('means nothing to a bot that has stopped', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await desk.stop();
    const receipt = receiptOf(desk);
    desk.bot.forceStop('user-1');
    await desk.wait(15_000);
    expect(receiptOf(desk)).toEqual(receipt);
  });
});

describe('the orders of a forced stop on a virtual account, whose money is held', () => {
  const liveIn = (desk: TradingDesk) => desk.journal.memory.orders.filter((order) => !isSettled(order)).length;

  async function forcedStop() {
    const { desk, mend } = await lastingStop({ isVirtual: true });
    desk.bot.forceStop('operator');
    await desk.wait(15_000);
    expect(receiptOf(desk)?.forced?.unconfirmed).toHaveLength(6);
    return { desk, mend };
  }

  test('stay as they are as long as the exchange does not say that they are over', async () => {
    const { desk } = await forcedStop();
    await desk.wait(120_000);
    expect([liveIn(desk), desk.exchange.open.length]).toEqual([6, 6]);
    expect(desk.bot.state.phase.kind).toBe('stopped');
  });

  test.each(['in the same process', 'in the next one'])('are followed until they are over, with their trades: %s', async (where) => {
    const { desk, mend } = await forcedStop();
    if (where === 'in the next one') {
      await desk.bot.close();
      desk.exchange.isSilent = true;
    }
    const [filled] = desk.exchange.open.filter(({ pair, side }) => pair === 'BTC/USDT' && side === 'sell');
    if (!filled) throw new Error('it sells nothing');
    desk.exchange.trade([filled]);
    desk.exchange.isSilent = false;
    mend();
    if (where === 'in the next one') await desk.open();
    await desk.wait(240_000);
    expect([liveIn(desk), desk.exchange.open.length]).toEqual([0, 0]);
    expect(desk.journal.fills).toHaveLength(1);
    expectBooksToAgree(desk);
    expect(desk.bot.state).toMatchObject({ phase: { kind: 'stopped' }, link: 'none' });
    expect(desk.exchange.sent.size).toBe(6);
    const written = desk.journal.steps.length;
    await desk.wait(120_000);
    expect(desk.journal.steps).toHaveLength(written);
  });

  test('of a bot that is started again are its orders, and it goes on', async () => {
    const { desk, mend } = await forcedStop();
    mend();
    await desk.bot.close();
    await desk.start();
    expect(desk.bot.state.phase.kind).toBe('running');
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });
});
