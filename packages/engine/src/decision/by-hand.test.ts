import { clientOrderIdOf } from '@tenbin/bots';
import { strategyOf } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { JournalWithholds } from '../runner/journal.ts';
import { TradingDesk } from '../testing/trading-desk.ts';
import type { AskedOrder } from './bot-event.ts';

const askedOrder = (desk: TradingDesk, sequence: number, price = '50000'): AskedOrder => ({
  clientOrderId: clientOrderIdOf(desk.bot.state.number, sequence),
  sequence,
  pair: 'BTC/USDT',
  side: 'buy',
  price,
  amount: '0.001',
  isImmediate: false,
});

async function deskByHand(): Promise<TradingDesk> {
  const desk = new TradingDesk({
    isVirtual: true,
    strategy: strategyOf({ kind: 'byHand', pairs: [] }, { balanceTolerance: 50, omitPairs: [] }),
    postOnly: false,
  });
  await desk.start();
  return desk;
}

async function ask(desk: TradingDesk, ...send: AskedOrder[]): Promise<void> {
  desk.bot.followHand({ send, cancel: [] });
  await desk.settle();
}

test('what may not be sent now is sent when it is asked for again, and once', async () => {
  const desk = await deskByHand();
  const order = askedOrder(desk, 1_000);
  const withheld = new Set([order.clientOrderId]);
  const record = desk.journal.record.bind(desk.journal);
  desk.journal.record = async (step) => {
    const refused = (step.orders ?? []).filter(({ clientOrderId }) => withheld.has(clientOrderId));
    if (refused.length > 0) throw new JournalWithholds(new Map(refused.map(({ clientOrderId }) => [clientOrderId, 'ledgerFrozen'])));
    return record(step);
  };
  await ask(desk, order);
  await ask(desk, order);
  expect(desk.exchange.orders).toEqual([]);
  expect(desk.journal.kinds).not.toContain('refused');
  withheld.clear();
  await ask(desk, order);
  await ask(desk, order);
  expect(desk.exchange.open.map(({ clientOrderId }) => clientOrderId)).toEqual([order.clientOrderId]);
});

test('what was asked for before others that were sent and are forgotten by now is sent', async () => {
  const desk = await deskByHand();
  const first = askedOrder(desk, 1_000);
  for (let sequence = 2_000; sequence < 2_050; sequence += 1) {
    const order = askedOrder(desk, sequence);
    await ask(desk, order);
    desk.bot.followHand({ send: [], cancel: [order.clientOrderId] });
    await desk.settle();
  }
  expect(desk.bot.state.forgotten.upTo).toBeGreaterThan(first.sequence);
  await ask(desk, first);
  expect(desk.exchange.open.map(({ clientOrderId }) => clientOrderId)).toEqual([first.clientOrderId]);
});

test('an order is cancelled while no other may be placed', async () => {
  const desk = await deskByHand();
  const [open, next] = [askedOrder(desk, 1_000), askedOrder(desk, 2_000)];
  await ask(desk, open);
  desk.exchange.failNext('place', { kind: 'transient', reason: 'rateLimited', retryAfterMs: 60_000 });
  await ask(desk, next);
  expect(desk.bot.state.hold?.because.code).toBe('rateLimited');
  desk.bot.followHand({ send: [], cancel: [open.clientOrderId] });
  await desk.settle();
  expect(desk.exchange.open).toEqual([]);
});
