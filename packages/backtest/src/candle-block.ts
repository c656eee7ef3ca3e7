import type { CandleColumns } from './candle-columns.ts';

/** Candles of some stretch of a series, a column each, oldest first. */
export type CandleStretch = Omit<CandleColumns, 'pair' | 'intervalMs'>;

const version = 1;
const asDoubles = 255;
const maxDecimals = 8;
const headerBytes = 5;
const maxBytesOfValue = 8;
const columnNames = ['at', 'open', 'high', 'low', 'close', 'volume'] as const;
type ColumnName = (typeof columnNames)[number];

/**
 * Candles as bytes, the block in which they are stored and sent: columns in the order at, open, high, low, close, volume.
 * A column whose values all have at most 8 decimals is written as whole numbers of its smallest step, each as the
 * difference to the one before (high, low and close: to the same candle's open); any other one as doubles. Both come
 * back bit for bit.
 *
 * Layout, little endian: version (1 byte), count (4 bytes), then for each column one byte: the number of decimals, or
 * 255 for doubles; then its values: zigzag variable-length integers, or 8 bytes each.
 *
 * Not compressed: where a block is kept or sent it is deflated, see `openCandleBlocks`.
 */
export function packCandles(candles: Pick<CandleStretch, ColumnName>): Uint8Array {
  const count = candles.at.length;
  const bytes = new Uint8Array(headerBytes + columnNames.length * (1 + count * maxBytesOfValue));
  const writer: Writer = { bytes, view: new DataView(bytes.buffer), position: headerBytes };
  bytes[0] = version;
  writer.view.setUint32(1, count, true);
  for (const name of columnNames) writeColumn(writer, candles[name], isBesideOpen(name) ? candles.open : null);
  return bytes.subarray(0, writer.position);
}

/**
 * Unpacks one block, or several that stand one behind the other.
 *
 * @throws Error when the bytes are not blocks of ours
 */
export function unpackCandles(bytes: Uint8Array): CandleStretch[] {
  const reader: Reader = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), position: 0 };
  const stretches: CandleStretch[] = [];
  while (reader.position < bytes.length) stretches.push(readBlock(reader));
  return stretches;
}

function readBlock(reader: Reader): CandleStretch {
  const { bytes, view, position } = reader;
  if (bytes[position] !== version) throw new Error(`A candle block of version ${bytes[position]} cannot be read`);
  reader.position = position + headerBytes;
  const rest = bytes.length - reader.position;
  // A value takes a byte at least: a count that cannot be true makes no arrays.
  const count = rest < 0 ? Number.NaN : view.getUint32(position + 1, true);
  if (!(count * columnNames.length <= rest)) throw new Error('A candle block is cut off');
  const at = readColumn(reader, count, null);
  const open = readColumn(reader, count, null);
  const high = readColumn(reader, count, open.values);
  const low = readColumn(reader, count, open.values);
  const close = readColumn(reader, count, open.values);
  const volume = readColumn(reader, count, null);
  if (reader.position > bytes.length) throw new Error('A candle block is cut off');
  const decimals = Math.max(...[open, high, low, close].map((column) => column.decimals));
  return {
    at: at.values,
    open: open.values,
    high: high.values,
    low: low.values,
    close: close.values,
    volume: volume.values,
    priceStep: decimals === asDoubles ? 0 : Number(`1e-${decimals}`),
  };
}

const isBesideOpen = (name: ColumnName): boolean => name === 'high' || name === 'low' || name === 'close';

interface Writer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  position: number;
}

function writeColumn(writer: Writer, values: Float64Array, beside: Float64Array | null): void {
  const decimals = decimalsOf(beside ? [values, beside] : [values]);
  writer.bytes[writer.position] = decimals ?? asDoubles;
  writer.position += 1;
  if (decimals === null) {
    for (const value of values) {
      writer.view.setFloat64(writer.position, value, true);
      writer.position += 8;
    }
    return;
  }
  let before = 0;
  for (let index = 0; index < values.length; index++) {
    const steps = toSteps(values[index]!, decimals);
    writeInteger(writer, steps - (beside ? toSteps(beside[index]!, decimals) : before));
    before = steps;
  }
}

interface Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  position: number;
}

function readColumn(reader: Reader, count: number, beside: Float64Array | null): { values: Float64Array; decimals: number } {
  const values = new Float64Array(count);
  const decimals = reader.bytes[reader.position] ?? asDoubles;
  reader.position += 1;
  if (decimals === asDoubles) {
    if (reader.position + 8 * count > reader.bytes.length) throw new Error('A candle block is cut off');
    for (let index = 0; index < count; index++) values[index] = reader.view.getFloat64(reader.position + 8 * index, true);
    reader.position += 8 * count;
    return { values, decimals };
  }
  readIntegers(reader, values);
  const scale = 10 ** decimals;
  let before = 0;
  for (let index = 0; index < count; index++) {
    const steps = values[index]! + (beside ? Math.round(beside[index]! * scale) : before);
    values[index] = steps / scale;
    before = steps;
  }
  return { values, decimals };
}

const toSteps = (value: number, decimals: number): number => Math.round(value * 10 ** decimals);

/** @returns the fewest decimals with which every value comes back bit for bit; null where there are none */
function decimalsOf(columns: readonly Float64Array[]): number | null {
  let decimals = 0;
  for (const values of columns) {
    for (const value of values) {
      while (!comesBack(value, decimals)) {
        decimals += 1;
        if (decimals > maxDecimals) return null;
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

function readIntegers(reader: Reader, into: Float64Array): void {
  const { bytes } = reader;
  let { position } = reader;
  for (let index = 0; index < into.length; index++) {
    let byte = bytes[position++]!;
    let value = byte;
    for (let scale = 128; byte >= 128; scale *= 128) {
      byte = bytes[position++]!;
      value += (byte - 1) * scale;
    }
    into[index] = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
  reader.position = position;
}
