import { DomainError } from '@tenbin/market';
import type { LiveMarket } from '../exchange/live-market.ts';
import {
  type OrderName,
  type OrderType,
  type PlaceOrder,
  type SelfTradePrevention,
  selfTradePreventions,
  type TimeInForce,
} from '../exchange/order.ts';
import { toUnits } from '../ledger/units.ts';
import type { Parameters } from '../wire/parameters.ts';
import { emptyParameter, noOrderName, OkxError, wrongParameter } from './okx-error.ts';
import { preventions } from './order-wire.ts';

const idPattern = /^[A-Za-z0-9]{1,32}$/;

const orderTypes: Readonly<Record<string, { readonly type: OrderType; readonly timeInForce: TimeInForce }>> = {
  limit: { type: 'limit', timeInForce: 'GTC' },
  post_only: { type: 'limitMaker', timeInForce: 'GTC' },
  ioc: { type: 'limit', timeInForce: 'IOC' },
  fok: { type: 'limit', timeInForce: 'FOK' },
  market: { type: 'market', timeInForce: 'GTC' },
};

/** What this venue does not do must not be silently left out of an order. */
const unsupported = ['attachAlgoOrds', 'tpTriggerPx', 'slTriggerPx', 'triggerPx', 'pxUsd', 'pxVol'];

/** @throws {OkxError} 50014, 51000 */
export function readOrder(parameters: Parameters, { market }: LiveMarket): PlaceOrder {
  parameters.requireText('tdMode');
  parameters.oneOf('tdMode', ['cash'], () => wrongParameter('tdMode'));
  parameters.requireText('side');
  const side = parameters.oneOf('side', ['buy', 'sell'], () => wrongParameter('side')) ?? 'buy';
  const name = parameters.requireText('ordType');
  const orderType = Object.hasOwn(orderTypes, name) ? orderTypes[name] : undefined;
  if (!orderType) throw wrongParameter('ordType');
  for (const field of unsupported) if (parameters.text(field) !== undefined) throw wrongParameter(field);
  const size = parameters.decimal('sz');
  if (size === undefined) throw emptyParameter('sz');
  const selfTradePrevention = readPrevention(parameters);
  const request = { clientOrderId: readClientId(parameters), pair: market.pair, side, selfTradePrevention, ...orderType };
  if (orderType.type !== 'market') {
    const price = parameters.decimal('px');
    if (price === undefined) throw emptyParameter('px');
    return { ...request, price, amount: size, whenTaking: 'expire' };
  }
  const target = parameters.oneOf('tgtCcy', ['base_ccy', 'quote_ccy'], () => wrongParameter('tgtCcy'));
  const isNotional = (target ?? (side === 'buy' ? 'quote_ccy' : 'base_ccy')) === 'quote_ccy';
  return { ...request, ...(isNotional ? { notional: size } : { amount: size }) };
}

/** By OKX's id where both are given. @throws {OkxError} 51003, 51000 */
export function readOrderName(parameters: Parameters, { market }: LiveMarket): OrderName {
  const id = parameters.integer('ordId');
  if (id !== undefined) return { pair: market.pair, id };
  const clientOrderId = readClientId(parameters);
  if (clientOrderId === undefined) throw noOrderName();
  return { pair: market.pair, clientOrderId };
}

function readPrevention(parameters: Parameters): SelfTradePrevention | undefined {
  const name = parameters.text('stpMode');
  if (name === undefined) return undefined;
  const mode = selfTradePreventions.find((candidate) => preventions[candidate] === name);
  if (!mode) throw wrongParameter('stpMode');
  return mode;
}

function readClientId(parameters: Parameters): string | undefined {
  const id = parameters.text('clOrdId');
  if (id !== undefined && !idPattern.test(id)) throw wrongParameter('clOrdId');
  return id;
}

/** Where the venue has one word for an amount that does not fit, OKX has three. */
export function explainAmount(error: unknown, { market, rules }: LiveMarket): unknown {
  if (!(error instanceof DomainError) || error.code !== 'lotSize') return error;
  const amount = toUnits(String(error.facts.amount));
  if (amount < toUnits(rules.minimumAmount)) return new OkxError('51020', 'Your order should meet or exceed the minimum order amount.');
  if (amount > toUnits(market.maximumAmount)) return new OkxError('51005', 'Your order amount exceeds the max order amount.');
  return error;
}
