import { ExchangeError, type OrderRef, type OrderReport, type OrderRequest } from '@tenbin/exchange';
import { pause, type Runtime } from '@tenbin/runtime';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { fetchOrder, nameOrder } from './fetch-order.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asRaw, requireText } from './raw-fields.ts';
import { readOrder } from './read-order.ts';

/** For exchanges whose answer to placing and cancelling names the order and says no more of it. */
interface BriefParts {
  readonly runtime: Pick<Runtime, 'now' | 'after'>;
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
  readonly quirks: Quirks;
}

/** Pauses between looks at an order whose cancelling was accepted, but not done yet. */
const cancelPausesMs = [100, 300, 900] as const;

/** An order that was accepted just now: it rests until somebody looks. @throws {Error} the answer does not name it */
export function readAccepted(answer: unknown, { clientOrderId, pair, side, price, amount }: OrderRequest, now: Date): OrderReport {
  const exchangeOrderId = requireText(asRaw(answer), 'id');
  return { exchangeOrderId, clientOrderId, pair, side, price, amount, filled: '0', status: 'open', at: now };
}

/**
 * @returns the order as it stands; as it was accepted when looking failed, for it was placed all the same
 * @throws {ExchangeError} `rejected`: the exchange accepted it and took it back at once
 */
export async function queryAfterPlacing(parts: BriefParts, accepted: OrderReport): Promise<OrderReport> {
  const found = await queryOrder(parts, accepted).catch(() => null);
  if (found === null) return accepted;
  const reason = parts.quirks.takenBack?.(found.order) ?? null;
  if (reason === null) return found.report;
  throw new ExchangeError(`place order: accepted and taken back: ${reason}`, { kind: 'rejected', reason });
}

/** @returns the order once it is no longer open @throws {ExchangeError} `unknown` when that cannot be told */
export async function queryAfterCancelling(parts: BriefParts, ref: OrderRef): Promise<OrderReport> {
  for (const pauseMs of [...cancelPausesMs, 0]) {
    const { report } = await queryOrder(parts, ref).catch((cause: unknown) => {
      const { reason } = parts.caller.toExchangeError(cause, 'look at order');
      throw new ExchangeError('cancel order: accepted, but what became of it was not told', { kind: 'unknown', reason, cause });
    });
    if (report.status !== 'open') return report;
    await pause(parts.runtime, pauseMs);
  }
  throw new ExchangeError('cancel order: accepted, but not done yet', { kind: 'unknown', reason: 'other' });
}

function queryOrder(parts: BriefParts, ref: OrderRef) {
  const { caller, exchange, quirks } = parts;
  return caller.read('look at order', async () => {
    const order = await fetchOrder({ exchange, quirks }, ref.pair, nameOrder(quirks, ref));
    return { order: asRaw(order), report: readOrder(order, parts) };
  });
}
