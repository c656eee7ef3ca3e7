import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';
import type { Scene } from './scene.ts';

export function unknownOutcomeTests(scene: () => Scene): void {
  test('an order whose answer got lost is unknown, and asking for it tells the truth', async ({ skip }) => {
    const { account } = await scene().player();
    skip(!account.capabilities.clientOrderId, 'this exchange keeps no id of ours');
    const request = await scene().distantOrder();
    await scene().subject.loseNextAnswer();
    expect(await refusalOf(account.placeOrder(request))).toMatchObject({ kind: 'unknown' });
    const { pair, clientOrderId } = request;
    expect(await account.findOrder({ pair, clientOrderId, exchangeOrderId: null })).toMatchObject({ clientOrderId, status: 'open' });
  });
}
