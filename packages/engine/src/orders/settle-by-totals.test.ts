import type { Fill } from '@tenbin/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

/** A bot whose exchange keeps some trades to itself: told by the stream, listed at once, listed late, or never. */
async function deskWithout(
  isHidden: (fill: Fill) => boolean,
): Promise<{ desk: TradingDesk; show: (isShown: (fill: Fill) => boolean) => void }> {
  const desk = new TradingDesk();
  await desk.start();
  desk.exchange.isSilent = true;
  let hidden = isHidden;
  const { fetchFills } = desk.exchange;
  desk.exchange.fetchFills = async (pair, query) => (await fetchFills.call(desk.exchange, pair, query)).filter((fill) => !hidden(fill));
  return {
    desk,
    show: (isShown) => {
      hidden = (fill) => isHidden(fill) && !isShown(fill);
    },
  };
}

test('an order whose trades do not come within minutes is booked by its totals, and its slot is used again', async () => {
  const { desk, show } = await deskWithout(() => true);
  desk.exchange.moveTo('BTC/USDT', '60600');
  await desk.wait(240_000);
  expect(desk.journal.kinds).not.toContain('inferred');
  expect(desk.exchange.open).toHaveLength(5);
  await desk.wait(180_000);
  expect(desk.journal.fills.map((fill) => fill.tradeId)).toEqual(['inferred-1000-0']);
  expect(desk.journal.records).toHaveLength(1);
  expect(desk.exchange.open).toHaveLength(6);
  expect(desk.bot.state.phase.kind).toBe('running');
  expectBooksToAgree(desk);
  // The trade comes after all.
  show(() => true);
  desk.exchange.isSilent = false;
  desk.exchange.repeatAll();
  await desk.wait(60_000);
  expect(desk.journal.kinds).toContain('tradeCovered');
  expect(desk.journal.fills).toHaveLength(1);
  expectBooksToAgree(desk);
});

test('only what is missing of the trades is reckoned', async () => {
  const { desk } = await deskWithout(({ tradeId }) => tradeId === '2');
  const [order] = desk.exchange.open;
  if (!order) throw new Error('nothing open');
  for (const amount of ['0.0001', '0.0002']) desk.exchange.trade([order], amount);
  await desk.wait(420_000);
  expect(desk.journal.fills.map((fill) => [fill.tradeId, fill.amount])).toEqual([
    ['1', '0.0001'],
    [`inferred-${order.exchangeOrderId}-0`, '0.0002'],
  ]);
  expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
});

test('nothing is reckoned while the exchange does not answer the question for the trades', async () => {
  const { desk } = await deskWithout(() => true);
  const { fetchFills } = desk.exchange;
  desk.exchange.fetchFills = async () => {
    throw new Error('away');
  };
  desk.exchange.moveTo('BTC/USDT', '60600');
  await desk.wait(420_000);
  expect(desk.journal.kinds).not.toContain('inferred');
  desk.exchange.fetchFills = fetchFills;
  await desk.wait(420_000);
  expect(desk.journal.kinds).toContain('inferred');
  expectBooksToAgree(desk);
});

test('a trade after that is booked at once, also where it is told before its order’s new state', async () => {
  const { desk, show } = await deskWithout(({ tradeId }) => tradeId === '1');
  const [order] = desk.exchange.open;
  if (!order) throw new Error('nothing open');
  desk.exchange.trade([order], '0.0001');
  await desk.wait(420_000);
  expect(desk.journal.fills).toHaveLength(1);
  desk.exchange.trade([order], '0.0002');
  show(() => true);
  desk.exchange.isSilent = false;
  desk.exchange.repeatAll();
  await desk.wait(60_000);
  expect(desk.journal.fills.map((fill) => fill.tradeId)).toEqual([`inferred-${order.exchangeOrderId}-0`, '2']);
  expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
});

test('the fee is taken to be paid in the coin in which the last one was: nothing seems to be missing of it', async () => {
  const { desk } = await deskWithout(({ tradeId }) => tradeId !== '1');
  // Less than the published fee, as with a discount.
  desk.exchange.feeElsewhere = { currency: 'ETH', amount: '0.0000001' };
  desk.exchange.isSilent = false;
  const [first] = desk.exchange.open;
  if (!first) throw new Error('nothing open');
  desk.exchange.trade([first], '0.0001');
  await desk.settle();
  desk.exchange.isSilent = true;
  desk.exchange.moveTo('BTC/USDT', '60700');
  await desk.wait(900_000);
  expect(desk.journal.fills.map((fill) => [fill.tradeId.split('-')[0], fill.feeCurrency])).toEqual([
    ['1', 'ETH'],
    ['inferred', 'ETH'],
  ]);
  expect(desk.journal.faults).toEqual([]);
  expect(desk.bot.state.phase.kind).toBe('running');
});

const fates = fc.array(fc.constantFrom('onTime', 'late', 'missing'), { minLength: 12, maxLength: 12 });
const parts = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.constantFrom('0.00001', '0.00002', '0.0001')), { minLength: 1, maxLength: 12 });

test('whatever trades are late, missing or told again, the books end with what the exchange moved', () =>
  fc.assert(
    fc.asyncProperty(fates, parts, async (fate, traded) => {
      const fateOf = ({ tradeId }: Fill) => fate[(Number(tradeId) - 1) % fate.length];
      const { desk, show } = await deskWithout((fill) => fateOf(fill) !== 'onTime');
      const orders = desk.exchange.open;
      for (const [index, amount] of traded) {
        const order = orders[index];
        if (order) desk.exchange.trade([order], amount);
        await desk.wait(5_000);
      }
      await desk.wait(420_000);
      show((fill) => fateOf(fill) === 'late');
      for (const fill of desk.exchange.fills) if (fateOf(fill) === 'onTime') desk.exchange.repeatAll();
      await desk.wait(420_000);
      expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
      expect(desk.bot.state.orders.every((order) => order.state !== 'unknown')).toBe(true);
    }),
    { numRuns: 12 },
  ));
