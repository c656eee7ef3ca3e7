import { parseArgs } from 'node:util';
import { candleMarket, type MakerResult, makerResult, runOnBooks, runStrategy } from '@tenbin/backtest';
import { type Balances, DomainError, type MarketRules, type PairName, parsePair } from '@tenbin/market';
import { type MarketMakingSettings, strategyOf } from '@tenbin/strategy';
import { readBalances, readSpan } from './options.ts';
import { readBooks } from './read-books.ts';
import { readCandleFolder } from './read-candles.ts';
import { readMaker } from './read-maker.ts';
import { readRules } from './read-rules.ts';

export const makerUsage = `npm run backtest -- --maker FILE --rules FILE --balance LIST (--candles FOLDER | --books FILE) [options]

  --maker FILE         a market maker's parameters, JSON: {"kind":"spread","pair":"BTC/USDT",…} or "calculateOrder"
  --rules FILE         the exchange's grid, minimums and fee, JSON by pair
  --balance LIST       BTC:0.1,USDT:6000
  --candles FOLDER     as above; both sides of the book stand at the candle's price
  --books FILE         recorded books and trades, a line of JSON each, .gz or not
  --from, --to DATE    of candles
  --json               figures as JSON`;

interface Asked {
  readonly settings: MarketMakingSettings;
  readonly rules: MarketRules;
  readonly balances: Balances;
}

interface Given {
  readonly candles?: string | undefined;
  readonly books?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The same strategy as live, over candles or over recorded books. @returns lines to print @throws {DomainError} */
export function runMaker(args: readonly string[]): string[] {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      maker: text,
      rules: text,
      balance: text,
      candles: text,
      books: text,
      from: text,
      to: text,
      json: { type: 'boolean', default: false },
    },
  });
  const { maker, rules: rulesFile, balance, candles, books } = values;
  if (maker === undefined) throw new DomainError('optionMissing', { option: '--maker' });
  if (rulesFile === undefined) throw new DomainError('optionMissing', { option: '--rules' });
  if (balance === undefined) throw new DomainError('optionMissing', { option: '--balance' });
  if (candles === undefined && books === undefined) throw new DomainError('optionMissing', { option: '--candles or --books' });
  if (books !== undefined && (candles ?? values.from ?? values.to) !== undefined)
    throw new DomainError('optionInvalid', {
      option: '--books',
      value: books,
      reason: 'it goes with neither --candles nor --from and --to',
    });
  const settings = readMaker(maker);
  const pair = settings.pairs[0] ?? '';
  const rules = readRules(rulesFile).get(pair);
  if (rules === undefined) throw new DomainError('rulesInvalid', { path: rulesFile, pair, reason: 'there are none' });
  const result = resultOf({ settings, rules, balances: { ...nothingOf(pair), ...readBalances(balance) } }, values);
  return values.json ? [JSON.stringify({ pair, ...result }, null, 2)] : [...describeMaker(pair, result)];
}

/** What is not named is not there. */
function nothingOf(pair: PairName): Balances {
  const { base, counter } = parsePair(pair);
  return { [base]: '0', [counter]: '0' };
}

function resultOf(asked: Asked, { books, ...ofCandles }: Given): MakerResult {
  return books === undefined ? overCandles(asked, ofCandles) : overBooks(asked, books);
}

const strategyFor = ({ settings }: Asked) => strategyOf(settings, { balanceTolerance: 50, omitPairs: [] });

function overCandles(asked: Asked, { candles = '', ...span }: Given): MakerResult {
  const { rules, balances } = asked;
  const { pair } = rules;
  const { from, to } = readSpan(span);
  const market = candleMarket(readCandleFolder(candles, [pair]), {
    pairs: [pair],
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  });
  const run = runStrategy(market, strategyFor(asked), { balances, rules: new Map([[pair, rules]]) });
  const [first = 0] = market.rows;
  const last = market.rows[(market.at.length - 1) * market.stride + 3] ?? first;
  return makerResult({ pair, trades: run.trades, start: { balances, mid: first }, end: { balances: run.balances, mid: last } });
}

function overBooks(asked: Asked, path: string): MakerResult {
  const { rules, balances } = asked;
  const run = runOnBooks(readBooks(path), strategyFor(asked), { balances, rules });
  if (run.firstMid === null || run.lastMid === null) throw new DomainError('noBooks', { path });
  const { pair } = rules;
  return makerResult({
    pair,
    trades: run.trades,
    start: { balances, mid: run.firstMid },
    end: { balances: run.balances, mid: run.lastMid },
  });
}

function* describeMaker(pair: string, result: MakerResult): Generator<string> {
  const { counter, base } = parsePair(pair);
  const money = (amount: number) => `${amount.toFixed(4)} ${counter}`;
  const percent = (fraction: number) => `${(100 * fraction).toFixed(2)} %`;
  const rows: readonly (readonly [string, string])[] = [
    ['trades', `${result.bought + result.sold} (${result.bought} bought, ${result.sold} sold)`],
    ['volume', money(result.volume)],
    ['spread', money(result.spread)],
    ['inventory', money(result.inventory)],
    ['fees', money(result.fees)],
    ['result', `${money(result.result)}: spread and inventory less fees`],
    ['worth', `${money(result.startWorth)} → ${money(result.endWorth)}`],
    [`share of ${base}`, `${percent(result.startBaseShare)} → ${percent(result.endBaseShare)}`],
  ];
  for (const [name, value] of rows) yield `${name.padEnd(20)} ${value}`;
}
