import type { MarketRules } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { checkExchangeMinimum } from '../check-exchange-minimum.ts';
import { checkPriceRange } from '../check-price-range.ts';
import { requirePassed } from '../check-result.ts';
import { usdPrices } from '../usd-prices.ts';
import { checkBalanced, checkPositive } from './check-balances.ts';
import { type BotCheck, checkRun, checkSetup, checkStart, checkWidth } from './check-bot.ts';
import { checkCurrencies } from './check-currencies.ts';
import { checkUsdValue, checkUsdValueKept } from './check-usd-value.ts';
import { deltaOfWidth } from './order-width.ts';
import { wantedOrders } from './wanted-orders.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const market = (pair: string, changes: Partial<MarketRules> = {}): MarketRules => ({
  pair,
  tickSize: pair === 'ETH/BTC' ? '0.00001' : '0.01',
  lotSize: '0.00001',
  minimumAmount: '0.00001',
  maximumAmount: '9000',
  minimumNotional: pair === 'ETH/BTC' ? '0.0001' : '5',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: { buyUp: 5, buyDown: 0.2, sellUp: 5, sellDown: 0.2 },
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
  ...changes,
});
const rulesWith = (pair: string, changes: Partial<MarketRules>) =>
  new Map(pairs.map((name) => [name, market(name, name === pair ? changes : {})]));
const rules = rulesWith('', {});
const prices = new Map([
  ['BTC/USDT', 60000],
  ['ETH/USDT', 3000],
  ['ETH/BTC', 0.05],
]);
const usd = usdPrices({ prices });
const even: BotCheck = { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, pairs, delta: deltaOfWidth(1), rules, prices, usd };

const ok = { ok: true };
const refusal = (code: string, facts: object = {}) => ({ ok: false, code, facts: expect.objectContaining(facts) });

describe('currencies', () => {
  test('a triangle, and any two of its pairs, cover three', () => {
    expect(checkCurrencies(pairs)).toEqual(ok);
    for (const left of pairs) expect(checkCurrencies(pairs.filter((pair) => pair !== left))).toEqual(ok);
  });

  test.each([
    { given: [], currencies: [] },
    { given: ['BTC/USDT'], currencies: ['BTC', 'USDT'] },
    { given: ['BTC/USDT', 'ETH/JPY'], currencies: ['BTC', 'USDT', 'ETH', 'JPY'] },
    { given: ['BTC/USDT', 'ETH/USDT', 'XRP/USDT'], currencies: ['BTC', 'USDT', 'ETH', 'XRP'] },
  ])('$given do not', ({ given, currencies }) => {
    expect(checkCurrencies(given)).toEqual(refusal('notThreeCurrencies', { currencies, wanted: 3 }));
  });

  test('no pair twice', () => {
    expect(checkCurrencies(['BTC/USDT', 'ETH/USDT', 'BTC/USDT'])).toEqual(refusal('duplicatePair', { pair: 'BTC/USDT' }));
  });
});

describe('balances', () => {
  test('every currency needs one', () => {
    expect(checkPositive({ BTC: '0.1', ETH: '0', USDT: '-1' }, ['BTC', 'ETH', 'USDT', 'XRP'])).toEqual(
      refusal('balanceNotPositive', { currencies: ['ETH', 'USDT', 'XRP'], currency: 'ETH, USDT, XRP' }),
    );
  });

  const currencies = ['BTC', 'ETH', 'USDT'];
  test('half off is still allowed, more is not', () => {
    // Worth 9000, 6000 and 3000: the even part is 6000.
    expect(checkBalanced({ balances: { BTC: '0.15', ETH: '2', USDT: '3000' }, currencies, usd })).toEqual(ok);
    expect(checkBalanced({ balances: { BTC: '0.151', ETH: '2', USDT: '2940' }, currencies, usd })).toEqual(
      refusal('unbalanced', { currency: 'BTC', offPercent: 51, tolerance: 50, worthUsd: 9060, evenUsd: 6000 }),
    );
    expect(checkBalanced({ balances: { BTC: '0.1', ETH: '2', USDT: '2000' }, currencies, usd })).toEqual(
      refusal('unbalanced', { currency: 'USDT', offPercent: -57.14 }),
    );
  });

  test('the tolerance is a setting', () => {
    const given = { balances: { BTC: '0.11', ETH: '2', USDT: '5400' }, currencies, usd };
    expect(checkBalanced(given, { tolerance: 0.05 })).toEqual(refusal('unbalanced', { currency: 'BTC', tolerance: 5 }));
    expect(checkBalanced(given, { tolerance: 0.1 })).toEqual(ok);
  });

  test('a currency of unknown worth cannot be judged', () => {
    expect(checkBalanced({ balances: { BTC: '1' }, currencies: ['BTC', 'JPY'], usd })).toEqual(
      refusal('noUsdPrice', { currencies: ['JPY'] }),
    );
  });
});

