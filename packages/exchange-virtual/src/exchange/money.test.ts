import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRuntime } from '@tenbin/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFileStore } from '../store/file-store.ts';
import { accountOn } from '../testing/account-on.ts';
import { scriptedFeed } from '../testing/scripted-feed.ts';
import { openTestExchange } from '../testing/test-venue.ts';
import type { Fact, TradeFact } from './fact.ts';
import type { PlaceOrder } from './order.ts';
import { createVirtualExchange } from './virtual-exchange.ts';
import type { VirtualExchangeOptions } from './virtual-exchange-options.ts';

const fine = {
  pair: 'LTC/BTC',
  tickSize: '0.00000001',
  lotSize: '0.000001',
  minimumNotional: '0.00000001',
  priceBand: { buyUp: 100_000, buyDown: 0, sellUp: 100_000, sellDown: 0 },
};
const limit = (side: 'buy' | 'sell', price: string, amount: string, pair = 'LTC/BTC'): PlaceOrder => ({
  pair,
  side,
  type: 'limit',
  timeInForce: 'GTC',
  price,
  amount,
});

async function openFine(options: Partial<VirtualExchangeOptions> = {}) {
  const feed = scriptedFeed({ 'LTC/BTC': 0.00000333 }, 'whole');
  return createVirtualExchange({
    runtime: systemRuntime(),
    markets: [fine],
    feed,
    stepped: true,
    withPast: false,
    fees: { maker: '0.001', taker: '0.001' },
    ...options,
  });
}

