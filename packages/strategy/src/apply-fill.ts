import type { Balances, Currency, Decimal, Fill } from '@tenbin/market';
import { add, negate, parsePair, subtract } from '@tenbin/market';
import { StrategyError } from './strategy-error.ts';

/**
 * The ledger after one trade, exactly: base and counter move by amount and notional as the exchange told them, the fee
 * leaves the balance of its own currency (a rebate joins it).
 *
 * A fee in a currency that the bot does not balance (an exchange's own coin) touches none of the balances; the fill
 * keeps it on record. A fill is a fact, so nothing is refused for going below zero.
 *
 * @throws {DomainError} `currencyNotHeld`: the fill is not one of this bot's pairs
 */
export function applyFill(balances: Balances, fill: Pick<Fill, 'pair' | 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency'>): Balances {
  const { base, counter } = parsePair(fill.pair);
  const [baseChange, counterChange] = fill.side === 'buy' ? [fill.amount, negate(fill.notional)] : [negate(fill.amount), fill.notional];
  const after: Record<Currency, Decimal> = { ...balances };
  after[base] = add(held(balances, base), baseChange);
  after[counter] = add(held(balances, counter), counterChange);
  const paysFee = after[fill.feeCurrency];
  if (paysFee !== undefined) after[fill.feeCurrency] = subtract(paysFee, fill.fee);
  return after;
}

function held(balances: Balances, currency: Currency): Decimal {
  const value = balances[currency];
  if (value === undefined) throw new StrategyError('currencyNotHeld', { currency });
  return value;
}
