import { createHmac } from 'node:crypto';
import { type Amounts, type Exact, exact } from './exact.ts';

/** A trade as the exchange lists it. */
export interface Row {
  readonly pair: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly side: 'buy' | 'sell';
  readonly price: Exact;
  readonly amount: Exact;
  readonly notional: Exact;
  readonly fee: Exact;
  readonly feeCoin: string;
  readonly isMaker: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface OpenOrder {
  readonly pair: string;
  readonly side: 'buy' | 'sell';
  readonly price: Exact;
  readonly left: Exact;
}

interface Key {
  readonly key: string;
  readonly secret: string;
}

type Wire = Readonly<Record<string, string | number | boolean>>;

/** An account of the virtual exchange as its owner asks for it, in Binance's words and with a signature of their own. */
export class ExchangeRows {
  readonly #url: string;
  readonly #key: Key;
  readonly #now: () => Date;

  constructor(url: string, key: Key, now: () => Date) {
    this.#url = url;
    this.#key = key;
    this.#now = now;
  }

  /** Free and locked together. */
  async wallet(): Promise<Amounts> {
    const { balances } = (await this.#call('GET', '/api/v3/account')) as { balances: { asset: string; free: string; locked: string }[] };
    const all = balances.map(({ asset, free, locked }) => [asset, exact(free) + exact(locked)] as const);
    return Object.fromEntries(all.filter(([, amount]) => amount !== 0n));
  }

  /** In the order in which they happened. */
  async trades(pairs: readonly string[]): Promise<readonly Row[]> {
    const ofPair = async (pair: string) =>
      ((await this.#call('GET', '/api/v3/myTrades', { symbol: pair.replace('/', ''), limit: '1000' })) as Wire[]).map((wire) =>
        rowOf(pair, wire),
      );
    return (await Promise.all(pairs.map(ofPair))).flat().sort((a, b) => a.at - b.at || Number(a.tradeId) - Number(b.tradeId));
  }

  async openOrders(pair: string): Promise<readonly OpenOrder[]> {
    const open = (await this.#call('GET', '/api/v3/openOrders', { symbol: pair.replace('/', '') })) as Record<string, string>[];
    return open.map(({ side, price = '', origQty = '', executedQty = '' }) => {
      return { pair, side: side === 'BUY' ? 'buy' : 'sell', price: exact(price), left: exact(origQty) - exact(executedQty) };
    });
  }

  /** How many orders were cancelled after a part of them was filled. */
  async cancelledInPart(pairs: readonly string[]): Promise<number> {
    const ofPair = async (pair: string) =>
      (await this.#call('GET', '/api/v3/allOrders', { symbol: pair.replace('/', ''), limit: '1000' })) as Wire[];
    const all = (await Promise.all(pairs.map(ofPair))).flat();
    return all.filter(({ status, executedQty }) => status === 'CANCELED' && Number(executedQty) > 0).length;
  }

  /** An order that takes what rests at a price or better, and does not rest itself. */
  async take(order: {
    readonly pair: string;
    readonly side: 'buy' | 'sell';
    readonly price: string;
    readonly amount: string;
  }): Promise<void> {
    const { pair, side, price, amount: quantity } = order;
    const symbol = pair.replace('/', '');
    await this.#call('POST', '/api/v3/order', { symbol, side: side.toUpperCase(), type: 'LIMIT', timeInForce: 'IOC', price, quantity });
  }

  async #call(method: 'GET' | 'POST', path: string, parameters: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const query = new URLSearchParams({ ...parameters, timestamp: String(this.#now().getTime()), recvWindow: '60000' }).toString();
    const signature = createHmac('sha256', this.#key.secret).update(query).digest('hex');
    const headers = { 'X-MBX-APIKEY': this.#key.key };
    const answer = await fetch(`${this.#url}${path}?${query}&signature=${signature}`, { method, headers });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
}

const rowOf = (pair: string, { id, orderId, isBuyer, price, qty, quoteQty, commission, commissionAsset, isMaker, time }: Wire): Row => ({
  pair,
  tradeId: String(id),
  orderId: String(orderId),
  side: isBuyer ? 'buy' : 'sell',
  price: exact(String(price)),
  amount: exact(String(qty)),
  notional: exact(String(quoteQty)),
  fee: exact(String(commission)),
  feeCoin: String(commissionAsset),
  isMaker: isMaker === true,
  at: Number(time),
});