describe('money with its currency’s digits', () => {
  test.each([
    ['0.069015', '0.0016', '0.00011042'],
    ['0.00346', '0.08203', '0.00028382'],
    ['0.003412', '0.06255', '0.00021342'],
  ])('%s × %s moves what Binance wrote: %s', async (price, amount, moved) => {
    const exchange = await openFine();
    const [buyer, seller] = [accountOn(exchange, { BTC: '1' }), accountOn(exchange, { LTC: '1' })];
    const bid = exchange.place(buyer, limit('buy', price, amount));
    expect(buyer.wallet().BTC?.locked).toBe(moved);
    exchange.place(seller, limit('sell', price, amount));
    expect(exchange.lists.order(buyer, { pair: 'LTC/BTC', id: bid.id })?.filledNotional).toBe(
      BigInt(Math.round(Number(moved) * 1e8)) * 10n ** 10n,
    );
    const fee = Math.floor(Number(moved) * 1e5 + 1e-9) / 1e8;
    expect(Number(seller.wallet().BTC?.free)).toBeCloseTo(Number(moved) - fee, 12);
    expect(buyer.wallet().BTC).toEqual({ free: (1 - Number(moved)).toFixed(8), locked: '0' });
  });

  test('parts are cut off one by one, and what they leave of an order’s money comes back when it ends', async () => {
    const exchange = await openFine();
    const [buyer, seller] = [accountOn(exchange, { BTC: '1' }), accountOn(exchange, { LTC: '10' })];
    exchange.place(buyer, limit('buy', '0.00000333', '1'));
    const sell = () => exchange.place(seller, { ...limit('sell', '0.00000333', '0.25'), timeInForce: 'IOC' });
    for (let part = 0; part < 3; part++) sell();
    // Three parts of 0.0000008325 are paid as 0.00000083 each.
    expect(buyer.wallet().BTC).toEqual({ free: '0.99999667', locked: '0.00000084' });
    sell();
    expect(buyer.wallet().BTC).toEqual({ free: '0.99999668', locked: '0' });
    expect(seller.wallet().BTC?.free).toBe('0.00000332');
  });

  test('a currency may have its own, as JPY has on some', async () => {
    const markets = [{ pair: 'BTC/JPY', tickSize: '1', lotSize: '0.0001', minimumNotional: '1' }];
    const feed = scriptedFeed({ 'BTC/JPY': 9_000_001 }, 'whole');
    const exchange = await createVirtualExchange({
      runtime: systemRuntime(),
      markets,
      feed,
      stepped: true,
      withPast: false,
      moneyDigits: { JPY: 2 },
      fees: { maker: '0.0012', taker: '0.0012' },
    });
    const account = accountOn(exchange, { BTC: '1' });
    const buyer = accountOn(exchange, { JPY: '100000' });
    exchange.place(account, limit('sell', '9000001', '0.0003', 'BTC/JPY'));
    exchange.place(buyer, limit('buy', '9000001', '0.0003', 'BTC/JPY'));
    // 2700.0003 JPY, and 3.24 of fee
    expect(account.wallet().JPY?.free).toBe('2696.76');
  });

  test('lots that are finer than their money are refused', async () => {
    await expect(openFine({ moneyDigits: { LTC: 5 } })).rejects.toMatchObject({ code: 'lotTooFine' });
    const exchange = await openFine();
    expect(() => exchange.setMoneyDigits('LTC', 5)).toThrow('lotTooFine');
    expect(() => exchange.setMoneyDigits('BTC', 19)).toThrow('invalidDigits');
  });

  test('digits that are added while orders rest never move more than is held back', async () => {
    const exchange = await openFine({ moneyDigits: { BTC: 6 } });
    const [buyer, seller] = [accountOn(exchange, { BTC: '1' }), accountOn(exchange, { LTC: '1' })];
    exchange.place(buyer, limit('buy', '0.00123456', '0.01'));
    exchange.setMoneyDigits('BTC', 18);
    exchange.place(seller, limit('sell', '0.00123456', '0.01'));
    expect(buyer.wallet().BTC).toEqual({ free: '0.999988', locked: '0' });
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'venue-money-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = (moneyDigits: Record<string, number> = {}) =>
    openTestExchange({ withPast: false, fills: 'whole', moneyDigits, store: openFileStore({ folder }) });
  const uncut = { BTC: 18, ETH: 18, USDT: 18 };

  /** Half of a bid at 0.04567 is taken; the other half rests. */
  async function trade(moneyDigits: Record<string, number>) {
    const opened = await open(moneyDigits);
    const { exchange } = opened;
    const [buyer, seller] = [accountOn(exchange, { BTC: '1' }), accountOn(exchange, { ETH: '1' })];
    exchange.place(buyer, limit('buy', '0.04567', '0.0137', 'ETH/BTC'));
    exchange.place(seller, limit('sell', '0.04567', '0.0069', 'ETH/BTC'));
    return { ...opened, buyer, seller };
  }

  test('gives the same state from its journal alone, whatever the digits were and are', async () => {
    const { exchange, buyer, seller } = await trade({ BTC: 6 });
    exchange.setMoneyDigits('BTC', 7);
    const before = [buyer.wallet(), seller.wallet(), exchange.accountTrades(buyer.key)];
    const { exchange: again } = await open();
    expect([again.accountWallet(buyer.key), again.accountWallet(seller.key), again.accountTrades(buyer.key)]).toEqual(before);
    expect(again.moneyDigits('BTC')).toBe(7);
    await again.close();
    const { exchange: fromSnapshot } = await open();
    expect([fromSnapshot.accountWallet(buyer.key), fromSnapshot.moneyDigits('BTC')]).toEqual([before[0], 7]);
  });

  const forget = (facts: readonly Fact[]) =>
    facts
      .filter(({ type }) => type !== 'moneyDigits')
      .map((fact) => (fact.type === 'trade' ? (({ notional: _notional, ...old }: TradeFact) => old)(fact) : fact));

  test('of the time when nothing was cut off opens as it was, and goes on with its rest', async () => {
    const { exchange, buyer, seller } = await trade(uncut);
    const before = [buyer.wallet(), seller.wallet()];
    const journal = join(folder, 'journal-0.jsonl');
    const lines = readFileSync(journal, 'utf8').trim().split('\n');
    writeFileSync(journal, lines.map((line) => `${JSON.stringify(forget(JSON.parse(line)))}\n`).join(''));
    const { exchange: again } = await open();
    expect([again.accountWallet(buyer.key), again.accountWallet(seller.key)]).toEqual(before);
    expect(before[0]?.BTC?.free).toBe('0.999374321');
    const owner = again.findAccount(seller.key);
    if (!owner) throw new Error('no account');
    again.place(owner, limit('sell', '0.04567', '0.0068', 'ETH/BTC'));
    // 0.000315123 was paid by the old rule, 0.00031055 by the new one; nothing is left in orders.
    expect(again.accountWallet(buyer.key).BTC).toEqual({ free: '0.999374327', locked: '0' });
    expect(exchange.moneyDigits('BTC')).toBe(18);
  });

  test('of the time when snapshots did not tell what a trade moved', async () => {
    const { exchange, buyer } = await trade(uncut);
    const trades = exchange.accountTrades(buyer.key);
    await exchange.close();
    const snapshot = join(folder, 'snapshot-1.json');
    const old = JSON.parse(readFileSync(snapshot, 'utf8'));
    delete old.moneyDigits;
    for (const account of old.accounts) for (const [, ofPair] of account.trades) for (const one of ofPair) delete one.notional;
    writeFileSync(snapshot, JSON.stringify(old));
    const { exchange: again } = await open();
    expect(again.accountTrades(buyer.key)).toEqual(trades);
    expect(
      again
        .findAccount(buyer.key)
        ?.trades.get('ETH/BTC')
        ?.map(({ notional }) => notional),
    ).toEqual([315_123n * 10n ** 9n]);
  });
});
