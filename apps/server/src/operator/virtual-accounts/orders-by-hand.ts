import { cancelVirtualOrder, createVirtualOrder, type RouteOutput } from '@tenbin/contract';
import { type AnyBotRow, type OrganizationDatabase, platformOrganizationId, type VirtualOrder } from '@tenbin/db';
import { add, compare, type Decimal, type FeeOnTop, feeOnTopOf, type MarketRules, subtract, toGrid } from '@tenbin/market';
import { allowedPrices, buyLine, type CheckResult, checkExchangeMinimum, requirePassed, sellLine, topWithout } from '@tenbin/strategy';
import type { ServerContext } from '../../context.ts';
import { requireOffered } from '../../exchange-access/require-exchange.ts';
import type { Asker } from '../../limits/places.ts';
import type { Operator } from '../../route/caller.ts';
import type { Implementation } from '../../route/implement.ts';
import { implementOnce } from '../../route/implement-once.ts';
import { invalidField, Refusal } from '../../route/refusal.ts';
import { findPlatformExchange, requireAccount } from './find-account.ts';
import { askedReply } from './reply.ts';
import { announceBot, requireHand } from './run-virtual-bot.ts';

/** More than a virtual account has open on a pair. */
const maxOwnOrders = 1_000;

type Body = RouteOutput<typeof createVirtualOrder>['body'];

const handleCreateOrder = implementOnce(createVirtualOrder, {
  prepare: ({ body, deps, actor }) => termsOf(body, { deps, actor }),
  async act(within, { body, deps, audit, actor }, { price, amount, ...fee }) {
    const { account } = await requireAccount(within, body);
    const hand = await requireHand(within, account);
    const { pair, side, type } = body;
    audit.add({ virtualAccountId: account.id, pair, side, type, price, amount });
    const running = hand.active ? hand : await goOn(within, hand, { by: actor.operatorId, at: deps.clock.now() });
    const asked = { virtualAccountId: account.id, botId: hand.id, pair, side, price, amount, ...fee };
    const order = await within.virtualAccounts.askOrder({ ...asked, isMarket: type === 'market', by: actor.operatorId });
    audit.add({ clientOrderId: order.clientOrderId });
    announceBot(within, running, deps);
    return askedReply(order);
  },
});

/** A stop of everything stops this one too: what was not sent by then is not sent with what is asked for now. */
async function goOn(
  within: OrganizationDatabase,
  hand: AnyBotRow,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<AnyBotRow> {
  const running = await within.bots.setActive(null, hand.id, { active: true, by, at });
  if (hand.requestedAt !== null) await within.virtualAccounts.withdrawUnsent(hand.id, hand.requestedAt);
  return running;
}

const handleCancelOrder = implementOnce(cancelVirtualOrder, {
  async act(within, { body, deps, audit }) {
    const { account } = await requireAccount(within, body);
    const order = await within.virtualAccounts.findHandOrder(body.orderId);
    if (order?.virtualAccountId !== account.id) throw new Refusal('virtualOrderNotFound');
    audit.add({ virtualAccountId: account.id, clientOrderId: order.clientOrderId });
    await within.virtualAccounts.askCancel(order.clientOrderId);
    announceBot(within, await requireHand(within, account), deps);
    return { success: true };
  },
});

/** What is held and sent, on the exchange's grid: never more than was asked for, nor at a worse price. */
async function termsOf(
  body: Body,
  { deps, actor }: { readonly deps: ServerContext; readonly actor: Operator },
): Promise<FeeOnTop & { readonly price: Decimal; readonly amount: Decimal }> {
  const { exchangeName, pair, side, type, price, amount } = body;
  if (type === 'limit' && price === undefined) throw invalidField('price');
  const exchange = await findPlatformExchange(deps, exchangeName);
  const markets = await deps.exchanges.fetchMarkets(exchange);
  requireOffered([pair], markets);
  const rules = markets.get(pair) as MarketRules;
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  const { prices } = await deps.exchanges.fetchPrices(exchange, { pairs: [pair], currencies: [], asker });
  const current = prices.get(pair);
  const direction = side === 'buy' ? 'down' : 'up';
  if (type === 'market' && current === undefined) throw new Refusal('orderPriceUnknown', { facts: { pair } });
  const line = current === undefined ? '0' : side === 'buy' ? buyLine(current) : sellLine(current);
  const asked = toGrid(type === 'market' ? line : (price ?? '0'), rules.tickSize, direction);
  const terms = {
    price: type === 'market' ? await beforeOwn(body, asked, { deps, asker, tickSize: rules.tickSize }) : asked,
    amount: toGrid(amount, rules.lotSize, 'down'),
  };
  requireSize(checkExchangeMinimum([{ pair, side, level: 0, ...terms }], markets));
  const { lowest, highest } = allowedPrices(rules, side, current);
  if (compare(terms.price, '0') <= 0 || Number(terms.price) < lowest || Number(terms.price) > highest) {
    const facts = { pair, side, price: terms.price, lowest, highest: Number.isFinite(highest) ? highest : null };
    throw new Refusal('orderPriceOutOfRange', { facts });
  }
  return { ...terms, ...feeOnTopOf(side, rules, { rests: false }) };
}

/** What is said of a bot's orders would advise another width: of one by hand, its own amount is what helps. */
function requireSize(result: CheckResult): void {
  if (result.ok) return;
  if (result.code === 'amountTooSmall') throw new Refusal('orderAmountTooSmall', { facts: result.facts });
  if (result.code === 'amountTooLarge') throw new Refusal('orderAmountTooLarge', { facts: result.facts });
  if (result.code === 'valueTooSmall') throw new Refusal('orderValueTooSmall', { facts: result.facts });
  requirePassed(result);
}

/**
 * How far a market order goes: as far as it may, but not to the first order of its own exchange account.
 *
 * @throws {Refusal} `ordersWouldCross`: before that one nobody else offers anything
 */
async function beforeOwn(
  { exchangeName, name, pair, side }: Body,
  price: Decimal,
  { deps, asker, tickSize }: { readonly deps: ServerContext; readonly asker: Asker; readonly tickSize: Decimal },
): Promise<Decimal> {
  const platform = deps.database.forOrganization(platformOrganizationId);
  const { exchange, exchangeAccount } = await requireAccount(platform, { exchangeName, name });
  const own: VirtualOrder[] = [];
  for (const { id } of await platform.virtualAccounts.list(exchangeAccount.id))
    own.push(...(await platform.virtualAccounts.listOrders(id, { offset: 0, limit: maxOwnOrders, pair, isOpen: true })));
  const isBetter = (one: Decimal, other: Decimal) => (side === 'buy' ? compare(one, other) < 0 : compare(one, other) > 0);
  const [first] = own.flatMap((order) => (order.side === side ? [] : [order.price])).sort((a, b) => (isBetter(a, b) ? -1 : 1));
  const before = first === undefined ? price : side === 'buy' ? subtract(first, tickSize) : add(first, tickSize);
  if (!isBetter(before, price)) return price;
  const inBook = own
    .filter(({ state }) => state !== 'asked')
    .map((order) => ({ ...order, remaining: subtract(order.amount, order.reportedFilled) }));
  const others = topWithout(inBook, await deps.exchanges.fetchBook(exchange, { pair, asker }));
  const isOffered = others !== null && (side === 'buy' ? others.bestAsk <= Number(before) : others.bestBid >= Number(before));
  if (!isOffered) throw new Refusal('ordersWouldCross');
  return before;
}

export const ordersByHandCalls: readonly Implementation[] = [handleCreateOrder, handleCancelOrder];
