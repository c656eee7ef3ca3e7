import type { Language } from '@tenbin/accounts';
import { isEnded } from '@tenbin/bots';
import { faultMessage, getOrderTruth, type OrderTruth as Reply, type ReportedOrder, type SlotTruth as SlotReply } from '@tenbin/contract';
import type { BotRow, Exchange, OrderWithTrades } from '@tenbin/db';
import { judgeOrders, type SlotTruth, type WantedNow, wantedNow } from '@tenbin/engine';
import { ExchangeError, type OrderReport } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import { fetchReportedOrders, type ReportedOrders } from '../exchange-access/reported-orders.ts';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import { requireShare } from '../limits/limits.ts';
import { stayingOn } from '../limits/places.ts';
import type { Actor } from '../route/caller.ts';
import { refusalOf } from '../route/fault-of-error.ts';
import { implement } from '../route/implement.ts';
import { orderReply } from './orders.ts';
import { placeOf } from './place-of.ts';

interface Asker {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

/** Ended orders that the exchange may still be reporting. */
const settledShown = 40;

export const handleGetOrderTruth = implement(getOrderTruth, async ({ params, actor, deps, caller }) => {
  const asked = await actor.organization.bots.require(actor.userId, params.id);
  const exchange = await requireExchange(actor, asked.exchangeId);
  const { latest, error } = await deps.orderReader.read(asked.id, () => askExchange(asked, exchange, { actor, deps }));
  // After the exchange: an order that it reports was written down before it was sent.
  const [bot, known, neighbours] = await Promise.all([
    actor.organization.bots.require(actor.userId, params.id),
    actor.organization.orders.listToRemember(asked.id, { settled: settledShown }),
    actor.organization.bots.listOfAccount(asked.exchangeAccountId),
  ]);
  const wanted = await wantedOf(bot, known, { exchange, deps });
  const { slots, foreign } = judgeOrders({
    botNumber: bot.botNumber,
    otherBots: new Set(neighbours.filter(({ id }) => id !== bot.id).map(({ botNumber }) => botNumber)),
    wanted,
    known,
    reported: latest && { ...latest, isCurrent: error === null },
  });
  return {
    at: deps.clock.now().toISOString(),
    exchange: { askedAt: latest?.askedAt.toISOString() ?? null, isCurrent: error === null, fault: faultOf(error, caller.language) },
    wantedKnown: wanted !== null,
    slots: slots.map(slotReply),
    foreign: foreign.map(({ order, isOfOtherBot }) => ({ order: reportedReply(order), isOfOtherBot })),
  };
});

async function askExchange(bot: BotRow, exchange: Exchange, { actor, deps }: Asker): Promise<ReportedOrders> {
  requireShare(deps.limits.exchangeCalls, actor);
  const { credentials } = await placeOf(bot, exchange, { actor, deps });
  return deps.exchanges.withAccount(exchange, { credentials, asker: stayingOn(actor) }, (account) =>
    fetchReportedOrders(account, { pairs: bot.pairs, now: deps.clock.now }),
  );
}

/** What the bot wants open; null where the rules of its pairs are not known now. */
async function wantedOf(
  { phase, ledger, pairs, delta }: BotRow,
  known: readonly OrderWithTrades[],
  { exchange, deps }: { exchange: Exchange; deps: ServerContext },
): Promise<WantedNow | null> {
  // A rebalance wants what it has sent, until that has ended.
  const sent = phase.kind === 'rebalancing' ? known.filter(({ rebalanceId, state }) => rebalanceId !== null && !isEnded(state)) : [];
  if (phase.kind !== 'running' || !ledger) return { wanted: sent, tolerance: { price: '0', amount: '0' } };
  try {
    const rules = await deps.exchanges.fetchMarkets(exchange);
    return wantedNow({ balances: ledger.balances, pairs, delta, rules }, known);
  } catch (error) {
    if (error instanceof ExchangeError || error instanceof DomainError) return null;
    throw error;
  }
}

/** Why the exchange did not answer, in the reader's words. @throws what is a fault of ours */
function faultOf(error: unknown, language: Language): Reply['exchange']['fault'] {
  if (error === null) return null;
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  return { code: refusal.code, message: faultMessage(refusal.code, language, refusal.details.facts) };
}

const slotReply = ({ pair, side, verdict, because, wanted, known, reported }: SlotTruth<OrderWithTrades>): SlotReply => ({
  pair,
  side,
  verdict,
  because,
  wanted: wanted && { price: wanted.price, amount: wanted.amount },
  known: known.map(orderReply),
  reported: reported.map(reportedReply),
});

const reportedReply = ({ exchangeOrderId, clientOrderId, pair, side, price, amount, filled }: OrderReport): ReportedOrder => ({
  exchangeOrderId,
  clientOrderId,
  pair,
  side,
  price,
  amount,
  filled,
});
