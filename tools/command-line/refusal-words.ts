import { DomainError, type Facts } from '@tenbin/market';

/** What a command says of what it was asked wrongly, and its exit code for that. */
export const exitCodes = { done: 0, failed: 1, refused: 2 } as const;

type Words = (facts: Readonly<Record<string, string>>) => string;

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
  tooManyCandles: ({ pairCandles, most }) =>
    `That is ${pairCandles} candles; at most ${most} can be computed at once. Choose a shorter period.`,
  noJointCandles: ({ pairs }) => `There is no moment in this period at which ${pairs} all have a candle.`,
  rulesInvalid: ({ path, pair, reason }) => `${path} cannot be used as rules${pair ? `, at ${pair}` : ''}: ${reason}.`,
  notADecimal: ({ value }) => `'${value}' is no number.`,
  invalidCurrencyPairName: ({ name }) => `'${name}' is no currency pair: write it like BTC/USDT.`,
  pairNotAvailable: ({ pair, available, exchange }) =>
    `${pair} is not there, and cannot be derived from two pairs that share a currency${available ? `; there are ${available}` : exchange ? ` on ${exchange}` : ''}.`,
  pairsNotConnected: ({ currency, to }) => `The pairs do not lead from ${currency} to ${to}: its worth cannot be told.`,
  duplicatePair: ({ pair }) => `${pair} is named twice.`,
  tooManyPairs: ({ pairs, most }) => `That is ${pairs} pairs; at most ${most} can be computed together.`,
  balanceNotPositive: ({ currency }) => `Every currency of the pairs needs a balance above 0. Missing: ${currency}.`,
  unbalanced: ({ currency, offPercent, tolerance }) =>
    `The balances are too uneven to start a bot with: ${currency} is ${offPercent} % off an even share, at most ${tolerance} % may be.`,
  valueTooSmall: (facts) => tooSmall(facts),
  amountTooSmall: (facts) => tooSmall(facts),
  orderWidthOutOfRange: ({ width, widest }) => `An order width of ${width} % cannot be: it is above 0 and at most ${widest} %.`,
  feeOutOfRange: ({ fee, most }) =>
    `A fee of ${Number(fee) * 100} % cannot be: it lies between -${Number(most) * 100} and ${Number(most) * 100} %.`,
  gridTooFine: () => 'The steps in the rules, the fee or the balances have too many digits to compute with exactly.',
};

const tooSmall: Words = ({ pair, value, minimum, unit }) =>
  `An order on ${pair} would be too small: ${value} ${unit}, the minimum is ${minimum} ${unit}. Choose a wider width or larger balances.`;

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
    return sentences[error.code]?.(facts) ?? `Refused: ${spaced(error.code)} (${listed(facts)}).`;
  }
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  if (code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('\n')[0]?.replace(/\.$/, '')}. ${command} without arguments tells all options.`;
  const trouble = troubles[code];
  return trouble && 'path' in error ? `${String(error.path)} cannot be used: ${trouble}.` : null;
}
