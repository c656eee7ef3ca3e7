import { cutOff, multiply, subtract } from '@tenbin/market';
import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';
import type { Scene } from './scene.ts';

export function accountTests(scene: () => Scene): void {
  test('a wallet is exact to the last digit', async () => {
    const { base, counter } = scene();
    const { account } = await scene().player({ [base]: '0.12345678', [counter]: '900719925474099.12345678' });
    expect(await account.fetchWallet()).toEqual({
      [base]: { free: '0.12345678', locked: '0' },
      [counter]: { free: '900719925474099.12345678', locked: '0' },
    });
  });

  test('an open order locks what it would pay, and a cancelled one frees it', async () => {
    const { counter } = scene();
    const { account } = await scene().player({ [counter]: '1000000' });
    const request = await scene().distantOrder('buy');
    const locked = cutOff(multiply(request.price, request.amount), scene().rules.counterUnit);
    const order = await account.placeOrder(request);
    expect(await account.fetchWallet()).toEqual({ [counter]: { free: subtract('1000000', locked), locked } });
    await account.cancelOrder(order);
    expect(await account.fetchWallet()).toEqual({ [counter]: { free: '1000000', locked: '0' } });
  });

  test('a trading key’s rights are told, and nothing is called safe that the exchange did not say', async () => {
    const { account } = await scene().player();
    const rights = await account.fetchKeyRights();
    expect([true, 'unknown']).toContain(rights.read);
    expect([true, 'unknown']).toContain(rights.trade);
    expect([false, 'unknown']).toContain(rights.withdraw);
    if (account.capabilities.keyRights) expect(rights).toMatchObject({ read: true, trade: true, withdraw: false });
  });

  test('a wrong key and a wrong secret are told apart', async () => {
    const { credentials } = await scene().player();
    const wrongSecret = await scene().enter({ ...credentials, secret: `${credentials.secret.slice(0, -4)}0000` });
    const wrongKey = await scene().enter({ ...credentials, apiKey: `${credentials.apiKey.slice(0, -4)}0000` });
    const secretRefusal = await refusalOf(wrongSecret.account.fetchWallet());
    const keyRefusal = await refusalOf(wrongKey.account.fetchWallet());
    expect(secretRefusal).toMatchObject({ kind: 'rejected', reason: 'invalidSecret' });
    expect(keyRefusal.kind).toBe('rejected');
    expect(['invalidApiKey', 'keyRefused']).toContain(keyRefusal.reason);
  });

  test('a refusal shows neither key nor secret nor signature', async () => {
    const { credentials } = await scene().player();
    const { account } = await scene().enter({ ...credentials, secret: `${credentials.secret.slice(0, -4)}0000` });
    const refusal = await refusalOf(account.fetchWallet());
    const shown = [refusal.message, refusal.stack, String(refusal.cause), (refusal.cause as Error | undefined)?.stack].join('\n');
    expect(shown).not.toContain(credentials.apiKey);
    expect(shown).not.toMatch(/signature=[0-9a-f]{16}/i);
  });

  test('two accounts do not see one another’s orders', async () => {
    const [first, second] = [await scene().player(), await scene().player()];
    const [one, two] = await Promise.all([
      first.account.placeOrder(await scene().distantOrder('buy')),
      second.account.placeOrder(await scene().distantOrder('sell')),
    ]);
    const ids = async (player: typeof first) =>
      (await player.account.fetchOpenOrders(scene().subject.pair)).map((order) => order.exchangeOrderId);
    expect(await ids(first)).toEqual([one.exchangeOrderId]);
    expect(await ids(second)).toEqual([two.exchangeOrderId]);
  });
}
