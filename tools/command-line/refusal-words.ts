import { DomainError, type Facts } from '@tenbin/market';
import { type Code, isCode, messageOf } from '@tenbin/messages';

/** What a command says of what it was asked wrongly, and its exit code for that. */
export const exitCodes = { done: 0, failed: 1, refused: 2 } as const;

type Words = (facts: Readonly<Record<string, string>>) => string;

/** What only a terminal is told, or is told with more than a page has room for. Everything else has its words in the catalogue. */
const sentences: Readonly<Record<string, Words>> = {
  optionMissing: ({ option }) => `Missing: ${option}.`,
  optionInvalid: ({ option, value, allowed, reason, example }) =>
    `${option} ${value} cannot be used: ${reason ?? (allowed ? `one of ${allowed}` : `write it like ${example}`)}.`,
  noCandleFiles: ({ folder }) => `There are no candle files in ${folder}: they are named like BTC-USDT-1m.csv or BTC-USDT-1m.csv.gz.`,
  candleFilesOverlap: ({ pair, files }) => `Two files of ${pair} overlap in time: ${files}.`,
  intervalsDiffer: (facts) => `The candles are not all of the same length: ${listed(facts)}.`,
  candleRowInvalid: ({ source, row, column, value, problem }) =>
    `${source}, row ${row}, column ${column}: ${value === '' ? 'nothing there' : `'${value}'`} (${spaced(problem)}).`,
  candleColumnMissing: ({ source, column, header }) => `${source} has no column '${column}'; its first line is: ${header}`,
  candlesCompressed: ({ source }) => `${source} is compressed: its name must end in .gz.`,
  tooFewCandles: ({ source, candles, fewest }) => `${source} has too few candles: ${candles}, at least ${fewest} are needed.`,
  noCandles: ({ pairs }) => `There is no moment in this period at which ${pairs} all have a candle.`,
  rulesInvalid: ({ path, pair, reason }) => `${path} cannot be used as rules${pair ? `, at ${pair}` : ''}: ${reason}.`,
  makerInvalid: ({ path, reason }) => `${path} cannot be used as a market maker's parameters: ${reason}.`,
  bookLineInvalid: ({ source, line, problem }) => `${source}, line ${line} is no book or trade (${spaced(problem)}).`,
  booksTooLarge: ({ path, most }) => `${path} is too large: at most ${most} bytes, unpacked.`,
  booksNotUnpacked: ({ path }) => `${path} cannot be unpacked.`,
  noBooks: ({ path }) => `${path} has no book with both sides.`,
  notADecimal: ({ value }) => `'${value}' is no number.`,
  invalidCurrencyPairName: ({ name }) => `'${name}' is no currency pair: write it like BTC/USDT.`,
  crossNotPossible: ({ pair, available, exchange }) =>
    `${pair} is not there, and cannot be derived from two pairs that share a currency${available ? `; there are ${available}` : exchange ? ` on ${exchange}` : ''}.`,
};

function inCatalogue(code: Code, facts: Facts): string {
  const { text, advice } = messageOf(code, 'en', facts);
  return `${text} ${advice}`;
}

/** `highUnderOpenOrClose` as words. */
const spaced = (code = ''): string => code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const listed = (facts: Readonly<Record<string, string>>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const textsOf = (facts: Facts): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]));

const troubles: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'it is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  EROFS: 'it cannot be written to',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
};

/**
 * One sentence for whoever typed the command; null where the fault is ours.
 *
 * @param command - such as `npm run backtest`, which tells its options without arguments
 */
export function refusalWords(error: unknown, command: string): string | null {
  if (error instanceof DomainError) {
    const facts = textsOf(error.facts);
    const { code } = error;
    return sentences[code]?.(facts) ?? (isCode(code) ? inCatalogue(code, error.facts) : `Refused: ${spaced(code)} (${listed(facts)}).`);
  }
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  if (code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('\n')[0]?.replace(/\.$/, '')}. ${command} without arguments tells all options.`;
  const trouble = troubles[code];
  return trouble && 'path' in error ? `${String(error.path)} cannot be used: ${trouble}.` : null;
}
