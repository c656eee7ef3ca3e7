/**
 * A bot's orders three times over: as it wants them, as the database knows them, and as the exchange reports them.
 * What holds for every answer:
 *
 * 1. Every order that the database takes for alive, and every reported one of this bot, stands in exactly one slot.
 * 2. A slot is `matched` only when the exchange was asked now and all three agree on it; nothing anywhere is agreement too.
 * 3. What changed around the moment of asking is never called missing or differing: it is `unknown` until it is asked again.
 * 4. Orders that are not this bot's change no verdict.
 */
import {
  type BotOrder,
  hasEnded,
  isOrderOf,
  isSettled,
  isUncertain,
  type OrderVerdict,
  parseClientOrderId,
  type Slot,
  slotOf,
  type VerdictReason,
} from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { compare, type PairName, type Side } from '@tenbin/market';
import { isMatch, type Wanted } from '@tenbin/strategy';
import type { OrderTerms } from '../orders/reconcile.ts';

/** An order as the database knows it. */
export interface KnownOrder extends BotOrder {
  readonly updatedAt: Date;
}

/** What the exchange last answered. */
export interface Reported {
  readonly orders: readonly OrderReport[];
  /** When the question left. */
  readonly askedAt: Date;
  /** False for an answer from earlier, since the exchange does not answer now. */
  readonly isCurrent: boolean;
}

export interface SlotTruth<Order extends KnownOrder = KnownOrder> {
  readonly pair: PairName;
  readonly side: Side;
  readonly level: number;
  readonly verdict: OrderVerdict;
  /** Null when matched. */
  readonly because: VerdictReason | null;
  readonly wanted: OrderTerms | null;
  /** Not settled. */
  readonly known: readonly Order[];
  readonly reported: readonly OrderReport[];
}

/** An open order on the account that is not this bot's. */
export interface ExternalOrder {
  readonly order: OrderReport;
  /** Of another bot on the same account, by its client order id. */
  readonly isOfOtherBot: boolean;
}

export interface OrderTruth<Order extends KnownOrder = KnownOrder> {
  readonly slots: readonly SlotTruth<Order>[];
  readonly external: readonly ExternalOrder[];
}

interface Given<Order extends KnownOrder> {
  readonly botNumber: number;
  /** Numbers of the other bots on the account. */
  readonly otherBots: ReadonlySet<number>;
  /** Null where it cannot be told. Nothing is wanted while a bot does not run. */
  readonly wanted: Wanted | null;
  /** All that are not settled, and the latest settled ones. */
  readonly known: readonly Order[];
  /** Null where the exchange has not answered yet. */
  readonly reported: Reported | null;
}

/** Changes so shortly before a question may be missing in its answer. */
const settleMs = 2_000;

interface Seat<Order extends KnownOrder = KnownOrder> {
  readonly pair: PairName;
  readonly side: Side;
  readonly level: number;
  wanted: OrderTerms | null;
  readonly live: Order[];
  readonly reported: { readonly report: OrderReport; readonly order: Order | null }[];
  isFresh: boolean;
}

