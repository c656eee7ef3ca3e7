import { describe, expect, test } from 'vitest';
import { accountOn } from '../testing/account-on.ts';
import { openTestExchange, testMarkets } from '../testing/test-venue.ts';

const sell = { pair: 'BTC/USDT', side: 'sell', type: 'limit', timeInForce: 'GTC', amount: '0.01' } as const;
const feesOf = (exchange: Awaited<ReturnType<typeof openTestExchange>>['exchange'], key: string) =>
  exchange.accountTrades(key).map(({ fee, feeCurrency }) => `${fee} ${feeCurrency}`);

describe('fees in a coin', () => {
  test('are paid from the account’s free balance at the coin’s price, a quarter less, until it runs out in the middle of an order', async () => {
    const markets = [...testMarkets, { pair: 'BNB/USDT', tickSize: '0.01', lotSize: '0.001', minimumNotional: '5' }];
    const { exchange, moveTo } = await openTestExchange({ fills: 'whole', withPast: false, markets });
    moveTo('BNB/USDT', 600);
    const account = accountOn(exchange, { BTC: '1', BNB: '0.0016' });
    exchange.setFeeCoin(account.id, { currency: 'BNB', discount: '0.25' });
    const takers = [1, 2, 3].map(() => accountOn(exchange, { USDT: '1000' }));
    exchange.place(account, { ...sell, amount: '0.03', price: '60000' });
    for (const taker of takers) exchange.place(taker, { ...sell, side: 'buy', price: '60000' });
    // 0.6 USDT each: 0.00075 BNB twice, and what is left does not do for a third.
    expect(feesOf(exchange, account.key)).toEqual(['0.00075 BNB', '0.00075 BNB', '0.6 USDT']);
    expect(account.wallet()).toMatchObject({ BNB: { free: '0.0001', locked: '0' }, USDT: { free: '1799.4' } });
    exchange.setFeeCoin(account.id, null);
    exchange.place(account, { ...sell, price: '60000' });
    exchange.place(accountOn(exchange, { USDT: '1000' }), { ...sell, side: 'buy', price: '60000' });
    expect(feesOf(exchange, account.key).at(-1)).toBe('0.6 USDT');
  });

  test('are reckoned over a third currency, by prices that were told, and in the coin that is bought itself', async () => {
    const { exchange, moveTo } = await openTestExchange({ fills: 'whole', withPast: false });
    const pay = (coin: Parameters<typeof exchange.setFeeCoin>[1], balances: Record<string, string>) => {
      const { key, id } = accountOn(exchange, balances);
      exchange.setFeeCoin(id, coin);
      return { key, account: exchange.accounts.get(id)! };
    };
    moveTo('ETH/USDT', 3_000);
    moveTo('BTC/USDT', 60_000);
    const bids = { side: 'buy', price: '60000', amount: '0.01' } as const;
    const overUsdt = pay({ currency: 'ETH', discount: '0.5' }, { USDT: '1000', ETH: '1' });
    exchange.place(overUsdt.account, { ...sell, ...bids });
    // 0.00001 BTC, half of it, at 20 ETH
    expect(feesOf(exchange, overUsdt.key)).toEqual(['0.0001 ETH']);
    const paying = pay({ currency: 'OKB', discount: '0.25', prices: { BTC: '0.001' } }, { USDT: '1000', OKB: '1' });
    exchange.place(paying.account, { ...sell, ...bids });
    expect(feesOf(exchange, paying.key)).toEqual(['0.0075 OKB']);
    const bought = pay({ currency: 'BTC', discount: '0.25' }, { USDT: '1000' });
    exchange.place(bought.account, { ...sell, ...bids });
    expect(feesOf(exchange, bought.key)).toEqual(['0.0000075 BTC']);
    const unknown = pay({ currency: 'KCS', discount: '0.25' }, { USDT: '1000', KCS: '1' });
    exchange.place(unknown.account, { ...sell, ...bids });
    expect(feesOf(exchange, unknown.key)).toEqual(['0.00001 BTC']);
  });

  test('are refused where they mean nothing', async () => {
    const { exchange } = await openTestExchange();
    const { id } = accountOn(exchange, {});
    expect(() => exchange.setFeeCoin(id, { currency: 'BNB', discount: '1.1' })).toThrow('invalidDiscount');
    expect(() => exchange.setFeeCoin(id, { currency: 'BNB', discount: '0', prices: { BTC: '0' } })).toThrow('notPositive');
    expect(() => exchange.setFeeCoin('a99', null)).toThrow('unknownAccount');
  });
});
