import { cancelVirtualOrder, createVirtualOrder, type RouteOutput } from '@tenbin/contract';
import { platformOrganizationId } from '@tenbin/db';
import { compare, type Decimal, type FeeOnTop, feeOnTopOf, type MarketRules, toGrid } from '@tenbin/market';
import { allowedPrices, buyLine, checkExchangeMinimum, requirePassed, sellLine } from '@tenbin/strategy';
import type { ServerContext } from '../../context.ts';
import { requireOffered } from '../../exchange-access/require-exchange.ts';
import type { Operator } from '../../route/caller.ts';
import type { Implementation } from '../../route/implement.ts';
import { implementOnce } from '../../route/implement-once.ts';
import { missingInput, Refusal } from '../../route/refusal.ts';
import { findPlatformExchange, requireAccount } from './find-account.ts';
import { askedReply } from './reply.ts';
import { requireHand, tell } from './run-virtual-bot.ts';

type Body = RouteOutput<typeof createVirtualOrder>['body'];

const handleCreateOrder = implementOnce(createVirtualOrder, {
  prepare: ({ body, deps, actor }) => termsOf(body, { deps, actor }),
  async act(within, { body, deps, audit, actor }, { price, amount, ...fee }) {
    const { account } = await requireAccount(within, body);
    const hand = await requireHand(within, account);
    const { pair, side, type } = body;
    audit.add({ virtualAccountId: account.id, pair, side, type, price, amount });
    const asked = { virtualAccountId: account.id, botId: hand.id, pair, side, price, amount, ...fee };
    const order = await within.virtualAccounts.askOrder({ ...asked, isMarket: type === 'market', by: actor.operatorId });
    audit.add({ clientOrderId: order.clientOrderId });
    // A stop of everything stops this one too.
    const running = hand.active
      ? hand
      : await within.bots.setActive(null, hand.id, { active: true, by: actor.operatorId, at: deps.clock.now() });
    tell(within, running, deps);
    return askedReply(order);
  },
});

const handleCancelOrder = implementOnce(cancelVirtualOrder, {
  async act(within, { body, deps, audit }) {
    const { account } = await requireAccount(within, body);
    const order = await within.virtualAccounts.findHandOrder(body.orderId);
    if (order?.virtualAccountId !== account.id) throw new Refusal('virtualOrderNotFound');
    audit.add({ virtualAccountId: account.id, clientOrderId: order.clientOrderId });
    await within.virtualAccounts.askCancel(order.clientOrderId);
    tell(within, await requireHand(within, account), deps);
    return { success: true };
  },
});

/** What is held and sent, on the exchange's grid: never more than was asked for, nor at a worse price. */
async function termsOf(
  { exchangeName, pair, side, type, price, amount }: Body,
  { deps, actor }: { readonly deps: ServerContext; readonly actor: Operator },
): Promise<FeeOnTop & { readonly price: Decimal; readonly amount: Decimal }> {
  if (type === 'limit' && price === undefined) throw missingInput('price');
  const exchange = await findPlatformExchange(deps, exchangeName);
  const markets = await deps.exchanges.fetchMarkets(exchange);
  requireOffered([pair], markets);
  const rules = markets.get(pair) as MarketRules;
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  const { prices } = await deps.exchanges.fetchPrices(exchange, { pairs: [pair], currencies: [], asker });
  const current = prices.get(pair);
  const direction = side === 'buy' ? 'down' : 'up';
  if (type === 'market' && current === undefined) throw new Refusal('noPrices');
  const line = current === undefined ? '0' : side === 'buy' ? buyLine(current) : sellLine(current);
  const terms = {
    price: toGrid(type === 'market' ? line : (price ?? '0'), rules.tickSize, direction),
    amount: toGrid(amount, rules.lotSize, 'down'),
  };
  requirePassed(checkExchangeMinimum([{ pair, side, level: 0, ...terms }], markets));
  const { lowest, highest } = allowedPrices(rules, side, current);
  if (compare(terms.price, '0') <= 0 || Number(terms.price) < lowest || Number(terms.price) > highest) {
    const facts = { pair, side, price: terms.price, lowest, highest: Number.isFinite(highest) ? highest : null };
    throw new Refusal('priceOutOfRange', { facts });
  }
  return { ...terms, ...feeOnTopOf(side, rules, { rests: false }) };
}

export const handOrderCalls: readonly Implementation[] = [handleCreateOrder, handleCancelOrder];
