/**
 * What a bot's money did in a stretch of whole days. What holds of every statement:
 *
 * 1. In each currency opening + flows + traded − fees + rounding is closing.
 * 2. Its closing is the opening of the statement that follows it, balances and worth alike.
 * 3. Statements of stretches that follow one another add up to that of all of them.
 */
import { add, addBalances, type Balances, type Bps, type Currency, type Decimal, roundDecimal, subtract } from '@tenbin/market';
import { type Activity, addActivity, noActivity } from './activity.ts';
import type { DayOfBot } from './daily-performance.ts';
import { summedBps } from './growth.ts';
import { type PerformanceStart, performanceOf } from './performance.ts';

/** What was kept of a bot while it had one set of currencies. */
export interface KeptDays {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly start: PerformanceStart;
  /** In their order, each with when its prices were looked at. */
  readonly days: readonly (DayOfBot & { readonly endedAt: Date | null })[];
}

export interface StatementLine {
  readonly opening: Decimal;
  /** What came less what went: with the first start, by deposits and withdrawals, by a change of the currencies, and with the end. */
  readonly flows: Decimal;
  /** By trades, before their fees. */
  readonly traded: Decimal;
  /** Paid out of this balance. */
  readonly fees: Decimal;
  readonly rounding: Decimal;
  readonly closing: Decimal;
}

export interface Statement {
  readonly currencies: Readonly<Record<Currency, StatementLine>>;
  /** Fees in coins beside the balances, by coin. */
  readonly outsideFees: Balances;
  /** In USD, 4 decimals: closing − opening is flows + result + outsideFees. */
  readonly usd: {
    readonly opening: Decimal;
    readonly flows: Decimal;
    /** As `MoneyResult` has it: less all fees. */
    readonly result: Decimal;
    /** All of them, each at the prices of its moment. */
    readonly fees: Decimal;
    readonly outsideFees: Decimal;
    readonly closing: Decimal;
  };
  readonly basisPoint: Bps;
  /** USD, 4 decimals. */
  readonly volume: Decimal;
  readonly trades: number;
  /** Of when the prices are by which the closing is told; of several bots the oldest. Null where nothing is there to be told. */
  readonly pricesAt: Date | null;
}

/**
 * A bot's statement of the days from `from` on, before `to`.
 *
 * Worth is told by the last prices that were looked at until then, those of the start where nobody has looked since.
 *
 * @param kept - in their order: those with other currencies follow one another
 * @param period - days, UTC: '2026-01-01'; `endedOn` is the day on which a bot was deleted: what it held goes then
 */
export function statementOf(
  kept: readonly KeptDays[],
  { from, to, endedOn = null }: { readonly from: string; readonly to: string; readonly endedOn?: string | null },
): Statement {
  const standAt = (day: string): Stand => {
    const stand = standBefore(kept, day);
    return endedOn !== null && endedOn < day ? { ...stand, balances: {}, worth: '0', pricesAt: null } : stand;
  };
  const [before, until] = [standAt(from), standAt(to)];
  const activity = kept.map(({ days, start }) => {
    const all = days.filter(({ day }) => day >= from && day < to).reduce((sum, one) => addActivity(sum, one.activity), noActivity);
    return partsOf(all, Object.keys(start.balances));
  });
  const sumOf = (part: keyof Parts): Balances => activity.reduce((sum, parts) => addBalances(sum, parts[part]), {});
  const [traded, fees, rounding, outsideFees] = [sumOf('traded'), sumOf('fees'), sumOf('rounding'), sumOf('outsideFees')];
  const names = Object.keys({ ...before.balances, ...until.balances, ...traded });
  const lineOf = (currency: Currency): StatementLine => {
    const of = (amounts: Balances): Decimal => add(amounts[currency] ?? '0', '0');
    const explained = add(subtract(of(traded), of(fees)), of(rounding));
    const [opening, closing] = [of(before.balances), of(until.balances)];
    const flows = subtract(subtract(closing, opening), explained);
    return { opening, flows, traded: of(traded), fees: of(fees), rounding: of(rounding), closing };
  };
  const result = subtract(until.result, before.result);
  const outside = subtract(until.outsideFees, before.outsideFees);
  return {
    currencies: Object.fromEntries(names.map((currency) => [currency, lineOf(currency)])),
    outsideFees: present(outsideFees),
    usd: {
      opening: before.worth,
      flows: subtract(subtract(until.worth, before.worth), add(result, outside)),
      result,
      fees: subtract(until.fees, before.fees),
      outsideFees: outside,
      closing: until.worth,
    },
    basisPoint: summedBps(until.growth - before.growth),
    volume: subtract(until.volume, before.volume),
    trades: until.trades - before.trades,
    pricesAt: until.pricesAt,
  };
}

