/** Orders that do not stand at the exchange as they are stored. */
import { clientOrderIdOf } from '@tenbin/bots';
import { describe, expect, test } from 'vitest';
import { consistencyStage, longMs, rest, told } from '../../testing/consistency-stage.ts';

const stage = consistencyStage();
const { fix, inject, later, left, mended, newId, openOf, placed, stateOf, write } = stage;

describe('orders', () => {
  test('that stand as they are stored differ in nothing, and nobody is disturbed', async () => {
    await placed();
    await mended([]);
    expect(
      await stage.server.database.platform.workers.takeAway(
        { organizationId: stage.own.organizationId, exchangeAccountId: stage.bot.exchangeAccountId },
        null,
      ),
    ).toBe(1);
  });

  test('whose answer was lost are found', async () => {
    const clientOrderId = newId();
    await write({}, clientOrderId);
    inject({ type: 'loseAnswer', where: { call: 'place' }, times: 1 });
    await expect(stage.account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
    await write({ state: 'unknown' }, clientOrderId);
    await mended(['orderStuck takenIn']);
    expect(await stateOf(clientOrderId)).toBe('open');
    expect(await openOf()).toHaveLength(1);
  });

  test('that never arrived are given up', async () => {
    const clientOrderId = newId();
    await write({}, clientOrderId);
    inject({ type: 'resetConnection', where: { call: 'place' } });
    await expect(stage.account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
    stage.server.venue.faults.clearAll();
    await write({ state: 'unknown' }, clientOrderId);
    await mended(['orderStuck takenIn']);
    expect(await stateOf(clientOrderId)).toBe('neverPlaced');
  });

  test('that may still arrive are waited for', async () => {
    await write({ state: 'unknown', sentAt: stage.server.clock.now() }, newId());
    later(10_000);
    expect(told((await fix()).done)).toEqual(['orderStuck waits']);
  });

  test('that the exchange ended by itself are over', async () => {
    const { clientOrderId } = await placed();
    inject({ type: 'cancelOrders', account: stage.accountId });
    await mended(['orderMissing takenIn']);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('that were just touched are not told', async () => {
    await placed();
    inject({ type: 'cancelOrders', account: stage.accountId });
    stage.server.clock.advance(-stage.advanced);
    expect((await fix({ dryRun: true })).done).toEqual([]);
    stage.server.clock.advance(stage.advanced);
  });

  test('that were sent, and whose writing was lost, become the bot’s again', async () => {
    const clientOrderId = newId();
    await stage.account.placeOrder({ clientOrderId, ...rest });
    await mended(['orderUnknown takenIn']);
    expect(await stateOf(clientOrderId)).toBe('open');
  });

  test('are cancelled where that is asked for, and are over in the books', async () => {
    const clientOrderId = newId();
    await stage.account.placeOrder({ clientOrderId, ...rest });
    await mended(['orderUnknown cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('of a bot that stands still stay, until their cancelling is asked for', async () => {
    const { clientOrderId } = await placed();
    await stage.own.bots.setActive(stage.trader.id, stage.bot.id, { active: false, by: stage.trader.id, at: stage.server.clock.now() });
    await stage.own.journal.record({ botId: stage.bot.id, epoch: 0 }, { phase: { kind: 'stopped', receipt: null } });
    await left(['orderUnknown left']);
    await mended(['orderUnknown cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('that were sent under the id of a bot that stands still are told once', async () => {
    await stage.own.bots.setActive(stage.trader.id, stage.bot.id, { active: false, by: stage.trader.id, at: stage.server.clock.now() });
    await stage.own.journal.record({ botId: stage.bot.id, epoch: 0 }, { phase: { kind: 'stopped', receipt: null } });
    await stage.account.placeOrder({ clientOrderId: newId(), ...rest });
    await left(['orderUnknown left']);
    await mended(['orderUnknown cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
  });

  test('whose cancelling was asked for and forgotten are cancelled where that is asked for', async () => {
    const { clientOrderId, exchangeOrderId } = await placed();
    await write({ state: 'open', exchangeOrderId, cancelAskedAt: new Date() }, clientOrderId);
    await left(['orderStuck left']);
    await mended(['orderStuck cancelled'], { cancelUnknown: true });
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('are not cancelled before they are told', async () => {
    const young = await placed();
    await stage.account.placeOrder({ clientOrderId: clientOrderIdOf(stage.bot.botNumber === 7 ? 8 : 7, 1), ...rest });
    later(longMs);
    const asked = { ...young, state: 'open', cancelAskedAt: stage.server.clock.now() } as const;
    await write(asked, young.clientOrderId);
    expect(told((await fix({ cancelUnknown: true })).done)).toEqual(['ownerless cancelled']);
    expect((await openOf()).map(({ clientOrderId }) => clientOrderId)).toEqual([young.clientOrderId]);
  });

  test('under an id of no bot of the account are told, and cancelled where that is asked for', async () => {
    await stage.account.placeOrder({ clientOrderId: clientOrderIdOf(stage.bot.botNumber === 7 ? 8 : 7, 1), ...rest });
    await left(['ownerless left']);
    await mended(['ownerless cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
  });

  test('that somebody placed by hand are left alone, whatever is asked for', async () => {
    await stage.account.placeOrder({ clientOrderId: 'byHand1', ...rest });
    await mended([], { cancelUnknown: true });
    expect(await openOf()).toHaveLength(1);
  });

  test('that stand there on other terms are told, and cancelled where that is asked for', async () => {
    const clientOrderId = newId();
    const { exchangeOrderId } = await stage.account.placeOrder({ clientOrderId, ...rest });
    await write({ amount: '0.002', state: 'open', exchangeOrderId }, clientOrderId);
    await left(['orderDiffers left']);
    const [difference] = await mended(['orderDiffers cancelled'], { cancelUnknown: true });
    expect(difference).toMatchObject({ expected: { state: 'open', amount: '0.002' }, found: { state: 'open' } });
    expect(await openOf()).toEqual([]);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('of another under the same id are told apart from the one that is stored', async () => {
    const clientOrderId = newId();
    await stage.account.placeOrder({ clientOrderId, ...rest });
    await write({ state: 'open', exchangeOrderId: '987654321' }, clientOrderId);
    later(longMs);
    expect(told((await fix()).done)).toContain('orderDiffers left');
    await fix({ cancelUnknown: true });
    later(longMs);
    expect((await fix({ cancelUnknown: true })).done).toEqual([]);
    expect(await openOf()).toEqual([]);
  });

  test('that a list does not show yet are asked for one by one', async () => {
    await placed();
    inject({ type: 'lagLists', ms: 600_000, lists: ['openOrders'] });
    await mended([]);
  });
});

/** The last one: no bot begins on a pair that is gone. */
test('orders on a pair that the exchange has no more wait for the bot’s worker', async () => {
  await placed({ pair: 'ETH/BTC', side: 'sell', price: '0.06', amount: '0.01' });
  inject({ type: 'changeMarket', pair: 'ETH/BTC', state: 'delisted' });
  later(longMs);
  expect(told((await fix()).done)).toEqual(['marketChanged waits']);
});
