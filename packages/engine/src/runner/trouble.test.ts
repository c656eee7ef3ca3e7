import { clientOrderIdOf } from '@tenbin/bots';
import { type Fill, multiply, subtract } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

describe('an order whose answer got lost', () => {
  test('is found and kept, never sent again', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true, times: 2 });
    await desk.start();
    await desk.wait(5_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('that never arrived is given up after a minute of asking, and only then replaced', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' });
    await desk.start();
    await desk.wait(45_000);
    expect(desk.exchange.open).toHaveLength(5);
    await desk.wait(60_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.kinds).toContain('neverPlaced');
    expectBooksToAgree(desk);
  });

  test('is not given up while the exchange gives no answer: a failed question is none', async () => {
    const desk = new TradingDesk();
    desk.exchange.isSilent = true;
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' });
    desk.exchange.failNext('find', { kind: 'transient', reason: 'unreachable' }, { times: 6 });
    await desk.start();
    await desk.wait(100_000);
    expect(desk.exchange.open).toHaveLength(5);
    await desk.wait(100_000);
    expect(desk.journal.kinds).toContain('neverPlaced');
    expect(desk.exchange.open).toHaveLength(6);
  });

  test('is given up soon once an exchange that was away for minutes answers again', async () => {
    const desk = new TradingDesk();
    desk.exchange.isSilent = true;
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' });
    desk.exchange.failNext('find', { kind: 'transient', reason: 'unreachable' }, { times: 6 });
    await desk.start();
    await desk.wait(75_000);
    await desk.stop();
    await desk.wait(35_000);
    expect(desk.journal.kinds).toContain('neverPlaced');
    expect(desk.bot.state.phase.kind).toBe('stopped');
  });

  test('is asked for as soon as the exchange is back, however long the next pause was to be', async () => {
    const desk = new TradingDesk();
    desk.exchange.isSilent = true;
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' });
    desk.exchange.failNext('find', { kind: 'transient', reason: 'unreachable' }, { times: 5 });
    await desk.start();
    await desk.wait(62_000);
    desk.exchange.breakStream();
    desk.exchange.restoreStream();
    // The next question was to be asked twelve seconds from now.
    await desk.wait(8_000);
    expect(desk.journal.kinds).toContain('neverPlaced');
  });

  test('and that was filled meanwhile is booked', async () => {
    const desk = new TradingDesk();
    desk.exchange.isSilent = true;
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true });
    await desk.start();
    desk.exchange.trade(desk.exchange.open.slice(0, 1));
    await desk.wait(70_000);
    expect(desk.journal.records).toHaveLength(1);
    expectBooksToAgree(desk);
  });

  test('of a cancelling leads to a question, and the order is replaced once', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.failNext('cancel', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true });
    desk.exchange.failNext('cancel', { kind: 'unknown', reason: 'deadlinePassed' });
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(30_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });
});

describe('an id that another order has at the exchange', () => {
  const another = { clientOrderId: clientOrderIdOf(1, 1), pair: 'BTC/USDT', side: 'sell', price: '61234', amount: '0.0123' } as const;

  test('leads to no trade of ours: the order is given up, and placed under an id of its own', async () => {
    const desk = new TradingDesk();
    const old = await desk.exchange.placeOrder(another);
    desk.exchange.orders[0] = { ...old, status: 'filled', filled: old.amount };
    desk.exchange.sent.clear();
    desk.exchange.failNext('place', { kind: 'rejected', reason: 'duplicateClientOrderId' });
    await desk.start();
    await desk.wait(30_000);
    expect(desk.bot.state.orders.map(({ state }) => state)).toEqual(['unknown', ...Array(5).fill('open')]);
    await desk.wait(60_000);
    expect(desk.journal.kinds).toEqual(expect.arrayContaining(['notTheOrder', 'neverPlaced']));
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
    await desk.stop();
    await desk.wait(10_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
  });

  test('and that is open there is taken out, and what it traded is not booked as the other’s', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const [ours] = desk.bot.state.orders;
    const old = await desk.exchange.placeOrder(another);
    const taken: Fill = {
      ...old,
      tradeId: '77',
      amount: '0.001',
      notional: multiply(old.price, '0.001'),
      fee: '0',
      feeCurrency: 'USDT',
      isMaker: true,
    };
    const { ledger } = desk.bot.state;
    desk.exchange.fills.push(taken);
    desk.exchange.repeatAll();
    await desk.settle();
    expect(desk.bot.state.ledger).toBe(ledger);
    await desk.stop();
    await desk.wait(10_000);
    expect(ours?.clientOrderId).toBe(another.clientOrderId);
    expect(desk.exchange.open).toEqual([]);
    expect(desk.bot.state.phase.kind).toBe('stopped');
  });
});

