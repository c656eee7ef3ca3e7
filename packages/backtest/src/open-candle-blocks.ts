import { type CandleStretch, unpackCandles } from './candle-block.ts';

/** What ends a deflated stream: an empty last block. */
const endOfStream = [0x03, 0x00];

/**
 * Opens blocks as they are stored and sent, where nothing of Node is at hand: in a browser. Stored blocks are pieces of
 * a deflated stream that never ends, so that a year of days put one behind the other is one stream, inflated at once.
 *
 * @param blocks - deflated (raw, flushed, not ended)
 * @throws Error when they are not blocks of ours; TypeError when they are not deflated
 */
export async function openCandleBlocks(blocks: readonly Uint8Array[]): Promise<CandleStretch[]> {
  const pieces = [...blocks, Uint8Array.from(endOfStream)] as Uint8Array<ArrayBuffer>[];
  const inflated = new Blob(pieces).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return unpackCandles(new Uint8Array(await new Response(inflated).arrayBuffer()));
}

/** The same for blocks in base64, as `GET /api/candles` sends them. */
export const openCandleTexts = (texts: readonly string[]): Promise<CandleStretch[]> => openCandleBlocks(texts.map(bytesOf));

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
