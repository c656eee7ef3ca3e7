import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';
import type { Scene } from './scene.ts';

export function orderTests(scene: () => Scene): void {
  test('an order rests exactly as it was asked for', async () => {
    const { account } = await scene().player();
    const request = await scene().distantOrder('sell');
    const { price, amount, pair, side, clientOrderId } = request;
    const order = await account.placeOrder(request);
    const expected = { pair, side, price, amount, filled: '0', status: 'open', exchangeOrderId: order.exchangeOrderId };
    const named = { ...expected, clientOrderId: account.capabilities.clientOrderId ? clientOrderId : order.clientOrderId };
    expect(order).toMatchObject(named);
    expect(await account.fetchOpenOrders(pair)).toMatchObject([named]);
    expect(await account.findOrder({ pair, clientOrderId: null, exchangeOrderId: order.exchangeOrderId })).toMatchObject(named);
  });

  test('an order is found by the id we gave it', async ({ skip }) => {
    const { account } = await scene().player();
    skip(!account.capabilities.clientOrderId, 'this exchange keeps no id of ours');
    const request = await scene().distantOrder();
    const { exchangeOrderId } = await account.placeOrder(request);
    const { pair, clientOrderId } = request;
    expect(await account.findOrder({ pair, clientOrderId, exchangeOrderId: null })).toMatchObject({ exchangeOrderId, clientOrderId });
  });

  test('an order that never was is not there, and that is no failure', async ({ skip }) => {
    const { account } = await scene().player();
    skip(!account.capabilities.clientOrderId, 'this exchange keeps no id of ours');
    const { pair } = scene().subject;
    expect(await account.findOrder({ pair, clientOrderId: scene().clientOrderId(), exchangeOrderId: null })).toBeNull();
  });

  test('a cancelled order carries our id and stays cancelled', async () => {
    const { account } = await scene().player();
    const order = await account.placeOrder(await scene().distantOrder());
    const cancelled = await account.cancelOrder(order);
    expect(cancelled).toMatchObject({ ...order, status: 'cancelled', at: cancelled.at });
    expect(await account.fetchOpenOrders(order.pair)).toEqual([]);
    expect(await account.findOrder(order)).toMatchObject({ status: 'cancelled', filled: '0' });
  });

  test('an order is listed with all others whatever became of it, where the exchange has such a list', async ({ skip }) => {
    const { account } = await scene().player();
    const order = await account.placeOrder(await scene().distantOrder());
    await account.cancelOrder(order);
    const listed = await account.fetchOrdersSince?.(order.pair, new Date(order.at.getTime() - 60_000));
    skip(!listed, 'this exchange has no list of all orders');
    expect(listed).toMatchObject([{ exchangeOrderId: order.exchangeOrderId, clientOrderId: order.clientOrderId, status: 'cancelled' }]);
  });

  test('what is not open cannot be cancelled, and the exchange says so', async () => {
    const { account } = await scene().player();
    const order = await account.placeOrder(await scene().distantOrder());
    await account.cancelOrder(order);
    expect(await refusalOf(account.cancelOrder(order))).toMatchObject({ kind: 'rejected', reason: 'orderNotFound' });
    const never = { pair: order.pair, clientOrderId: null, exchangeOrderId: '999999999999' };
    expect(await refusalOf(account.cancelOrder(never))).toMatchObject({ kind: 'rejected', reason: 'orderNotFound' });
  });

  test('an id of ours is accepted once while its order is open', async ({ skip }) => {
    const { account } = await scene().player();
    skip(!account.capabilities.clientOrderId, 'this exchange keeps no id of ours');
    const request = await scene().distantOrder();
    const order = await account.placeOrder(request);
    expect(await refusalOf(account.placeOrder(request))).toMatchObject({ kind: 'rejected', reason: 'duplicateClientOrderId' });
    expect(await account.fetchOpenOrders(request.pair)).toMatchObject([{ exchangeOrderId: order.exchangeOrderId }]);
  });

  test('prices and amounts of many digits arrive unchanged', async () => {
    const { account } = await scene().player();
    const { price } = await scene().distantOrder('buy');
    const { tickSize, lotSize } = scene().rules;
    for (const steps of [1, 3, 7]) {
      const odd = scene().order('buy', scene().onTick(String(Number(price) - steps * Number(tickSize)), 'down'));
      const fine = { ...odd, amount: scene().onLot(String(Number(odd.amount) + steps * Number(lotSize))) };
      expect(await account.placeOrder(fine)).toMatchObject({ price: fine.price, amount: fine.amount });
    }
  });
}
