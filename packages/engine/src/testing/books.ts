import { add, negate, parsePair } from '@tenbin/market';
import { expect } from 'vitest';
import type { TradingDesk } from './trading-desk.ts';

/** Balances as the records explain them, from the initial ones on. */
function explained(desk: TradingDesk): Record<string, string> {
  const balances: Record<string, string> = { ...desk.journal.memory.ledger?.initialBalances };
  const move = (currency: string, amount: string) => {
    balances[currency] = add(balances[currency] ?? '0', amount);
  };
  for (const { record } of desk.journal.all('record')) {
    const { base, counter } = parsePair(record.pair);
    const isBuy = record.side === 'buy';
    move(base, isBuy ? record.amount : negate(record.amount));
    move(counter, isBuy ? negate(record.notional) : record.notional);
    move(record.feeCurrency, negate(record.fee));
  }
  return balances;
}

/** Ledger, records and exchange tell the same; every order was sent once; no slot has two. */
export function expectBooksToAgree(desk: TradingDesk): void {
  expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
  expect(explained(desk)).toEqual(desk.exchange.balances);
  expect([...desk.exchange.sent.values()].every((times) => times === 1)).toBe(true);
  const open = desk.exchange.open.map((order) => `${order.pair} ${order.side}`);
  expect(new Set(open).size).toBe(open.length);
}
