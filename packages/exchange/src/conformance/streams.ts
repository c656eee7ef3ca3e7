import { expect, test } from 'vitest';
import { isConnected, isDisconnected, isFill, isOrder, type Scene } from './scene.ts';

export function streamTests(scene: () => Scene): void {
  test('an order’s life is told as it goes', async () => {
    const { account } = await scene().player();
    const log = await scene().follow(account);
    const request = await scene().distantOrder();
    const order = await account.placeOrder(request);
    const open = await log.next('open order', isOrder(order.exchangeOrderId, 'open'));
    expect(open.order).toMatchObject({ price: request.price, amount: request.amount, clientOrderId: order.clientOrderId });
    await account.cancelOrder(order);
    const cancelled = await log.next('cancelled order', isOrder(order.exchangeOrderId, 'cancelled'));
    expect(cancelled.order).toMatchObject({ clientOrderId: order.clientOrderId, filled: '0' });
  });

  test('a broken stream says so, returns by itself, and a snapshot brings what it missed', async ({ skip }) => {
    const [maker, taker] = [await scene().player(), await scene().player()];
    skip(!maker.account.capabilities.privateStream, 'this exchange is polled');
    const log = await scene().follow(maker.account);
    const request = await scene().foremostOrder('buy');
    await maker.account.placeOrder(request);
    const part = scene().amountWorth(5, request.price);

    const dropped = log.mark();
    await scene().subject.dropSockets();
    await log.next('word of the break', isDisconnected, { after: dropped });
    await taker.account.placeOrder(scene().order('sell', request.price, part));
    await log.next('word of the return', isConnected, { after: dropped });
    expect(await maker.account.fetchFills(request.pair, {})).toMatchObject([{ amount: part }]);

    const returned = log.mark();
    await taker.account.placeOrder(scene().order('sell', request.price, part));
    const { fill } = await log.next('fill after the return', isFill, { after: returned });
    expect(fill.amount).toBe(part);
  });

  test('who leaves hears nothing more', async () => {
    const { account } = await scene().player();
    const received: string[] = [];
    const log = await scene().follow(account);
    const leave = account.subscribe((event) => received.push(event.type));
    leave();
    const order = await account.placeOrder(await scene().distantOrder());
    await log.next('open order', isOrder(order.exchangeOrderId, 'open'));
    expect(received.filter((type) => type !== 'connected')).toEqual([]);
  });

  test('a stream opened with a wrong key says so instead of failing', async ({ skip }) => {
    const { credentials } = await scene().player();
    const { account } = await scene().enter({ ...credentials, secret: `${credentials.secret.slice(0, -4)}0000` });
    skip(!account.capabilities.privateStream, 'this exchange is polled');
    const { error } = await new Promise<{ error: Error }>((resolve) => {
      account.subscribe((event) => {
        if (event.type === 'disconnected') resolve(event);
      });
    });
    expect(error).toMatchObject({ name: 'ExchangeError' });
  });
}
