import { isDeepStrictEqual } from 'node:util';
import type { RebalanceProgress } from '@tenbin/bots';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { siblingOf } from '../testing/siblings.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const dollars = { BTC: '0', ETH: '0', USDT: '18000' };
const id = 'rebalance-1';

async function begun(balances: Record<string, string> = dollars): Promise<TradingDesk> {
  const desk = new TradingDesk({ balances: balances as typeof dollars });
  await desk.open();
  desk.bot.rebalance(id, 'user-1');
  await desk.settle();
  return desk;
}

/** The market takes whatever stands open, again and again. */
async function takeAll(desk: TradingDesk): Promise<void> {
  for (let round = 0; round < 6 && desk.exchange.open.length > 0; round += 1) {
    desk.exchange.trade(desk.exchange.open);
    await desk.settle();
  }
}

const log = (desk: TradingDesk): RebalanceProgress[] => desk.journal.rebalances;
const kind = (desk: TradingDesk) => desk.journal.memory.phase.kind;
const terms = (desk: TradingDesk) => desk.exchange.orders.map(({ pair, side, price }) => `${side} ${pair} ${price}`);

describe('a rebalance', () => {
  test('carries its steps out one after the other, and ends even', async () => {
    const desk = await begun();
    expect(terms(desk)).toEqual(['buy BTC/USDT 63000']);
    await takeAll(desk);
    expect(terms(desk)).toEqual(['buy BTC/USDT 63000', 'buy ETH/USDT 3150']);
    expect(kind(desk)).toBe('stopped');
    const { ledger } = desk.journal.memory;
    expect(log(desk).map(({ status }) => status)).toEqual(['running', 'running', 'completed']);
    expect(log(desk).at(-1)?.balancesAfter).toEqual(ledger?.balances);
    expect(desk.journal.kinds).toContain('rebalanced');
    expectBooksToAgree(desk);
  });

  test('makes no contract record, and nothing of it counts as profit', async () => {
    const desk = await begun();
    await takeAll(desk);
    expect(desk.journal.records).toEqual([]);
    expect(desk.journal.fills.map((fill) => fill.growth)).toEqual([0, 0]);
    const { ledger, orders } = desk.journal.memory;
    expect(ledger).toMatchObject({ growth: 0, ranMs: 0, initialBalances: ledger?.balances });
    expect(orders.every((order) => order.rebalanceId === id && order.recordedTrades === order.trades.length)).toBe(true);
  });

  test('lets the bot start with what it leaves, and no deposit is found then', async () => {
    const desk = await begun();
    await takeAll(desk);
    desk.bot.start('user-1');
    await desk.settle();
    expect(kind(desk)).toBe('running');
    expect(desk.journal.kinds.filter((one) => one === 'deposit' || one === 'withdrawal')).toEqual([]);
    expect(desk.exchange.open).not.toEqual([]);
  });

  test('of an even wallet sends nothing', async () => {
    const desk = await begun({ BTC: '0.1', ETH: '2', USDT: '6000' });
    expect(desk.exchange.orders).toEqual([]);
    expect(log(desk).at(-1)?.status).toBe('completed');
  });

  test('that cannot be done says why, and takes back the request that the bot run', async () => {
    const desk = await begun({ BTC: '0', ETH: '0', USDT: '0' });
    expect(log(desk).at(-1)).toMatchObject({ status: 'failed', reason: 'balanceNotPositive' });
    expect(desk.journal.faults).toMatchObject([{ code: 'rebalanceFailed', facts: { check: 'balanceNotPositive' } }]);
    expect(kind(desk)).toBe('stopped');
  });

  test('takes only what other bots of the account leave', async () => {
    const desk = new TradingDesk({ balances: { BTC: '0.1', ETH: '2', USDT: '24000' } });
    const phase = { kind: 'running', since: desk.clock.now() } as const;
    desk.journal.others = [siblingOf({ phase, held: { BTC: '0.1', ETH: '2', USDT: '6000' } })];
    await desk.open();
    desk.bot.rebalance(id, 'user-1');
    await desk.settle();
    expect(log(desk).at(-1)?.balancesBefore).toEqual({ BTC: '0', ETH: '0', USDT: '18000' });
    await takeAll(desk);
    expect(Number(desk.journal.memory.ledger?.balances.USDT)).toBeGreaterThan(5_000);
  });

  test('does not wait for a bot that was asked to stop before it took its share', async () => {
    const desk = new TradingDesk({ balances: dollars });
    const phase = { kind: 'stopping', askedAt: new Date(0), by: 'user-2', reason: null, runningSince: null, holdsNothing: true } as const;
    desk.journal.others = [siblingOf({ phase })];
    await desk.open();
    desk.bot.rebalance(id, 'user-1');
    await desk.settle();
    expect(log(desk).at(-1)?.balancesBefore).toEqual(dollars);
  });
});

