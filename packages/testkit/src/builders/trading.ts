import type { BookedFill, ContractRecord, OrderNews } from '@tenbin/bots';
import { bps, type Decimal, multiply } from '@tenbin/market';

const at = new Date('2026-01-01T00:00:00Z');

/** A sell of BTC that was just written down. The client order id is made from `sequence`. */
export function orderWrite(given: Partial<OrderNews> & { readonly sequence: number }): OrderNews {
  return {
    clientOrderId: `T1x${given.sequence.toString(36)}`,
    pair: 'BTC/USDT',
    side: 'sell',
    level: 0,
    price: '60600',
    amount: '0.0005',
    state: 'pending',
    exchangeOrderId: null,
    reportedFilled: '0',
    sentAt: at,
    cancelAskedAt: null,
    recordedTrades: 0,
    ...given,
  };
}

/** The whole of {@link orderWrite}, sold in one trade. */
export function bookedFill(given: Partial<BookedFill> & { readonly tradeId: string }): BookedFill {
  const price = given.price ?? '60600';
  const amount = given.amount ?? '0.0005';
  return {
    exchangeOrderId: '1',
    clientOrderId: 'T1x1',
    pair: 'BTC/USDT',
    side: 'sell',
    price,
    amount,
    notional: multiply(price, amount),
    fee: '0.0303',
    feeCurrency: 'USDT',
    isMaker: true,
    at,
    growth: 0.000008,
    volume: '30.3',
    earned: '0.15',
    ...given,
  };
}

/** A record of one trade. */
export function contractRecord(given: Partial<ContractRecord> = {}): ContractRecord {
  const price: Decimal = given.price ?? '60600';
  const amount: Decimal = given.amount ?? '0.0005';
  return {
    clientOrderId: 'T1x1',
    createdAt: at,
    pair: 'BTC/USDT',
    side: 'sell',
    price,
    amount,
    notional: multiply(price, amount),
    fee: '0.0303',
    feeCurrency: 'USDT',
    basisPointChanged: bps(0.08),
    annualRate: null,
    facts: { delta: 0.005 },
    volume: '30.3',
    earned: '0.15',
    balances: { BTC: '0.0995', ETH: '2', USDT: '6030.2697' },
    tradeIds: ['1'],
    ...given,
  };
}
