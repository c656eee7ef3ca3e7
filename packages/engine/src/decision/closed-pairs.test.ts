import { ExchangeError } from '@tenbin/exchange';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { siblingOf } from '../testing/siblings.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const pair = 'ETH/USDT';
const ofPair = ({ pair: one }: { readonly pair: string }) => one === pair;
const facts = (desk: TradingDesk, kind: string) => desk.journal.timeline.flatMap((entry) => (entry.kind === kind ? [entry.facts] : []));

describe('a pair that its exchange halts', () => {
  test('waits and says so; the other pairs are traded on, and it goes on when the pair does', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.halt(pair);
    await desk.exchange.emitMarkets();
    const resting = desk.exchange.open.filter(ofPair);
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(900_000);
    expect(desk.journal.faults).toEqual([]);
    expect(facts(desk, 'marketHalted')).toContainEqual({ pair });
    expect(desk.exchange.open.filter(ofPair)).toEqual(resting);
    expect(desk.exchange.open).toHaveLength(6);
    desk.exchange.reopen(pair);
    await desk.exchange.emitMarkets();
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.exchange.open.filter(ofPair)).not.toEqual(resting);
    expectBooksToAgree(desk);
  });

  test('before anybody was told so refuses orders, which pauses them, and does not stop the bot', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.halt(pair);
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(1_800_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    // Cancelling is asked for once a minute at most.
    expect(desk.exchange.sent.size).toBeLessThan(20);
    desk.exchange.reopen(pair);
    await desk.wait(120_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('keeps the bot from being stopped until its orders can be cancelled; it asks rarely and says for what it waits', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.halt(pair);
    await desk.exchange.emitMarkets();
    await desk.stop();
    await desk.wait(300_000);
    expect(desk.bot.state.phase.kind).toBe('stopping');
    expect(desk.journal.kinds).toContain('waitingForCancel');
    expect(desk.exchange.open.every(ofPair)).toBe(true);
    desk.exchange.reopen(pair);
    await desk.wait(120_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
    expect(desk.exchange.open).toEqual([]);
  });
});

describe('a pair that leaves its exchange', () => {
  test('stops the bot with that cause, confirmed; its orders are named', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const gone = desk.exchange.open.filter(ofPair).map(({ clientOrderId }) => clientOrderId);
    desk.exchange.delist(pair);
    await desk.exchange.emitMarkets();
    await desk.wait(60_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    await desk.wait(300_000);
    expect(desk.journal.memory.phase).toMatchObject({ kind: 'stopped', receipt: { reason: 'pairNotAvailable' } });
    expect(desk.journal.faults).toMatchObject([{ code: 'pairNotAvailable', facts: { pair } }]);
    expect(facts(desk, 'endedWithPair').map((one) => (one as { clientOrderId: string }).clientOrderId)).toEqual(gone);
    expect(desk.exchange.open).toEqual([]);
    expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
  });

  test('before its bot has started refuses the start, with that cause, instead of waiting for its price', async () => {
    const desk = new TradingDesk();
    const fetchWallet = desk.exchange.fetchWallet.bind(desk.exchange);
    desk.exchange.fetchWallet = async () => {
      throw new ExchangeError('away', { kind: 'transient', reason: 'unreachable' });
    };
    await desk.start();
    desk.exchange.delist(pair);
    await desk.exchange.emitMarkets();
    await desk.wait(100_000);
    desk.exchange.fetchWallet = fetchWallet;
    await desk.wait(300_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(facts(desk, 'startRefused')).toContainEqual({ code: 'pairNotAvailable', facts: { pair } });
    expect(desk.journal.faults).toMatchObject([{ code: 'pairNotAvailable', facts: { pair } }]);
  });

  test('while its bot is made even ends that, with that cause', async () => {
    const desk = new TradingDesk({ balances: { BTC: '0', ETH: '0', USDT: '18000' } });
    await desk.open();
    desk.bot.rebalance('a-rebalance', 'user-1');
    desk.exchange.delist(pair);
    await desk.exchange.emitMarkets();
    await desk.wait(400_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'pairNotAvailable', facts: { pair } }]);
    expect(desk.exchange.open).toEqual([]);
  });

  test('keeps no other pair from being looked at: what a broken stream hid there is found', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.delist(pair);
    desk.exchange.isSilent = true;
    desk.exchange.breakStream();
    desk.exchange.moveTo('BTC/USDT', '60600');
    desk.exchange.isSilent = false;
    desk.exchange.restoreStream();
    await desk.wait(20_000);
    expect(desk.journal.fills).toHaveLength(1);
    expect(desk.bot.state.link).toBe('synced');
  });

  test('does so too where another bot of the account has an order there: none waits for the other', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const [order] = desk.bot.state.orders.filter(ofPair);
    if (!order) throw new Error('it has an order there');
    const theirs = { ...order, clientOrderId: 'T000000000z0000001', exchangeOrderId: 'theirs' };
    desk.journal.others = [siblingOf({ orders: [theirs] })];
    desk.exchange.delist(pair);
    await desk.exchange.emitMarkets();
    await desk.wait(400_000);
    expect(desk.journal.memory.phase).toMatchObject({ kind: 'stopped', receipt: { reason: 'pairNotAvailable' } });
  });

  test('by one list only, which was incomplete, stops nothing', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.delist(pair);
    await desk.exchange.emitMarkets();
    desk.exchange.reopen(pair);
    await desk.wait(600_000);
    expect(desk.journal.faults).toEqual([]);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('while nobody was there does not keep its stop from being confirmed after a restart', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.delist(pair);
    await desk.bot.close();
    await desk.open();
    await desk.stop();
    await desk.wait(400_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
  });
});