/** The days with a look at the prices of now, by which everything from this day on is told. */
export function withLook(kept: readonly KeptDays[], usd: Readonly<Record<Currency, number>>, at: Date): readonly KeptDays[] {
  const last = kept.at(-1);
  if (!last) return kept;
  const day = at.toISOString().slice(0, 10);
  const today = last.days.find((one) => one.day === day);
  const looked = { day, activity: today?.activity ?? noActivity, usd, endedAt: at };
  return [...kept.slice(0, -1), { ...last, days: [...last.days.filter((one) => one !== today), looked] }];
}

/** The statement of several bots together. */
export function addStatements(statements: readonly Statement[]): Omit<Statement, 'basisPoint'> {
  const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce(add, '0');
  const names = [...new Set(statements.flatMap(({ currencies }) => Object.keys(currencies)))];
  const line = (currency: Currency): StatementLine => {
    const lines = statements.flatMap(({ currencies }) => currencies[currency] ?? []);
    const of = (part: keyof StatementLine): Decimal => sum(lines.map((one) => one[part]));
    return {
      opening: of('opening'),
      flows: of('flows'),
      traded: of('traded'),
      fees: of('fees'),
      rounding: of('rounding'),
      closing: of('closing'),
    };
  };
  const money = (part: keyof Statement['usd']): Decimal => sum(statements.map(({ usd }) => usd[part]));
  return {
    currencies: Object.fromEntries(names.map((currency) => [currency, line(currency)])),
    outsideFees: statements.reduce((all, { outsideFees }) => addBalances(all, outsideFees), {}),
    usd: {
      opening: money('opening'),
      flows: money('flows'),
      result: money('result'),
      fees: money('fees'),
      outsideFees: money('outsideFees'),
      closing: money('closing'),
    },
    volume: sum(statements.map(({ volume }) => volume)),
    trades: statements.reduce((total, { trades }) => total + trades, 0),
    pricesAt: statements.reduce<Date | null>(
      (oldest, { pricesAt }) => (oldest && pricesAt && oldest < pricesAt ? oldest : (pricesAt ?? oldest)),
      null,
    ),
  };
}

/** How a bot stands, and all that it brought until then. */
interface Stand {
  /** What it holds with its present currencies. */
  readonly balances: Balances;
  readonly worth: Decimal;
  readonly result: Decimal;
  readonly fees: Decimal;
  readonly outsideFees: Decimal;
  readonly growth: number;
  readonly volume: Decimal;
  readonly trades: number;
  readonly pricesAt: Date | null;
}

const nothing: Stand = {
  ...{ balances: {}, worth: '0', result: '0', fees: '0', outsideFees: '0', growth: 0, volume: '0', trades: 0 },
  pricesAt: null,
};

/** Before a day begins. */
function standBefore(kept: readonly KeptDays[], day: string): Stand {
  const begun = kept.filter(({ since }) => new Date(since).toISOString().slice(0, 10) < day);
  return begun.reduce<Stand>((sum, { since, start, days }) => {
    const past = days.filter((one) => one.day < day);
    const activity = past.reduce((all, one) => addActivity(all, one.activity), noActivity);
    const look = past.findLast((one) => one.usd !== null);
    const { valuation, usd, volume } = performanceOf(start, activity, new Map(Object.entries(look?.usd ?? start.usd)));
    return {
      balances: valuation.balances,
      worth: valuation.worth,
      result: add(sum.result, usd.result),
      fees: add(sum.fees, usd.fees),
      outsideFees: add(sum.outsideFees, roundDecimal(activity.outsideFeesUsd, 4)),
      growth: sum.growth + activity.growth,
      volume: add(sum.volume, volume),
      trades: sum.trades + activity.trades,
      pricesAt: look?.endedAt ?? new Date(since),
    };
  }, nothing);
}

interface Parts {
  readonly traded: Balances;
  readonly fees: Balances;
  readonly rounding: Balances;
  readonly outsideFees: Balances;
}

/** What a stretch changed besides flows. */
function partsOf({ change, flows, rounding, fees }: Activity, currencies: readonly Currency[]): Parts {
  const traded = currencies.map((currency) => {
    const [all, flowed, rounded] = [change, flows, rounding].map((amounts) => amounts[currency] ?? '0') as [Decimal, Decimal, Decimal];
    return [currency, add(subtract(subtract(all, flowed), rounded), fees[currency] ?? '0')] as const;
  });
  const ofHeld = (held: boolean): Balances =>
    Object.fromEntries(Object.entries(fees).filter(([currency]) => currencies.includes(currency) === held));
  return { traded: Object.fromEntries(traded), fees: ofHeld(true), rounding, outsideFees: ofHeld(false) };
}

const present = (amounts: Balances): Balances => Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== '0'));
