import { binanceQuirks } from './binance.ts';
import { okxQuirks } from './okx.ts';
import { plainQuirks, withoutClientOrderId } from './plain.ts';
import type { Quirks } from './quirks.ts';

const withClientOrderId: Quirks = { ...plainQuirks, clientOrderId: true };
const withPassphrase: Quirks = { ...withClientOrderId, passphrase: true };

const quirksById: Readonly<Record<string, Quirks>> = {
  binance: binanceQuirks,
  binanceus: binanceQuirks,
  okx: okxQuirks,
  myokx: okxQuirks,
  okxus: okxQuirks,
  bitget: withPassphrase,
  kucoin: withPassphrase,
  bybit: withClientOrderId,
  bittrade: withClientOrderId,
};

/** An exchange that nobody described is taken to have the least: no id of ours, no passphrase. */
export const findQuirks = (ccxtId: string): Quirks => quirksById[ccxtId] ?? withoutClientOrderId;
