import type { OrderReport } from '@tenbin/exchange';
import type { Fill } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockMarginMs, matchByTerms, type Shown } from './match-by-terms.ts';

const sentAt = new Date('2026-01-01T00:00:00Z');
const sought = { pair: 'BTC/JPY', side: 'sell', price: '9000000', amount: '0.01', sentAt } as const;
const at = (ms: number) => new Date(sentAt.getTime() + ms);
const order = (exchangeOrderId: string, part: Partial<OrderReport> = {}): OrderReport => ({
  exchangeOrderId,
  clientOrderId: null,
  pair: 'BTC/JPY',
  side: 'sell',
  price: '9000000',
  amount: '0.01',
  filled: '0',
  status: 'open',
  at: at(500),
  ...part,
});
const fill = (exchangeOrderId: string, tradeId: string, part: Partial<Fill> = {}): Fill => ({
  tradeId,
  exchangeOrderId,
  clientOrderId: null,
  pair: 'BTC/JPY',
  side: 'sell',
  price: '9000000',
  amount: '0.01',
  notional: '90000',
  fee: '0',
  feeCurrency: 'JPY',
  isMaker: true,
  at: at(800),
  ...part,
});
const look = (shown: Partial<Shown>) => {
  const { candidates, unclear } = matchByTerms(sought, { orders: [], fills: [], taken: new Set(), until: at(60_000), ...shown });
  return { candidates: candidates.map((one) => one.exchangeOrderId), unclear };
};

describe('an order of unknown fate at an exchange without ids of ours', () => {
  test('is the open order with its side, price, amount and time', () => {
    const orders = [
      order('other side', { side: 'buy' }),
      order('other price', { price: '9000001' }),
      order('other amount', { amount: '0.011' }),
      order('other pair', { pair: 'ETH/JPY' }),
      order('yesterday', { at: at(-86_400_000) }),
      order('much later', { at: at(3_600_000) }),
      order('it', { price: '9000000.0', filled: '0.004' }),
    ];
    expect(look({ orders })).toEqual({ candidates: ['it'], unclear: [] });
  });

  test('is the one whose trades add up to its amount, at its price or a better one', () => {
    const fills = [
      fill('it', '1', { amount: '0.004' }),
      fill('it', '2', { amount: '0.006', price: '9000100' }),
      fill('worse', '3', { price: '8999999' }),
      fill('larger', '4', { amount: '0.02' }),
      fill('bought', '5', { side: 'buy' }),
    ];
    expect(look({ fills })).toEqual({ candidates: ['it'], unclear: [] });
  });

  test('is not taken from trades that make up a part of its amount: the rest may never have been asked for', () => {
    expect(look({ fills: [fill('part', '1', { amount: '0.004' })] })).toEqual({ candidates: [], unclear: ['part'] });
  });

  test('is not another order of ours', () => {
    expect(look({ orders: [order('ours')], taken: new Set(['ours']) })).toEqual({ candidates: [], unclear: [] });
    expect(look({ fills: [fill('ours', '1')], taken: new Set(['ours']) })).toEqual({ candidates: [], unclear: [] });
  });

  test('is one order, not two, when both the order and its trades show', () => {
    expect(look({ orders: [order('it', { filled: '0.01', status: 'filled' })], fills: [fill('it', '1')] }).candidates).toEqual(['it']);
  });

  test('leaves two that both could be it side by side', () => {
    expect(look({ orders: [order('one')], fills: [fill('two', '1')] }).candidates).toEqual(['one', 'two']);
  });
});

test('whatever else rests or trades there, an order that differs in one term is never taken', () => {
  const changes: readonly Partial<OrderReport>[] = [
    { side: 'buy' },
    { price: '9000000.5' },
    { amount: '0.0100001' },
    { at: at(-clockMarginMs - 1) },
    { at: at(60_000 + clockMarginMs + 1) },
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...changes), { maxLength: 20 }), fc.boolean(), (others, isThere) => {
      const orders = others.map((part, index) => order(`x${index}`, part));
      const shown = isThere ? [...orders, order('it')] : orders;
      expect(look({ orders: shown }).candidates).toEqual(isThere ? ['it'] : []);
    }),
  );
});