describe('in the middle of a rebalance', () => {
  test('a process that is killed goes on where it was, and repeats no step', async () => {
    const desk = await begun();
    const [first] = desk.exchange.orders;
    if (!first) throw new Error('nothing was sent');
    // Killed after the first order was sent; it fills while nobody is there.
    desk.exchange.isSilent = true;
    desk.exchange.trade([first]);
    desk.exchange.isSilent = false;
    await desk.open();
    await takeAll(desk);
    expect(terms(desk)).toEqual(['buy BTC/USDT 63000', 'buy ETH/USDT 3150']);
    expect([...desk.exchange.sent.values()]).toEqual([1, 1]);
    expect(log(desk).at(-1)?.status).toBe('completed');
    expectBooksToAgree(desk);
  });

  test('an order whose answer is lost is looked for, and not sent again', async () => {
    const desk = new TradingDesk({ balances: dollars as { BTC: string; ETH: string; USDT: string } });
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'unreachable' }, { arrives: true });
    await desk.open();
    desk.bot.rebalance(id, 'user-1');
    await desk.settle();
    await desk.wait(10_000);
    await takeAll(desk);
    expect([...desk.exchange.sent.values()].every((times) => times === 1)).toBe(true);
    expect(log(desk).at(-1)?.status).toBe('completed');
    expectBooksToAgree(desk);
  });

  test('a refused order is tried again under a new name, a few times', async () => {
    const desk = new TradingDesk({ balances: dollars as { BTC: string; ETH: string; USDT: string } });
    desk.exchange.failNext('place', { kind: 'rejected', reason: 'insufficientFunds' });
    await desk.open();
    desk.bot.rebalance(id, 'user-1');
    await desk.settle();
    expect(desk.exchange.orders).toEqual([]);
    await desk.wait(10_000);
    await takeAll(desk);
    expect(desk.exchange.sent.size).toBe(3);
    expect(log(desk).at(-1)?.status).toBe('completed');
  });

  test('what is refused again and again ends it with the exchange’s reason', async () => {
    const desk = new TradingDesk({ balances: dollars as { BTC: string; ETH: string; USDT: string } });
    desk.exchange.failNext('place', { kind: 'rejected', reason: 'insufficientFunds' }, { times: 1_000 });
    await desk.open();
    desk.bot.rebalance(id, 'user-1');
    await desk.wait(1_500_000);
    expect(log(desk).at(-1)).toMatchObject({ status: 'failed', reason: 'insufficientFunds' });
    expect(kind(desk)).toBe('stopped');
    expect(desk.exchange.open).toEqual([]);
  });

  test('an order that finds nobody is cancelled, and the rest is planned anew', async () => {
    const desk = await begun();
    const [first] = desk.exchange.orders;
    if (!first) throw new Error('nothing was sent');
    desk.exchange.trade([first], '0.05');
    await desk.wait(15_000);
    await takeAll(desk);
    await desk.wait(20_000);
    await takeAll(desk);
    expect(log(desk).at(-1)?.status).toBe('completed');
    expect(log(desk).filter(({ orders }) => orders !== undefined).length).toBeGreaterThan(1);
    const { BTC, ETH } = desk.journal.memory.ledger?.balances ?? {};
    expect(Number(BTC) * 60_000).toBeGreaterThan(5_000);
    expect(Number(ETH) * 3_000).toBeGreaterThan(5_000);
    expectBooksToAgree(desk);
  });

  test('a stop cancels what is open and ends it', async () => {
    const desk = await begun();
    await desk.stop();
    await desk.wait(5_000);
    expect(desk.exchange.open).toEqual([]);
    expect(log(desk).at(-1)?.status).toBe('cancelled');
    expect(desk.journal.memory.phase).toMatchObject({ kind: 'stopped', receipt: { cancelled: [expect.any(String)] } });
  });

  test('prices that move meanwhile bound what is sent', async () => {
    const desk = await begun();
    desk.exchange.moveTo('ETH/USDT', '4000');
    const [first] = desk.exchange.orders;
    if (first) desk.exchange.trade([first]);
    await desk.settle();
    expect(terms(desk).at(-1)).toMatch(/^buy ETH\/USDT (3150|4200)$/);
    await takeAll(desk);
    expect(isDeepStrictEqual(desk.exchange.open, [])).toBe(true);
    expect(kind(desk)).toBe('stopped');
  });
});
