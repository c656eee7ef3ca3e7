import { abs, addBalances, type Balances, type Currency, compare, type Decimal, multiply, subtract } from '@tenbin/market';
import { moveBalances } from '../move-balances.ts';
import type { ReadBot } from './read-bot.ts';
import type { LoggedTrade } from './venue-log.ts';

/** What the trial's exchange counts money in, but for what it counts more coarsely. */
const defaultUnit = '0.00000001';
export type CoarseUnits = Readonly<Record<Currency, Decimal>>;

/**
 * What a bot booked as rounding is told in its timeline to the last digit, and is no more than a unit for each trade of
 * its account that moved the currency.
 */
export function checkRounding(
  { row, timeline }: Pick<ReadBot, 'row' | 'timeline'>,
  trades: readonly LoggedTrade[],
  units: CoarseUnits = {},
): string[] {
  const rounding = row.ledger?.rounding ?? {};
  const noted: Record<string, string> = {};
  for (const { kind, facts } of timeline.toSorted((a, b) => a.lastAt.getTime() - b.lastAt.getTime()))
    if (kind === 'rounding') noted[String(facts.currency)] = String(facts.total);
  return Object.keys({ ...rounding, ...noted }).flatMap((currency) => {
    const [booked, said] = [rounding[currency] ?? '0', noted[currency] ?? '0'];
    const wrong = booked === said ? [] : [`rounding of ${currency} is ${booked}, its timeline says ${said}`];
    if (isTooMuch(booked, currency, { trades, units })) wrong.push(`${booked} ${currency} is too much for rounding`);
    return wrong;
  });
}

/** What an account's bots have booked, rounding included, is what its trades moved, but for what is still to be booked as rounding. */
export function checkLeftOver(
  bots: readonly Pick<ReadBot, 'row' | 'fills' | 'rebalanceFills'>[],
  trades: readonly LoggedTrade[],
  units: CoarseUnits = {},
): string[] {
  const booked = bots.reduce<Balances>((sum, { fills, rebalanceFills }) => moveBalances(sum, [...fills, ...rebalanceFills]), {});
  const rounded = bots.reduce<Balances>((sum, { row }) => addBalances(sum, row.ledger?.rounding ?? {}), booked);
  return currenciesApart(rounded, moveBalances({}, trades), { trades, units }).map(
    (currency) => `${currency} of the books is further from the wallet than rounding explains`,
  );
}

/**
 * By how much, at most, what was booked as rounding between trades may have changed what later ones earned: no trade moves
 * more than there is, so as a part of the balances.
 */
export function shiftByRounding({ timeline }: Pick<ReadBot, 'timeline'>, beginning: Balances): number {
  return timeline
    .filter(({ kind }) => kind === 'rounding')
    .reduce((sum, { facts }) => sum + Math.abs(Number(facts.total)) / Number(beginning[String(facts.currency)]), 0);
}

/** Currencies of which two differ by more than the rounding of these trades explains. */
export const currenciesApart = (a: Balances, b: Balances, moved: Moved): string[] =>
  Object.keys({ ...a, ...b }).filter((currency) => isTooMuch(subtract(a[currency] ?? '0', b[currency] ?? '0'), currency, moved));

/** What moved money, each time to be rounded. */
export interface Moved {
  readonly trades: readonly Pick<LoggedTrade, 'pair' | 'feeCurrency'>[];
  readonly units: CoarseUnits;
}

function isTooMuch(amount: Decimal, currency: Currency, { trades, units }: Moved): boolean {
  const moved = trades.filter(({ pair, feeCurrency }) => [...pair.split('/'), feeCurrency].includes(currency)).length;
  return compare(abs(amount), multiply(units[currency] ?? defaultUnit, String(moved))) > 0;
}
