import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Candle } from '@tenbin/market';

/**
 * Candles as columns, in the order at, open, high, low, close, volume. A column whose values all have at most 8 decimals
 * is stored as whole numbers of its smallest step, each as the difference to the one before (high, low and close: to the
 * same candle's open); any other one as doubles. Both come back bit for bit. The whole is deflated.
 *
 * Layout before deflating, little endian: version (1 byte), count (4 bytes), then for each column one byte: the number of
 * decimals, or 255 for doubles; then its values: zigzag variable-length integers, or 8 bytes each.
 */
const version = 1;
const asDoubles = 255;
const mostDecimals = 8;
const headerBytes = 5;
const mostBytesOfValue = 8;
const columnNames = ['at', 'open', 'high', 'low', 'close', 'volume'] as const;

/** @param candles - of one series, oldest first */
export function encodeCandles(candles: readonly Candle[]): Uint8Array {
  const writer: Writer = {
    bytes: Buffer.alloc(headerBytes + columnNames.length * (1 + candles.length * mostBytesOfValue)),
    position: headerBytes,
  };
  writer.bytes[0] = version;
  writer.bytes.writeUInt32LE(candles.length, 1);
  const open = Float64Array.from(candles, (candle) => candle.open);
  for (const name of columnNames) {
    const values = name === 'open' ? open : Float64Array.from(candles, (candle) => candle[name]);
    writeColumn(writer, values, isBesideOpen(name) ? open : null);
  }
  return deflateRawSync(writer.bytes.subarray(0, writer.position));
}

/** @throws Error when the block is not one of ours */
export function decodeCandles(block: Uint8Array): Candle[] {
  const bytes = inflateRawSync(block);
  if (bytes[0] !== version) throw new Error(`A candle block of version ${bytes[0]} cannot be read`);
  const count = bytes.readUInt32LE(1);
  const reader = { bytes, position: headerBytes };
  const columns: Partial<Record<keyof Candle, Float64Array>> = {};
  for (const name of columnNames) columns[name] = readColumn(reader, count, isBesideOpen(name) ? (columns.open ?? null) : null);
  const value = (name: keyof Candle, index: number) => columns[name]?.[index] ?? Number.NaN;
  return Array.from({ length: count }, (_, index) => ({
    at: value('at', index),
    open: value('open', index),
    high: value('high', index),
    low: value('low', index),
    close: value('close', index),
    volume: value('volume', index),
  }));
}

const isBesideOpen = (name: keyof Candle): boolean => name === 'high' || name === 'low' || name === 'close';

interface Writer {
  readonly bytes: Buffer;
  position: number;
}

function writeColumn(writer: Writer, values: Float64Array, beside: Float64Array | null): void {
  const decimals = decimalsOf(beside ? [values, beside] : [values]);
  writer.bytes[writer.position] = decimals ?? asDoubles;
  writer.position += 1;
  let before = 0;
  for (const [index, value] of values.entries()) {
    if (decimals === null) {
      writer.position = writer.bytes.writeDoubleLE(value, writer.position);
      continue;
    }
    const steps = toSteps(value, decimals);
    writeInteger(writer, steps - (beside ? toSteps(beside[index] ?? 0, decimals) : before));
    before = steps;
  }
}

interface Reader {
  readonly bytes: Buffer;
  position: number;
}

function readColumn(reader: Reader, count: number, beside: Float64Array | null): Float64Array {
  const decimals = reader.bytes[reader.position] ?? asDoubles;
  reader.position += 1;
  const values = new Float64Array(count);
  let before = 0;
  for (let index = 0; index < count; index += 1) {
    if (decimals === asDoubles) {
      values[index] = reader.bytes.readDoubleLE(reader.position);
      reader.position += 8;
      continue;
    }
    const from = beside ? toSteps(beside[index] ?? 0, decimals) : before;
    before = from + readInteger(reader);
    values[index] = before / 10 ** decimals;
  }
  return values;
}

const toSteps = (value: number, decimals: number): number => Math.round(value * 10 ** decimals);

/** @returns the fewest decimals with which every value comes back bit for bit; null where there are none */
function decimalsOf(columns: readonly Float64Array[]): number | null {
  let decimals = 0;
  for (const values of columns) {
    for (const value of values) {
      while (!comesBack(value, decimals)) {
        decimals += 1;
        if (decimals > mostDecimals) return null;
      }
    }
  }
  const fits = columns.every((values) => values.every((value) => comesBack(value, decimals)));
  return fits ? decimals : null;
}

function comesBack(value: number, decimals: number): boolean {
  const steps = toSteps(value, decimals);
  // A whole number of steps has no sign on zero.
  if (Object.is(steps, -0)) return false;
  return Math.abs(steps) < 2 ** 51 && Object.is(steps / 10 ** decimals, value);
}

/** Zigzag (small negatives stay small), then 7 bits a byte. Beyond 32 bits, so arithmetic instead of shifts. */
function writeInteger(writer: Writer, value: number): void {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  while (rest >= 128) {
    writer.bytes[writer.position] = (rest % 128) + 128;
    writer.position += 1;
    rest = Math.floor(rest / 128);
  }
  writer.bytes[writer.position] = rest;
  writer.position += 1;
}

function readInteger(reader: Reader): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = reader.bytes[reader.position] ?? 0;
    reader.position += 1;
    value += (byte % 128) * scale;
    if (byte < 128) break;
  }
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
