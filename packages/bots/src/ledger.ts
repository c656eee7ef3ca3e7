import { add, type Balances, type Currency, type Decimal, subtract, type Wallet } from '@tenbin/market';
import type { PerformanceBook } from '@tenbin/strategy';
import type { BotPhase } from './bot-phase.ts';

/** How many times money of each currency may have been rounded. */
export type Roundings = Readonly<Record<Currency, number>>;

/** What a bot owns and earned. After its start only fills change the balances. */
export interface Ledger {
  /** At the first start with these currencies. */
  readonly initialBalances: Balances;
  readonly balances: Balances;
  /** Σ ln(G after / G before) over all fills: the profit, whatever was paid in or taken out meanwhile. */
  readonly growth: number;
  /** Running time before the present run; time while stopped does not count. */
  readonly ranMs: number;
  /** From a start on, while what is wanted crosses the market: what that exchanges makes the balances even. */
  readonly isEvening?: boolean;
  /**
   * The unevenness that starts found in the balances, of which trades have used up all but `left`: that much of what they
   * grow is no profit.
   */
  readonly uneven?: { readonly atStart: number; readonly left: number };
  /** What is kept to tell the result in money; absent before the first run. */
  readonly performance?: PerformanceBook;
  /** Sum of what was taken in or given up as rounding: the exchange keeps money with fewer digits than its figures tell. */
  readonly rounding: Balances;
  /** How many trades moved each currency since the balances last agreed with the wallet. */
  readonly tradesSinceAgreement: Roundings;
  /** Sum of fees that were taken in coins that are not balanced here: they touch none of the balances. */
  readonly feesElsewhere: Balances;
  /** What of other bots' `feesElsewhere` on the same account has been reckoned with. */
  readonly othersFees: Balances;
}

/** The ledger of a bot that begins with these balances. */
export const newLedger = (balances: Balances): Ledger => ({
  initialBalances: balances,
  balances,
  growth: 0,
  ranMs: 0,
  rounding: {},
  tradesSinceAgreement: {},
  feesElsewhere: {},
  othersFees: {},
});

/** The ledger of a bot that stops now, however it does: what it earned belongs to the time that it ran. */
export function ledgerAtEnd({ phase, ledger }: { readonly phase: BotPhase; readonly ledger: Ledger | null }, now: Date): Ledger | null {
  return ledger && { ...ledger, ranMs: runningTime({ phase, ranMs: ledger.ranMs }, now) };
}

/** What is stored of a ledger: one from before something was kept in it has nothing of that. */
export type StoredLedger = Partial<Ledger> & Pick<Ledger, 'initialBalances' | 'balances' | 'growth' | 'ranMs'>;

/** A stored ledger; one from before something was kept in it has had nothing of that. */
export const ledgerFrom = (stored: StoredLedger): Ledger => ({
  ...newLedger(stored.balances),
  ...stored,
});

/** What a wallet holds more (or, negative, less) than was written down. Currencies without a difference are left out. */
export type Difference = Readonly<Record<Currency, Decimal>>;

/**
 * What of a wallet is this bot's: free and locked together, without what other bots on the same account hold.
 *
 * @param others - the sum of the other bots' balances
 */
export function ownBalances(wallet: Wallet, currencies: readonly Currency[], others: Balances): Balances {
  return Object.fromEntries(
    currencies.map((currency) => {
      const holding = wallet[currency];
      const all = holding ? add(holding.free, holding.locked) : '0';
      return [currency, subtract(all, others[currency] ?? '0')];
    }),
  );
}

export function differenceOf(written: Balances, found: Balances): Difference {
  const differences = Object.entries(found).map(([currency, amount]) => [currency, subtract(amount, written[currency] ?? '0')] as const);
  return Object.fromEntries(differences.filter(([, amount]) => amount !== '0'));
}

/** The ledger at a start: the balances are what the wallet holds; a difference to before is a deposit or a withdrawal, never profit. */
export function ledgerAtStart(before: Ledger | null, balances: Balances): Ledger {
  if (!before) return newLedger(balances);
  const hasOthers = !isOfSameCurrencies(balances, before.balances);
  return { ...before, balances, tradesSinceAgreement: {}, ...(hasOthers && { initialBalances: balances, rounding: {} }) };
}

export const isOfSameCurrencies = (some: Balances, others: Balances): boolean =>
  Object.keys(some).sort().join() === Object.keys(others).sort().join();

/** Amounts by currency, one more of them changed. */
export const addedTo = (sums: Balances, currency: Currency, amount: Decimal): Balances => ({
  ...sums,
  [currency]: add(sums[currency] ?? '0', amount),
});

/**
 * All running time of a bot up to a moment, milliseconds; time while stopped does not count.
 *
 * @param ranMs - before the present run
 */
export function runningTime({ phase, ranMs }: { readonly phase: BotPhase; readonly ranMs: number }, now: Date): number {
  const since = phase.kind === 'running' ? phase.since : phase.kind === 'stopping' ? phase.runningSince : null;
  return ranMs + (since ? Math.max(0, now.getTime() - since.getTime()) : 0);
}
