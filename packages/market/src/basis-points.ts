import { MarketError } from './market-error.ts';

declare const unit: unique symbol;

/** Hundredths of a percent: 1 bp = 0.01 % = 0.0001. May be fractional and negative. */
export type Bps = number & { readonly [unit]: 'bps' };

/** @throws {DomainError} `notFinite` */
export function bps(value: number): Bps {
  if (!Number.isFinite(value)) throw new MarketError('notFinite', { what: 'bps', value: String(value) });
  return value as Bps;
}
