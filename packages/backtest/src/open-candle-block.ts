import { type CandleStretch, unpackCandles } from './candle-block.ts';

/**
 * Opens a block as it is stored and sent, where nothing of Node is at hand: in a browser.
 *
 * @param block - deflated (`deflate-raw`)
 * @throws Error when it is not a block of ours; TypeError when it is not deflated
 */
export async function openCandleBlock(block: Uint8Array<ArrayBuffer>): Promise<CandleStretch> {
  const inflated = new Blob([block]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return unpackCandles(new Uint8Array(await new Response(inflated).arrayBuffer()));
}

/** The same for a block in base64, as `GET /api/candles` sends it. */
export const openCandleText = (base64: string): Promise<CandleStretch> =>
  openCandleBlock(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
