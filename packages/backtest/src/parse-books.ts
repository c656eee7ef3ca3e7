import type { BookLevel, Side } from '@tenbin/market';
import { BacktestError } from './backtest-error.ts';
import type { BookProblem } from './book-problem.ts';
import type { BookRecord } from './run-on-books.ts';

/** What one line may hold; more is a mistake. */
export const bookLimits = { lineBytes: 1_000_000, levels: 5_000 } as const;

const newline = 10;

/**
 * Reads recorded books and trades, a line of JSON each, one by one and in the order in which they were heard:
 * `{"at":1767225600000,"bids":[[60000,0.5]],"asks":[[60001,0.4]]}`, `{"at":1767225600100,"trade":{"side":"buy","price":60001,"amount":0.1}}`.
 * Empty lines are passed over.
 *
 * @param input - unpacked: whoever has a `.gz` unpacks it first
 * @param source - file or other source as the user knows it, for complaints
 * @throws {DomainError} `bookLineInvalid` names line and problem
 */
export function* parseBooks(input: Uint8Array, { source }: { readonly source: string }): Generator<BookRecord> {
  const decoder = new TextDecoder();
  let before = 0;
  for (let [start, line] = [0, 1]; start < input.length; line++) {
    const found = input.indexOf(newline, start);
    const end = found < 0 ? input.length : found;
    const refuse = (problem: BookProblem) => new BacktestError('bookLineInvalid', { source, line, problem });
    if (end - start > bookLimits.lineBytes) throw refuse('tooLong');
    const text = decoder.decode(input.subarray(start, end)).trim();
    start = end + 1;
    if (text === '') continue;
    const record = recordOf(text, before);
    if (typeof record === 'string') throw refuse(record);
    before = ('book' in record ? record.book : record.trade).at.getTime();
    yield record;
  }
}

function recordOf(text: string, before: number): BookRecord | BookProblem {
  const written = jsonOf(text);
  if (!isObject(written)) return 'noJson';
  const { at, bids, asks, trade } = written;
  if (typeof at !== 'number' || !Number.isFinite(new Date(at).getTime()) || at < 0) return 'noTime';
  if (at < before) return 'earlierThanTheLineBefore';
  if (isObject(trade)) return tradeOf(new Date(at), trade);
  return Array.isArray(bids) && Array.isArray(asks) ? bookOf(new Date(at), bids, asks) : 'neitherBookNorTrade';
}

function tradeOf(at: Date, { side, price, amount }: Readonly<Record<string, unknown>>): BookRecord | BookProblem {
  if (!isSide(side) || !isPositiveNumber(price) || !isPositiveNumber(amount)) return 'tradeInvalid';
  return { trade: { at, price, amount, takerSide: side } };
}

/** A side may be empty: then there is no middle. */
function bookOf(at: Date, bids: readonly unknown[], asks: readonly unknown[]): BookRecord | BookProblem {
  if (bids.length + asks.length === 0) return 'noLevels';
  if (Math.max(bids.length, asks.length) > bookLimits.levels) return 'tooManyLevels';
  if (!bids.every(isLevel) || !asks.every(isLevel)) return 'levelInvalid';
  const isInOrder =
    bids.every(([price], index) => index === 0 || price < (bids[index - 1]?.[0] ?? 0)) &&
    asks.every(([price], index) => index === 0 || price > (asks[index - 1]?.[0] ?? 0));
  if (!isInOrder) return 'bidsNotFallingOrAsksNotRising';
  const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? Number.POSITIVE_INFINITY];
  return bid < ask ? { book: { at, bids, asks } } : 'bidNotBelowAsk';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isSide = (value: unknown): value is Side => value === 'buy' || value === 'sell';
const isPositiveNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;
const isLevel = (value: unknown): value is BookLevel => Array.isArray(value) && value.length === 2 && value.every(isPositiveNumber);
