import { binanceQuirks } from './binance.ts';
import { bitbankQuirks } from './bitbank.ts';
import { bybitQuirks } from './bybit.ts';
import { gateQuirks } from './gate.ts';
import { krakenQuirks } from './kraken.ts';
import { kucoinQuirks } from './kucoin.ts';
import { okxQuirks } from './okx.ts';
import { withoutClientOrderId } from './plain.ts';
import type { Quirks } from './quirks.ts';
import { refusedQuirks } from './refused.ts';

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
