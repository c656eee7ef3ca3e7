import { multiply, subtract } from '@tenbin/market';
import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';
import type { Scene } from './scene.ts';

export function refusalTests(scene: () => Scene): void {
  test('an order for more than there is is refused', async () => {
    const { account } = await scene().player({ [scene().base]: '0.5' });
    expect(await refusalOf(account.placeOrder(await scene().distantOrder('buy')))).toMatchObject({
      kind: 'rejected',
      reason: 'insufficientFunds',
    });
  });

  test('an amount under the minimum is refused', async () => {
    const { account } = await scene().player();
    const request = await scene().distantOrder();
    const amount = subtract(scene().rules.minimumAmount, scene().rules.lotSize);
    expect(await refusalOf(account.placeOrder({ ...request, amount }))).toMatchObject({ kind: 'rejected', reason: 'amountOutOfRange' });
  });

  test('an amount between two lots is refused, not cut', async () => {
    const { account } = await scene().player();
    const request = await scene().distantOrder();
    const amount = subtract(request.amount, multiply(scene().rules.lotSize, '0.5'));
    expect(await refusalOf(account.placeOrder({ ...request, amount }))).toMatchObject({ kind: 'rejected', reason: 'amountOutOfRange' });
  });

  test('a price between two ticks is refused, not rounded', async () => {
    const { account } = await scene().player();
    const request = await scene().distantOrder();
    const price = subtract(request.price, multiply(scene().rules.tickSize, '0.5'));
    expect(await refusalOf(account.placeOrder({ ...request, price }))).toMatchObject({ kind: 'rejected', reason: 'priceOutOfRange' });
  });

  test('a price far off the market is refused where the exchange has a band', async ({ skip }) => {
    const { rules } = scene();
    skip(rules.priceBand === null, 'this exchange has no price band');
    const { account } = await scene().player();
    const { bestBid } = await scene().tick();
    const price = scene().onTick(String(Number(bestBid) * (rules.priceBand?.buyDown ?? 0) * 0.9), 'down');
    const request = scene().order('buy', price);
    expect(await refusalOf(account.placeOrder(request))).toMatchObject({ kind: 'rejected', reason: 'priceOutOfRange' });
  });

  test('an order worth less than the minimum is refused', async ({ skip }) => {
    const { rules } = scene();
    const { account } = await scene().player();
    const request = await scene().distantOrder();
    const amount = scene().onLot(String((Number(rules.minimumNotional) * 0.5) / Number(request.price)));
    skip(Number(amount) < Number(rules.minimumAmount), 'the minimum amount is worth more than the minimum notional');
    expect(await refusalOf(account.placeOrder({ ...request, amount }))).toMatchObject({ kind: 'rejected', reason: 'notionalTooSmall' });
  });

  test('an order that must not take is refused when it would', async () => {
    const { account } = await scene().player();
    const { bestAsk } = await scene().tick();
    const request = { ...scene().order('buy', bestAsk), postOnly: true };
    expect(await refusalOf(account.placeOrder(request))).toMatchObject({ kind: 'rejected', reason: 'wouldTakeImmediately' });
    expect(await account.fetchOpenOrders(request.pair)).toEqual([]);
  });

  test('an order that must not take rests when it would not', async () => {
    const { account } = await scene().player();
    const order = await account.placeOrder({ ...(await scene().distantOrder()), postOnly: true });
    expect(order.status).toBe('open');
  });

  test('an order on a pair that is not traded is refused', async () => {
    const { account } = await scene().player();
    const request = { ...(await scene().distantOrder()), pair: 'NOTHING/NOWHERE' };
    expect(await refusalOf(account.placeOrder(request))).toMatchObject({ kind: 'rejected', reason: 'badSymbol' });
  });
}
