import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type CandleStretch, candleStretch, packCandles, unpackCandles } from '@tenbin/backtest';
import type { Candle } from '@tenbin/market';

/** Flushed, not ended: see `openCandleBlocks`. */
const asPiece = { finishFlush: constants.Z_SYNC_FLUSH } as const;

/** @param candles - of one series, oldest first */
export const encodeCandles = (candles: readonly Candle[]): Uint8Array => deflateRawSync(packCandles(candleStretch(candles)), asPiece);

/**
 * Opens stored blocks at once.
 *
 * @throws Error when they are not blocks of ours
 */
export const decodeCandles = (blocks: readonly Uint8Array[]): CandleStretch[] =>
  unpackCandles(inflateRawSync(Buffer.concat(blocks), asPiece));
