import { abs, compare, multiply, parsePair } from '@tenbin/market';
import type { ReadBot } from './check-round.ts';
import type { LoggedTrade } from './venue-log.ts';

/** What the trial's exchange counts money in. */
const unit = '0.00000001';

/**
 * What a bot booked as rounding is told in its timeline to the last digit, and is no more than a unit for each trade of
 * its account that moved the currency.
 */
export function checkRounding({ row, timeline }: Pick<ReadBot, 'row' | 'timeline'>, trades: readonly LoggedTrade[]): string[] {
  const rounding = row.ledger?.rounding ?? {};
  const told: Record<string, string> = {};
  for (const { kind, facts } of timeline.toSorted((a, b) => a.lastAt.getTime() - b.lastAt.getTime()))
    if (kind === 'rounding') told[String(facts.currency)] = String(facts.total);
  return Object.keys({ ...rounding, ...told }).flatMap((currency) => {
    const [booked, said] = [rounding[currency] ?? '0', told[currency] ?? '0'];
    const moved = trades.filter(({ pair, feeCurrency }) => [...Object.values(parsePair(pair)), feeCurrency].includes(currency)).length;
    const wrong = booked === said ? [] : [`rounding of ${currency} is ${booked}, its timeline says ${said}`];
    if (compare(abs(booked), multiply(unit, String(moved))) > 0)
      wrong.push(`${booked} ${currency} is too much for rounding of ${moved} trades`);
    return wrong;
  });
}
