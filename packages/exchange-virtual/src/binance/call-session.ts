import type { Account } from '../accounts/account.ts';
import type { AccountEvent } from '../exchange/venue-state.ts';
import type { HoldingsEvent, VirtualExchange } from '../exchange/virtual-exchange.ts';
import { parseObject } from '../wire/parse-object.ts';
import type { Send, SocketSession } from '../wire/served-dialect.ts';
import { BinanceError, toBinanceError } from './binance-error.ts';
import { binanceRoutes } from './binance-rest.ts';
import type { Dialect } from './dialect.ts';
import { executionReport, wireMoney } from './order-wire.ts';
import { binanceParameters } from './parameters.ts';
import { requireSigned } from './require-signed.ts';
import { runSigned } from './run-signed.ts';
import { callPayload, textOf } from './signature.ts';

/** Methods of the WebSocket API that are the REST calls by another name. */
const methods: Readonly<Record<string, string>> = {
  ping: 'GET /api/v3/ping',
  time: 'GET /api/v3/time',
  exchangeInfo: 'GET /api/v3/exchangeInfo',
  depth: 'GET /api/v3/depth',
  'trades.recent': 'GET /api/v3/trades',
  'trades.aggregate': 'GET /api/v3/aggTrades',
  klines: 'GET /api/v3/klines',
  avgPrice: 'GET /api/v3/avgPrice',
  'ticker.24hr': 'GET /api/v3/ticker/24hr',
  'ticker.price': 'GET /api/v3/ticker/price',
  'ticker.book': 'GET /api/v3/ticker/bookTicker',
  'order.place': 'POST /api/v3/order',
  'order.test': 'POST /api/v3/order/test',
  'order.status': 'GET /api/v3/order',
  'order.cancel': 'DELETE /api/v3/order',
  'openOrders.status': 'GET /api/v3/openOrders',
  'openOrders.cancelAll': 'DELETE /api/v3/openOrders',
  allOrders: 'GET /api/v3/allOrders',
  'account.status': 'GET /api/v3/account',
  'account.commission': 'GET /api/v3/account/commission',
  myTrades: 'GET /api/v3/myTrades',
};

/** One client's connection to the WebSocket API: calls, and events of the accounts that it subscribed to. */
export class CallSession implements SocketSession {
  readonly #dialect: Dialect;
  readonly #address: string;
  readonly #send: Send;
  #subscriptions = new Map<number, { readonly account: string; readonly stop: () => void }>();
  #nextSubscription = 0;

  constructor(dialect: Dialect, { address, send }: { address: string; send: Send }) {
    this.#dialect = dialect;
    this.#address = address;
    this.#send = send;
  }

  /** A message from the client. Whatever it is, it gets an answer and does no harm. */
  receive(text: string): void {
    const request = parseObject(text);
    if (typeof request === 'string') {
      this.#refuse(null, new BinanceError(-1135, `Invalid JSON Request`));
      return;
    }
    const id = request.id ?? null;
    const params = request.params ?? {};
    try {
      if (typeof params !== 'object' || params === null || Array.isArray(params))
        throw new BinanceError(-1102, "Mandatory parameter 'params' was malformed.");
      const { result, headers } = this.#call(textOf(request.method), { ...params });
      const count = Number(headers['X-MBX-USED-WEIGHT-1M'] ?? 0);
      const isShort = 'returnRateLimits' in params && params.returnRateLimits === false;
      this.#send(JSON.stringify({ id, status: 200, result, ...(isShort ? {} : { rateLimits: this.#rateLimits(count) }) }));
    } catch (error) {
      this.#refuse(id, toBinanceError(error, this.#dialect.onFault));
    }
  }

  accounts(): Iterable<string> {
    return [...this.#subscriptions.values()].map(({ account }) => account);
  }

  close(): void {
    for (const { stop } of this.#subscriptions.values()) stop();
    this.#subscriptions.clear();
  }

  #call(method: string, given: Readonly<Record<string, unknown>>): { result: unknown; headers: Record<string, string> } {
    const { exchange, rates } = this.#dialect;
    const parameters = binanceParameters(Object.entries(given).map(([name, value]) => [name, textOf(value)]));
    const signed = { key: parameters.text('apiKey'), payload: callPayload(given), parameters } as const;
    switch (method) {
      case 'userDataStream.subscribe.signature': {
        const headers = rates.countWeight(this.#address, 2, exchange.now());
        return { result: { subscriptionId: this.#subscribe(requireSigned(exchange, { ...signed, right: 'read' }).account) }, headers };
      }
      case 'userDataStream.unsubscribe':
        this.#unsubscribe(parameters.integer('subscriptionId'));
        return { result: {}, headers: rates.countWeight(this.#address, 2, exchange.now()) };
      case 'session.logon':
        throw new BinanceError(-4056, 'HMAC_SHA_256 API key is not supported.');
      default:
    }
    const route = Object.hasOwn(methods, method) ? binanceRoutes[methods[method] ?? ''] : undefined;
    if (!route) throw new BinanceError(-1020, 'This operation is not supported.');
    const weight = typeof route.weight === 'number' ? route.weight : route.weight(parameters);
    const headers = rates.countWeight(this.#address, weight, exchange.now());
    const call = { exchange, parameters, rates };
    if (route.security === 'public') return { result: route.handle(call), headers };
    const signer = requireSigned(exchange, { ...signed, right: route.right });
    return { result: runSigned(route, { ...call, ...signer }).result, headers };
  }

  #subscribe(account: Account): number {
    const subscriptionId = this.#nextSubscription++;
    const emit = (event: object, pair?: string) => this.#send(JSON.stringify({ subscriptionId, event }), { account: account.id, pair });
    const { exchange } = this.#dialect;
    const stopOrders = exchange.onAccount.subscribe((event) => {
      if (event.account === account.id) emit(accountEvent(exchange, event), event.type === 'order' ? event.order.pair : undefined);
    });
    const stopHoldings = exchange.onHoldings.subscribe((event) => {
      if (event.account === account.id) emit(holdingsEvent(exchange, event));
    });
    const stop = () => {
      stopOrders();
      stopHoldings();
    };
    this.#subscriptions.set(subscriptionId, { account: account.id, stop });
    return subscriptionId;
  }

  /** Without an id: all of them. */
  #unsubscribe(subscriptionId: number | undefined): void {
    for (const [id, { stop }] of this.#subscriptions) {
      if (subscriptionId !== undefined && id !== subscriptionId) continue;
      stop();
      this.#subscriptions.delete(id);
    }
  }

  #refuse(id: unknown, { status, code, message }: BinanceError): void {
    this.#send(JSON.stringify({ id, status, error: { code, msg: message }, rateLimits: this.#rateLimits(0) }));
  }

  #rateLimits(count: number) {
    const { weightPerMinute } = this.#dialect.rates.limits;
    return [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weightPerMinute, count }];
  }
}

function accountEvent(exchange: VirtualExchange, event: AccountEvent): object {
  if (event.type === 'order') return executionReport(exchange, event);
  return { e: 'balanceUpdate', E: event.at, a: event.currency, d: wireMoney(event.amount), T: event.at };
}

function holdingsEvent({ ledger }: VirtualExchange, { account, currencies, at }: HoldingsEvent): object {
  const balances = [...currencies].map((currency) => {
    const { free, locked } = ledger.holding(account, currency);
    return { a: currency, f: wireMoney(free), l: wireMoney(locked) };
  });
  return { e: 'outboundAccountPosition', E: at, u: at, B: balances };
}
