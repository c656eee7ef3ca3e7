import { createHmac } from 'node:crypto';
import type { Product } from '../product.ts';
import { accountWith, type VenueAccount, venueOf } from './virtual-exchange.ts';

/** Somebody with so much money that the market goes where they like for a moment. */
export class Counterparty {
  readonly #venue: string;
  readonly #key: VenueAccount;
  #side: 'BUY' | 'SELL' = 'BUY';

  private constructor(venue: string, key: VenueAccount) {
    this.#venue = venue;
    this.#key = key;
  }

  static async open(product: Product): Promise<Counterparty> {
    return new Counterparty(venueOf(product), await accountWith(product, { BTC: '100000', USDT: '10000000000' }));
  }

  /** Takes everything that rests within a share of the price, on one side and then on the other. */
  async sweep(share: number): Promise<void> {
    const last = (await (await fetch(`${this.#venue}/api/v3/ticker/price?symbol=BTCUSDT`)).json()) as { price: string };
    const isBuy = this.#side === 'BUY';
    const price = (Number(last.price) * (isBuy ? 1 + share : 1 - share)).toFixed(2);
    const query = new URLSearchParams({
      symbol: 'BTCUSDT',
      side: this.#side,
      type: 'LIMIT',
      timeInForce: 'IOC',
      quantity: '1000',
      price,
      timestamp: String(Date.now()),
      recvWindow: '60000',
    }).toString();
    const signature = createHmac('sha256', this.#key.secret).update(query).digest('hex');
    const address = `${this.#venue}/api/v3/order?${query}&signature=${signature}`;
    const placed = await fetch(address, { method: 'POST', headers: { 'X-MBX-APIKEY': this.#key.key } });
    if (!placed.ok) throw new Error(`the order was answered with ${placed.status}: ${await placed.text()}`);
    this.#side = isBuy ? 'SELL' : 'BUY';
  }
}
