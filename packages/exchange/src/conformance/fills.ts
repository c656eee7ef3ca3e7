import { add, cutOff, type Fill, multiply, subtract, sum } from '@tenbin/market';
import { expect, test } from 'vitest';
import type { OrderRequest } from '../exchange.ts';
import { isFill, isOrder, type Player, type Scene } from './scene.ts';

export function fillTests(scene: () => Scene): void {
  /** Another account takes a part of a resting order of ours. */
  const take = (taker: Player, { side, price }: OrderRequest, amount: string) =>
    taker.account.placeOrder(scene().order(side === 'buy' ? 'sell' : 'buy', price, amount));

  test.each(['buy', 'sell'] as const)('a resting %s is filled in two parts, and stream and list tell the same trades', async (side) => {
    const [maker, taker] = [await scene().player(), await scene().player()];
    const log = await scene().follow(maker.account);
    const request = await scene().foremostOrder(side);
    const order = await maker.account.placeOrder(request);
    const part = scene().amountWorth(5, request.price);
    const rest = subtract(request.amount, part);

    await take(taker, request, part);
    const first = await log.next('first fill', isFill);
    expect(await maker.account.findOrder(order)).toMatchObject({ status: 'open', filled: part });
    const mark = log.mark();
    await take(taker, request, rest);
    const second = await log.next('second fill', isFill, { after: mark });
    const filled = await log.next('filled order', isOrder(order.exchangeOrderId, 'filled'));

    expect(filled.order).toMatchObject({ filled: request.amount, clientOrderId: order.clientOrderId });
    expect([first.fill, second.fill]).toMatchObject([
      { exchangeOrderId: order.exchangeOrderId, side, price: request.price, amount: part, isMaker: true },
      { exchangeOrderId: order.exchangeOrderId, side, price: request.price, amount: rest, isMaker: true },
    ]);
    expect(withoutOurId(await maker.account.fetchFills(request.pair, {}))).toEqual(withoutOurId([first.fill, second.fill]));
    const after = async ({ tradeId }: Fill) =>
      (await maker.account.fetchFills(request.pair, { afterTradeId: tradeId })).map((fill) => fill.tradeId);
    expect(await after(second.fill)).not.toContain(second.fill.tradeId);
    expect((await after(first.fill)).at(-1)).toBe(second.fill.tradeId);
  });

  test('the trades of one order are told without those of others', async () => {
    const [maker, taker] = [await scene().player(), await scene().player()];
    const request = await scene().foremostOrder('buy');
    const part = scene().amountWorth(5, request.price);
    const order = await maker.account.placeOrder(request);
    const { exchangeOrderId } = order;
    const before = new Date(order.at.getTime() - 60_000);
    expect(await maker.account.fetchFills(request.pair, { exchangeOrderId, since: before })).toEqual([]);
    await take(taker, request, part);
    await take(taker, request, subtract(request.amount, part));
    const other = await maker.account.placeOrder(scene().order('buy', request.price));
    await take(taker, request, part);
    const fills = await maker.account.fetchFills(request.pair, { exchangeOrderId, since: before });
    expect(fills.map((fill) => fill.exchangeOrderId)).toEqual([exchangeOrderId, exchangeOrderId]);
    expect(sum(fills.map((fill) => fill.amount))).toBe(request.amount);
    expect(await maker.account.fetchFills(request.pair, { exchangeOrderId: other.exchangeOrderId, since: before })).toHaveLength(1);
  });

  test('of many fills in one instant the stream tells every one, once', async () => {
    const [maker, taker] = [await scene().player(), await scene().player()];
    const log = await scene().follow(maker.account);
    const { price, amount } = await scene().foremostOrder('buy');
    const prices = [0, 1, 2, 3, 4].map((step) => add(price, multiply(scene().rules.tickSize, String(step))));
    for (const each of prices) await maker.account.placeOrder(scene().order('buy', each, amount));
    await taker.account.placeOrder(scene().order('sell', price, multiply(amount, '5')));
    const listed = (await maker.account.fetchFills(scene().subject.pair, {})).map((fill) => fill.tradeId);
    const last = listed.at(-1);
    await log.next('last fill', (event): event is typeof event & { type: 'fill' } => isFill(event) && event.fill.tradeId === last);
    const streamed = log.events.filter(isFill).map(({ fill }) => fill.tradeId);
    expect(listed).toHaveLength(5);
    expect(streamed.toSorted()).toEqual(listed.toSorted());
  });

  test('fills explain the wallet to the last digit, with the notional and the fee that the exchange tells of them', async () => {
    const { base, counter } = scene();
    const [maker, taker] = [await scene().player({ [counter]: '1000000' }), await scene().player({ [base]: '10' })];
    const request = await scene().foremostOrder('buy');
    await maker.account.placeOrder(request);
    await take(taker, request, request.amount);
    const fills = await maker.account.fetchFills(request.pair, {});
    const taken = await taker.account.fetchFills(request.pair, {});
    const notional = sum(fills.map((fill) => fill.notional));
    expect(sum(fills.map((fill) => fill.amount))).toBe(request.amount);
    expect(fills.every((fill) => fill.feeCurrency === base)).toBe(true);
    expect(taken.every((fill) => fill.feeCurrency === counter && !fill.isMaker)).toBe(true);
    for (const fill of fills) expect(fill.notional).toBe(cutOff(multiply(fill.price, fill.amount), scene().rules.counterUnit));
    expect(await maker.account.fetchWallet()).toEqual({
      [base]: { free: subtract(request.amount, sum(fills.map((fill) => fill.fee))), locked: '0' },
      [counter]: { free: subtract('1000000', notional), locked: '0' },
    });
    expect(await taker.account.fetchWallet()).toEqual({
      [base]: { free: subtract('10', request.amount), locked: '0' },
      [counter]: { free: subtract(sum(taken.map((fill) => fill.notional)), sum(taken.map((fill) => fill.fee))), locked: '0' },
    });
  });

  test('an account pays the fees it is told', async ({ skip }) => {
    const [maker, taker] = [await scene().player(), await scene().player()];
    const { pair } = scene().subject;
    const fees = (await maker.account.fetchFees?.([pair]))?.get(pair);
    if (fees === undefined) return skip('this adapter does not ask for fees');
    const request = await scene().foremostOrder('buy');
    await maker.account.placeOrder(request);
    await take(taker, request, request.amount);
    const [made] = await maker.account.fetchFills(request.pair, {});
    const [taken] = await taker.account.fetchFills(request.pair, {});
    expect(Number(made?.fee) / Number(request.amount)).toBeCloseTo(fees.maker, 8);
    expect(Number(taken?.fee) / (Number(request.amount) * Number(request.price))).toBeCloseTo(fees.taker, 8);
  });

  test('an order that crosses the market is filled at once, as the taker', async () => {
    const { account } = await scene().player();
    const log = await scene().follow(account);
    const { bestAsk } = await scene().tick();
    const order = await account.placeOrder(scene().order('buy', scene().onTick(multiply(bestAsk, '1.01'), 'up')));
    expect(order).toMatchObject({ status: 'filled', filled: order.amount });
    const { fill } = await log.next('fill', isFill);
    expect(fill).toMatchObject({ exchangeOrderId: order.exchangeOrderId, isMaker: false });
  });

  test('a part that was filled stays filled when the rest is cancelled', async () => {
    const [maker, taker] = [await scene().player(), await scene().player()];
    const request = await scene().foremostOrder('sell');
    const order = await maker.account.placeOrder(request);
    const part = scene().amountWorth(5, request.price);
    await take(taker, request, part);
    expect(await maker.account.cancelOrder(order)).toMatchObject({ status: 'cancelled', filled: part, clientOrderId: order.clientOrderId });
    expect(await maker.account.findOrder(order)).toMatchObject({ status: 'cancelled', filled: part });
  });

  test('an order rests until the market comes to it', async () => {
    const { account } = await scene().player();
    const log = await scene().follow(account);
    const { bestBid } = await scene().tick();
    const price = scene().onTick(multiply(bestBid, '0.98'), 'down');
    const order = await account.placeOrder(scene().order('buy', price));
    await scene().subject.moveMarket(scene().onTick(multiply(price, '0.98'), 'down'));
    const filled = await log.next('filled order', isOrder(order.exchangeOrderId, 'filled'));
    expect(filled.order.filled).toBe(order.amount);
    const fills = await account.fetchFills(order.pair, { since: new Date(order.at.getTime() - 60_000) });
    expect(sum(fills.map((fill) => fill.amount))).toBe(add(order.amount, '0'));
  });
}

/** Lists of trades do not carry our id, events do. */
const withoutOurId = (fills: readonly Fill[]) => fills.map((fill) => ({ ...fill, clientOrderId: null }));
