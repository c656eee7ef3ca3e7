import { type BotOrder, getLastPrice, getMarketBook, getMidPrice, listBotOrders } from '@tenbin/contract';
import { type Exchange, type OpenOrder, platformOrganizationId } from '@tenbin/db';
import type { PriceTick } from '@tenbin/exchange';
import { add, isPositive, multiply, type PairName, parsePair } from '@tenbin/market';
import { auditRead } from '../../audit/audit-read.ts';
import type { ServerContext } from '../../context.ts';
import { chooseExchange } from '../../exchange-access/require-exchange.ts';
import type { Operator } from '../../route/caller.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

interface Asked {
  readonly query: { readonly exchangeName: string; readonly pair: PairName };
  readonly actor: Operator;
  readonly deps: ServerContext;
}

/** Whichever organizations offer it. @throws {Refusal} `exchangeNotFound`; {DomainError} `invalidCurrencyPairName` */
async function requireNamed({ query, deps }: Omit<Asked, 'actor'>): Promise<Exchange> {
  parsePair(query.pair);
  return chooseExchange(await deps.database.platform.exchanges.list(), query.exchangeName);
}

/** @throws as {@link requireNamed}, and {Refusal} `invalidCurrencyPairName` for a pair that it does not list; {ExchangeError} */
async function requireMarket({ query, actor, deps }: Asked) {
  const exchange = await requireNamed({ query, deps });
  if (!(await deps.exchanges.fetchMarkets(exchange)).has(query.pair))
    throw new Refusal('invalidCurrencyPairName', { facts: { name: query.pair } });
  return { exchange, wanted: { pair: query.pair, asker: { userId: actor.operatorId, organizationId: platformOrganizationId } } };
}

/** @throws {Refusal} what {@link requireMarket} throws, and `noPrices` while a side of the book is empty */
async function requireTick(asked: Asked): Promise<PriceTick> {
  const { exchange, wanted } = await requireMarket(asked);
  const tick = await asked.deps.exchanges.fetchTick(exchange, wanted);
  if (!tick || ![tick.bestBid, tick.bestAsk].every(isPositive)) throw new Refusal('noPrices');
  return tick;
}

const levelReply = ([price, amount]: readonly [number, number]): [number, number] => [price, amount];

const orderReply = ({ botId, organizationId, side, price, amount, reportedFilled, clientOrderId, sentAt }: OpenOrder): BotOrder => ({
  botId,
  organization: organizationId,
  side,
  price,
  amount,
  filled: reportedFilled,
  clientOrderId,
  at: sentAt.toISOString(),
});

/** A pair as its exchange shows it, and what our bots have in its book. */
export const marketCalls: readonly Implementation[] = [
  implementForOperator(getLastPrice, async (asked) => {
    const { exchange, wanted } = await requireMarket(asked);
    const last = await asked.deps.exchanges.fetchLast(exchange, wanted);
    if (!last || !isPositive(last.price)) throw new Refusal('noPrices');
    return { price: last.price, at: last.at.toISOString() };
  }),
  implementForOperator(getMidPrice, async (asked) => {
    const { bestBid: bid, bestAsk: ask, at } = await requireTick(asked);
    return { price: multiply(add(bid, ask), '0.5'), bid, ask, at: at.toISOString() };
  }),
  implementForOperator(getMarketBook, async (asked) => {
    const { exchange, wanted } = await requireMarket(asked);
    const { bids, asks, at } = await asked.deps.exchanges.fetchBook(exchange, wanted);
    return { bids: bids.map(levelReply), asks: asks.map(levelReply), at: at.toISOString() };
  }),
  implementForOperator(listBotOrders, async ({ query, actor, deps, audit }) => {
    const exchange = await requireNamed({ query, deps });
    auditRead({ exchange: exchange.name, pair: query.pair }, { actor, audit, deps, at: 'botOrders' });
    return (await deps.database.platform.everybody.openOrders(exchange.id, query.pair, 500)).map(orderReply);
  }),
];
