/** What properties hold the engine to, counted without any of its own arithmetic: whole units, 48 digits behind the point. */
import type { BotOrder } from '@tenbin/bots';
import type { Balances, Fill } from '@tenbin/market';

const digits = 24;

/** Exact for up to 24 digits behind the point. */
function unitsOf(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > digits) throw new Error(`${text} cannot be counted by hand`);
  const units = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign === '-' ? -units : units;
}
const times = (one: string, other: string): bigint => unitsOf(one) * unitsOf(other);
const amountOf = (text: string): bigint => times(text, '1');

export type Counted = Readonly<Record<string, bigint>>;

export const counted = (balances: Balances): Counted =>
  Object.fromEntries(Object.entries(balances).map(([currency, amount]) => [currency, amountOf(amount)]));

const without = (held: Counted, currency: string, amount: bigint): Counted =>
  held[currency] === undefined ? held : { ...held, [currency]: held[currency] - amount };

/** Balances after a trade: what was bought is there, what was paid is gone, and the fee with it. */
export function afterTrade(
  held: Counted,
  { pair, side, amount, notional, fee, feeCurrency }: Pick<Fill, 'pair' | 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency'>,
): Counted {
  const [base = '', counter = ''] = pair.split('/');
  const sign = side === 'buy' ? 1n : -1n;
  const moved = without(without(held, base, -sign * amountOf(amount)), counter, sign * amountOf(notional));
  return without(moved, feeCurrency, amountOf(fee));
}

/** Balances without what an order can still take of them. */
export function afterReserving(
  held: Counted,
  { pair, side, price, amount, trades = [] }: Pick<BotOrder, 'pair' | 'side' | 'price' | 'amount'> & Partial<BotOrder>,
): Counted {
  const [base = '', counter = ''] = pair.split('/');
  const traded = trades.reduce((sum, trade) => sum + unitsOf(trade.amount), 0n);
  const left = unitsOf(amount) - traded;
  return side === 'sell' ? without(held, base, left * unitsOf('1')) : without(held, counter, left * unitsOf(price));
}

/** Where an order stands, in words. */
export const placeOf = ({
  pair,
  side,
  level,
}: {
  readonly pair: string;
  readonly side: string;
  readonly level?: number | undefined;
}): string => `${pair} ${side} ${level ?? 0}`;