/** Compares; asks nobody. Slots stand in the order of what is wanted, then of what else there is. */
export function judgeOrders<Order extends KnownOrder>({ botNumber, otherBots, wanted, known, reported }: Given<Order>): OrderTruth<Order> {
  const seats = new Map<Slot, Seat<Order>>();
  const external: ExternalOrder[] = [];
  const seatOf = ({ pair, side, level }: Pick<BotOrder, 'pair' | 'side' | 'level'>): Seat<Order> => {
    const slot = slotOf({ pair, side, level });
    const seat: Seat<Order> = seats.get(slot) ?? { pair, side, level, wanted: null, live: [], reported: [], isFresh: false };
    seats.set(slot, seat);
    return seat;
  };
  for (const terms of wanted?.orders ?? []) seatOf(terms).wanted = terms;
  for (const order of known) if (!isSettled(order)) seatOf(order).live.push(order);
  for (const report of reported?.orders ?? []) {
    const order = known.find((one) => isSame(one, report)) ?? null;
    if (order || isOrderOf(botNumber, report.clientOrderId))
      seatOf({ ...report, level: order?.level ?? 0 }).reported.push({ report, order });
    else external.push({ order: report, isOfOtherBot: otherBots.has(botNumberOf(report) ?? -1) });
  }
  const freshFrom = (reported?.askedAt.getTime() ?? 0) - settleMs;
  for (const order of known) {
    const seat = seats.get(slotOf(order));
    if (seat && order.updatedAt.getTime() >= freshFrom) seat.isFresh = true;
  }
  const slots = [...seats.values()].map((seat): SlotTruth<Order> => {
    const because = reported?.isCurrent ? reasonOf(seat, wanted) : 'exchangeSilent';
    const shown = because !== null && seat.isFresh && verdicts[because] !== 'unknown' ? 'justChanged' : because;
    return {
      pair: seat.pair,
      side: seat.side,
      level: seat.level,
      verdict: shown ? verdicts[shown] : 'matched',
      because: shown,
      wanted: seat.wanted,
      known: seat.live,
      reported: seat.reported.map(({ report }) => report),
    };
  });
  return { slots, external };
}

const verdicts: Readonly<Record<VerdictReason, OrderVerdict>> = {
  notPlaced: 'missing',
  notAtExchange: 'missing',
  exchangeSilent: 'unknown',
  answer: 'unknown',
  trades: 'unknown',
  justChanged: 'unknown',
  wantedUnknown: 'unknown',
  twoOrders: 'differing',
  notInDatabase: 'differing',
  terms: 'differing',
  filled: 'differing',
  cancel: 'differing',
  notWanted: 'differing',
};

/** Why a slot is not matched; null when it is. */
function reasonOf(seat: Seat, wanted: Wanted | null): VerdictReason | null {
  const { live, reported } = seat;
  if (live.some(isUncertain)) return 'answer';
  if (live.some(hasEnded)) return 'trades';
  if (live.length > 1 || reported.length > 1) return isReplaced(seat) ? 'cancel' : 'twoOrders';
  const [order = null] = live;
  const [there = null] = reported;
  if (there && (order === null || there.order !== order)) return 'notInDatabase';
  if (!order) return seat.wanted ? 'notPlaced' : null;
  if (!there) return 'notAtExchange';
  const difference = differenceOf(order, there.report);
  if (difference) return difference;
  if (!wanted) return 'wantedUnknown';
  return seat.wanted && isMatch(seat.wanted, order, wanted.tolerance) ? null : 'notWanted';
}

/** Of two orders one is being cancelled: the other one takes its place. */
const isReplaced = ({ live, reported }: Seat): boolean =>
  live.length === 2 &&
  live.filter(({ cancelAskedAt }) => cancelAskedAt !== null).length === 1 &&
  reported.every(({ order }) => order !== null && live.includes(order as KnownOrder));

function differenceOf(order: KnownOrder, report: OrderReport): VerdictReason | null {
  if (compare(report.price, order.price) !== 0 || compare(report.amount, order.amount) !== 0) return 'terms';
  if (compare(report.filled, order.reportedFilled) !== 0) return 'filled';
  return order.cancelAskedAt ? 'cancel' : null;
}

/** By our id, else by the exchange's; where the exchange keeps no ids of ours, one of unknown fate by its terms. */
function isSame(order: KnownOrder, report: OrderReport): boolean {
  if (report.clientOrderId === order.clientOrderId || report.exchangeOrderId === order.exchangeOrderId) return true;
  if (report.clientOrderId !== null || !isUncertain(order) || order.pair !== report.pair || order.side !== report.side) return false;
  return compare(order.price, report.price) === 0 && compare(order.amount, report.amount) === 0;
}

const botNumberOf = ({ clientOrderId }: OrderReport): number | null =>
  clientOrderId === null ? null : (parseClientOrderId(clientOrderId)?.botNumber ?? null);
