import type { Ledger } from '@tenbin/bots';
import type { Balances, Currency } from '@tenbin/market';
import { subtract } from '@tenbin/market';
import {
  type Activity,
  addActivity,
  type DayEntry,
  flowActivity,
  noActivity,
  type PerformanceBook,
  roundingActivity,
  type UsdPrices,
  usdPrices,
} from '@tenbin/strategy';
import type { DecisionBuilder } from '../decision/decision-builder.ts';

const dayMs = 86_400_000;
const dayOf = (at: Date | number): number => Math.floor(Number(at) / dayMs);
const nameOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Ends the day when the next one has begun. */
export function turnDay(turn: DecisionBuilder): void {
  const book = turn.state.ledger?.performance;
  if (book && dayOf(turn.view.now) > book.day) endDay(turn);
}

/** Writes down what the day under way has brought so far, and what the balances are worth now. */
export function endDay(turn: DecisionBuilder): void {
  const { ledger, phase } = turn.state;
  const book = ledger?.performance;
  if (!ledger || !book) return;
  const isTrading = phase.kind !== 'stopped' && phase.kind !== 'starting';
  const usd = isTrading ? pricesOf(Object.keys(book.start.balances), turn) : null;
  if (usd || book.today !== noActivity)
    writeDay(turn, book, { day: book.day, activity: book.today, ending: usd && { at: turn.view.now, usd } });
  const performance = { ...book, closed: closedWith(book, book.today), today: noActivity, day: dayOf(turn.view.now) };
  turn.setLedger({ ...ledger, performance });
}

/**
 * The ledger with what happened in it: in the day of its time, or, where that is over, as an addition to what was written
 * of it.
 */
export function withActivity(turn: DecisionBuilder, ledger: Ledger, activity: Activity, at: Date): Ledger {
  const book = ledger.performance;
  if (!book) return ledger;
  const day = Math.max(dayOf(at), dayOf(book.since));
  if (day >= book.day) return { ...ledger, performance: { ...book, today: addActivity(book.today, activity) } };
  writeDay(turn, book, { day, activity, ending: null });
  return { ...ledger, performance: { ...book, closed: closedWith(book, activity) } };
}

/**
 * Brings the performance to the ledger: it begins with the first run of these currencies; and what the balances are more
 * or less than trades explain was rounding, or money that came or went. While prices are not known that waits.
 *
 * @param before - as it was before this decision
 */
export function followLedger(turn: DecisionBuilder, before: Ledger | null): void {
  const { ledger, phase } = turn.state;
  if (!ledger || (ledger === before && ledger.performance)) return;
  const currencies = Object.keys(ledger.balances);
  const book = ledger.performance;
  if (!book || !isSame(Object.keys(book.start.balances), currencies)) {
    const usd = phase.kind === 'running' ? pricesOf(currencies, turn) : null;
    if (usd) turn.setLedger({ ...ledger, performance: beginning(ledger.balances, { usd, now: turn.view.now }) });
    return;
  }
  const { rounded, flowed } = unexplained(ledger, book);
  if (rounded === null && flowed === null) return;
  let followed = ledger;
  if (rounded) followed = withActivity(turn, followed, roundingActivity(rounded), turn.view.now);
  if (flowed) {
    const usd = pricesOf(currencies, turn);
    if (!usd) return;
    followed = withActivity(
      turn,
      followed,
      flowActivity({ at: turn.view.now.getTime(), amounts: flowed }, currencies, new Map(Object.entries(usd))),
      turn.view.now,
    );
  }
  turn.setLedger(followed);
}

const closedWith = ({ closed }: PerformanceBook, activity: Activity): Activity => ({ ...addActivity(closed, activity), transfers: [] });

const beginning = (balances: Balances, { usd, now }: { usd: Readonly<Record<Currency, number>>; now: Date }): PerformanceBook => ({
  since: now.getTime(),
  start: { balances, usd },
  closed: noActivity,
  day: dayOf(now),
  today: noActivity,
});

function writeDay(
  turn: DecisionBuilder,
  { since, start }: PerformanceBook,
  { day, ...given }: { readonly day: number } & Pick<DayEntry, 'activity' | 'ending'>,
): void {
  turn.writeDay({ since: new Date(since), start, day: nameOf(day), ...given });
}

/** What the balances changed by besides trades; null where there is nothing of it. */
function unexplained(
  { balances, rounding }: Ledger,
  { start, closed, today }: PerformanceBook,
): { readonly rounded: Balances | null; readonly flowed: Balances | null } {
  const rounded = differences(rounding, [closed.rounding, today.rounding]);
  const flowed = differences(balances, [start.balances, closed.change, today.change, rounded ?? {}]);
  return { rounded, flowed };
}

/** What the amounts are more than the sum of the parts; null where they are that sum. */
function differences(amounts: Balances, parts: readonly Balances[]): Balances | null {
  const found = Object.entries(amounts).flatMap(([currency, amount]) => {
    const rest = parts.reduce((left, part) => (part[currency] === undefined ? left : subtract(left, part[currency])), amount);
    return rest === '0' ? [] : [[currency, rest] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** What the currencies are worth in USD now; null while that is not known of all of them. */
function pricesOf(currencies: readonly Currency[], turn: DecisionBuilder): Readonly<Record<Currency, number>> | null {
  const usd: UsdPrices = usdPrices({ prices: turn.view.prices });
  const prices = currencies.map((currency) => [currency, usd.get(currency)] as const);
  return prices.every((one): one is [Currency, number] => one[1] !== undefined) ? Object.fromEntries(prices) : null;
}

const isSame = (some: readonly Currency[], others: readonly Currency[]): boolean =>
  some.length === others.length && some.every((currency) => others.includes(currency));
