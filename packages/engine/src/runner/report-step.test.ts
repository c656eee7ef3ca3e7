import { multiply } from '@tenbin/market';
import { noMetrics } from '@tenbin/telemetry';
import { beforeEach, describe, expect, test } from 'vitest';
import { TradingDesk } from '../testing/trading-desk.ts';
import { JournalDisagrees } from './journal.ts';

interface Line {
  readonly level: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const unknownFate = { kind: 'unknown', reason: 'deadlinePassed' } as const;
let desk: TradingDesk;
let lines: Line[];
/** Name and labels. */
let counts: string[];
let observed: (readonly [name: string, seconds: number])[];

beforeEach(() => {
  desk = new TradingDesk();
  lines = [];
  counts = [];
  observed = [];
  const write = (level: string) => (fields: object, event: string) => void lines.push({ level, event, fields: { ...fields } });
  desk.metrics = {
    ...noMetrics,
    count: (name, labels) => void counts.push([name, ...Object.values<string>(labels)].join(' ').replace('  ', ' ')),
    observe: (name, _, seconds) => void observed.push([name, seconds]),
  };
  desk.log = { info: write('info'), warn: write('warn'), error: write('error') };
});

const all = (event: string): Line['fields'][] => lines.filter((line) => line.event === event).map(({ fields }) => fields);
const idsOf = (event: string) => all(event).map(({ clientOrderId }) => clientOrderId);

describe('what a log says of a bot', () => {
  test('of each order that it was placed, and how it ended, once, with all that names it', async () => {
    await desk.start();
    const [order] = desk.exchange.open;
    expect(all('order.placed')).toHaveLength(6);
    const { clientOrderId, exchangeOrderId, pair, side, price, amount } = order ?? {};
    expect(all('order.placed')).toContainEqual(
      expect.objectContaining({ clientOrderId, exchangeOrderId, pair, side, price, amount, marketPrice: expect.any(String) }),
    );
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(60_000);
    await desk.stop();
    await desk.wait(10_000);
    const { orders } = desk.bot.state;
    const ended = (state: string) => orders.filter((one) => one.state === state).map((one) => one.clientOrderId);
    expect(ended('filled')).not.toEqual([]);
    expect(idsOf('order.filled').toSorted()).toEqual(ended('filled').toSorted());
    expect(idsOf('order.canceled').toSorted()).toEqual(ended('cancelled').toSorted());
    expect(idsOf('order.placed').toSorted()).toEqual(orders.map((one) => one.clientOrderId).toSorted());
  });

  test('of each trade that it was booked, once, while its order stays open too', async () => {
    await desk.start();
    const orders = desk.exchange.open.filter(({ side }) => side === 'sell').slice(0, 1);
    const [{ clientOrderId, exchangeOrderId, pair, side, price, amount = '0' } = {}] = orders;
    const part = multiply(amount, '0.5');
    desk.exchange.trade(orders, part);
    await desk.wait(60_000);
    const booked = all('fill.booked');
    expect(booked).toEqual([expect.objectContaining({ clientOrderId, exchangeOrderId, pair, side, price, amount: part })]);
    expect(idsOf('order.filled')).toEqual([]);
    expect(counts.filter((one) => one.startsWith('fills_total'))).toHaveLength(1);
    desk.exchange.trade(orders);
    await desk.wait(60_000);
    expect(idsOf('order.filled')).toContain(clientOrderId);
    expect(idsOf('fill.booked').filter((one) => one === clientOrderId)).toHaveLength(2);
    const trades = all('fill.booked').map(({ tradeId }) => tradeId);
    expect(new Set(trades).size).toBe(trades.length);
  });

  test('of its start and its stop', async () => {
    await desk.start();
    expect(all('bot.started')).toEqual([{ pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] }]);
    await desk.stop();
    await desk.wait(10_000);
    expect(all('bot.stop_requested')).toEqual([{ by: 'user-1', cause: null }]);
    expect(all('bot.stopped')).toEqual([{ by: 'user-1', cause: null, cancelled: 6, filledMeanwhile: 0, unconfirmed: undefined }]);
  });

  test('nothing again after a restart', async () => {
    await desk.start();
    await desk.bot.close();
    const before = lines.length;
    await desk.open();
    await desk.wait(60_000);
    expect(lines.slice(before)).toEqual([]);
  });

  test('that an order was refused, and why', async () => {
    desk.exchange.failNext('place', { kind: 'rejected', reason: 'notionalTooSmall', exchangeCode: '-1013' });
    await desk.start();
    const [refused] = all('order.refused');
    expect(refused).toMatchObject({
      reason: 'notionalTooSmall',
      exchangeCode: '-1013',
      pair: expect.any(String),
      price: expect.any(String),
    });
    expect(idsOf('order.placed')).not.toContain(refused?.clientOrderId);
  });

  test('that an order could not be sent', async () => {
    desk.exchange.failNext('place', { kind: 'transient', reason: 'unreachable' });
    await desk.start();
    expect(all('order.not_sent')).toMatchObject([{ reason: 'unreachable' }]);
    expect(all('order.refused')).toEqual([]);
  });

  test('that nobody knew whether an order arrived, and that it did', async () => {
    desk.exchange.failNext('place', unknownFate, { arrives: true });
    await desk.start();
    await desk.wait(60_000);
    const [id] = idsOf('order.unconfirmed');
    expect(all('order.unconfirmed')).toMatchObject([{ reason: 'deadlinePassed' }]);
    expect(idsOf('order.placed').filter((one) => one === id)).toHaveLength(1);
  });

  test('or that it never did', async () => {
    desk.exchange.failNext('place', unknownFate);
    await desk.start();
    await desk.wait(120_000);
    expect(idsOf('order.never_arrived')).toEqual(idsOf('order.unconfirmed'));
    expect(idsOf('order.never_arrived')).toHaveLength(1);
  });

  test('how a rebalance ended', async () => {
    desk = Object.assign(new TradingDesk({ balances: { BTC: '0', ETH: '0', USDT: '18000' } }), { log: desk.log });
    await desk.open();
    desk.bot.rebalance('a-rebalance', 'user-1');
    await desk.settle();
    while (desk.exchange.open.length > 0) {
      desk.exchange.trade(desk.exchange.open);
      await desk.settle();
    }
    expect(all('bot.rebalance_planned')).toEqual([{ rebalanceId: 'a-rebalance', orders: 2 }]);
    expect(all('bot.rebalanced')).toEqual([{ rebalanceId: 'a-rebalance', status: 'completed', cause: undefined }]);
    expect(all('bot.stopped')).toEqual([]);
  });

  test('under which reference its user was told of the fault that ended it', async () => {
    await desk.start();
    const { record } = desk.journal;
    desk.journal.record = async (step) => {
      if (step.fills) throw new JournalDisagrees('what is in memory is not what is stored');
      return record.call(desk.journal, step);
    };
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.pass(180_000);
    const logged = all('bot.failed').map(({ reference }) => reference);
    expect(logged).toHaveLength(5);
    expect(new Set(logged).size).toBe(5);
    const reference = logged.at(-1);
    expect(reference).toMatch(/^[0-9a-f]{10}$/);
    expect(desk.journal.faults).toMatchObject([{ code: 'internal', facts: { reference } }]);
    expect(desk.journal.timeline.find(({ kind }) => kind === 'failed')?.facts).toEqual({ reference });
  });

  test('and that of a rebalance which that ended', async () => {
    desk = Object.assign(new TradingDesk({ balances: { BTC: '0', ETH: '0', USDT: '18000' } }), { log: desk.log });
    await desk.open();
    const { record } = desk.journal;
    desk.journal.record = async (step) => {
      if (step.fills) throw new JournalDisagrees('what is in memory is not what is stored');
      return record.call(desk.journal, step);
    };
    desk.bot.rebalance('a-rebalance', 'user-1');
    await desk.settle();
    desk.exchange.trade(desk.exchange.open);
    await desk.pass(180_000);
    const reference = all('bot.failed').at(-1)?.reference;
    const ended = desk.journal.steps.flatMap(({ rebalance }) => rebalance ?? []).at(-1);
    expect(ended).toMatchObject({ status: 'failed', reason: 'internal', facts: { reference } });
  });
});

