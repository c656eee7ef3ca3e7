import { addedTo, differenceOf, isOfSameCurrencies, type Ledger, ledgerAtStart } from '@tenbin/bots';
import { type Balances, type Currency, compare, type Decimal, negate } from '@tenbin/market';
import { usdPrices } from '@tenbin/strategy';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import type { OthersShare } from './shares.ts';
import { ledgerTolerances, withRounding } from './take-rounding.ts';
import { isTolerated } from './tolerance.ts';

/**
 * A bot that begins to trade, or to rebalance, takes over what is its own of the wallet. What differs from its books by
 * more than its trades may have been rounded came or went while it was stopped.
 */
export function takeShare(turn: DecisionBuilder, balances: Balances, others: OthersShare): void {
  const before = turn.state.ledger;
  let ledger = { ...ledgerAtStart(before, balances), othersFees: ofCurrencies(others.fees, balances) };
  const tolerances = ledgerTolerances(turn, others);
  for (const [currency, amount] of before ? Object.entries(differenceOf(before.balances, balances)) : []) {
    if (isTolerated(amount, currency, tolerances))
      ledger = hasRun(ledger) ? withRounding(turn, ledger, currency, amount) : begunWith(ledger, currency, amount);
    else if (compare(amount, '0') > 0) turn.note('deposit', { currency, amount });
    else turn.note('withdrawal', { currency, amount: negate(amount) });
  }
  turn.setLedger({ ...ledger, ...unevenNow(turn, before, balances) });
}

function unevenNow(turn: DecisionBuilder, before: Ledger | null, balances: Balances): Pick<Ledger, 'uneven'> {
  const isFirst = before === null || !hasRun(before) || !isOfSameCurrencies(before.balances, balances);
  return unevenSince(turn, isFirst ? null : before, balances);
}

/** The unevenness whose making even is no profit: what is left of it, and what money that came or went has added. */
export function unevenSince({ view, state }: DecisionBuilder, before: Ledger | null, balances: Balances): Pick<Ledger, 'uneven'> {
  const atStart = state.strategy.unevenAtStart(balances, {
    before: before?.balances ?? null,
    left: before?.uneven?.left ?? 0,
    usd: usdPrices({ prices: view.prices }),
  });
  return atStart === null ? {} : { uneven: { atStart, left: atStart } };
}

const ofCurrencies = (amounts: Balances, balances: Balances): Balances =>
  Object.fromEntries(Object.entries(amounts).filter(([currency]) => balances[currency] !== undefined));

const hasRun = ({ growth, ranMs }: Ledger): boolean => growth !== 0 || ranMs !== 0;

/** What a bot has not traded with yet cannot have been rounded: it begins with it. */
const begunWith = (ledger: Ledger, currency: Currency, amount: Decimal): Ledger => ({
  ...ledger,
  initialBalances: addedTo(ledger.initialBalances, currency, amount),
});
