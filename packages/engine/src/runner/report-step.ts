import type { BookedFill, BotStep, OrderNews, TimelineEntry, TimelineKind } from '@tenbin/bots';
import type { ExchangeError } from '@tenbin/exchange';
import type { Log, Metrics } from '@tenbin/telemetry';
import type { BotEvent } from '../decision/bot-event.ts';
import type { BotState } from '../decision/bot-state.ts';

interface Observer {
  /** What was decided upon: they know why an order failed. */
  readonly events: readonly BotEvent[];
  /** In figures. */
  readonly exchange: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Says and counts what a stored decision changed of orders and of the bot itself. It follows from the difference to what was stored
 * before, so that it is said once, whatever comes again or was found out late:
 *
 * - of a trade that it was booked;
 * - of an order that it was taken, and how it ended;
 * - of a start, a stop and a rebalance that it began, and how it ended.
 */
export function reportStep(step: BotStep, before: BotState, to: Observer): void {
  const { orders = [], fills = [], timeline = [], rebalance } = step;
  for (const fill of fills) reportFill(fill, to);
  for (const order of orders) reportOrder(order, before, to);
  for (const entry of timeline) reportEntry(entry, step, to);
  if (rebalance === undefined) return;
  const { id: rebalanceId, status, reason: cause } = rebalance;
  if (rebalance.orders) to.log.info({ rebalanceId, orders: rebalance.orders.length }, 'bot.rebalance_planned');
  if (status !== 'running') to.log.info({ rebalanceId, status, cause }, 'bot.rebalanced');
}

function reportFill(fill: BookedFill, { exchange, log, metrics }: Observer): void {
  const { clientOrderId, pair, side, price, amount, exchangeOrderId, tradeId, fee, feeCurrency, isMaker } = fill;
  log.info({ clientOrderId, pair, side, price, amount, exchangeOrderId, tradeId, fee, feeCurrency, isMaker }, 'fill.booked');
  metrics.count('fills_total', { exchange, side });
}

function reportOrder(order: OrderNews, before: BotState, { events, exchange, log, metrics }: Observer): void {
  const { clientOrderId, pair, side, price, amount, exchangeOrderId, reportedFilled: filled, marketPrice, rebalanceId, state } = order;
  const was = before.orders.find((one) => one.clientOrderId === clientOrderId)?.state ?? 'pending';
  if (state === was) return;
  const terms = { clientOrderId, pair, side, price, amount };
  const isTaken = state === 'open' || state === 'filled' || state === 'cancelled';
  if (isTaken && was !== 'open') {
    log.info({ ...terms, exchangeOrderId, marketPrice, rebalanceId }, 'order.placed');
    metrics.count('orders_placed_total', { exchange, side });
  }
  switch (state) {
    case 'filled':
      log.info({ ...terms, exchangeOrderId }, 'order.filled');
      metrics.count('orders_filled_total', { exchange, side });
      return;
    case 'cancelled':
      log.info({ ...terms, exchangeOrderId, filled }, 'order.canceled');
      metrics.count('orders_canceled_total', { exchange, side });
      return;
    case 'neverPlaced':
      log.warn(terms, 'order.never_arrived');
      return;
    case 'unknown': {
      const failure = failureOf(clientOrderId, events);
      log.warn({ ...terms, reason: failure?.reason, ...(failure && { err: failure }) }, 'order.unconfirmed');
      return;
    }
    case 'rejected': {
      const failure = failureOf(clientOrderId, events);
      const { reason = 'rejected', exchangeCode } = failure ?? {};
      if (failure?.kind === 'transient') log.warn({ ...terms, reason, err: failure }, 'order.not_sent');
      else log.warn({ ...terms, reason, exchangeCode }, 'order.refused');
      metrics.count('orders_rejected_total', { exchange, reason });
      return;
    }
    case 'pending':
    case 'open':
      return;
    default:
      state satisfies never;
  }
}

function failureOf(clientOrderId: string, events: readonly BotEvent[]): ExchangeError | null {
  const failed = events.find((event) => event.type === 'placeFailed' && event.clientOrderId === clientOrderId);
  return failed?.type === 'placeFailed' ? failed.error : null;
}

/** Why an order that is wanted is not sent. */
const withheld: ReadonlySet<TimelineKind> = new Set<TimelineKind>([
  'slotPaused',
  'waitingForUnknown',
  'waitingForTrades',
  'waitingForFunds',
  'waitingForSibling',
  'underMinimum',
  'priceOutOfRange',
  'marketHalted',
  'rateLimited',
  'exchangeUnreachable',
  'keyPaused',
  'checkFailing',
  'levelLeftOut',
]);

function reportEntry({ kind, facts }: TimelineEntry, { phase }: BotStep, { log, metrics }: Observer): void {
  if (withheld.has(kind)) metrics.count('quotes_withheld_total', { reason: kind });
  switch (kind) {
    case 'started':
      log.info({ pairs: facts.pairs }, 'bot.started');
      return;
    case 'startRefused':
      log.warn({ cause: facts.code }, 'bot.start_refused');
      return;
    case 'stopRequested':
      log.info({ by: facts.by, cause: facts.reason }, 'bot.stop_requested');
      return;
    case 'stopped': {
      const { reason: cause, cancelled, filledMeanwhile, unconfirmed } = facts;
      const by = phase?.kind === 'stopped' ? phase.receipt?.by : undefined;
      log.info({ by, cause, cancelled, filledMeanwhile, unconfirmed }, 'bot.stopped');
      metrics.count('bots_stopped_total', { cause: cause ?? 'asked' });
      return;
    }
    case 'failed':
      log.info({ cause: 'internal' }, 'bot.stopped');
      metrics.count('bots_stopped_total', { cause: 'internal' });
      return;
    default:
      return;
  }
}
