/**
 * What payments brought, by month and plan.
 *
 * 1. All of it together is what is left of all payments ({@link balanceOf}), to the yen.
 * 2. What was paid counts where it was paid, what went back where it went back, and what came back of that where it did.
 */
import { latestFacts, moneyOf, type PaymentRecord, wentBack } from './payment-record.ts';
import { addYen, negateYen, noYen, sumYen, type Yen, yen } from './yen.ts';

/** Money that came, went back, or came back of that. */
export interface RevenueEntry {
  readonly at: Date;
  readonly planName: string;
  readonly kind: 'payment' | 'refund' | 'reinstatement';
  /** Of a refund negative. */
  readonly amount: Yen;
}

/** A plan's in one month. */
export interface RevenueRow {
  /** 'yyyy-mm' */
  readonly month: string;
  readonly planName: string;
  /** How many payments came. */
  readonly count: number;
  /** With what came back of payments that had been taken back. */
  readonly paid: Yen;
  /** Negative, or nothing. */
  readonly refunded: Yen;
  readonly total: Yen;
}

/** What is known of all refunds of a subscription, against its payments that went back whole. */
interface Pool {
  readonly gone: PaymentRecord[];
  readonly known: Yen[];
}

/** @param records - with every fact of each payment that went back, and every refund, of whatever time: one may explain the other */
export function revenueEntries(records: readonly PaymentRecord[]): RevenueEntry[] {
  const facts = latestFacts(records);
  const paidAt = firstPaid(records);
  const told = facts.map((fact): RevenueEntry => {
    const { key, at, planName, payment, type } = fact;
    if (fact.result === 'REINSTATED') return { at, planName, kind: 'reinstatement', amount: moneyOf(fact) };
    if (type === 'REFUND') return { at, planName, kind: 'refund', amount: moneyOf(fact) };
    return { at: paidAt.get(key) ?? at, planName, kind: 'payment', amount: wentBack(fact) ? payment : moneyOf(fact) };
  });
  const untold = poolsOf(facts).flatMap(unreportedRefunds);
  return [...told, ...untold].filter(({ amount }) => amount !== 0);
}

function poolsOf(facts: readonly PaymentRecord[]): Pool[] {
  const gone = new Map(facts.filter(wentBack).map((sale) => [sale.key, sale]));
  const pools = new Map<string | null, Pool>();
  const poolOf = (subscriptionId: string | null): Pool => {
    const pool = pools.get(subscriptionId) ?? { gone: [], known: [] };
    pools.set(subscriptionId, pool);
    return pool;
  };
  for (const fact of facts) {
    const sale = gone.get(fact.refundOf ?? fact.key);
    if (fact.result === 'REINSTATED') continue;
    if (fact === sale) poolOf(sale.subscriptionId).gone.push(sale);
    else if (sale) poolOf(sale.subscriptionId).known.push(moneyOf(fact));
    else if (fact.type === 'REFUND' && fact.refundOf === null) poolOf(fact.subscriptionId).known.push(moneyOf(fact));
  }
  return [...pools.values()];
}

/** When each payment came, by its key, whether it went back later or not: later facts of it may have later moments. */
export function firstPaid(records: readonly PaymentRecord[]): ReadonlyMap<string, Date> {
  const paidAt = new Map<string, Date>();
  for (const { key, at, result } of records) {
    const known = paidAt.get(key);
    if (result !== 'PENDING' && result !== 'FAILED' && (known === undefined || at < known)) paidAt.set(key, at);
  }
  return paidAt;
}

/** What went back without a refund that tells of it: the latest to go back lacks it first. */
function unreportedRefunds({ gone, known }: Pool): RevenueEntry[] {
  let lacking = addYen(...gone.map(({ payment }) => payment), ...known);
  const lastFirst = gone.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return lastFirst.map(({ at, planName, payment }, index) => {
    const isLast = index === lastFirst.length - 1;
    const part = yen(Math.max(0, isLast ? lacking : Math.min(lacking, payment)));
    lacking = addYen(lacking, negateYen(part));
    return { at, planName, kind: 'refund', amount: negateYen(part) };
  });
}

/** @param monthOf - where the organization is: 'yyyy-mm' @returns the latest month first, plans by name */
export function revenueRows(entries: readonly RevenueEntry[], monthOf: (at: Date) => string): RevenueRow[] {
  return mergedRevenue(
    entries.map(({ at, planName, kind, amount }) => ({
      month: monthOf(at),
      planName,
      count: kind === 'payment' ? 1 : 0,
      paid: kind === 'refund' ? noYen : amount,
      refunded: kind === 'refund' ? amount : noYen,
      total: amount,
    })),
  );
}

/** One row for each month and plan. */
export function mergedRevenue(rows: readonly RevenueRow[]): RevenueRow[] {
  const byPlace = Map.groupBy(rows, ({ month, planName }) => JSON.stringify([month, planName]));
  const merged = [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return {
      month: first.month,
      planName: first.planName,
      count: same.reduce((sum, { count }) => sum + count, 0),
      paid: sumYen(same.map(({ paid }) => paid)),
      refunded: sumYen(same.map(({ refunded }) => refunded)),
      total: sumYen(same.map(({ total }) => total)),
    };
  });
  return merged.toSorted((a, b) => (a.month === b.month ? compareText(a.planName, b.planName) : compareText(b.month, a.month)));
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
