import { ExchangeError } from '@tenbin/exchange';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';
import { JournalDisagrees, JournalRefuses } from './journal.ts';

const never = () => new Promise<never>(() => {});

/** Why it does not go on, as its timeline says. */
const reasons = (desk: TradingDesk) =>
  desk.journal.timeline.flatMap((entry) => (entry.kind === 'exchangeUnreachable' ? [entry.facts.reason] : []));

/** A bot that was stopping when its process ended, with all its orders open. */
async function stoppingBot(): Promise<TradingDesk> {
  const desk = new TradingDesk();
  await desk.start();
  desk.exchange.failNext('cancel', { kind: 'transient', reason: 'unreachable' }, { times: 6 });
  await desk.stop();
  expect(desk.bot.state.phase.kind).toBe('stopping');
  await desk.bot.close();
  return desk;
}

describe('a bot that another process goes on stopping', () => {
  test('waits for its connection, and cancels at once when that is there', async () => {
    const desk = await stoppingBot();
    const { promise, resolve } = Promise.withResolvers<typeof desk.exchange>();
    desk.connect = () => promise;
    const opening = desk.open();
    await desk.pass(30_000);
    resolve(desk.exchange);
    await opening;
    await desk.settle();
    expect(desk.bot.state.phase.kind).toBe('stopped');
    expect(desk.exchange.open).toEqual([]);
    expect(reasons(desk).slice(1)).toEqual(['connecting']);
  });

  test('connects anew when a connection does not come about, and says so', async () => {
    const desk = await stoppingBot();
    desk.connect = never;
    void desk.open();
    await desk.pass(40_000);
    desk.connect = async () => desk.exchange;
    await desk.pass(20_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
    expect(reasons(desk)).toContain('deadlinePassed');
  });

  test('connects anew when the stream neither opens nor breaks', async () => {
    const desk = await stoppingBot();
    const { subscribe } = desk.exchange;
    desk.exchange.subscribe = () => () => {};
    await desk.open();
    await desk.wait(40_000);
    expect(desk.bot.state.phase.kind).toBe('stopping');
    desk.exchange.subscribe = subscribe;
    await desk.wait(20_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
    expect(reasons(desk)).toContain('deadlinePassed');
  });
});

test('a connection that comes about after it was given up is closed', async () => {
  const desk = new TradingDesk();
  const { promise, resolve } = Promise.withResolvers<typeof desk.exchange>();
  desk.connect = () => promise;
  await desk.open();
  desk.bot.start('user-1');
  await desk.pass(50_000);
  let closed = 0;
  const close = async () => {
    closed += 1;
  };
  const late = Object.assign(Object.create(desk.exchange), { close, subscribe: () => () => {} });
  desk.connect = async () => desk.exchange;
  resolve(late);
  await desk.wait(15_000);
  expect(closed).toBe(1);
  expect(desk.bot.state.phase.kind).toBe('running');
});

describe('questions that are never answered', () => {
  test('do not take the places of those that come after them', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const { fetchOpenOrders } = desk.exchange;
    desk.exchange.fetchOpenOrders = never;
    desk.bot.stop('user-1');
    await desk.pass(150_000);
    expect(desk.bot.state.phase.kind).toBe('stopping');
    desk.exchange.fetchOpenOrders = fetchOpenOrders;
    await desk.pass(60_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
    expect(desk.journal.kinds).toContain('waitingForConfirmation');
  });

  test('do not keep whoever closes the bot', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.cancelOrder = never;
    desk.exchange.close = never;
    desk.bot.stop('user-1');
    let isClosed = false;
    await desk.pass(5_000);
    void desk.bot.close().then(() => {
      isClosed = true;
    });
    await desk.pass(60_000);
    expect(isClosed).toBe(true);
  });
});

describe('a bot that loads what is stored after a fault of ours', () => {
  test('tries until that can be read, and does then what it was asked meanwhile', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const { load } = desk.journal;
    let loads = 0;
    desk.journal.load = async () => {
      loads += 1;
      throw new Error('the database is away');
    };
    const { record } = desk.journal;
    desk.journal.record = async () => {
      desk.journal.record = record;
      throw new JournalDisagrees('what is in memory is not what is stored');
    };
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(20_000);
    expect(loads).toBeGreaterThan(1);
    desk.bot.stop('user-1');
    await desk.wait(5_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    desk.journal.load = load;
    await desk.wait(60_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
    expectBooksToAgree(desk);
  });
});

describe('a bot that is given up after failing again and again', () => {
  /** So many steps are refused, from the next one on. */
  function refuse(desk: TradingDesk, times: number, record = desk.journal.record): void {
    let left = times;
    desk.journal.record = async (step) => {
      left -= 1;
      if (left >= 0) throw new JournalDisagrees('what is in memory is not what is stored');
      return record.call(desk.journal, step);
    };
  }

  test('sends nothing more, however long it takes to store that', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const { record } = desk.journal;
    const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
    let sent = 0;
    refuse(desk, 5, async (step) => {
      const stored = await record.call(desk.journal, step);
      if (!step.timeline?.some(({ kind }) => kind === 'failed')) return stored;
      sent = desk.exchange.sent.size;
      await isStored;
      return stored;
    });
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.pass(180_000);
    store();
    await desk.pass(10_000);
    expect(desk.journal.faults).toMatchObject([{ code: 'internal' }]);
    expect(desk.exchange.sent.size).toBe(sent);
    expect(desk.ends).toEqual(['failed']);
  });

  test('ends although the database is away just then, and the time that it ran counts', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await desk.wait(600_000);
    const { record } = desk.journal;
    let away = 3;
    refuse(desk, 5, async (step) => {
      away -= 1;
      if (away >= 0) throw new Error('the database is away');
      return record.call(desk.journal, step);
    });
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.pass(300_000);
    expect(desk.ends).toEqual(['failed']);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toHaveLength(1);
    expect(desk.journal.memory.ledger?.ranMs).toBeGreaterThan(600_000);
  });

  /** What it stores of its trades is refused from now on. */
  function refuseTrades(desk: TradingDesk): void {
    const { record } = desk.journal;
    desk.journal.record = async (step) => {
      if (step.fills) throw new JournalRefuses('numeric field overflow');
      return record.call(desk.journal, step);
    };
  }

  test('since what it writes can never be stored, does not try that for ever, and leaves nothing open', async () => {
    const desk = new TradingDesk();
    await desk.start();
    refuseTrades(desk);
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.pass(180_000);
    expect(desk.ends).toEqual(['failed']);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'internal', facts: { mayBeOpen: [] } }]);
    expect(desk.exchange.open).toEqual([]);
  });

  test('names the orders whose cancelling was not confirmed', async () => {
    const desk = new TradingDesk();
    await desk.start();
    refuseTrades(desk);
    desk.exchange.moveTo('BTC/USDT', '60600');
    const { cancelOrder } = desk.exchange;
    const [stuck, lost] = desk.exchange.open;
    desk.exchange.cancelOrder = async (ref) => {
      if (ref.clientOrderId === stuck?.clientOrderId) throw new ExchangeError('no answer', { kind: 'unknown', reason: 'deadlinePassed' });
      if (ref.clientOrderId === lost?.clientOrderId) throw new ExchangeError('not open', { kind: 'rejected', reason: 'orderNotFound' });
      return cancelOrder.call(desk.exchange, ref);
    };
    await desk.pass(180_000);
    expect(desk.journal.faults).toMatchObject([{ code: 'internal', facts: { mayBeOpen: [stuck?.clientOrderId] } }]);
  });

  test('is stopped although its exchange does not answer', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const live = desk.exchange.open.map((order) => order.clientOrderId);
    refuse(desk, 5);
    desk.exchange.cancelOrder = () => new Promise(() => {});
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.pass(240_000);
    expect(desk.ends).toEqual(['failed']);
    expect(desk.journal.faults[0]?.facts.mayBeOpen).toEqual(live);
  });

  test('is stopped although its ledger can never be stored', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const { record } = desk.journal;
    desk.journal.record = async (step) => {
      if (step.ledger) throw new JournalRefuses('numeric field overflow');
      return record.call(desk.journal, step);
    };
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.pass(180_000);
    expect(desk.ends).toEqual(['failed']);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'internal' }]);
  });
});
