import { type BookedFill, type BotOrder, isInferredTrade, tradedAmount } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { abs, compare, type Fill, parsePair, subtract } from '@tenbin/market';
import { defaultUnit, type MoneyUnits } from '../account/money-units.ts';
import { tradeKey } from '../decision/bot-state.ts';
import type { Difference, Remedy } from './difference.ts';
import { amountOf, ofOrder } from './differences.ts';

/**
 * What is booked of a bot's orders, held against what the exchange tells of their trades. Pure. Booked trades are facts: none
 * is taken back. A bot whose books have one too many, or another fee, begins with its wallet again. So only what was booked
 * since it last did is told. A bot on a virtual account takes no wallet with which it could begin: it is only told there, and
 * an operator moves what is missing.
 *
 * @param given - `told`: trades as the exchange lists them; `reports`: orders as it shows them
 */
export function compareTrades(
  orders: readonly BotOrder[],
  {
    told,
    reports,
    since,
    units,
    isVirtual,
  }: {
    readonly told: readonly Fill[];
    readonly reports: readonly OrderReport[];
    readonly since: Date;
    readonly units: MoneyUnits;
    readonly isVirtual: boolean;
  },
): Difference[] {
  const remedy = isVirtual ? 'waits' : 'stopAsked';
  const byKey = new Map(told.map((fill) => [tradeKey(fill), fill]));
  const reported = new Map(reports.map((report) => [`${report.pair} ${report.exchangeOrderId}`, report]));
  return orders
    .filter(({ trades }) => trades.some(({ at }) => at >= since))
    .flatMap((order) => {
      const twice = order.trades.find((trade) => isBookedTwice(trade, order, orders));
      const most = mostOf(order, reported.get(`${order.pair} ${order.exchangeOrderId}`));
      const booked = tradedAmount(order);
      const stands = { expected: amountOf(twice ? twice.amount : booked), since: lastOf(order), remedy } as const;
      if (twice) return [ofOrder('fillDuplicate', order, { ...stands, found: amountOf('0') })];
      if (compare(booked, most) > 0) {
        const isReckoned = order.trades.some(isInferredTrade);
        return [ofOrder(isReckoned ? 'fillDuplicate' : 'overfill', order, { ...stands, found: amountOf(most) })];
      }
      return order.trades.flatMap((trade) => feeDifference(order, trade, byKey.get(tradeKey(trade)), { units, remedy }));
    });
}

/** One trade has one order on each side. */
const isBookedTwice = (trade: BookedFill, order: BotOrder, orders: readonly BotOrder[]): boolean =>
  orders.some((other) =>
    other.trades.some(
      (one) =>
        one !== trade &&
        one.pair === trade.pair &&
        one.tradeId === trade.tradeId &&
        one.side === trade.side &&
        isLater(order, other, trade, one),
    ),
  );

/** Of two the one that was booked last is told. */
const isLater = (order: BotOrder, other: BotOrder, trade: BookedFill, one: BookedFill): boolean =>
  order === other ? order.trades.indexOf(trade) > other.trades.indexOf(one) : order.sequence > other.sequence;

/** What the exchange shows of an order counts where it is later than its last trade; else it filled no further than it was large. */
const mostOf = (order: BotOrder, report: OrderReport | undefined): string =>
  report && report.at > lastOf(order) && compare(report.filled, order.amount) < 0 ? report.filled : order.amount;

const lastOf = ({ trades, sentAt }: BotOrder): Date => new Date(Math.max(sentAt.getTime(), ...trades.map(({ at }) => at.getTime())));

/** What was reckoned from totals is told by nobody as a trade. An exchange may cut what a trade was worth to its own digits. */
function feeDifference(
  order: BotOrder,
  booked: BookedFill,
  told: Fill | undefined,
  { units, remedy }: { readonly units: MoneyUnits; readonly remedy: Remedy },
): Difference[] {
  if (!told) return [];
  const isSameFee = told.feeCurrency === booked.feeCurrency && compare(told.fee, booked.fee) === 0;
  const unit = units[parsePair(booked.pair).counter] ?? defaultUnit;
  if (isSameFee && compare(abs(subtract(told.notional, booked.notional)), unit) <= 0) return [];
  const stands = { expected: amountOf(booked.fee), found: amountOf(told.fee), since: booked.at, remedy };
  return [{ ...ofOrder('feeDiffers', order, stands), currency: booked.feeCurrency }];
}
