import type { Fees } from '@tenbin/exchange';
import { decimalOf, type Raw } from './raw-fields.ts';

/** @returns null unless both are told */
export function readFees(raw: Raw): Fees | null {
  const maker = decimalOf(raw, 'maker');
  const taker = decimalOf(raw, 'taker');
  return maker === null || taker === null ? null : { maker: Number(maker), taker: Number(taker) };
}