test('when a bot was last compared with its exchange is known, and comes again', async () => {
  await desk.start();
  const first = desk.bot.reconciledAt;
  await desk.wait(120_000);
  expect(desk.bot.reconciledAt.getTime()).toBeGreaterThan(first.getTime());
  const age = desk.clock.now().getTime() - desk.bot.reconciledAt.getTime();
  expect(age).toBeLessThanOrEqual(60_000);
});

describe('what is counted of a bot', () => {
  test('is what is said of it', async () => {
    desk.exchange.failNext('place', { kind: 'rejected', reason: 'notionalTooSmall' });
    await desk.start();
    await desk.wait(10_000);
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(10_000);
    await desk.stop();
    await desk.wait(10_000);
    const countOf = (name: string) => counts.filter((one) => one.startsWith(name)).length;
    expect(countOf('orders_placed_total')).toBe(all('order.placed').length);
    expect(countOf('orders_filled_total')).toBe(1);
    expect(countOf('orders_canceled_total')).toBe(all('order.canceled').length);
    expect(counts).toContain('orders_rejected_total notionalTooSmall');
    expect(counts).toContain('bots_stopped_total asked');
  });

  test('is each decision to hold an order back, by its reason', async () => {
    desk.exchange.failNext('place', unknownFate);
    await desk.start();
    await desk.wait(10_000);
    const said = desk.journal.timeline.filter(({ kind }) => kind === 'waitingForUnknown');
    expect(said).not.toEqual([]);
    expect(counts.filter((one) => one === 'quotes_withheld_total waitingForUnknown')).toHaveLength(said.length);
    expect(counts.filter((one) => one === 'quotes_withheld_total insideWidth')).toEqual([]);
  });

  test('is how long an order takes to follow a fill, once for each', async () => {
    await desk.start();
    expect(observed).toEqual([]);
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    expect(observed).toEqual([['fill_to_requote_seconds', 0]]);
    await desk.wait(60_000);
    expect(observed).toHaveLength(1);
  });
});
