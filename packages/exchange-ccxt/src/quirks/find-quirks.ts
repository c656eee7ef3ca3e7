import { binanceQuirks } from './binance.ts';
import { bitbankQuirks } from './bitbank.ts';
import { bybitQuirks } from './bybit.ts';
import { gateQuirks } from './gate.ts';
import { krakenQuirks } from './kraken.ts';
import { kucoinQuirks } from './kucoin.ts';
import { okxQuirks } from './okx.ts';
import { withoutClientOrderId } from './plain.ts';
import type { Quirks } from './quirks.ts';

/**
 * bitFlyer and Coincheck tell neither a market's grid and smallest order, nor what became of an order that was
 * cancelled before anything of it was filled: bitFlyer drops it from its list, Coincheck has no question for it.
 * Without client order ids on top, an order whose answer got lost could not be told from one that never was.
 */
const refusedQuirks: Quirks = { ...withoutClientOrderId, lacks: ['orderStatusUnreliable', 'minimumsUnreported'] };

const quirksById: Readonly<Record<string, Quirks>> = {
  binance: binanceQuirks,
  binanceus: binanceQuirks,
  okx: okxQuirks,
  myokx: okxQuirks,
  okxus: okxQuirks,
  bybit: bybitQuirks,
  kucoin: kucoinQuirks,
  gate: gateQuirks,
  kraken: krakenQuirks,
  bitbank: bitbankQuirks,
  bitflyer: refusedQuirks,
  coincheck: refusedQuirks,
};

/** The exchanges that somebody looked into, by ccxt's ids. */
export const knownExchangeIds: readonly string[] = Object.keys(quirksById);

export const findQuirks = (ccxtId: string): Quirks => quirksById[ccxtId] ?? withoutClientOrderId;
