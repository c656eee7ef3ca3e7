/** Two virtual accounts with money, and what tests do with them. */
import { DomainError } from '@tenbin/market';
import type { draw } from '../book-virtual-orders.ts';
import { give } from '../move-virtual-money.ts';
import { type Booked, type Books, newVirtualLedger } from '../virtual-books.ts';

export const ids = ['one', 'two'] as const;
export const begun: Books = {
  rest: { BTC: '10', USDT: '100000', BNB: '1' },
  ledgers: { one: newVirtualLedger('one'), two: newVirtualLedger('two') },
};
export const one = (books: Books) => books.ledgers.one ?? newVirtualLedger('none');
export const after = ({ books }: Booked) => books;
export const funded = after(
  give(after(give(begun, 'one', { currency: 'USDT', amount: '60000' })), 'one', { currency: 'BTC', amount: '1' }),
);
export const buy = { clientOrderId: 'T1', pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '1' } as const;
export const fillOf = (given: Partial<Parameters<typeof draw>[2]> = {}) => ({
  clientOrderId: 'T1',
  tradeId: '7',
  exchangeOrderId: '70',
  pair: 'BTC/USDT',
  side: 'buy' as const,
  amount: '0.4',
  notional: '19600',
  fee: '0.0004',
  feeCurrency: 'BTC',
  ...given,
});
export const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};
