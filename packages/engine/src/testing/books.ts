import { slotOf } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { add, negate, parsePair } from '@tenbin/market';
import { expect } from 'vitest';
import type { TradingDesk } from './trading-desk.ts';

/** Balances as the records explain them, from the initial ones on. */
function explained(desk: TradingDesk): Record<string, string> {
  const balances: Record<string, string> = { ...desk.journal.memory.ledger?.initialBalances };
  const move = (currency: string, amount: string) => {
    balances[currency] = add(balances[currency] ?? '0', amount);
  };
  for (const record of desk.journal.records) {
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
  const known = desk.journal.memory.orders;
  const levelOf = ({ exchangeOrderId }: OrderReport) => known.find((order) => order.exchangeOrderId === exchangeOrderId)?.level ?? 0;
  const open = desk.exchange.open.map((report) => slotOf({ ...report, level: levelOf(report) }));
  expect(new Set(open).size).toBe(open.length);
}
