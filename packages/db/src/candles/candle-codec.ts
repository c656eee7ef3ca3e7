import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type CandleStretch, candleStretch, packCandles, unpackCandles } from '@tenbin/backtest';
import type { Candle } from '@tenbin/market';

/** @param candles - of one series, oldest first */
export const encodeCandles = (candles: readonly Candle[]): Uint8Array => deflateRawSync(packCandles(candleStretch(candles)));

/** @throws Error when the block is not one of ours */
export const decodeCandles = (block: Uint8Array): CandleStretch => unpackCandles(inflateRawSync(block));