test('a cancelling of unknown outcome is asked about although the order was being looked for already', async () => {
  const desk = new TradingDesk();
  desk.exchange.isSilent = true;
  desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true, times: 6 });
  await desk.start();
  // The stream tells that they are open, while the searches for them still wait to ask.
  desk.exchange.isSilent = false;
  desk.exchange.repeatAll();
  await desk.settle();
  expect(desk.bot.state.orders.map(({ state }) => state)).toEqual(Array(6).fill('open'));
  desk.exchange.failNext('cancel', { kind: 'unknown', reason: 'deadlinePassed' }, { times: 6 });
  await desk.stop();
  await desk.wait(30_000);
  expect(desk.exchange.open).toHaveLength(0);
  expect(desk.bot.state.phase.kind).toBe('stopped');
});

test('an order that arrives after it was given up is taken out again, and a stop does not wait for it without end', async () => {
  const desk = new TradingDesk();
  desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' });
  await desk.start();
  await desk.wait(100_000);
  const [given] = desk.bot.state.orders.filter(({ state }) => state === 'neverPlaced');
  if (!given) throw new Error('nothing was given up');
  await desk.exchange.placeOrder(given);
  desk.exchange.repeatAll();
  await desk.wait(10_000);
  expect(desk.exchange.open).toHaveLength(6);
  expect(desk.exchange.open.map((order) => order.clientOrderId)).not.toContain(given.clientOrderId);
  await desk.stop();
  await desk.wait(60_000);
  expect(desk.bot.state.phase.kind).toBe('stopped');
  expect(desk.exchange.open).toEqual([]);
});

test.each(['stops', 'runs on'])(
  'an order that an exchange in confusion denied is taken out when it shows again: a bot that %s',
  async (what) => {
    const desk = new TradingDesk();
    await desk.start();
    const [denied] = desk.exchange.open;
    if (!denied) throw new Error('nothing open');
    const { findOrder, fetchOpenOrders } = desk.exchange;
    desk.exchange.findOrder = async (ref) => (ref.clientOrderId === denied.clientOrderId ? null : findOrder.call(desk.exchange, ref));
    desk.exchange.fetchOpenOrders = async (pair) => {
      const open = await fetchOpenOrders.call(desk.exchange, pair);
      return open.filter((order) => order.clientOrderId !== denied.clientOrderId);
    };
    desk.exchange.failNext('cancel', { kind: 'unknown', reason: 'deadlinePassed' }, { times: 6 });
    desk.exchange.moveTo('ETH/USDT', '3031');
    await desk.wait(90_000);
    expect(desk.bot.state.orders.find((order) => order.clientOrderId === denied.clientOrderId)?.state).toBe('cancelled');
    Object.assign(desk.exchange, { findOrder, fetchOpenOrders });
    if (what === 'stops') await desk.stop();
    desk.exchange.breakStream();
    desk.exchange.restoreStream();
    await desk.wait(300_000);
    expect(desk.bot.state.phase.kind).toBe(what === 'stops' ? 'stopped' : 'running');
    expect(desk.exchange.open.map((order) => order.clientOrderId)).not.toContain(denied.clientOrderId);
  },
);

