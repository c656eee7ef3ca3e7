import { addedTo, type Ledger } from '@tenbin/bots';
import { type Balances, type Currency, compare, type Decimal, negate, subtract } from '@tenbin/market';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import type { OthersHoldings } from './position.ts';
import { isTolerated, sumOfRoundings, type Tolerances, tolerancesOf } from './tolerance.ts';

/** What of another bot's part in the account matters for what rounding may leave over. */
export type RoundedWith = Pick<OthersHoldings, 'heldRoundings' | 'roundedThere'>;

/** How far the bot's books may be from the wallet: one smallest unit for each trade of the account since they last agreed. */
export const ledgerTolerances = (turn: DecisionBuilder, { heldRoundings }: Pick<OthersHoldings, 'heldRoundings'>): Tolerances =>
  tolerancesOf(sumOfRoundings([turn.state.ledger?.tradesSinceAgreement ?? {}, heldRoundings]), turn.moneyUnits);

/**
 * Brings the books to the wallet where they are apart by no more than rounding explains: taken in as such, never as
 * profit. From then on they agree, and only new trades can bring them apart again; so what really goes missing, however
 * slowly, cannot be taken for rounding for more than the trades there were.
 *
 * @param surplus - what the wallet shows more (or, negative, less) than the books, by currency; the wallet was asked for
 *   when everything was booked that is booked now
 */
export function takeRounding(turn: DecisionBuilder, surplus: Balances, others: RoundedWith): void {
  const tolerances = ledgerTolerances(turn, others);
  const before = turn.ledger;
  let ledger = before;
  for (const [currency, amount] of Object.entries(surplus)) {
    const isMine = amount === '0' || (isTolerated(amount, currency, tolerances) && !others.roundedThere.has(currency));
    if (!isMine) continue;
    ledger = withAgreement(ledger, currency);
    if (amount !== '0') ledger = { ...withRounding(turn, ledger, currency, amount), balances: addedTo(ledger.balances, currency, amount) };
  }
  if (ledger.balances !== before.balances) turn.setLedger(ledger);
  // That nothing was left over is no news: it is stored with the next trade.
  else if (ledger !== before) turn.change({ ledger });
}

/** Puts an amount of rounding on record, in the ledger and in the timeline. */
export function withRounding(turn: DecisionBuilder, ledger: Ledger, currency: Currency, amount: Decimal): Ledger {
  const rounding = addedTo(ledger.rounding, currency, amount);
  const total = rounding[currency] ?? '0';
  turn.adjust({ cause: 'rounding', currency, amount });
  turn.note('rounding', { currency, amount, total }, { about: `rounding ${currency} ${total}` });
  return { ...ledger, rounding };
}

function withAgreement(ledger: Ledger, currency: Currency): Ledger {
  const { [currency]: trades, ...tradesSinceAgreement } = ledger.tradesSinceAgreement;
  return trades === undefined ? ledger : { ...ledger, tradesSinceAgreement };
}

/**
 * Fees that other bots of the account paid in a coin that this one balances came out of its money. They are theirs: here
 * they are given up as what left the account, not counted as a loss, and no reason to stop.
 *
 * @param surplus - as for {@link takeRounding}
 * @param paid - what the other bots have paid so far in coins that they do not balance
 * @returns what is left of the surplus
 */
export function giveUpOthersFees(
  turn: DecisionBuilder,
  surplus: Balances,
  { paid, roundedThere }: { readonly paid: Balances } & Pick<OthersHoldings, 'roundedThere'>,
): Balances {
  const left: Record<Currency, Decimal> = { ...surplus };
  let { ledger } = turn;
  for (const [currency, amount] of Object.entries(surplus)) {
    const now = paid[currency];
    if (now === undefined || (amount !== '0' && roundedThere.has(currency))) continue;
    const known = ledger.othersFees[currency] ?? '0';
    if (now === known) continue;
    const gone = least(subtract(now, known), negate(amount));
    ledger = { ...ledger, othersFees: { ...ledger.othersFees, [currency]: now } };
    if (compare(gone, '0') <= 0) continue;
    ledger = { ...ledger, balances: addedTo(ledger.balances, currency, negate(gone)) };
    left[currency] = subtract(amount, negate(gone));
    turn.adjust({ cause: 'othersFees', currency, amount: negate(gone) });
    turn.note('othersFees', { currency, amount: gone });
  }
  if (ledger.balances !== turn.ledger.balances) turn.setLedger(ledger);
  else if (ledger !== turn.ledger) turn.change({ ledger });
  return left;
}

const least = (a: Decimal, b: Decimal): Decimal => (compare(a, b) < 0 ? a : b);
