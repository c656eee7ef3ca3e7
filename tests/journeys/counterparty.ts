import { createHmac } from 'node:crypto';
import type { Product } from '../product.ts';

interface VenueAccount {
  /** As the exchange's own page names it. */
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

const venueOf = ({ banner }: Product): string => /Virtual exchange +(\S+)/.exec(banner)?.[1] ?? '';

/** An account of its own on the virtual exchange. */
export async function accountWith(product: Product, balances: Readonly<Record<string, string>>): Promise<VenueAccount> {
  const made = await fetch(`${venueOf(product)}/trial/venue/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balances }),
  });
  return (await made.json()) as VenueAccount;
}

/** What the exchange itself knows of an account: orders that are open, trades so far. */
export async function standingOf(product: Product, id: string): Promise<{ readonly openOrders: number; readonly trades: number }> {
  const told = (await (await fetch(`${venueOf(product)}/trial/venue`)).json()) as {
    accounts: { id: string; openOrders: number; trades: number }[];
  };
  const found = told.accounts.find((account) => account.id === id);
  if (!found) throw new Error(`the exchange knows no account ${id}`);
  return found;
}

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