describe('value in USD', () => {
  // 10 USD / 6000 USD is a width of 0.16667 %: an order of exactly 5 USD is 1/1200 of a balance.
  const atLimit = { ...even, delta: 1 / 1200 };

  test('to be set up, an order must be worth more than 5 USD', () => {
    expect(checkUsdValue({ ...even, delta: 1 / 1199 })).toEqual(ok);
    expect(checkUsdValue({ ...even, balances: { ...even.balances, USDT: '5999' }, delta: 1 / 1200 })).toEqual(
      refusal('valueTooSmall', { pair: 'BTC/USDT', currency: 'USDT', value: '4.9992', minimum: '5', unit: 'USD' }),
    );
    expect(checkUsdValue({ ...even, balances: { BTC: '1', ETH: '20', USDT: '1000' }, delta: 0.005 })).toEqual(
      refusal('valueTooSmall', { currency: 'USDT', value: '5' }),
    );
  });

  test('to start and go on, 5 USD are enough', () => {
    expect(checkUsdValueKept(atLimit)).toEqual(ok);
    expect(checkUsdValueKept({ ...even, balances: { BTC: '1', ETH: '20', USDT: '1000' }, delta: 0.005 })).toEqual(ok);
    expect(checkUsdValueKept({ ...atLimit, delta: 1 / 1201 })).toEqual(refusal('valueTooSmall'));
  });

  test('a currency of unknown worth is refused by name', () => {
    expect(checkUsdValue({ ...even, usd: new Map([['USDT', 1]]) })).toEqual(refusal('noUsdPrice', { currencies: ['BTC', 'ETH'] }));
  });
});