describe('an exchange in trouble', () => {
  test('that limits the rate is left alone for as long as it says', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', { kind: 'transient', reason: 'rateLimited', retryAfterMs: 30_000 }, { times: 6 });
    await desk.start();
    const sent = desk.exchange.sent.size;
    await desk.wait(25_000);
    expect(desk.exchange.sent.size).toBe(sent);
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('that lets nobody on this address call makes the bot wait, say until when, and write nothing down meanwhile', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const until = new Date(desk.clock.now().getTime() + 120_000);
    desk.haltedUntil = until;
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    const { sent } = desk.exchange;
    const before = sent.size;
    await desk.wait(115_000);
    expect(sent.size).toBe(before);
    const said = desk.journal.timeline.filter((entry) => entry.kind === 'rateLimited');
    expect(said).toHaveLength(1);
    expect(said[0]?.facts).toMatchObject({ until: until.toISOString() });
    expect(desk.journal.records).toHaveLength(1);
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('that is in maintenance makes the bot wait, say so, and go on by itself', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', { kind: 'transient', reason: 'maintenance' }, { times: 18 });
    await desk.start();
    await desk.wait(5_000);
    expect(desk.exchange.open).toEqual([]);
    const said = desk.journal.timeline.filter((entry) => entry.kind === 'exchangeUnreachable');
    expect(said.map(({ facts }) => facts)).toContainEqual({ reason: 'maintenance' });
    await desk.wait(30_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.faults).toEqual([]);
    expectBooksToAgree(desk);
  });

  test('that cannot be reached at all is tried again, and the bot never stops for it', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.breakStream();
    desk.exchange.failNext('wallet', { kind: 'transient', reason: 'unreachable' }, { times: 6 });
    desk.exchange.restoreStream();
    await desk.wait(40_000);
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.kinds).toContain('exchangeUnreachable');
    await desk.wait(120_000);
    expect(desk.journal.kinds).toContain('reconnected');
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('whose stream broke is asked for everything before the next order', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.breakStream();
    desk.exchange.isSilent = true;
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(5);
    desk.exchange.isSilent = false;
    desk.exchange.restoreStream();
    await desk.settle();
    expect(desk.journal.kinds).toContain('reconnected');
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('that lacks the funds pauses that order only, and the bot goes on', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', { kind: 'rejected', reason: 'insufficientFunds' });
    await desk.start();
    expect(desk.exchange.open).toHaveLength(5);
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(6);
  });

  test('that refuses the key for five minutes stops the bot, which says what may still be open', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.failNext('wallet', { kind: 'rejected', reason: 'invalidApiKey' }, { times: 100 });
    await desk.wait(270_000);
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.kinds.filter((kind) => kind === 'keyPaused')).toHaveLength(2);
    await desk.wait(120_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults[0]).toMatchObject({ code: 'invalidApiKey' });
    expect(desk.journal.faults[0]?.facts.mayBeOpen).toHaveLength(6);
  });

  test('that refuses the key at two looks a second apart, and again minutes later, keeps the bot once it accepts it', async () => {
    const desk = new TradingDesk();
    await desk.start();
    for (let outage = 0; outage < 3; outage += 1) {
      desk.exchange.failNext('wallet', { kind: 'rejected', reason: 'keyRefused' }, { times: 4 });
      await desk.wait(400_000);
    }
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.faults).toEqual([]);
    expect(desk.journal.kinds).toContain('keyPaused');
    expect(desk.exchange.open).toHaveLength(6);
  });

  test('that refuses the key of a bot that starts stops it at once', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('wallet', { kind: 'rejected', reason: 'invalidSecret' }, { times: 2 });
    await desk.start();
    await desk.wait(5_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'invalidSecret', facts: { mayBeOpen: [] } }]);
  });

  test('that refuses the key once keeps the bot running', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.failNext('wallet', { kind: 'rejected', reason: 'keyRefused' });
    await desk.wait(120_000);
    expect(desk.journal.memory.phase.kind).toBe('running');
  });

  test('from which somebody took money stops the bot when it lasts', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.balances.USDT = subtract(desk.exchange.balances.USDT ?? '0', '1000');
    await desk.wait(60_000);
    expect(desk.journal.memory.phase.kind).toBe('running');
    await desk.wait(200_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'ledgerDifference', facts: { USDT: '-1000' } }]);
  });
});

test('calls that fail together are one failure: the pause does not grow with their number', async () => {
  const desk = new TradingDesk();
  desk.exchange.failNext('place', { kind: 'transient', reason: 'maintenance' }, { times: 6 });
  await desk.start();
  expect(desk.exchange.open).toHaveLength(0);
  await desk.wait(5_000);
  expect(desk.exchange.open).toHaveLength(6);
  expectBooksToAgree(desk);
});

test('failures with answers between them are no failures in a row: the pause after one of them stays short', async () => {
  const desk = new TradingDesk();
  await desk.start();
  for (let hiccup = 0; hiccup < 5; hiccup += 1) {
    desk.exchange.failNext('wallet', { kind: 'transient', reason: 'unreachable' });
    await desk.wait(120_000);
  }
  desk.exchange.failNext('place', { kind: 'transient', reason: 'maintenance' });
  desk.exchange.moveTo('BTC/USDT', '60600');
  await desk.settle();
  expect(desk.bot.state.hold?.failures).toBe(1);
});

test('a trade of an order that stayed open, made while a start asks for the wallet, is not lost in the new ledger', async () => {
  const desk = new TradingDesk();
  await desk.start();
  desk.exchange.failNext('wallet', { kind: 'rejected', reason: 'invalidApiKey' }, { times: 6 });
  await desk.wait(400_000);
  expect(desk.bot.state.phase.kind).toBe('stopped');
  expect(desk.exchange.open).toHaveLength(6);
  const { fetchWallet } = desk.exchange;
  desk.exchange.fetchWallet = async () => {
    desk.exchange.fetchWallet = fetchWallet;
    const wallet = await desk.exchange.fetchWallet();
    desk.exchange.trade(desk.exchange.open.slice(0, 1));
    return wallet;
  };
  desk.bot.start('user-1');
  await desk.wait(200_000);
  expect(desk.bot.state.phase.kind).toBe('running');
  expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
});
