/** Trades that are not booked, or not as they were, and money that is not in the wallet, or not in the books. */
import { inferredTradeId, newLedger } from '@tenbin/bots';
import { add, compare, type Fill } from '@tenbin/market';
import { orderWrite } from '@tenbin/testkit';
import { describe, expect, test } from 'vitest';
import { consistencyStage, longMs, taking, told } from '../../testing/consistency-stage.ts';

const stage = consistencyStage();
const { fix, inject, later, left, mended, newId, placed, stateOf, write } = stage;

/** One order that was filled at once, booked as told by `tradesOf` its one trade, with the money that the wallet has. */
async function booked(tradesOf: (trade: Fill) => readonly Fill[]) {
  const { clientOrderId, exchangeOrderId } = await placed(taking);
  const [told] = await stage.account.fetchFills('BTC/USDT', { exchangeOrderId });
  if (!told) throw new Error('no trade');
  const fills = tradesOf({ ...told, clientOrderId }).map((fill) => ({ ...fill, clientOrderId, growth: 0, volume: '0', earned: '0' }));
  const wallet = await stage.account.fetchWallet();
  const balances = Object.fromEntries(
    ['BTC', 'ETH', 'USDT'].map((one) => [one, add(wallet[one]?.free ?? '0', wallet[one]?.locked ?? '0')]),
  );
  const filled = {
    ...taking,
    clientOrderId,
    exchangeOrderId,
    state: 'filled',
    reportedFilled: '0.001',
    recordedTrades: fills.length,
  } as const;
  await stage.own.journal.record(
    { botId: stage.bot.id, epoch: 0 },
    { orders: [orderWrite({ sequence: stage.sequence, sentAt: new Date(), ...filled })], fills, ledger: newLedger(balances) },
  );
  return { clientOrderId };
}

async function expectLedgerToBeWallet(): Promise<void> {
  const wallet = await stage.account.fetchWallet();
  const { ledger } = await stage.own.bots.require(stage.trader.id, stage.bot.id);
  const balances = Object.entries(ledger?.balances ?? {});
  expect(balances).not.toEqual([]);
  for (const [currency, amount] of balances)
    expect(compare(amount, add(wallet[currency]?.free ?? '0', wallet[currency]?.locked ?? '0')), currency).toBe(0);
}

describe('trades and money', () => {
  test('of which nobody heard are booked, once', async () => {
    const { clientOrderId } = await placed(taking);
    const [difference] = await mended(['fillMissing takenIn']);
    expect(difference).toMatchObject({ expected: { state: 'open', amount: '0' }, found: { state: 'filled', amount: '0.001' } });
    const fills = await stage.own.fills.listOfOrders([clientOrderId]);
    expect(fills.map(({ amount }) => amount)).toEqual(['0.001']);
    const wallet = await stage.account.fetchWallet();
    const { ledger } = await stage.own.bots.require(stage.trader.id, stage.bot.id);
    expect(Number(ledger?.balances.BTC)).toBeCloseTo(Number(wallet.BTC?.free) + Number(wallet.BTC?.locked), 8);
    expect(await stage.own.records.count(stage.bot.id)).toBe(1);
  });

  test('of an order whose answer was lost as well are booked with it', async () => {
    const clientOrderId = newId();
    await write(taking, clientOrderId);
    await stage.account.placeOrder({ clientOrderId, ...taking });
    await write({ ...taking, state: 'unknown' }, clientOrderId);
    await mended(['orderStuck takenIn']);
    expect(await stateOf(clientOrderId)).toBe('filled');
    expect(await stage.own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
  });

  test('that the exchange does not list yet are waited for', async () => {
    const { clientOrderId } = await placed(taking);
    inject({ type: 'withholdFills', ms: 600_000, share: 1 });
    later(longMs);
    expect(told((await fix()).done)).toEqual(['fillMissing waits']);
    stage.server.venue.faults.clearAll();
    await mended(['fillMissing takenIn']);
    expect(await stage.own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
  });

  test('that was taken out of the wallet stops the bot', async () => {
    inject({ type: 'changeBalance', account: stage.accountId, currency: 'USDT', amount: '-1000' });
    const [difference] = await mended(['ledgerDiffers stopAsked']);
    expect(difference).toMatchObject({ currency: 'USDT', expected: { amount: '6000' }, found: { amount: '5000' } });
    expect((await stage.own.bots.require(stage.trader.id, stage.bot.id)).active).toBe(false);
  });

  test('that was paid in belongs to nobody until the bot starts again', async () => {
    inject({ type: 'changeBalance', account: stage.accountId, currency: 'USDT', amount: '1000' });
    await left(['walletMoved atNextStart']);
    expect((await stage.own.bots.require(stage.trader.id, stage.bot.id)).ledger?.balances.USDT).toBe('6000');
  });

  test('of an order that nobody knows, and that is over, are booked with it', async () => {
    const clientOrderId = newId();
    await stage.account.placeOrder({ clientOrderId, ...taking });
    const [difference] = await mended(['fillUnknown takenIn']);
    expect(difference).toMatchObject({ clientOrderId, expected: { state: 'none' }, found: { state: 'filled', amount: '0.001' } });
    expect(await stage.own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
    await expectLedgerToBeWallet();
  });

  test('of an order that is over here are booked, once', async () => {
    const { clientOrderId, exchangeOrderId } = await placed(taking);
    await write({ ...taking, state: 'cancelled', exchangeOrderId }, clientOrderId);
    await mended(['fillMissing takenIn']);
    expect(await stage.own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
    await expectLedgerToBeWallet();
  });

  test('with another fee than the exchange tells stop the bot, which begins with its wallet again', async () => {
    const { clientOrderId } = await booked(({ fee, ...trade }) => [{ ...trade, fee: String(2 * Number(fee)) }]);
    const [difference] = await mended(['feeDiffers stopAsked']);
    expect(difference).toMatchObject({ clientOrderId, pair: 'BTC/USDT', currency: 'BTC' });
    expect((await stage.own.bots.require(stage.trader.id, stage.bot.id)).active).toBe(false);
  });

  test('that are more than their order was large stop the bot', async () => {
    await booked((trade) => [trade, { ...trade, tradeId: '987654' }]);
    const [difference] = await mended(['overfill stopAsked']);
    expect(difference).toMatchObject({ expected: { amount: '0.002' }, found: { amount: '0.001' } });
  });

  test('that were reckoned from totals, and booked as they came as well, stop the bot', async () => {
    await booked((trade) => [trade, { ...trade, tradeId: inferredTradeId(trade.exchangeOrderId, 0) }]);
    await mended(['fillDuplicate stopAsked']);
  });

  test('that are not what the movements add up to are corrected, and so is the bot’s own ledger', async () => {
    await stage.own.ledgers.correct(stage.bot.subAccountId, { BTC: '0.1', ETH: '2', USDT: '7000' });
    const [difference] = await mended(['bookDiffers corrected']);
    expect(difference).toMatchObject({ currency: 'USDT', expected: { amount: '6000' }, found: { amount: '7000' } });
    const [subAccount] = await stage.own.ledgers.listOfAccount(stage.bot.exchangeAccountId);
    expect(subAccount?.balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
    expect((await stage.own.bots.require(stage.trader.id, stage.bot.id)).ledger?.balances.USDT).toBe('6000');
  });
});
