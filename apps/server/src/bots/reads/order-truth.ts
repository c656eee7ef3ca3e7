import type { Language } from '@tenbin/accounts';
import { isEnded, openOrdersOf } from '@tenbin/bots';
import type { getOrderTruth, OrderTruth as Reply, ReportedOrder, SlotTruth as SlotReply } from '@tenbin/contract';
import type { AnyBotRow, Exchange, OrderWithTrades } from '@tenbin/db';
import { judgeOrders, type SlotTruth } from '@tenbin/engine';
import { ExchangeError, type OrderReport } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import { messageOf } from '@tenbin/messages';
import { exact, type StrategyTerms, strategyOf, type Wanted } from '@tenbin/strategy';
import type { ServerContext } from '../../context.ts';
import { fetchReportedOrders, type ReportedOrders } from '../../exchange-access/reported-orders.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { requireShare } from '../../limits/limits.ts';
import { stayingOn } from '../../limits/places.ts';
import type { Owner } from '../../route/caller.ts';
import type { Asking } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { refusalOf } from '../../route/refusal-of.ts';
import { organizationOfOwner } from '../../tenancy/owner.ts';
import { placeOf } from '../place-of.ts';
import type { BotRead } from './bot-read.ts';
import { orderReply } from './orders.ts';

/** Ended orders that the exchange may still be reporting. */
const settledShown = 40;

export const readOrderTruth: BotRead<typeof getOrderTruth> = async (asked, { actor, deps, caller }) => {
  const exchange = await requireExchange(actor, asked.exchangeId);
  const { latest, error } = await deps.orderReader.read(asked.id, () => askExchange(asked, exchange, { actor, deps }));
  // After the exchange: an order that it reports was written down before it was sent.
  const [bot, known, siblings, organization] = await Promise.all([
    actor.organization.bots.find(asked.id),
    actor.organization.orders.listToRemember(asked.id, { settled: settledShown }),
    actor.organization.bots.listOfAccount(asked.exchangeAccountId),
    organizationOfOwner(actor.organizationId, deps),
  ]);
  if (!bot) throw new Refusal('botNotFound');
  const wanted = await wantedOf(bot, known, { exchange, terms: organization.settings, deps });
  const { slots, external } = judgeOrders({
    botNumber: bot.botNumber,
    otherBots: new Set(siblings.filter(({ id }) => id !== bot.id).map(({ botNumber }) => botNumber)),
    wanted,
    known,
    reported: latest && { ...latest, isCurrent: error === null },
  });
  return {
    at: deps.clock.now().toISOString(),
    exchange: { askedAt: latest?.askedAt.toISOString() ?? null, isCurrent: error === null, fault: faultOf(error, caller.language) },
    wantedKnown: wanted !== null,
    slots: slots.map(slotReply),
    external: external.map(({ order, isOfOtherBot }) => ({ order: reportedReply(order), isOfOtherBot })),
  };
};

async function askExchange(bot: AnyBotRow, exchange: Exchange, { actor, deps }: Asking<Owner>): Promise<ReportedOrders> {
  requireShare(deps.limits.exchangeCalls, actor);
  const { credentials } = await placeOf(bot, exchange, { actor, deps });
  return deps.exchanges.withAccount(exchange, { credentials, asker: stayingOn(actor) }, (account) =>
    fetchReportedOrders(account, { pairs: bot.strategy.pairs, now: deps.clock.now }),
  );
}

/** What the bot wants open; null where the rules of its pairs are not known now. */
async function wantedOf(
  { phase, ledger, strategy: settings }: AnyBotRow,
  known: readonly OrderWithTrades[],
  { exchange, terms, deps }: { exchange: Exchange; terms: StrategyTerms; deps: ServerContext },
): Promise<Wanted | null> {
  // A rebalance wants what it has sent, until that has ended.
  const sent = phase.kind === 'rebalancing' ? known.filter(({ rebalanceId, state }) => rebalanceId !== null && !isEnded(state)) : [];
  if (phase.kind !== 'running' || !ledger) return { orders: sent, tolerance: exact };
  try {
    const rules = await deps.exchanges.fetchMarkets(exchange);
    const strategy = strategyOf(settings, terms);
    // When a strategy was last asked that follows prices or the clock, or keeps what it said, is known to its worker alone.
    const { onFill, everyMs, onMove } = strategy.quoting;
    if (!onFill || everyMs !== null || onMove !== null) return null;
    return strategy.wanted({
      balances: ledger.balances,
      rules,
      prices: new Map(),
      books: new Map(),
      openOrders: openOrdersOf(known),
      filledAt: {},
      now: deps.clock.now(),
    });
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
  return { code: refusal.code, message: messageOf(refusal.code, language, refusal.details.facts).text };
}

const slotReply = ({ pair, side, level, verdict, because, wanted, known, reported }: SlotTruth<OrderWithTrades>): SlotReply => ({
  pair,
  side,
  level,
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
