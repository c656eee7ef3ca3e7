import { hasEnded, ledgerAtEnd } from '@tenbin/bots';
import type { AnyBotRow } from '@tenbin/db';
import type { Journal } from '@tenbin/engine';
import { ExchangeError, type ExchangeErrorReason } from '@tenbin/exchange';

const refusals: readonly ExchangeErrorReason[] = [
  'orderStatusUnreliable',
  'minimumsUnreported',
  'usdNotPriced',
  'exchangeNotTried',
  'exchangeWithdrawn',
  'notSupported',
];

/** Why no bot may run on an exchange, where that is what an error says: trying again does not help. */
export const refusalOfExchange = (error: unknown): ExchangeErrorReason | null =>
  error instanceof ExchangeError && refusals.includes(error.reason) ? error.reason : null;

/**
 * Stops a bot whose exchange is refused now, so that its user reads why: message, timeline and mail, once. The exchange
 * cannot be asked whether its orders are open; the message names those that may be.
 *
 * @throws as `Journal.record`
 */
export async function refuseBot(
  journal: Journal,
  bot: Pick<AnyBotRow, 'exchangeName' | 'rebalanceId'>,
  { reason, at }: { readonly reason: ExchangeErrorReason; readonly at: Date },
): Promise<void> {
  const code = 'exchangeRefused';
  const memory = await journal.load();
  const { orders, duringStop } = memory;
  const ledger = ledgerAtEnd(memory, at);
  const mayBeOpen = orders.filter((order) => !hasEnded(order)).map((order) => order.clientOrderId);
  const facts = { exchange: bot.exchangeName, check: reason, mayBeOpen };
  await journal.record({
    ...(bot.rebalanceId !== null && { rebalance: { id: bot.rebalanceId, status: 'failed', reason: code, facts, at } }),
    messages: [{ code, facts, at }],
    active: false,
    timeline: [{ kind: 'stopped', at, facts: { cancelled: 0, filledMeanwhile: 0, reason: code, facts } }],
    ...(ledger && { ledger }),
    phase: { kind: 'stopped', receipt: null },
    duringStop,
  });
}