describe('what the exchange demands', () => {
  const orders = wantedOrders(even);

  test('ordinary orders pass', () => {
    expect(checkExchangeMinimum(orders, rules)).toEqual(ok);
    expect(checkPriceRange(orders, rules, prices)).toEqual(ok);
  });

  test('an amount under the minimum names the pair, the minimum and its currency', () => {
    expect(checkExchangeMinimum(orders, rulesWith('BTC/USDT', { minimumAmount: '0.0005' }))).toEqual(
      refusal('amountTooSmall', { pair: 'BTC/USDT', side: 'sell', value: '0.00049', minimum: '0.0005', unit: 'BTC' }),
    );
  });

  test('an amount of nothing is too small where there is no minimum', () => {
    const coarse = rulesWith('BTC/USDT', { lotSize: '0.001', minimumAmount: '0' });
    expect(checkExchangeMinimum(wantedOrders({ ...even, rules: coarse }), coarse)).toEqual(refusal('amountTooSmall', { value: '0' }));
  });

  test('an amount over the maximum is refused', () => {
    expect(checkExchangeMinimum(orders, rulesWith('ETH/BTC', { maximumAmount: '0.005' }))).toEqual(
      refusal('amountTooLarge', { pair: 'ETH/BTC', value: '0.0099', maximum: '0.005', unit: 'ETH' }),
    );
  });

  test('a notional under the minimum is a value too small, in the counter currency', () => {
    expect(checkExchangeMinimum(orders, rulesWith('ETH/USDT', { minimumNotional: '30' }))).toEqual(
      refusal('valueTooSmall', { pair: 'ETH/USDT', value: '29.997', minimum: '30', unit: 'USDT' }),
    );
  });

  test('a price outside the fixed limits or the band is out of range', () => {
    const range = (changes: Partial<MarketRules>) => checkPriceRange(orders, rulesWith('BTC/USDT', changes), prices);
    expect(range({ maximumPrice: '60599.99' })).toEqual(refusal('priceOutOfRange', { pair: 'BTC/USDT', side: 'sell', price: '60600' }));
    expect(range({ minimumPrice: '59400.01' })).toEqual(refusal('priceOutOfRange', { side: 'buy', price: '59400', highest: 300000 }));
    expect(range({ priceBand: { buyUp: 5, buyDown: 0.995, sellUp: 5, sellDown: 0.2 } })).toEqual(
      refusal('priceOutOfRange', { side: 'buy' }),
    );
    expect(range({ priceBand: { buyUp: 5, buyDown: 0.2, sellUp: 1.005, sellDown: 0.2 } })).toEqual(
      refusal('priceOutOfRange', { side: 'sell' }),
    );
  });

  test('a band needs a price to refer to', () => {
    const narrow = rulesWith('BTC/USDT', { priceBand: { buyUp: 1, buyDown: 1, sellUp: 1, sellDown: 1 } });
    expect(checkPriceRange(orders, narrow, new Map())).toEqual(ok);
  });

  test('a price that the grid makes 0 is out of range', () => {
    const coarse = rulesWith('ETH/BTC', { tickSize: '0.1' });
    expect(checkPriceRange(wantedOrders({ ...even, rules: coarse }), coarse, prices)).toEqual(
      refusal('priceOutOfRange', { side: 'buy', price: '0' }),
    );
  });
});

describe('a bot', () => {
  test('with even balances may be set up, start and run', () => {
    expect([checkSetup(even), checkStart(even), checkRun(even)]).toEqual([ok, ok, ok]);
  });

  test('out of balance may be set up and may go on, but does not start', () => {
    const lopsided = { ...even, balances: { BTC: '0.4', ETH: '2', USDT: '6000' } };
    expect([checkSetup(lopsided), checkRun(lopsided)]).toEqual([ok, ok]);
    expect(checkStart(lopsided)).toEqual(refusal('unbalanced', { currency: 'BTC' }));
    expect(checkStart(lopsided, { tolerance: 2 })).toEqual(ok);
  });

  const reasons = [
    { code: 'notThreeCurrencies', changes: { pairs: ['BTC/USDT'] } },
    { code: 'pairNotAvailable', changes: { pairs: ['BTC/USDT', 'XRP/USDT'] } },
    { code: 'orderWidthOutOfRange', changes: { delta: 0.5 } },
    { code: 'orderWidthOutOfRange', changes: { delta: Number.NaN } },
    { code: 'balanceNotPositive', changes: { balances: { BTC: '0.1', ETH: '2' } } },
    { code: 'valueTooSmall', changes: { delta: deltaOfWidth(0.1) } },
    { code: 'amountTooSmall', changes: { rules: rulesWith('ETH/BTC', { minimumAmount: '1' }) } },
    { code: 'priceOutOfRange', changes: { rules: rulesWith('ETH/BTC', { maximumPrice: '0.05' }) } },
  ];
  test.each(reasons)('is refused alike at set-up, start and while running: $code', ({ code, changes }) => {
    const bot = { ...even, ...changes };
    for (const check of [checkSetup, checkStart, checkRun]) expect(check(bot)).toEqual(refusal(code));
  });

  test('a pair that is no pair is refused as such', () => {
    expect(() => checkSetup({ ...even, pairs: ['BTC-USDT'] })).toThrow(expect.objectContaining({ code: 'invalidCurrencyPairName' }));
  });

  test('a refusal can be thrown with its code and facts', () => {
    expect(() => requirePassed(checkWidth(1))).toThrow(
      expect.objectContaining({ code: 'orderWidthOutOfRange', facts: { width: '200', widest: 99.9 } }),
    );
    expect(() => requirePassed(checkWidth(0.4995))).not.toThrow();
  });
});
