import { type Balances, compare, type Decimal, type MarketRules, reserveOf, subtract } from '@tenbin/market';
import { slotOf } from '../slot.ts';
import type { OpenOrder, WantedOrder } from '../strategy.ts';
import type { QuoteTerms } from './quote-terms.ts';
import { costOf } from './quotes.ts';

/** Of its amount, that an order may be off and keep its place. */
const amountTolerance = 0.05;

interface Around {
  readonly terms: QuoteTerms;
  readonly rules: MarketRules;
  readonly balances: Balances;
  /** Counter per base. */
  readonly mid: number;
  readonly now: Date;
}

/**
 * Orders that are about where they are wanted keep their place in the queue: in their stead the wanted ones say what rests
 * there already. Whatever is kept, the balance pays for all that is wanted.
 */
export function keepPlaces(wanted: readonly WantedOrder[], openOrders: readonly OpenOrder[], around: Around): WantedOrder[] {
  const resting = new Map(openOrders.map((order) => [slotOf(order), order]));
  const left = leftBy(wanted, around);
  return wanted.map((order) => {
    const open = resting.get(slotOf(order));
    if (open === undefined) return order;
    if (!mayKeep(open, order, around)) return { ...order, placedSince: around.now };
    const { currency } = reserveOf(order);
    const rest = subtract(left.get(currency) ?? '0', moreOf(open, order, around.rules));
    if (compare(rest, '0') < 0) return { ...order, placedSince: around.now };
    left.set(currency, rest);
    return { ...order, price: open.price, amount: open.amount };
  });
}

/** Whether the mid has come nearer than the minimum spread. What is on the wrong side of the mid is too near as well. */
export function isTooNear(
  { side, price }: Pick<WantedOrder, 'side' | 'price'>,
  { minimumSpread = 0 }: Pick<QuoteTerms, 'minimumSpread'>,
  mid: number,
): boolean {
  const distance = (side === 'buy' ? 1 - Number(price) / mid : Number(price) / mid - 1) * 100;
  return distance < minimumSpread || distance <= 0;
}

/** What the wanted orders leave of each balance. */
function leftBy(wanted: readonly WantedOrder[], { balances, rules }: Pick<Around, 'balances' | 'rules'>): Map<string, Decimal> {
  const left = new Map(Object.entries(balances));
  for (const order of wanted) {
    const { currency } = reserveOf(order);
    left.set(currency, subtract(left.get(currency) ?? '0', costOf(order, rules)));
  }
  return left;
}

/** What the open order holds back more than the wanted one would; below 0 where it is less. */
const moreOf = (open: OpenOrder, wanted: WantedOrder, rules: MarketRules): Decimal =>
  subtract(reserveOf({ ...open, amount: open.remaining }).amount, costOf(wanted, rules));

function mayKeep(open: OpenOrder, wanted: WantedOrder, { terms, rules, mid, now }: Around): boolean {
  const { refreshTolerance = 0, maxOrderAgeMs } = terms;
  const price = Number(open.price);
  if (isTooNear(open, terms, mid)) return false;
  if (maxOrderAgeMs !== undefined && now.getTime() - open.placedAt.getTime() >= maxOrderAgeMs) return false;
  const amount = Number(wanted.amount);
  const isPriceNear = open.price === wanted.price || Math.abs(price / Number(wanted.price) - 1) * 100 <= refreshTolerance;
  const amountSlack = Math.max(Number(rules.lotSize) * (1 + 1e-9), amount * amountTolerance);
  return isPriceNear && Math.abs(Number(open.remaining) - amount) <= amountSlack;
}
